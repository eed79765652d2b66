"""What the titles of a sheet stand for: our own, a game's, the GM's, and those of forms in other languages."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Mapping
from functools import lru_cache

from msgspec import Struct

from gm_tool.core.forms import Form
from gm_tool.core.names import any_of, plain
from gm_tool.core.problems import Problem

Role = tuple[str, str]
"""What a column is for: ("role", "player") or ("field", "camels/0")."""

# By our own title first; then what people and form makers call it, in English, German, French, Spanish,
# Portuguese, Russian, and here and there Italian.
ROLES: Mapping[str, tuple[str, ...]] = {
    "player": (
        *("Player", "Player name", "Name", "Your name", "Username", "Spieler", "Spielername", "Joueur", "Pseudo"),
        *("Nom", "Jugador", "Nombre", "Jogador", "Nome", "Giocatore", "Игрок", "Имя", "Имя игрока"),
    ),
    "round": (
        *("Round", "Turn", "Runde", "Zug", "Tour", "Manche", "Ronda", "Turno", "Rodada", "Раунд", "Тур"),
        *("Which round", "Round number"),
    ),
    "note": (
        *("Note", "Notes", "Comment", "Comments", "Remark", "Remarks", "Notiz", "Notizen", "Bemerkung", "Kommentar"),
        *("Remarque", "Commentaire", "Nota", "Notas", "Comentario", "Comentarios", "Observação", "Observações"),
        *("Comentário", "Примечание", "Комментарий", "Заметка"),
    ),
    "timestamp": (
        *("Timestamp", "Time stamp", "Submitted at", "Zeitstempel", "Horodateur", "Marca temporal"),
        *("Carimbo de data/hora", "Отметка времени", "Informazioni cronologiche"),
    ),
    "email": (
        *("Email Address", "Email", "E-mail address", "E-mail", "E-Mail-Adresse", "Adresse e-mail", "Adresse email"),
        *("Dirección de correo electrónico", "Correo electrónico", "Endereço de e-mail", "Адрес электронной почты"),
        "Электронная почта",
    ),
    "submission": (
        *("Submission", "Order", "Orders", "Your order", "Your orders", "Message", "Zug", "Befehl", "Befehle"),
        *("Nachricht", "Ordre", "Ordres", "Orden", "Órdenes", "Mensaje", "Jugada", "Ordem", "Ordens", "Mensagem"),
        *("Jogada", "Приказ", "Приказы", "Ход", "Сообщение"),
    ),
}

_FILLING = frozenset(
    (
        *("which", "what", "where", "who", "how", "do", "does", "did", "you", "your", "i", "my", "me", "it"),
        *("want", "wish", "would", "like", "will", "should", "please", "choose", "select", "pick", "enter"),
        *("give", "say", "to", "the", "a", "an", "of", "for", "in", "on", "with", "this", "is", "are", "be", "and"),
        *("or", "if", "any"),
    )
)
_COUNTING = frozenset(("many", "much", "number", "amount", "count"))
_LEAST_COVER = 2
"""A re-worded title may have at most so many times the words of the title that it is taken for."""


class Titles(Struct, frozen=True):
    """What titles stand for, by their bare form.

    `ours` are our own titles of each role, `own` the bare titles that game.yaml speaks of, `counted` the fields
    that hold numbers, `problems` what is wrong with game.yaml's.
    """

    table: Mapping[str, tuple[Role, ...]]
    ours: Mapping[Role, str]
    own: frozenset[str]
    counted: frozenset[Role]
    problems: tuple[Problem, ...]

    def of(self, title: str) -> tuple[Role, ...]:
        """What a title stands for, where it is a known one; several where it isn't clear."""
        return self.table.get(bare(title), ())

    def names(self, roles: Iterable[Role]) -> str:
        """Roles by our own titles, in a sentence: "Camel 1 or Amount"."""
        return any_of(dict.fromkeys(self.ours[role] for role in roles))

    def near(self, title: str) -> tuple[Role, ...]:
        """What somebody who mistyped a title may have meant."""
        found = difflib.get_close_matches(bare(title), self.table, 1)
        return self.table[found[0]] if found else ()

    def reworded(self, title: str) -> tuple[Role, ...]:
        """What a title that isn't known stands for by its words: one role, or all that fit it equally well.

        "Which camel? (one)" has all words of "Camel": they fit. Numbers in a title must be the same in both,
        a question for how many fits numbers only, and more than half of the words must not be new ones.
        """
        words = words_of(title)
        best: dict[Role, int] = {}
        for spelling, roles in self.table.items():
            known = words_of(spelling)
            if not _fits(words, known):
                continue
            for role in roles:
                if role in self.counted or not words & _COUNTING:
                    best[role] = max(best.get(role, 0), len(known) + (known == words))
        most = max(best.values(), default=0)
        return tuple(role for role, score in best.items() if score == most)


