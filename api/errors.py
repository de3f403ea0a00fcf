"""Every error that the service can answer with.

    Problem
    ├── BadRequest               the request itself is at fault
    │   ├── NotHttp              400  the request is not valid HTTP
    │   ├── CutOff               400  the request ended before it was whole
    │   ├── Malformed            400  the body is not JSON
    │   ├── Invalid              422  a field is unknown, missing, or of another type
    │   ├── WrongMethod          405  the address does not take this method
    │   ├── NotAcceptable        406  the answer does not come in the form asked for
    │   ├── TooSlow              408  the request came too slowly
    │   ├── TooLarge             413  the body is larger than 1 MiB, or a file of games than 256 MiB
    │   ├── AddressTooLong       414  the address is too long
    │   ├── WrongContentType     415  this address does not read that content type
    │   ├── UnmetExpectation     417  the header Expect asks for something unknown
    │   └── HeadTooLarge         431  the headers are too many or too large
    ├── NotFound                 nothing is there
    │   ├── UnknownAddress       404  no such page
    │   ├── UnknownGame          404
    │   ├── UnknownVersion       404
    │   ├── UnknownLine          404
    │   ├── UnknownNote          404
    │   ├── UnknownPlayer        404
    │   ├── UnknownRuleset       404
    │   ├── UnknownComponentSet  404
    │   ├── UnknownUndoRequest   404
    │   └── UnknownStatistic     404
    ├── Illegal                  the game does not allow it
    │   ├── Refused              422  a rule of the rulebook forbids it
    │   ├── ChanceNeeded         422  the outcome of a die, a card or a lot is missing
    │   ├── LeftoverOutcomes     422  more outcomes were entered than were asked for
    │   ├── ActionTooLarge       422  an action, or what follows from it, is larger than may be
    │   ├── UndoRefused          422  the game's undo policy forbids it
    │   ├── AmendRefused         422  there is nothing that could be put right so
    │   ├── NoDuel               422  only one of two rivals can resign
    │   ├── AdoptRefused         422  there is nothing that could be taken over so
    │   └── BadComponentSet      422  a component set that cannot be played with
    ├── Conflict                 it conflicts with what is stored
    │   ├── Stale                412  the game has changed since the version in If-Match
    │   ├── VersionNeeded        428  an action that is bound to a version comes without one
    │   ├── LostRace             409  others were faster, several times
    │   ├── KeyReused            422  the key was used for another request
    │   ├── UndoAsked            409  an undo is asked for already
    │   ├── UndoVoid             409  the undo is not asked for any more
    │   ├── OwnUndo              409  the seat asked for it itself
    │   ├── NameTaken            409  another player has that name
    │   ├── PlayerMerged         409  the player was merged into another
    │   └── TooManyNotes         409  a seat has as many notes on the game as it may have
    ├── Forbidden                this caller is not allowed to
    │   ├── TokenNeeded          401  the caller has not opened the table's link
    │   ├── ForeignHost          403  asked under the name of another machine
    │   ├── ForeignOrigin        403  asked by a page of another site
    │   ├── TableOnly            403  it may not be seen while the game runs
    │   ├── NotTheAsker          403  another seat asked for it
    │   └── NotYourNote          403  only the table, and the seat that a note names, change it
    ├── Failed                   the service cannot answer
    │   ├── UnknownCoding        501  the body has a transfer coding that is not read here
    │   ├── Crowded              503  too many requests are half sent
    │   ├── TooManyStreams       503  as many live streams are open as may be
    │   ├── Unavailable          503  the database does not answer
    │   ├── Damaged              503  what is stored cannot be read, or contradicts itself
    │   ├── RulesetMissing       503  the game's ruleset is not installed here, or broken
    │   ├── LakeUnreadable       503  the facts that statistics are made of cannot be read
    │   └── Internal             500  a fault of this program
    ├── Unusable                 the program cannot start (command line only)
    │   ├── BadSetting           a setting that cannot be used
    │   ├── NotLoopback          others could reach it, and nothing would ask who they are
    │   ├── NoNetwork            this machine has no address that others could reach
    │   ├── CannotListen         the port is in use, or not allowed for this user
    │   ├── BadDatabase          a database that cannot be used
    │   ├── DemoFailed           the sample history could not be recorded
    │   └── BrokenLog            the log is not as it was written
    └── BadImport                a file of games cannot be taken over (`api/import_errors.py`)
        ├── NotAGameFile         422  a line is not what a file of games holds
        ├── OtherFormat          422  the file has another format, or another version of it
        ├── LineTooLong          413  a line, or an event in it, is larger than may be
        ├── GameTooLarge         413  a game is larger than one that can be imported
        ├── ChainBroken          422  an event is not as it was written, or not the next one
        ├── NeedsRuleset         422  the ruleset is missing here, or older
        ├── NeedsComponentSet    422  the component set is neither in the file nor here
        ├── NeedsChanceKey       422  the service rolls, and the key is not in the file
        ├── UnreadableEvent      422  an action or effect that the ruleset cannot read
        ├── OtherBoard           422  the events lead to another board than was stored
        └── GameDiffers          409  the game is here, and goes on in another way

Each has a slug, a title, a status and one sentence of what to do next. The same tree gives the answers of the service
(RFC 9457, `application/problem+json`), the page of problems and the messages of the command line.

The next step never names what the caller has just sent, nor what cannot work for that request. Where several requests
lead to one kind and need different advice, whoever raises it gives its own: `raise TableOnly(...).advise("...")`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Literal

from msgspec import UNSET, Struct, UnsetType

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Self

Where = Literal["body", "query", "header"]


class FieldFault(Struct, frozen=True, kw_only=True):
    """One place where a request is at fault."""

    pointer: str
    """JSON Pointer (RFC 6901) into the body; of a query or header, the name after a slash."""
    detail: str
    where: Where = "body"
    line: int | UnsetType = UNSET
    """Of a file or of JSON Lines, from 1; so is `column`."""
    column: int | UnsetType = UNSET


class PossibleOutcome(Struct, frozen=True):
    """An outcome of chance in words."""

    value: str | int
    label: str
    touches: tuple[str, ...]
    """Ids of where it lies in the picture."""


class Slot(Struct, frozen=True):
    """One of several questions that are alike."""

    about: str
    place: str


class Question(Struct, frozen=True, kw_only=True):
    """The outcome of chance that has to be entered before the action can be taken."""

    kind: Literal["roll", "draw", "pick", "reveal"]
    index: int
    """Its place in `outcomes`, from 0."""
    allowed: tuple[str | int, ...]
    """The possible outcomes, sorted."""
    unknown_ok: bool
    """Whether `null` will do: the card stays unknown to the recorder."""
    rule: str
    about: str = ""
    """What it is, in words: `the reserve card of Ben`."""
    place: str = ""
    """The id of where it lies in the picture; empty where it lies nowhere."""
    values: tuple[PossibleOutcome, ...] = ()
    """The possible outcomes in words, each once."""
    alike: int = 1
    """So many questions like it, with this one, follow whatever is answered: they can be answered together."""
    slots: tuple[Slot, ...] = ()
    """Those questions in their order, this one first."""
    ahead: int = 0
    """So many others follow at least."""


class Between(Struct, frozen=True, kw_only=True):
    """Something that happened since the version that somebody saw, as the viewer may see it."""

    version: int
    text: str


class Problem(Exception):
    """An error that the service answers with; one subclass for each kind."""

    slug: ClassVar[str]
    title: ClassVar[str]
    status: ClassVar[int]
    next_step: str
    """What to do next. A kind has the usual advice, a problem that for the request at hand."""
    next_command: str
    """The same at the command line, where that is something else,"""
    next_click: str
    """and on a page."""

    def __init__(
        self,
        detail: str = "",
        *,
        rule: str | UnsetType = UNSET,
        rule_text: str | UnsetType = UNSET,
        version: int | UnsetType = UNSET,
        undo_request: int | UnsetType = UNSET,
        between: tuple[Between, ...] | UnsetType = UNSET,
        chance_needed: Question | UnsetType = UNSET,
        errors: tuple[FieldFault, ...] | UnsetType = UNSET,
    ) -> None:
        super().__init__(detail or self.title)
        self.detail = detail or self.title + "."
        self.rule = rule
        self.rule_text = rule_text
        self.version = version
        self.undo_request = undo_request
        self.between = between
        self.chance_needed = chance_needed
        self.errors = errors

    def __init_subclass__(
        cls,
        slug: str = "",
        title: str = "",
        status: int = 0,
        next_step: str = "",
        next_command: str = "",
        next_click: str = "",
    ) -> None:
        cls.slug, cls.title, cls.status = slug, title, status
        cls.next_step, cls.next_command, cls.next_click = next_step, next_command or next_step, next_click or next_step

    def advise(self, next_step: str, *, click: str = "") -> Self:
        """Give this problem its own next step, where the usual advice does not help; pages show `click` if given."""
        self.next_step = self.next_command = next_step
        self.next_click = click or next_step
        return self


def kinds(base: type[Problem] = Problem) -> Iterator[type[Problem]]:
    """Every problem that can happen, in the order of the tree."""
    for kind in base.__subclasses__():
        if kind.slug:
            yield kind
        yield from kinds(kind)


# --- the request itself is at fault


class BadRequest(Problem):
    """The request itself is at fault."""


class NotHttp(
    BadRequest,
    slug="not-http",
    title="The request is not valid HTTP",
    status=400,
    next_step="Correct what the detail names, or let an HTTP client library write the request.",
):
    """The request is not valid HTTP."""


class CutOff(
    BadRequest,
    slug="cut-off",
    title="The request ended before it was whole",
    status=400,
    next_step="Send the whole request again, with the same Idempotency-Key if it has one. Nothing of it was stored.",
):
    """The request ended before it was whole."""


class Malformed(
    BadRequest,
    slug="malformed",
    title="The body is not JSON",
    status=400,
    next_step="Send one well-formed JSON document, in UTF-8.",
):
    """The body is not JSON."""


class Invalid(
    BadRequest,
    slug="invalid",
    title="The request has a field that is unknown, missing, or of another type",
    status=422,
    next_step="Correct the places named in `errors`; /openapi.json says what each may hold.",
    next_command="Correct what is named; the command's --help says what each option may hold.",
    next_click="Go back, correct what is named here, and send it again.",
):
    """A field is unknown, missing, or of another type."""


class WrongMethod(
    BadRequest,
    slug="wrong-method",
    title="This address does not take this method",
    status=405,
    next_step="Use one of the methods in the header `Allow`.",
    next_click="Go back to the page with the form: this address only takes what the form sends.",
):
    """The address does not take this method."""


class NotAcceptable(
    BadRequest,
    slug="not-acceptable",
    title="The answer does not come in the form asked for",
    status=406,
    next_step="Ask in `Accept` for one of the forms that the detail names.",
):
    """The answer does not come in the form asked for."""


class TooSlow(
    BadRequest,
    slug="too-slow",
    title="The request came too slowly",
    status=408,
    next_step="Send the whole request again, without pauses. Nothing of it was stored.",
):
    """The request came too slowly."""


class TooLarge(
    BadRequest,
    slug="too-large",
    title="The body is larger than 1 MiB, or a file of games than 256 MiB",
    status=413,
    next_step="Send less at a time: fewer actions in a request, a smaller component set, or fewer games in a file.",
):
    """The body is larger than 1 MiB, or a file of games than 256 MiB."""


class AddressTooLong(
    BadRequest,
    slug="address-too-long",
    title="The address is too long",
    status=414,
    next_step="Shorten its query: ask for less at a time.",
):
    """The address is too long."""


class WrongContentType(
    BadRequest,
    slug="wrong-content-type",
    title="This address does not read bodies of that content type",
    status=415,
    next_step="Send one of the forms that the detail names, and say so in `Content-Type`.",
):
    """This address does not read bodies of that content type."""


class UnmetExpectation(
    BadRequest,
    slug="unmet-expectation",
    title="The header `Expect` asks for something unknown",
    status=417,
    next_step="Send `Expect: 100-continue`, or leave the header out.",
):
    """The header Expect asks for something unknown."""


class HeadTooLarge(
    BadRequest,
    slug="head-too-large",
    title="The headers are too many or too large",
    status=431,
    next_step="Send fewer or shorter headers.",
):
    """The headers are too many or too large."""


# --- nothing is there


class NotFound(Problem):
    """Nothing is there."""


class UnknownAddress(
    NotFound,
    slug="unknown-address",
    title="There is nothing at this address",
    status=404,
    next_step="See /docs for all addresses.",
    next_click="Correct the address, or start from All games.",
):
    """No such page."""


class UnknownGame(
    NotFound,
    slug="unknown-game",
    title="There is no such game",
    status=404,
    next_step="Check the id against GET /v1/games, or create the game with POST /v1/games.",
    next_command="Give the id that its page shows, or `latest` for the newest game.",
    next_click="Look for it in All games.",
):
    """No such game."""


class UnknownVersion(
    NotFound,
    slug="unknown-version",
    title="The game has no such version",
    status=404,
    next_step="Ask for `head`, or for a number from 1 to the game's `version`.",
    next_click="Open the game again, and step to the version from there.",
):
    """No such version of the game."""


class UnknownLine(
    NotFound,
    slug="unknown-line",
    title="The game has no such line",
    status=404,
    next_step="Choose one from GET /v1/games/{id}/lines: its name is the version of its first own event.",
    next_click="Open the game again, and choose one of its lines.",
):
    """No such line of the game."""


class UnknownNote(
    NotFound,
    slug="unknown-note",
    title="The game has no such note",
    status=404,
    next_step="Look at GET /v1/games/{id}/annotations; it may have been deleted, or be another's.",
    next_click="Open the game again: the note may have been deleted, or be another's.",
):
    """No such note, or none that the caller may read."""


class UnknownPlayer(
    NotFound,
    slug="unknown-player",
    title="There is no such player",
    status=404,
    next_step="Look for the name in GET /v1/players; a player who was forgotten is gone for good.",
    next_click="Look for the name in Players; a player who was forgotten is gone for good.",
):
    """No such player."""


class UnknownRuleset(
    NotFound,
    slug="unknown-ruleset",
    title="There is no such ruleset",
    status=404,
    next_step="Choose one from GET /v1/rulesets.",
    next_command="Choose one of those that are named.",
    next_click="Choose one in Rules.",
):
    """No such ruleset."""


class UnknownComponentSet(
    NotFound,
    slug="unknown-component-set",
    title="There is no such component set",
    status=404,
    next_step="Choose one from GET /v1/rulesets/{ruleset}/component-sets, or upload it there.",
    next_click="Open the ruleset in Rules, and choose one of its sets.",
):
    """No such component set."""


class UnknownUndoRequest(
    NotFound,
    slug="unknown-undo-request",
    title="Nobody has asked for such an undo",
    status=404,
    next_step="See `undo_request` of the game for what is asked for.",
    next_click="Open the game again: it shows what is asked for.",
):
    """Nobody has asked for such an undo."""


class UnknownStatistic(
    NotFound,
    slug="unknown-statistic",
    title="There is no such statistic",
    status=404,
    next_step="Choose one from GET /v1/statistics.",
    next_command="`tabletale statistics` lists them with their parameters.",
    next_click="Choose one in Statistics.",
):
    """No such statistic."""


# --- the game does not allow it


class Illegal(Problem):
    """The game does not allow it. Nothing was stored."""


class Refused(
    Illegal,
    slug="refused",
    title="The rulebook forbids this",
    status=422,
    next_step="Read the rule in `rule_text`, and choose from the game's legal-actions.",
    next_click="Go back, and choose what the rule allows.",
):
    """A rule of the rulebook forbids it."""


class ChanceNeeded(
    Illegal,
    slug="chance-needed",
    title="The outcome of a die, a card or a lot has to be entered first",
    status=422,
    next_step="Send the same again with one of `chance_needed.allowed` at its `index` in `outcomes`.",
    next_click="Go back, and enter the roll or draw that is missing.",
):
    """The outcome of a die, a card or a lot has to be entered first."""


class LeftoverOutcomes(
    Illegal,
    slug="leftover-outcomes",
    title="More outcomes were entered than were asked for",
    status=422,
    next_step="Leave out the outcomes that nothing asks for; where the server rolls, leave out all.",
    next_click="Go back, and enter only the rolls and draws that are asked for.",
):
    """More outcomes were entered than were asked for."""


class ActionTooLarge(
    Illegal,
    slug="action-too-large",
    title="An action, or what follows from it, is larger than may be",
    status=422,
    next_step="Leave out what nothing asks for, or enter it as several actions. Nothing of it was stored.",
):
    """An action has at most 64 KiB with its outcomes, and an event that it leads to at most 256 KiB."""


class UndoRefused(
    Illegal,
    slug="undo-refused",
    title="The game's undo policy forbids this",
    status=422,
    next_step="See `can_undo` and `can_redo` in GET /v1/games/{id}?seat= for how far that seat may go.",
    next_click="Open the game again: its buttons show what can be undone or redone.",
):
    """The game's undo policy forbids it."""


