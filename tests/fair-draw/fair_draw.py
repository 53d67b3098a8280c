#!/usr/bin/env python3
"""Draws the lots of The Cup again, as docs/fair-draw.md says, and with nothing of the cup's own code.

    python3 fair_draw.py SEED < ids.txt

One team id a line, in any order. Prints the first round, a match a line: two ids, or an id and BYE.
"""

import sys

MASK = 0xFFFFFFFF


def hash128(text):
    """The shuffle seed, spread over four numbers of 32 bits."""
    one, two, three, four = 1779033703, 3144134277, 1013904242, 2773480762
    units = text.encode("utf-16-le")
    for at in range(0, len(units), 2):
        code = units[at] | units[at + 1] << 8
        one = two ^ ((one ^ code) * 597399067 & MASK)
        two = three ^ ((two ^ code) * 2869860233 & MASK)
        three = four ^ ((three ^ code) * 951274213 & MASK)
        four = one ^ ((four ^ code) * 2716044179 & MASK)
    one = (three ^ one >> 18) * 597399067 & MASK
    two = (four ^ two >> 22) * 2869860233 & MASK
    three = (one ^ three >> 17) * 951274213 & MASK
    four = (two ^ four >> 19) * 2716044179 & MASK
    return one ^ two ^ three ^ four, two ^ one, three ^ one, four ^ one


def numbers(seed):
    """sfc32: one number of 32 random bits after the other; the first 16 are thrown away."""
    a, b, c, counter = hash128(seed)
    drawn = 0
    while True:
        mixed = (a + b + counter) & MASK
        counter = (counter + 1) & MASK
        a = b ^ b >> 9
        b = (c + (c << 3)) & MASK
        c = (((c << 21) & MASK | c >> 11) + mixed) & MASK
        drawn += 1
        if drawn > 16:
            yield mixed


def below(limit, random):
    """A fair number from 0 up to the limit: those that would favour the low ones are drawn again."""
    fair = 2**32 - 2**32 % limit
    return next(number for number in random if number < fair) % limit


def shuffle(items, seed):
    random = numbers(seed)
    drawn = list(items)
    for last in range(len(drawn) - 1, 0, -1):
        pick = below(last + 1, random)
        drawn[pick], drawn[last] = drawn[last], drawn[pick]
    return drawn


def has_bye(index, matches, byes):
    """Whether a match of the first round has a bye: its number, with the bits reversed, is among the first."""
    bits = matches.bit_length() - 1
    reversed_bits = int(format(index, "b").zfill(bits)[::-1], 2) if bits else 0
    return reversed_bits < byes


def first_round(ids, seed):
    # As the cup sorts them: code unit by code unit.
    teams = shuffle(sorted(ids, key=lambda text: text.encode("utf-16-be")), seed)
    size = 2
    while size < len(teams):
        size *= 2
    byes = size - len(teams)
    waiting = iter(teams)
    return [
        (next(waiting), "BYE" if has_bye(index, size // 2, byes) else next(waiting))
        for index in range(size // 2)
    ]


if __name__ == "__main__":
    ids = [line.strip() for line in sys.stdin if line.strip()]
    for one, two in first_round(ids, sys.argv[1]):
        print(one, two)
