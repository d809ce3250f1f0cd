"""Public codes of members: short, stable, and wrong when a letter is mistyped or two are swapped."""

from __future__ import annotations

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTWXYZ"  # no I, L, O, U, V: they are taken for others. 31 is prime: see `_check`
BASE = len(ALPHABET)
_READ = {**{c: c for c in ALPHABET}, "I": "1", "L": "1", "O": "0"}
DIGITS = 4


def code(number: int) -> str:
    """The code of member `number`: at least four digits in base 31 and a check character.

    >>> code(1), code(12345)
    ('0001Y', '0CT7F')
    """
    digits = ""
    while number:
        number, digit = divmod(number, BASE)
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
    """Each place has its own weight. Modulo a prime, no wrong character and no swap of two leaves the sum as it was."""
    total = sum(weight * ALPHABET.index(character) for weight, character in enumerate(reversed(digits), 2))
    return ALPHABET[-total % BASE]
