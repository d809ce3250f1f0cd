"""What every report is made of: escaped text, tables, figures, and a page that needs no other file, in light and dark."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bareme.lab.report.typography import escaped
from bareme.rulebooks.speech import Speech

STYLE = """
.lab{--ink:#1b1f24;--soft:#59636e;--paper:#fff;--rule:#d5dae0;--box:#f3f5f8;--a:#1d5fbf;--b:#b4480b;--gain:#1f7a4d;--loss:#b3364a}
@media(prefers-color-scheme:dark){.lab{--ink:#e8ebef;--soft:#a5afba;--paper:#14181d;--rule:#39414b;--box:#1e242b;--a:#7db0ff;
--b:#ff9d66;--gain:#69cf9c;--loss:#ff8fa0}}
.lab{color:var(--ink);background:var(--paper);font:1rem/1.55 system-ui,sans-serif}
.lab main{max-width:70rem;margin:0 auto;padding:1.5rem 1rem 4rem}
.lab h1{font-size:1.6rem;line-height:1.25;margin:0 0 .3rem}.lab h2{font-size:1.2rem;margin:2.4rem 0 .6rem}
.lab h3{font-size:1rem;margin:1.4rem 0 .4rem}.lab p{max-width:46rem;margin:.5rem 0}.lab .soft{color:var(--soft)}
.lab .verdict{background:var(--box);border-left:.35rem solid var(--a);padding:.9rem 1.1rem;margin:1.2rem 0}
.lab .verdict strong{font-size:1.15rem}.lab .verdict p{margin:.45rem 0}
.lab .scroll{overflow-x:auto;margin:.6rem 0}
.lab table{border-collapse:collapse;font-size:.92rem;font-variant-numeric:tabular-nums}
.lab .caption{color:var(--soft);font-size:.92rem;margin:1rem 0 0}
.lab th,.lab td{padding:.3rem .7rem;border-bottom:1px solid var(--rule);text-align:left;white-space:nowrap;vertical-align:top}
.lab th{font-weight:600}.lab tbody th{white-space:normal;min-width:7rem}
.lab .right{text-align:right}
.lab .figures{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,22rem),1fr));gap:1.2rem}
.lab figure{margin:.4rem 0}.lab figcaption{font-size:.9rem;color:var(--soft);max-width:34rem}
.lab .plot{width:100%;max-width:34rem;height:auto;display:block}.lab .plot text{fill:var(--ink);font:13px system-ui,sans-serif}
.lab .plot text{paint-order:stroke;stroke:var(--paper);stroke-width:3px}
.lab .plot .name{fill:var(--soft)}.lab .plot .grid{stroke:var(--rule)}.lab .plot .axis{stroke:var(--soft)}
.lab .plot .ideal{stroke:var(--soft);stroke-dasharray:4 4}.lab .plot .line-a{stroke:var(--a);stroke-width:2;fill:none}
.lab .plot .line-b{stroke:var(--b);stroke-width:2;fill:none;stroke-dasharray:6 3}
.lab .plot .thin{stroke-width:1.2;stroke-dasharray:none}
.lab .plot .fill-a{fill:var(--a)}.lab .plot .fill-b{fill:var(--b)}.lab .plot .fill-gain{fill:var(--gain)}
.lab .plot .fill-loss{fill:var(--loss)}.lab .plot .fill-even{fill:var(--soft)}
.lab .key::before{content:"";display:inline-block;width:.7em;height:.7em;margin-right:.35em;background:var(--a);border-radius:50%}
.lab .key.b::before{background:var(--b);border-radius:0}.lab .key{margin-right:1.2em}
.lab details{margin:.8rem 0}.lab summary{cursor:pointer}
@media(max-width:40rem){.lab th,.lab td{padding:.3rem .4rem}.lab table{font-size:.85rem}}
@media print{.lab{--paper:#fff;--ink:#000}.lab figure,.lab tr{break-inside:avoid}.lab details>*{display:block}}
"""


def page(title: str, body: str, language: str) -> str:
    """A whole document around a fragment."""
    return (
        f'<!doctype html>\n<html lang="{language}" class="lab">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n<meta name="color-scheme" content="light dark">\n'
        f"<title>{escaped(title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<main>\n{body}\n</main>\n</body>\n</html>\n"
    )


def head(title: str, below: str) -> str:
    """The title, and a line under it."""
    return f'<h1>{escaped(title)}</h1>\n<p class="soft">{escaped(below)}</p>\n'


def section(title: str, *parts: str) -> str:
    """A heading and what stands under it; nothing where nothing does."""
    inner = "".join(filter(None, parts))
    return f"<section>\n<h2>{escaped(title)}</h2>\n{inner}</section>\n" if inner else ""


def verdict(heading: str, sentences: Iterable[str]) -> str:
    """The answer, first on the page."""
    told = "".join(f"<p>{escaped(sentence)}</p>" for sentence in sentences)
    return f'<div class="verdict"><p><strong>{escaped(heading)}</strong></p>{told}</div>\n'


def paragraphs(sentences: Iterable[str], kind: str = "") -> str:
    """Sentences, each a paragraph."""
    of = f' class="{kind}"' if kind else ""
    return "".join(f"<p{of}>{escaped(sentence)}</p>\n" for sentence in sentences)


def table(columns: Sequence[tuple[str, bool]], rows: Iterable[Sequence[str]], caption: str = "") -> str:
    """A table of (heading, right-aligned) columns; the first cell of a row is its heading. It scrolls where it is too wide."""
    heads = "".join(f'<th scope="col"{_right(right)}>{escaped(name)}</th>' for name, right in columns)
    lines = []
    for row in rows:
        cells = [f'<th scope="row"{_right(columns[0][1])}>{escaped(row[0])}</th>']
        cells += [f"<td{_right(right)}>{escaped(cell)}</td>" for cell, (_, right) in zip(row[1:], columns[1:], strict=True)]
        lines.append(f"<tr>{''.join(cells)}</tr>\n")
    told = f'<p class="caption">{escaped(caption)}</p>\n' if caption else ""
    label = f' aria-label="{escaped(caption)}"' if caption else ""
    return (
        f'{told}<div class="scroll" tabindex="0" role="group"{label}><table{label}><thead><tr>{heads}</tr></thead>\n'
        f"<tbody>\n{''.join(lines)}</tbody></table></div>\n"
    )


def _right(right: bool) -> str:
    return ' class="right"' if right else ""


def figure(svg: str, caption: str) -> str:
    """A picture and the words under it."""
    return f"<figure>{svg}<figcaption>{escaped(caption)}</figcaption></figure>\n"


def figures(parts: Iterable[str]) -> str:
    """Figures side by side where there is room."""
    inner = "".join(filter(None, parts))
    return f'<div class="figures">{inner}</div>\n' if inner else ""


def key(labels: Sequence[str]) -> str:
    """Which colour and shape is which rule."""
    marks = (f'<span class="key{" b" if number else ""}">{escaped(label)}</span>' for number, label in enumerate(labels[:2]))
    return f"<p>{''.join(marks)}</p>\n"


def folded(title: str, inner: str) -> str:
    """What is there for who asks."""
    return f"<details><summary>{escaped(title)}</summary>{inner}</details>\n" if inner else ""


def listed(say: Speech, lines: Sequence[str]) -> str:
    """How it was done: small print, in full."""
    return section(say("How this was worked out", "Comment ce rapport est fait"), paragraphs(lines, "soft"))
