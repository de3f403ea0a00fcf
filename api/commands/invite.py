"""The invitation that `tabletale serve --table` prints: the link, as text and as a QR code."""

from __future__ import annotations

import io
import shutil
import sys
from typing import TYPE_CHECKING

import click
import segno

if TYPE_CHECKING:
    from collections.abc import Sequence

    from api.commands.network import OwnAddress
    from api.rest.table_link import TableLink

BLOCKS = "█▀▄"
"""A QR code is drawn with these, two of its rows on each line."""
WHITE, BLACK = 231, 16
"""Two of the 256 colours of terminals: themes change the first 16."""


def invite(link: TableLink, *, only_here: bool = False) -> None:
    """Print the link, and its QR code if the terminal can show it; `only_here`: the link leads to loopback."""
    click.echo(f"Tabletale listens on {link.origin}/ and lets in whoever opens this link:\n")
    code = code_of(link.address)
    if _can_show(code):
        for line in code:
            click.echo(click.style(line, fg=WHITE, bg=BLACK))
    click.echo(f"{link.address}\n")
    if only_here:
        click.echo("Only this machine can open it: it listens on loopback.")
    click.echo("The link works until this process ends. The connection is not encrypted: use a network that you trust.")


def print_choice(addresses: Sequence[OwnAddress]) -> None:
    """If there are several addresses, print the one in use."""
    (first, *others) = addresses
    if others:
        listed = ", ".join(f"{each.text} ({each.interface})" for each in others)
        click.echo(f"Using the address {first.text} ({first.interface}); choose another with --host: {listed}")


def code_of(text: str) -> list[str]:
    """A text as a QR code in lines of half blocks, drawn in white on black."""
    drawn = io.StringIO()
    segno.make(text, micro=False).terminal(drawn, compact=True)
    return drawn.getvalue().splitlines()


def _can_show(code: Sequence[str]) -> bool:
    """Whether the output is a terminal that has the blocks, and is wide enough."""
    try:
        BLOCKS.encode(sys.stdout.encoding)
    except UnicodeEncodeError:
        return False
    return sys.stdout.isatty() and shutil.get_terminal_size().columns >= len(code[0])
