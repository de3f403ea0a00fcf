"""Files of any format: which it is, out of an archive, and within bounds."""

from __future__ import annotations

import zipfile
from io import BytesIO

import pytest

from api.errors import InvalidPlays, PlaysTooLarge
from api.plays import csv_file, play, reading
from tests.plays.build import bgg, bgstats, read

CSV = "date,game,player\n2025-03-02,Hills,Ann\n"
XML = bgg('<play id="1" date="2025-03-02"><item name="Hills"/><players><player name="Ann"/></players></play>')


def zipped(**files: bytes) -> bytes:
    """An archive that holds no time of day: the same bytes whenever it is made."""
    data = BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for name, content in files.items():
            archive.writestr(zipfile.ZipInfo(name.replace("_", ".")), content, zipfile.ZIP_DEFLATED)
    return data.getvalue()


@pytest.mark.parametrize("bom", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize(("data", "source"), [(CSV.encode(), "csv"), (bgstats({}), "bgstats"), (XML.encode(), "bgg")])
def test_the_first_character_tells_the_format(data: bytes, source: str, bom: bytes) -> None:
    assert [play.source for play in read(bom + data).plays] == [source]
    assert [play.source for play in read(zipped(export_json=bom + data, picture_png=b"x")).plays] == [source]


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "the file is empty"),
        (b" \n", "the file is empty"),
        ("date,game,player\n2025-03-02,Hügel,Ann\n".encode("latin-1"), "Line 2: it is not written in UTF-8"),
        (zipped(a_txt=b"x"), "0 files of plays"),
        (zipped(a_csv=b"x", b_json=b"x"), "2 files of plays"),
        (zipped(a_csv=b"x" * 100)[:60], "cannot be read"),
    ],
)
def test_what_cannot_be_read_is_refused(data: bytes, why: str) -> None:
    with pytest.raises(InvalidPlays, match=why):
        read(data)


def test_large_files_are_refused_before_they_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """A file of 100 MB; and an archive of few bytes with as much in it."""
    monkeypatch.setattr(reading, "MOST_BYTES", 1 << 20)
    for data in (b"x" * 2_000_000, zipped(a_csv=b"x" * 2_000_000)):
        with pytest.raises(PlaysTooLarge, match="more than 1 MiB") as error:
            read(data)
        assert "Divide the file" in error.value.next_step


def test_so_many_plays_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where a few letters stand for many plays, or lines for none."""
    monkeypatch.setattr(play, "MOST_PLAYS", 2)
    copies = XML.replace("<play ", '<play quantity="1000" ')
    for data in (bgstats({}, {}, {}), copies, CSV + "2025-03-03,Hills,Ann\n2025-03-04,Hills,Ann\n"):
        with pytest.raises(PlaysTooLarge, match="more than 2 plays"):
            read(data)
    monkeypatch.setattr(csv_file, "MOST_LINES", 2)
    with pytest.raises(PlaysTooLarge, match="Line 3: it has more than 2 lines"):
        read(CSV + "2025-03-03,Hills,Ann\n")


def test_a_file_of_faults_is_not_read_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play, "MOST_FINDINGS", 2)
    with pytest.raises(InvalidPlays, match="Line 2: it has more than 2 faults; the first is: Line 2, date"):
        read("date,game,player\n" + "x,Hills,Ann\n" * 9)
