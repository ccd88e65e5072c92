/** The style of the results page, in light and dark. */

/** The number of colours that lines and bars rotate through. */
export const COLOURS = 8;

const DAY = ['#1667b7', '#c2410c', '#15803d', '#7c3aed', '#a16207', '#0f766e', '#be185d', '#64748b'];
const NIGHT = ['#6cb2ff', '#ff9863', '#5fd38a', '#bda2ff', '#f3b45b', '#52d3c6', '#ff8fc0', '#a3afbf'];

const variables = (colours: readonly string[]): string =>
  colours.map((colour, index) => `--c${index}: ${colour};`).join(' ');

const classes = Array.from(
  { length: COLOURS },
  (_, n) =>
    `polyline.c${n} { stroke: var(--c${n}); } circle.c${n}, rect.c${n} { fill: var(--c${n}); } i.c${n} { background: var(--c${n}); }`,
);

export const STYLE = `
:root { color-scheme: light dark; --ink: #1b1f24; --paper: #fff; --faint: #dfe3e8; --soft: #59636e; --limit: #b91c1c;
  --good: #15803d; --bad: #c2410c; ${variables(DAY)} }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e9ed; --paper: #14171b; --faint: #2f363e; --soft: #9aa4af;
  --limit: #ff7b7b; --good: #5fd38a; --bad: #ff9863; ${variables(NIGHT)} } }
body { margin: 2rem auto; max-width: 72rem; padding: 0 1rem; color: var(--ink); background: var(--paper);
  font: 16px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.25rem; margin: 2.8rem 0 .4rem; } h3 { font-size: 1rem; margin: 1.6rem 0 .2rem; }
p { max-width: 50rem; margin: .4rem 0; } .soft { color: var(--soft); font-size: .9rem; }
nav a { margin-right: 1rem; } a { color: var(--c0); }
.charts { display: grid; grid-template-columns: repeat(auto-fill, minmax(20rem, 1fr)); gap: 1.2rem; }
.wide { max-width: 52rem; }
figure { margin: 0; } figcaption { font-size: .8rem; color: var(--soft); }
svg { width: 100%; height: auto; } .title { font-weight: 600; font-size: 14px; fill: var(--ink); }
.tick { font-size: 11px; fill: var(--soft); } .name { font-size: 12px; fill: var(--ink); } .grid { stroke: var(--faint); }
.axis { stroke: var(--soft); } .range { stroke: var(--ink); stroke-width: 1.5; }
polyline { fill: none; stroke-width: 2; } polyline.limit { stroke: var(--limit); stroke-dasharray: 5 4; }
circle.limit { fill: var(--limit); } rect.good { fill: var(--good); } rect.bad { fill: var(--bad); }
${classes.join('\n')}
.legend { margin: .5rem 0; font-size: .9rem; } .legend span { margin-right: 1.1rem; white-space: nowrap; }
.legend i { display: inline-block; width: 1.1rem; height: .35rem; margin-right: .35rem; vertical-align: middle; }
i.limit { border-top: 2px dashed var(--limit); height: 0; }
.scroll { overflow-x: auto; } table { border-collapse: collapse; margin: .6rem 0; font-size: .9rem; }
th, td { padding: .2rem .8rem .2rem 0; border-bottom: 1px solid var(--faint); text-align: right;
  font-variant-numeric: tabular-nums; } th { color: var(--soft); font-weight: 600; }
th:first-child, td:first-child, td.text { text-align: left; } td.broken { color: var(--bad); font-weight: 600; }
.notice { border-left: 3px solid var(--bad); padding-left: .8rem; }
`;
