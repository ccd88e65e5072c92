/** The results of the benches as one self-contained page. */
import type { Results } from '../calls/results.js';
import type { MediaResults } from '../compare/media.js';
import type { Comparison } from '../compare/turns.js';
import { comparisonPart } from './comparison-part.js';
import { latencyPart } from './latency-part.js';
import { mediaPart } from './media-part.js';
import { STYLE } from './style.js';

/** The results to show. */
export interface Shown {
  readonly latency: readonly Results[];
  readonly media: readonly MediaResults[];
  readonly comparisons: readonly Comparison[];
}

export const pageOf = ({ latency, media, comparisons }: Shown): string => {
  const beside = [...media.map(mediaPart), ...comparisons.map(comparisonPart)];
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Parley: performance</title><style>${STYLE}</style></head><body>
<h1>Parley: performance</h1>
<p>Made by <code>npm run bench:report</code> of the files in <code>bench/results</code>. What is measured how is in <a href="performance.md">performance.md</a>. Figures of one run are comparable with each other, less so with those of another.</p>
<nav>${latency.length === 0 ? '' : '<a href="#latency">Latencies</a><a href="#cost">Cost</a>'}${beside.length === 0 ? '' : '<a href="#beside">Beside others</a>'}</nav>
${latencyPart(latency)}
${beside.length === 0 ? '' : `<h2 id="beside">Beside others</h2>`}
${beside.join('\n')}
</body></html>
`;
};
