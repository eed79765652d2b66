"""Arguments that typer can't take apart by itself."""

from collections.abc import Sequence


def rulings_of(texts: Sequence[str]) -> dict[str, str]:
    """{"key": "value"} of `key=value` texts. Ends the program with exit code 2 for anything else."""
    import typer

    rulings: dict[str, str] = {}
    for text in texts:
        key, sign, value = text.partition("=")
        if not sign or not key.strip():
            raise typer.BadParameter(f"{text!r} is no ruling: write key=value, as repeat_camel=true")
        if rulings.get(key.strip(), value.strip()) != value.strip():
            raise typer.BadParameter(f"the ruling {key.strip()} is settled twice, and differently: leave one out")
        rulings[key.strip()] = value.strip()
    return rulings