class AmendRefused(
    Illegal,
    slug="amend-refused",
    title="This cannot be put right so",
    status=422,
    next_step="Name each action on the way to the head once, with what to put in its place or before it, or `drop`.",
    next_click="Open the game again, and choose an action on the way to its latest version.",
):
    """There is nothing that could be put right so."""


class NoDuel(
    Illegal,
    slug="no-duel",
    title="Only one of two rivals can resign",
    status=422,
    next_step="End the game for all with POST /v1/games/{game_id}/abandon, or play it to its end.",
    next_click="End the game without a winner, or play it to its end.",
):
    """A seat resigns in a game of three, alone, or where all play together."""


class AdoptRefused(
    Illegal,
    slug="adopt-refused",
    title="This cannot be taken over so",
    status=422,
    next_step="Name a what-if game of this game, or a line beside the one that it is on, and where to begin there.",
):
    """There is nothing that could be taken over so."""


class BadComponentSet(
    Illegal,
    slug="bad-component-set",
    title="This component set cannot be played with",
    status=422,
    next_step="Correct the lines named in `errors` and upload it again.",
):
    """A component set that cannot be played with."""


# --- it conflicts with what is stored


class Conflict(Problem):
    """It conflicts with what is stored. Nothing was stored."""


class Stale(
    Conflict,
    slug="stale-version",
    title="The game has changed since the version in If-Match",
    status=412,
    next_step="Look at the game as it is now, decide again, and send `version` in If-Match.",
    next_click="Open the game again, look at what happened since, and decide again.",
):
    """The game has changed since the version in If-Match."""


