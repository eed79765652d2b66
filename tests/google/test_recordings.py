"""How true the stand-in is: recorded requests are sent to it, and its answers compared with Google's.

The recordings (gspread's own, MIT licence) aren't part of this repository. GM_RECORDINGS names the
folder where they lie; without them these tests are skipped.
"""

import json
import os
import tarfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from stand_in import Service

REPOSITORY = Path(__file__).resolve().parents[2]
RECORDINGS = REPOSITORY / os.environ.get("GM_RECORDINGS", "../shared/sheets") / "recorded.tar.xz"
LEAST_EQUAL = 0.80
"""The share of equal answers. The rest is mostly what gm doesn't use: merged cells, sorting, named ranges, CSV."""

IGNORED = ("createdTime", "modifiedTime", "spreadsheetTheme", "defaultFormat", "spreadsheetUrl", "autoRecalc")
NUMBERED = ("sheetId", "protectedRangeId", "id", "spreadsheetId")
Json = Any


class Names:
    """The ids that Google gave, and those that the stand-in gives in their place."""

    def __init__(self) -> None:
        self.ours: dict[str, str] = {}

    def learn(self, real: Json, ours: Json) -> None:
        if isinstance(real, dict) and isinstance(ours, dict):
            for key in real.keys() & ours.keys():
                if key in NUMBERED and len(str(real[key])) >= 5:
                    self.ours.setdefault(str(real[key]), str(ours[key]))
                self.learn(real[key], ours[key])
        elif isinstance(real, list) and isinstance(ours, list):
            for one, other in zip(real, ours, strict=False):
                self.learn(one, other)

    def translated(self, text: str) -> str:
        for real in sorted(self.ours, key=len, reverse=True):
            text = text.replace(real, self.ours[real])
        return text


def compared(value: Json) -> Json:
    """An answer without what differs from day to day."""
    if isinstance(value, dict):
        return {key: compared(item) for key, item in value.items() if key not in IGNORED}
    if isinstance(value, list):
        return [compared(item) for item in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value


def is_equal(service: Service, names: Names, request: Json, real: Json) -> bool:
    """Send a recorded request, and compare the answer."""
    body = names.translated(request["body"] if isinstance(request["body"], str) else "")
    headers = {name: values[0] for name, values in request["headers"].items()}
    url = names.translated(request["uri"])
    answer = service.handle(request["method"], url, headers, body.encode())
    if answer.status != real["status"]["code"]:
        return False
    text = real["body"].get("string") or ""
    if "json" not in answer.kind:
        return text.encode() == answer.body
    told, ours = json.loads(text), json.loads(answer.body)
    names.learn(told, ours)
    return bool(compared(json.loads(names.translated(text))) == compared(ours))


def recordings() -> Iterator[tuple[str, list[Json]]]:
    with tarfile.open(RECORDINGS) as archive:
        for member in sorted(archive.getmembers(), key=lambda member: member.name):
            file = archive.extractfile(member) if member.isfile() else None
            if file is not None:
                yield member.name, json.load(file)["interactions"]


@pytest.mark.skipif(not RECORDINGS.is_file(), reason="the recordings of Google's answers are not here (GM_RECORDINGS)")
def test_the_stand_in_answers_as_google_did() -> None:
    equal = total = 0
    unlike: dict[str, int] = {}
    for _, interactions in recordings():
        service, names = Service(), Names()
        for interaction in interactions:
            request = interaction["request"]
            same = is_equal(service, names, request, interaction["response"])
            equal, total = equal + same, total + 1
            if not same:
                kind = f"{request['method']} {urlsplit(request['uri']).path.split('/')[1]}"
                unlike[kind] = unlike.get(kind, 0) + 1
    assert total > 2000
    assert equal / total >= LEAST_EQUAL, f"{equal} of {total} answers are equal; unlike: {unlike}"
