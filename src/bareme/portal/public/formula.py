"""Formulas as the rulebooks write them, `P1 = 1 / (1 + 10^(-D·√N/2000))`, set as MathML.

list      relation {("," | ";") relation}
relation  sum {("=" | "<" | ">" | "≤" | "≥" | "≈" | "->") sum}
sum       product {("+" | "-") product}
product   power {("·" | "×" | "*" | "/" | nothing) power}
power     ["-" | "+" | "√" | "Σ"] atom ["^" power | "²" | "³"]
atom      number | name ["(" list ")"] | "(" list ")" | "[" list "]"
"""

from __future__ import annotations

import re
from functools import lru_cache
from html import escape

from django.utils.safestring import SafeString, mark_safe

_TOKEN = re.compile(
    r"\s*(?:(?P<number>\d+(?:[.,]\d+)?(?:\s?%)?)|(?P<name>[^\W\d_%²³Σ][^\W²³']*'*(?:-[^\W\d_]\w*)?(?:_\w+)?|%\w+(?:_\w+)?|∞)"
    r"|(?P<sign>->|[-+·×*/^=<>≤≥≈,;()\[\]²³√Σ∑|]))"
)
_RELATIONS = ("=", "<", ">", "≤", "≥", "≈", "->")
_CLOSING = {"(": ")", "[": "]"}


def mathml(text: str) -> SafeString | None:
    """A formula as a `<math>` element; None where the text is no formula of ours."""
    return _set(text.strip())


@lru_cache(maxsize=2048)
def _set(text: str) -> SafeString | None:
    try:
        tokens = _tokens(text)
        parser = _Parser(tokens)
        inner = parser.list()
        if parser.at < len(tokens) or not tokens:
            return None
    except _NotOurs:
        return None
    # Every text in it went through `_mi`, `_mn` or `_mo`, which escape.
    return mark_safe(f'<math displaystyle="true"><mrow>{inner}</mrow></math>')  # noqa: S308


class _NotOurs(Exception):  # noqa: N818
    """The text does not follow the grammar."""


Token = tuple[str, str]


def _tokens(text: str) -> list[Token]:
    found, at = [], 0
    while at < len(text):
        match = _TOKEN.match(text, at)
        if not match or match.end() == at:
            raise _NotOurs
        kind = str(match.lastgroup)
        found.append((kind, match[kind]))
        at = match.end()
    return found


class _Parser:
    def __init__(self, tokens: list[Token]) -> None:
        self.tokens, self.at = tokens, 0

    def peek(self) -> Token:
        return self.tokens[self.at] if self.at < len(self.tokens) else ("", "")

    def take(self, *signs: str) -> str:
        kind, text = self.peek()
        if kind == "sign" and text in signs:
            self.at += 1
            return text
        return ""

    def list(self) -> str:
        parts = [self.relation()]
        while sign := self.take(",", ";"):
            parts += [_mo(sign), "<mspace width='0.4em'/>", self.relation()]
        return "".join(parts)

    def relation(self) -> str:
        parts = [self.sum()]
        while sign := self.take(*_RELATIONS):
            parts += [_mo("→" if sign == "->" else sign), self.sum()]
        return "".join(parts)

    def sum(self) -> str:
        parts = [self.product()]
        while sign := self.take("+", "-"):
            parts += [_mo("−" if sign == "-" else sign), self.product()]
        return "".join(parts)

    def product(self) -> str:
        parts = [self.power()]
        while True:
            if sign := self.take("·", "×", "*"):
                parts += [_mo("×" if sign == "×" else "·"), self.power()]
            elif self.take("/"):
                over = _bare("".join(parts))  # the whole product so far: D·√N/2000 is one fraction
                parts = [f"<mfrac>{_row(over)}{_row(_bare(self.power()))}</mfrac>"]
            elif self.peek()[0] in ("name", "number") or self.peek()[1] in ("(", "Σ", "∑", "√"):
                parts += ["<mspace width='0.25em'/>", self.power()]
            else:
                return "".join(parts)

    def power(self) -> str:
        if sign := self.take("-", "+"):
            return _mo("−" if sign == "-" else sign) + self.power()
        if self.take("√"):
            return f"<msqrt>{_bare(self.power())}</msqrt>"
        if self.take("Σ", "∑"):
            return _mo("∑") + self.power()
        base = self.atom()
        if sign := self.take("²", "³"):
            return f"<msup>{_row(base)}{_mn('2' if sign == '²' else '3')}</msup>"
        if self.take("^"):
            return f"<msup>{_row(base)}{_row(_bare(self.power()))}</msup>"
        return base

    def atom(self) -> str:
        kind, text = self.peek()
        self.at += 1
        if kind == "number":
            return _mn(text)
        if kind == "name":
            name = _name(text)
            return f"{name}{self.inside('(')}" if self.take("(") else name
        if kind == "sign" and text in _CLOSING:
            return self.inside(text)
        raise _NotOurs

    def inside(self, opening: str) -> str:
        content = self.list()
        if not self.take(_CLOSING[opening]):
            raise _NotOurs
        return f"<mrow>{_mo(opening)}{content}{_mo(_CLOSING[opening])}</mrow>"


def _row(content: str) -> str:
    return f"<mrow>{content}</mrow>"


def _bare(content: str) -> str:
    """Without the parentheses that a fraction's line, a root or a place above makes needless."""
    opening, closing = f"<mrow>{_mo('(')}", f"{_mo(')')}</mrow>"
    if content.startswith(opening) and content.endswith(closing):
        inner = content[len(opening) : -len(closing)]
        depth = 0
        for tag in re.findall(r"<mo>[()]</mo>", inner):
            depth += 1 if "(" in tag else -1
            if depth < 0:
                return content
        return inner
    return content


def _name(text: str) -> str:
    base, _, below = text.partition("_")
    digits = re.fullmatch(r"([^\W\d]+)(\d+)", base)
    if below:
        return f"<msub>{_mi(base)}{_mi(below)}</msub>"
    return f"<msub>{_mi(digits[1])}{_mn(digits[2])}</msub>" if digits else _mi(base)


def _mi(text: str) -> str:
    return f"<mi>{escape(text.replace(chr(39), '′'))}</mi>"


def _mn(text: str) -> str:
    return f"<mn>{escape(text)}</mn>"


def _mo(text: str) -> str:
    return f"<mo>{escape(text)}</mo>"
