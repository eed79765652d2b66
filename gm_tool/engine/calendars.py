"""What months and days of the week are called where times are written out: English, German, French, Spanish,
Portuguese and Russian, in full and shortened, as programs and people write them.

All names are without accents (`core.names.plain`) and without a dot. No name of a month stands for two of them.
"""

from __future__ import annotations

from collections.abc import Mapping

_MONTHS = (
    "january jan januar janner janvier janv enero ene janeiro января январь янв",
    "february feb februar feber fevrier fevr fev febrero fevereiro февраля февраль февр фев",
    "march mar marz maerz mrz mars marzo marco марта март мар",
    "april apr avril avr abril abr апреля апрель апр",
    "may mai mayo maio мая маи",
    "june jun juni juin junio junho июня июнь июн",
    "july jul juli juil juillet julio julho июля июль июл",
    "august aug aout agosto ago августа август авг",
    "september sep sept septembre septiembre setiembre setembro set сентября сентябрь сент сен",
    "october oct oktober okt octobre octubre outubro out октября октябрь окт",
    "november nov novembre noviembre novembro ноября ноябрь нояб ноя",
    "december dec dezember dez decembre diciembre dic dezembro декабря декабрь дек",
)
_WEEKDAYS = (
    "monday mon montag mo lundi lun lunes segunda segunda-feira seg понедельник пн",
    "tuesday tue tues dienstag di mardi mar martes terca terca-feira ter вторник вт",
    "wednesday wed mittwoch mi mercredi mer miercoles mie quarta quarta-feira qua среда ср",
    "thursday thu thur thurs donnerstag do jeudi jeu jueves jue quinta quinta-feira qui четверг чт",
    "friday fri freitag fr vendredi ven viernes vie sexta sexta-feira sex пятница пт",
    "saturday sat samstag sonnabend sa samedi sam sabado sab суббота сб",
    "sunday sun sonntag so dimanche dim domingo dom воскресенье вс",
)


def _numbered(rows: tuple[str, ...], first: int) -> Mapping[str, int]:
    return {name: number for number, row in enumerate(rows, first) for name in row.split()}


MONTHS: Mapping[str, int] = _numbered(_MONTHS, 1)
"""The numbers of the months, from 1, by their names."""

WEEKDAYS: Mapping[str, int] = _numbered(_WEEKDAYS, 0)
"""The days of the week by their names; Monday is 0."""