class VersionNeeded(
    Conflict,
    slug="version-needed",
    title="This action must name the version of the game that its player saw",
    status=428,
    next_step="Send the game's `version` in If-Match.",
):
    """An action that is bound to a version comes without one."""


class LostRace(
    Conflict,
    slug="lost-race",
    title="Others were faster, several times",
    status=409,
    next_step="Send it again.",
):
    """Others were faster, several times."""


class KeyReused(
    Conflict,
    slug="key-reused",
    title="The Idempotency-Key was used for another request",
    status=422,
    next_step="Send this request with a key of its own.",
    next_click="Load the page with the form again, and send it from there.",
):
    """The key was used for another request."""


class UndoAsked(
    Conflict,
    slug="undo-asked",
    title="Another undo is asked for, and not answered yet",
    status=409,
    next_step="Accept, decline or withdraw the one whose number is in `undo_request`, or wait for the next action.",
    next_click="Open the game, and accept, decline or withdraw that undo first, or wait for the next action.",
):
    """Another undo is asked for, and not answered yet."""


class UndoVoid(
    Conflict,
    slug="undo-request-void",
    title="This undo is not asked for any more",
    status=409,
    next_step="It was answered, or the game went on: look at the game, and ask again if it is still wanted.",
):
    """The undo was answered, or the game went on."""


