"""Field masks: `sheets(properties(title),data.rowData)`, which parts of an answer are wanted."""

from typing import Any

Mask = dict[str, Any]


def split_fields(text: str) -> list[str]:
    """The fields at the top, divided at the commas outside of brackets."""
    fields, depth, current = [], 0, ""
    for sign in text:
        depth += (sign == "(") - (sign == ")")
        if sign == "," and depth == 0:
            fields.append(current)
            current = ""
        else:
            current += sign
    return [item.strip() for item in [*fields, current] if item.strip()]


def mask_of(text: str) -> Mask:
    mask: Mask = {}
    for item in split_fields(text.replace("/", ".")):
        head, bracket, inner = item.partition("(")
        current = mask
        for part in head.strip(".").split("."):
            current = current.setdefault(part, {})
        if bracket:
            _merge(current, mask_of(inner.removesuffix(")")))
    return mask


def masked(value: Any, mask: Mask) -> Any:
    """The parts of a JSON value that the mask names; an empty mask names all."""
    if not mask or "*" in mask:
        return value
    if isinstance(value, list):
        return [masked(item, mask) for item in value]
    if isinstance(value, dict):
        return {key: masked(item, mask[key]) for key, item in value.items() if key in mask}
    return value


def _merge(mask: Mask, other: Mask) -> None:
    for key, inner in other.items():
        _merge(mask.setdefault(key, {}), inner)
