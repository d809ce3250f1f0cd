"""Public codes of members: short, stable, and wrong when a letter is mistyped or two are swapped."""

from __future__ import annotations

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # Crockford's: no I, L, O, U
_READ = {**{c: c for c in ALPHABET}, "I": "1", "L": "1", "O": "0"}
DIGITS = 4


def code(number: int) -> str:
    """The code of member `number`: at least four digits in base 32 and a check character (Luhn's, modulo 32).

    >>> code(1), code(12345)
    ('0001Y', '0C1SM')
    """
    digits = ""
    while number:
        number, digit = divmod(number, 32)
        digits = ALPHABET[digit] + digits
    digits = digits.rjust(DIGITS, "0")
    return digits + _check(digits)


def read(text: str) -> str | None:
    """A code as somebody typed it, in the one spelling; None when it is none.

    >>> read(" oooly "), read("0002Y")
    ('0001Y', None)
    """
    plain = "".join(_READ.get(c, "?") for c in text.strip().upper().replace("-", ""))
    good = len(plain) > DIGITS and "?" not in plain and _check(plain[:-1]) == plain[-1]
    return plain if good else None


def _check(digits: str) -> str:
    total = 0
    for place, character in enumerate(reversed(digits)):
        value = ALPHABET.index(character) * (2 - place % 2)
        total += value // 32 + value % 32
    return ALPHABET[-total % 32]