class OwnUndo(
    Conflict,
    slug="own-undo-request",
    title="The seat asks for this undo itself",
    status=409,
    next_step="Let the other seats answer, or withdraw it with DELETE.",
    next_click="Let the other seats answer, or withdraw it.",
):
    """A seat does not answer what it asks for itself."""


class NameTaken(
    Conflict,
    slug="name-taken",
    title="Another player has that name",
    status=409,
    next_step="Find that player with GET /v1/players?name=, or choose a name that tells the two apart.",
):
    """Another player has that name."""


class PlayerMerged(
    Conflict,
    slug="player-merged",
    title="The player was merged into another",
    status=409,
    next_step="Use the player that the detail names: nothing undoes a merge.",
):
    """The player was merged into another."""


class TooManyNotes(
    Conflict,
    slug="too-many-notes",
    title="There are as many notes on the game as may be",
    status=409,
    next_step="Delete a note of the same seat first, or add to one that is there.",
):
    """A seat, or the table, has as many notes on the game as it may have."""


# --- this caller is not allowed to


class Forbidden(Problem):
    """This caller is not allowed to."""


class TokenNeeded(
    Forbidden,
    slug="token-needed",
    title="Open the link that the table's machine shows",
    status=401,
    next_step="Open it in this browser, or scan its code; a program sends its last part as Authorization: Bearer.",
    next_click="Open it in this browser, or scan its code.",
):
    """The caller has not opened the table's link."""