@lru_cache(1000)
def bare(title: str) -> str:
    """A title without what doesn't tell it from another: case, accents, blanks, a closing colon or question mark."""
    return plain(title[:200]).rstrip(" :?*")


@lru_cache(1000)
def words_of(title: str) -> frozenset[str]:
    """The words of a title that carry its meaning: without what stands in brackets, filling words and plurals."""
    outside = re.sub(r"\([^)]*\)|\[[^\]]*\]", " ", plain(title[:200]))
    words = (word for word in re.findall(r"[^\W_]+", outside) if word not in _FILLING)
    return frozenset(word.removesuffix("s") if len(word) > 3 else word for word in words)


def _fits(words: frozenset[str], known: frozenset[str]) -> bool:
    numbers = {word for word in words if word.isdecimal()}
    same_numbers = numbers == {word for word in known if word.isdecimal()}
    return bool(known) and known <= words and same_numbers and len(words) <= _LEAST_COVER * len(known)


def titles_of(form: Form, columns: Mapping[str, str]) -> Titles:
    """The titles that a sheet for this form may have; `columns` are the user's own, which go before all else.

    A title that the game claims for a field means that field, never one of the common roles. Errors:
    column.mapping.
    """
    ours: dict[Role, str] = {("role", "player"): "Player"}
    spellings: list[tuple[str, Role]] = [(title, ("role", "player")) for title in ROLES["player"]]
    for field in form.fields:
        role = ("field", field.key)
        ours[role] = field.title
        spellings += [(title, role) for title in (field.title, *field.aliases)]
    of_the_game = {bare(title) for title, _ in spellings}
    for key, others in ROLES.items():
        ours.setdefault(("role", key), others[0])
        spellings += [(title, ("role", key)) for title in others if bare(title) not in of_the_game]
    table: dict[str, tuple[Role, ...]] = {}
    for title, role in spellings:
        known = table.get(bare(title), ())
        table[bare(title)] = known if role in known else (*known, role)
    counted = frozenset(("field", field.key) for field in form.fields if field.kind == "number")
    return _with_own(Titles(table, ours, frozenset(), counted, ()), columns)


def _with_own(titles: Titles, columns: Mapping[str, str]) -> Titles:
    """The titles with the user's own over them."""
    by_key = {role[1]: role for role in titles.ours}
    own: dict[str, tuple[Role, ...]] = {}
    problems = []
    for title, target in columns.items():
        roles = (by_key[target],) if target in by_key else titles.of(target)
        if own.get(bare(title), roles) != roles:
            problems.append(_settled_twice(title, target))
        elif len(roles) == 1:
            own[bare(title)] = roles
        else:
            problems.append(_misdirected(title, target, titles.ours))
    return Titles({**titles.table, **own}, titles.ours, frozenset(own), titles.counted, tuple(problems))


def _settled_twice(title: str, target: str) -> Problem:
    return Problem(
        code="column.mapping",
        field=title,
        value=target,
        message=f"The column {title!r} is said to be {target!r}, but another line says something else of that title.",
        hint="Capitals, accents and blanks don't tell titles apart: leave one of the two lines out.",
    )


def _misdirected(title: str, target: str, ours: Mapping[Role, str]) -> Problem:
    near = difflib.get_close_matches(target, ours.values(), 1)
    return Problem(
        code="column.mapping",
        field=title,
        value=target,
        message=f"The column {title!r} is said to be {target!r}, but there is no such column.",
        hint=f"Did you mean {near[0]}?" if near else f"The columns are {any_of(ours.values())}.",
    )
