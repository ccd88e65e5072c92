/** Shows results of the benches as one self-contained page with plots. `npm run bench:report -- --help`. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Results, readResults } from './calls/results.js';
import { note, print, run } from './command-line.js';
import type { MediaResults } from './compare/media.js';
import type { Comparison } from './compare/turns.js';
import { REPOSITORY } from './compare/versions.js';
import { pageOf, type Shown } from './report/page.js';

const HELP = `Creates one self-contained HTML page of results.

  npm run bench:report -- [file ...] [--output <file>]

Each file was written by a bench with --output: npm run bench, or npm run bench:compare. Without files, the page shows
those in bench/results, except files named by time. These commands wrote the files that are kept with the page:
  npm run bench -- conversation --calls 1,100 --runs 3 --output bench/results/latency.json
  npm run bench -- conversation --calls 400 --pin --output bench/results/latency-pinned.json
  npm run bench:compare -- media --streams 100 --output bench/results/media.json
  npm run bench:compare -- reads --output bench/results/reads.json
  npm run bench:compare -- posts --output bench/results/posts.json
  npm run bench:compare -- commands --output bench/results/commands.json
  npm run bench:compare -- commands --restate --output bench/results/commands-fsync.json

  --output <file>   the page (docs/explanation/performance-plots.html)
  --help            this text
`;

const RESULTS = join(REPOSITORY, 'bench/results');
/** Files named by the bench itself begin with the year. */
const RESULT_FILE = /^\D.*\.json$/;

const resultFiles = (): readonly string[] =>
  readdirSync(RESULTS)
    .filter((name) => RESULT_FILE.test(name))
    .sort()
    .map((name) => join(RESULTS, name));

/** @throws RangeError when a file has no results of a bench */
const readAll = (files: readonly string[]): Shown => {
  const latency: Results[] = [];
  const media: MediaResults[] = [];
  const comparisons: Comparison[] = [];
  for (const file of files) {
    const contents: Partial<Results & Pick<MediaResults, 'rows'> & Pick<Comparison, 'works'>> = JSON.parse(
      readFileSync(file, 'utf8'),
    );
    if (contents.runs !== undefined) latency.push(readResults(file));
    else if (contents.rows !== undefined) media.push(JSON.parse(readFileSync(file, 'utf8')));
    else if (contents.works !== undefined) comparisons.push(JSON.parse(readFileSync(file, 'utf8')));
    else throw new RangeError(`${file} has no results of a bench`);
  }
  return { latency, media, comparisons };
};

run(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      output: { type: 'string', default: join(REPOSITORY, 'docs/explanation/performance-plots.html') },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return print(HELP.trimEnd());
  const files = positionals.length > 0 ? positionals : resultFiles();
  if (files.length === 0) throw new RangeError(`there is nothing to show in ${RESULTS}; name files`);
  const page = pageOf(readAll(files));
  writeFileSync(values.output, page);
  note(`${values.output} has ${Math.round(Buffer.byteLength(page) / 1024)} KiB`);
});