class ForeignHost(
    Forbidden,
    slug="foreign-host",
    title="This service answers only under its own address",
    status=403,
    next_step="Ask under the address that the service printed when it started.",
):
    """Asked under the name of another machine."""


class ForeignOrigin(
    Forbidden,
    slug="foreign-origin",
    title="A page of another site asked",
    status=403,
    next_step="Ask from a page of this service, or from a program that sends no `Origin`.",
):
    """Asked by a page of another site."""


class TableOnly(
    Forbidden,
    slug="table-only",
    title="This may not be seen while the game runs",
    status=403,
    next_step="Ask as a seat (`viewer=1`) or as a spectator, or once the game is finished.",
):
    """It may not be seen while the game runs."""


class NotTheAsker(
    Forbidden,
    slug="not-the-asker",
    title="Another seat asked for this undo",
    status=403,
    next_step="Let the seat that asked withdraw it; any other seat of the game may decline it.",
):
    """Only the seat that asked for an undo may withdraw it."""


class NotYourNote(
    Forbidden,
    slug="not-your-note",
    title="This note is another's",
    status=403,
    next_step="Let the seat that it names change it, or write a note of your own beside it.",
):
    """Neither the table asks, nor the seat that the note names."""


# --- the service cannot answer


class Failed(Problem):
    """The service cannot answer."""


