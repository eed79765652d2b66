"""The service without a network: requests in, answers out; accounts, rights, and failures on demand."""

import itertools
import json
import re
import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple
from urllib.parse import parse_qsl, unquote, urlsplit

from .book import Book
from .changes import change
from .masks import mask_of, masked
from .refusals import Refusal, bad
from .sheet import Json
from .signing_in import token

JSON = "application/json; charset=UTF-8"
LOGIN_PAGE = b"<!DOCTYPE html><html><head><title>Sign in - Google Accounts</title></head></html>"
_SHEETS = re.compile(r"/v4/spreadsheets(?:/([^/:]+))?(/values)?(?:/([^/]+?))?(?::(\w+))?")
_FILES = re.compile(r"/drive/v3/files(?:/([^/]+))?(?:/(copy|comments|permissions)(?:/([^/]+))?)?")
_EXPORT = re.compile(r"/spreadsheets/d/([^/]+)/export")
_QUOTA = (
    "Quota exceeded for quota metric 'Read requests' and limit 'Read requests per minute per user' "
    "of service 'sheets.googleapis.com' for consumer 'project_number:123456789'."
)
_WORDS = {
    401: ("UNAUTHENTICATED", "Request had invalid authentication credentials."),
    403: ("PERMISSION_DENIED", "The caller does not have permission"),
    429: ("RESOURCE_EXHAUSTED", _QUOTA),
    500: ("INTERNAL", "Internal error encountered."),
    503: ("UNAVAILABLE", "The service is currently unavailable."),
}


class Answer(NamedTuple):
    status: int
    kind: str
    body: bytes
    headers: Mapping[str, str] = {}


@dataclass
class Fault:
    """A failure to come: so many times, where method and address contain `where`.

    `lost`: the request is done and its answer is cut off, so that nobody knows.
    """

    status: int = 503
    times: int = 1
    where: str = ""
    body: Json = None
    headers: Mapping[str, str] = field(default_factory=dict)
    lost: bool = False


class Asked(NamedTuple):
    """A request that came in."""

    method: str
    path: str
    query: dict[str, str]
    ranges: list[str]
    body: Json
    account: str


class Service:
    """What is there, what was asked (`log`), what is to fail (`faults`)."""

    def __init__(self) -> None:
        self.books: dict[str, Book] = {}
        self.log: list[Asked] = []
        self.faults: list[Fault] = []
        self._lock = threading.RLock()
        self._numbers = itertools.count(1)

    def new(self, title: str = "Untitled spreadsheet") -> Book:
        id = f"{'stand-in_' * 4}{next(self._numbers):08d}"
        self.books[id] = Book(id, title)
        return self.books[id]

    def handle(self, method: str, url: str, headers: Mapping[str, str], raw: bytes) -> Answer:
        """An answer; status 0 stands for a connection that is lost."""
        with self._lock:
            asked = _asked(method, url, headers, raw)
            self.log.append(asked)
            fault = next((fault for fault in self.faults if fault.times and fault.where in f"{method} {url}"), None)
            if fault:
                fault.times -= 1
                if not fault.lost:
                    return _failed(fault)
            try:
                answer = self._routed(asked, raw)
            except Refusal as refusal:
                answer = _as_json(refusal.body(), refusal.status)
            return Answer(0, "", b"") if fault else answer

    def _routed(self, asked: Asked, raw: bytes) -> Answer:
        if asked.path == "/token":
            return Answer(*token(raw, asked.account))
        if found := _EXPORT.fullmatch(asked.path):
            return self._export(found[1])
        if found := _FILES.fullmatch(asked.path):
            return self._files(asked, found[1], found[2], found[3])
        found = _SHEETS.fullmatch(asked.path)
        if found and not found[1] and asked.method == "POST":
            return _as_json(self.new(asked.body["properties"]["title"]).told({}, []))
        if found and found[1]:
            book = self._book(found[1], asked.account, write=asked.method != "GET")
            return _as_json(_sheets(book, asked, bool(found[2]), unquote(found[3] or ""), found[4] or ""))
        raise Refusal(404, "NOT_FOUND", f"the stand-in doesn't know {asked.method} {asked.path}")

    def _book(self, id: str, account: str, write: bool) -> Book:
        if id not in self.books:
            raise Refusal(404, "NOT_FOUND", "Requested entity was not found.")
        book = self.books[id]
        allowed = book.writers if write else book.readers
        if allowed is not None and account not in allowed | (book.writers or set()):
            raise Refusal(403, "PERMISSION_DENIED", "The caller does not have permission")
        if book.is_excel:
            raise Refusal(400, "FAILED_PRECONDITION", "This operation is not supported for this document")
        return book

    def _export(self, id: str) -> Answer:
        if id not in self.books:
            return Answer(404, "text/html; charset=utf-8", b"<html>Sorry, the file does not exist.</html>")
        book = self.books[id]
        if not book.linked:
            return Answer(200, "text/html; charset=utf-8", LOGIN_PAGE)
        name = f'attachment; filename="{book.props["title"]}.xlsx"'
        kind = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        return Answer(200, kind, book.exported, {"Content-Disposition": name})

    def _files(self, asked: Asked, id: str | None, part: str | None, item: str | None) -> Answer:
        """The little of Drive that the recordings need to make and remove their spreadsheets."""
        if id is None and asked.method == "POST":
            return _as_json(_file(self.new(asked.body["name"])))
        if id is None:
            raise Refusal(404, "NOT_FOUND", "the stand-in lists no files")
        book = self._book(id, asked.account, write=False)
        match part, asked.method:
            case "comments", _:
                return _as_json({"comments": []})
            case "permissions", "POST":
                book.permissions.append(
                    {"id": str(len(book.permissions) + 1), "kind": "drive#permission", **asked.body}
                )
                return _as_json(book.permissions[-1])
            case "permissions", "DELETE":
                book.permissions = [one for one in book.permissions if one["id"] != item]
                return Answer(204, "text/html", b"")
            case "permissions", _:
                return _as_json({"permissions": book.permissions})
            case None, "DELETE":
                del self.books[id]
                return Answer(204, "text/html", b"")
            case None, "GET":
                return _as_json(masked(_file(book), mask_of(asked.query.get("fields", ""))))
        raise Refusal(404, "NOT_FOUND", f"the stand-in doesn't know {asked.method} {asked.path}")


