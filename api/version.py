"""The version of the program that runs."""

from importlib.metadata import version

VERSION = version("tabletale")