class UnknownCoding(
    Failed,
    slug="unknown-coding",
    title="The body has a transfer coding that is not read here",
    status=501,
    next_step="Send the body as it is, with `Content-Length` or with `Transfer-Encoding: chunked`.",
):
    """The body has a transfer coding that is not read here."""


class Crowded(
    Failed,
    slug="crowded",
    title="Too many requests are half sent",
    status=503,
    next_step="Send the whole request again in a moment, without pauses. Nothing of it was stored.",
):
    """Too many requests are half sent."""


class TooManyStreams(
    Failed,
    slug="too-many-streams",
    title="As many live streams are open as may be",
    status=503,
    next_step="Try again later, or ask for the game every few seconds instead.",
):
    """As many live streams are open as may be."""


class Unavailable(
    Failed,
    slug="unavailable",
    title="The database does not answer",
    status=503,
    next_step="Send it again in a moment; a write with the same Idempotency-Key is carried out once only.",
    next_command="See that the database runs where --database or TABLETALE_DATABASE_URL says, then try again.",
    next_click="Try again in a moment.",
):
    """The database does not answer."""


class Damaged(
    Failed,
    slug="damaged",
    title="What is stored cannot be read, or contradicts itself",
    status=503,
    next_step="If it is the right database and its disk is sound, keep a copy of it as it is and restore a backup; "
    "`tabletale verify` names the games that are damaged.",
    next_command="If it is the right database and its disk is sound, keep a copy of it as it is and restore a backup.",
):
    """What is stored cannot be read, or contradicts itself."""