def _sheets(book: Book, asked: Asked, values: bool, text: str, verb: str) -> Json:
    """The Sheets API, version 4."""
    match asked.method, values, bool(text), verb:
        case "GET", False, False, "":
            return book.told(asked.query, asked.ranges)
        case "POST", False, False, "batchUpdate":
            return change(book, asked.body)
        case "GET", True, False, "batchGet":
            return {"spreadsheetId": book.id, "valueRanges": [book.values(one, asked.query) for one in asked.ranges]}
        case "GET", True, True, "":
            return book.values(text, asked.query)
        case "PUT", True, True, "":
            return book.update(text, asked.body, asked.query)
        case "POST", True, True, "append":
            return book.append(text, asked.body, asked.query)
        case "POST", True, True, "clear":
            return {"spreadsheetId": book.id, "clearedRange": book.clear(text)}
        case "POST", True, False, "batchClear":
            return {"spreadsheetId": book.id, "clearedRanges": [book.clear(one) for one in asked.body["ranges"]]}
    raise bad(f"the stand-in doesn't know {asked.method} {asked.path}")


def _asked(method: str, url: str, headers: Mapping[str, str], raw: bytes) -> Asked:
    address = urlsplit(url)
    pairs = parse_qsl(address.query, keep_blank_values=True)
    body: Any = json.loads(raw) if raw and "json" in (headers.get("Content-Type") or "") else None
    account = (headers.get("Authorization") or "").removeprefix("Bearer ") or "anybody"
    return Asked(method, address.path, dict(pairs), [v for k, v in pairs if k == "ranges"], body, account)


def _failed(fault: Fault) -> Answer:
    if isinstance(fault.body, bytes):
        return Answer(fault.status, "text/html; charset=UTF-8", fault.body, fault.headers)
    word, message = _WORDS.get(fault.status, ("UNKNOWN", "A failure on demand."))
    body = fault.body or {"error": {"code": fault.status, "message": message, "status": word}}
    return _as_json(body, fault.status)._replace(headers=fault.headers)


def _file(book: Book) -> Json:
    return {
        "kind": "drive#file",
        "id": book.id,
        "name": book.props["title"],
        "mimeType": "application/vnd.google-apps.spreadsheet",
    }


def _as_json(value: Json, status: int = 200) -> Answer:
    return Answer(status, JSON, json.dumps(value, ensure_ascii=False).encode())
