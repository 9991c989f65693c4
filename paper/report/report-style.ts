// The style sheet of the report: fits a phone, light and dark, black on white in print.

import type { chartThemes } from "@armistice/charts"

type ChartTheme = (typeof chartThemes)["light"]

/** Chart colours become variables, so that the same picture is drawn in light and dark. */
export function themedSvg(svg: string, light: ChartTheme): string {
  const names = colourNames(light)
  return svg.replaceAll(/#[0-9a-f]{6}\b/g, (colour) => {
    const name = names.get(colour)
    return name === undefined ? colour : `var(--${name})`
  })
}

const colourNames = ({ background, text, muted, grid, colours }: ChartTheme): Map<string, string> =>
  new Map([
    [background, "back"],
    [text, "text"],
    [muted, "muted"],
    [grid, "grid"],
    ...colours.map((colour, index) => [colour, `c${index}`] as const),
  ])

function variables(theme: ChartTheme): string {
  return [...colourNames(theme)].map(([colour, name]) => `--${name}:${colour}`).join(";")
}

const verdicts = {
  light: "--good:#00664b;--bad:#b3261e;--open:#6b5300;--panel:#f5f6f8",
  dark: "--good:#4fdcae;--bad:#ff9b92;--open:#e8c75c;--panel:#1d232a",
}

export function reportStyle({ light, dark }: typeof chartThemes): string {
  return `
:root{color-scheme:light dark;${variables(light)};${verdicts.light}}
@media (prefers-color-scheme:dark){:root{${variables(dark)};${verdicts.dark}}}
@media print{:root{color-scheme:light;${variables(light)};${verdicts.light}}}
*{box-sizing:border-box}
body{margin:0 auto;padding:1.25rem 1rem 4rem;max-width:62rem;background:var(--back);color:var(--text);
font:16px/1.55 Inter,system-ui,-apple-system,"Segoe UI",sans-serif;overflow-wrap:break-word}
h1{font-size:1.7rem;line-height:1.25;margin:.5rem 0 1rem}
h2{font-size:1.25rem;line-height:1.3;margin:3rem 0 .5rem;padding-top:1rem;border-top:1px solid var(--grid)}
h3{font-size:1rem;margin:1.5rem 0 .5rem}
a{color:inherit;text-decoration-color:var(--muted);text-underline-offset:.2em}
.source{color:var(--muted);margin:.25rem 0}
.counts{display:flex;flex-wrap:wrap;gap:.75rem;padding:0;list-style:none}
.counts li{background:var(--panel);border-radius:.5rem;padding:.5rem .9rem}
.verdict{font-weight:600;white-space:nowrap}
.counts .verdict{white-space:normal}
.holds{color:var(--good)}.fails{color:var(--bad)}.open{color:var(--open)}
figure{margin:1.25rem 0}
figure svg{display:block;max-width:100%;height:auto;overflow:visible}
figure h3{margin:0 0 .25rem 1rem}
figcaption{margin:.25rem 1rem 0;max-width:48rem;color:var(--text);font-size:.95rem}
.failing,.contents{padding-left:1.3rem}
.failing li,.contents li{margin:.2rem 0}
.contents small{color:var(--muted);white-space:nowrap;margin-left:.4rem}
header h2{margin:1.5rem 0 .4rem;padding-top:.6rem}
blockquote{margin:.25rem 0 0;padding-left:1rem;border-left:3px solid var(--grid);color:var(--muted);max-width:48rem}
figure .phone{display:none}
.wide{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-size:.9rem;font-variant-numeric:tabular-nums}
th,td{text-align:left;vertical-align:top;padding:.45rem .6rem;border-bottom:1px solid var(--grid)}
th{color:var(--muted);font-weight:600}
.numbers td,.numbers th{white-space:nowrap}
.numbers td:not(:first-child){text-align:right}.numbers th:not(:first-child){text-align:right}
td small{display:block;color:var(--muted);font-size:.85em}
summary{cursor:pointer;padding:.5rem 0}
@media (max-width:40rem){
figure .desk{display:none}figure .phone{display:block}
figure{margin-left:-1rem;margin-right:-1rem}
.claims thead{display:none}
.claims tr{display:block;padding:.6rem 0;border-bottom:1px solid var(--grid)}
.claims td{display:block;border:0;padding:.15rem 0}
.claims td[data-name]::before{content:attr(data-name) ": ";color:var(--muted)}
}
@media print{header{break-after:page}section{break-before:page}section h2{margin-top:0;border:0}body{max-width:none;font-size:10.5pt}figure,tr{break-inside:avoid}h2,h3{break-after:avoid}
details::details-content{content-visibility:visible;display:block;block-size:auto}.numbers{font-size:7.5pt}}
`
}
