"""Write the golden files again: `python -m tests.golden`, or `make golden`. Then look at the diff."""

from tests.golden import PLAYED, effect_tags, files, playthrough, stored


def main() -> None:
    for known in PLAYED:
        ruleset = known.ruleset
        game, tags = files(ruleset)
        game.parent.mkdir(exist_ok=True)
        game.write_text("".join(f"{line}\n" for line in playthrough(known)), encoding="utf-8")
        stored.write(ruleset)
        released = set(tags.read_text(encoding="utf-8").split()) if tags.exists() else set()
        tags.write_text("".join(f"{tag}\n" for tag in sorted(released | effect_tags(ruleset))), encoding="utf-8")
        print(f"{game.parent.name}: {len(game.read_text(encoding='utf-8').splitlines())} lines")


if __name__ == "__main__":
    main()
