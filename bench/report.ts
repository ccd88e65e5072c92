/** Results of the benches as one self-contained page with plots. `npm run bench:report -- --help`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { readResults } from './calls/results.js';
import { note, print, run } from './command-line.js';
import type { MediaResults } from './compare/media.js';
import { pageOf } from './report/page.js';

const HELP = `Makes one HTML page of results, with nothing to load from elsewhere.

  npm run bench:report -- [options]

  --latency <file>  what npm run bench has written
  --media <file>    what the comparison of media servers has written with --output
  --output <file>   the page (docs/performance.html)
  --help            this text
`;

const readMedia = (path: string): MediaResults => {
  const results: MediaResults = JSON.parse(readFileSync(path, 'utf8'));
  if (!Array.isArray(results.rows)) throw new RangeError(`${path} holds no comparison of media servers`);
  return results;
};

run(async () => {
  const { values } = parseArgs({
    options: {
      latency: { type: 'string' },
      media: { type: 'string' },
      output: { type: 'string', default: 'docs/performance.html' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return print(HELP.trimEnd());
  const { latency, media, output } = values;
  if (latency === undefined && media === undefined)
    throw new RangeError('there is nothing to show: name a file with --latency or --media');
  const page = pageOf(
    latency === undefined ? null : readResults(latency),
    media === undefined ? null : readMedia(media),
  );
  writeFileSync(output, page);
  note(`${output} has ${Math.round(page.length / 1024)} KiB`);
});