class RulesetMissing(
    Failed,
    slug="ruleset-missing",
    title="The game's ruleset is not installed here, or broken",
    status=503,
    next_step="Install or mend the package that holds the ruleset, and start the service again.",
    next_command="Install or mend the package that holds the ruleset, then try again.",
):
    """The game's ruleset is not installed here, or broken."""


class LakeUnreadable(
    Failed,
    slug="lake-unreadable",
    title="The facts that statistics are made of cannot be read",
    status=503,
    next_step="Run `tabletale lake rebuild`: it makes the lake again out of the log.",
):
    """The facts that statistics are made of cannot be read."""


class Internal(
    Failed,
    slug="internal",
    title="A fault of this program",
    status=500,
    next_step="Report it with the time; what went wrong is in the service's log. Nothing half-written is stored.",
):
    """A fault of this program."""


# --- the program cannot start


class Unusable(Problem):
    """The program cannot start, or cannot continue. Only the command line shows these."""


class BadSetting(
    Unusable,
    slug="bad-setting",
    title="A setting cannot be used",
    next_step="See docs/settings.md for what it may hold.",
):
    """A setting that cannot be used."""


class NotLoopback(
    Unusable,
    slug="not-loopback",
    title="Others could reach the service, and nothing would ask who they are",
    next_step="Listen on 127.0.0.1, ::1 or localhost; or add --table, which lets in only who opens the link it prints.",
):
    """Others could reach it, and nothing would ask who they are."""


class NoNetwork(
    Unusable,
    slug="no-network",
    title="This machine has no address that others could reach",
    next_step="Connect it to the network that the phones are in, or say the address to listen on: --host 192.168.1.7.",
):
    """This machine has no address that others could reach."""


class CannotListen(
    Unusable,
    slug="cannot-listen",
    title="The service cannot listen there",
    next_step="End the program that uses the port, or choose another one with --port.",
):
    """The port is in use, or not allowed for this user."""


class BadDatabase(
    Unusable,
    slug="bad-database",
    title="The database cannot be used",
    next_step="Check --database or TABLETALE_DATABASE_URL, and that this program is as new as the database.",
):
    """A database that cannot be used."""


class DemoFailed(
    Unusable,
    slug="demo-failed",
    title="The sample history could not be recorded",
    next_step="Read what the service said, and try another --port or --database.",
):
    """The sample history could not be recorded."""


class BrokenLog(
    Unusable,
    slug="broken-log",
    title="The log is not as it was written",
    next_step="Keep a copy of the database as it is, then restore a backup.",
):
    """The log is not as it was written."""
