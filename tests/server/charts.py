"""Line charts as small SVG files that follow the reader's light or dark theme."""

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 480, 260, 56, 16, 34, 40
COLOURS = ("#a4402a", "#2f6d8c", "#6d7f2a", "#7a4d8f")
STYLE = (
    "text{font:12px sans-serif;fill:#333}line{stroke:#8884}"
    "@media(prefers-color-scheme:dark){text{fill:#ddd}}"
)


def ticks(most):
    """Round numbers from 0 to at least `most`."""
    step = 10 ** (len(str(int(max(most, 1)))) - 1)
    while most / step < 3:
        step /= 2
    count = int(-(-most // step))
    return [step * i for i in range(count + 1)]


def text(x, y, words, anchor="middle"):
    return f'<text x="{x:.0f}" y="{y:.0f}" text-anchor="{anchor}">{words}</text>'


def chart(path, title, across, at, series):
    """`at`: the places on the x axis, evenly spaced; `series`: a list of values for each name."""
    marks = ticks(max(max(values) for values in series.values()))
    wide, high = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM
    xs = [LEFT + wide * i / max(1, len(at) - 1) for i in range(len(at))]
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img">',
        f"<title>{title}</title><style>{STYLE}</style>",
        text(LEFT, 16, title, "start"),
        text(LEFT + wide / 2, HEIGHT - 6, across),
    ]
    for mark in marks:
        y = TOP + high * (1 - mark / marks[-1])
        parts.append(f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>')
        parts.append(text(LEFT - 6, y + 4, f"{mark:g}", "end"))
    parts += [text(x, HEIGHT - 22, f"{one:,}".replace(",", " ")) for x, one in zip(xs, at)]
    for i, (name, values) in enumerate(series.items()):
        ys = [TOP + high * (1 - value / marks[-1]) for value in values]
        points = " ".join(f"{x:.1f},{y:.1f}" for x, y in zip(xs, ys))
        colour = COLOURS[i % len(COLOURS)]
        parts.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts.append(
            f'<text x="{WIDTH - RIGHT}" y="{TOP + 14 * i + 2}" text-anchor="end"'
            f' style="fill:{colour}">{name}</text>'
        )
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join([*parts, "</svg>", ""]))
