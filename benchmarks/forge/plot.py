"""A bar chart as SVG: groups of bars, each with its number."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

_COLOURS = ("#4878a8", "#e08030", "#58a058")
_BAR, _GAP, _HEIGHT, _MARGIN, _TOP = 22, 26, 220, 40, 40


def bars(groups: Mapping[str, Sequence[float]], series: Sequence[str]) -> str:
    """The chart; values are factors, and 1 is a line across."""
    largest = max(value for values in groups.values() for value in values)
    scale = _HEIGHT / largest
    width = _MARGIN * 2 + len(groups) * (len(series) * _BAR + _GAP)
    bottom = _TOP + _HEIGHT
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{bottom + 40}" '
        'font-family="sans-serif" font-size="11">',
        f'<rect width="{width}" height="{bottom + 40}" fill="white"/>',
    ]
    for number, (name, colour) in enumerate(zip(series, _COLOURS, strict=False)):
        x = _MARGIN + number * 90
        parts.append(f'<rect x="{x}" y="10" width="12" height="12" fill="{colour}"/>')
        parts.append(f'<text x="{x + 16}" y="20">{name}</text>')
    for position, (group, values) in enumerate(groups.items()):
        left = _MARGIN + position * (len(series) * _BAR + _GAP)
        for number, value in enumerate(values):
            height, x = value * scale, left + number * _BAR
            y = bottom - height
            colour = _COLOURS[number]
            parts.append(
                f'<rect x="{x}" y="{y:.1f}" width="{_BAR - 3}" height="{height:.1f}" fill="{colour}"/>'
            )
            parts.append(
                f'<text x="{x + 9}" y="{y - 4:.1f}" text-anchor="middle" font-size="9">{value:.1f}</text>'
            )
        middle = left + len(series) * _BAR / 2
        parts.append(f'<text x="{middle}" y="{bottom + 18}" text-anchor="middle">{group}</text>')
    line = bottom - scale
    parts.append(
        f'<line x1="{_MARGIN}" x2="{width - _MARGIN}" y1="{line:.1f}" y2="{line:.1f}" stroke="#888"/>'
    )
    return "\n".join([*parts, "</svg>"]) + "\n"
