/**
 * Compares Parley with other software on the same work, in the same run: `npm run bench:compare -- reads`. Each
 * comparison starts its subjects as separate processes and has them take turns, so that background load on the machine
 * affects all alike.
 */
import { note, run } from './command-line.js';
import { compareCommands } from './compare/commands.js';
import { compareMedia } from './compare/media.js';
import { comparePosts } from './compare/posts.js';
import { compareReads } from './compare/reads.js';

interface Comparison {
  readonly summary: string;
  /** Receives the arguments that follow its name on the command line. */
  readonly compare: (args: readonly string[]) => Promise<void>;
}

const COMPARISONS: Readonly<Record<string, Comparison>> = {
  reads: {
    summary: 'lists and single reads over HTTP, against Fastify 5 with better-sqlite3',
    compare: compareReads,
  },
  posts: {
    summary: 'contacts created over HTTP, against Fastify 5 with better-sqlite3 and fsync',
    compare: comparePosts,
  },
  commands: {
    summary: 'durable commands, against raw JetStream, and against Restate if it is installed',
    compare: compareCommands,
  },
  media: {
    summary: 'media streams of live calls, against bare uWebSockets and ws',
    compare: compareMedia,
  },
};

const HELP = `Compares Parley with other software on the same work.

  npm run bench:compare -- <comparison> [options]

${Object.entries(COMPARISONS)
  .map(([name, { summary }]) => `  ${name.padEnd(10)} ${summary}`)
  .join('\n')}

Each comparison has its own --help. Exits with 2 if the arguments are invalid.
`;

run(async () => {
  const [name = '--help', ...args] = process.argv.slice(2);
  const comparison = Object.hasOwn(COMPARISONS, name) ? COMPARISONS[name] : undefined;
  if (comparison !== undefined) return comparison.compare(args);
  note(HELP);
  if (name !== '--help') throw new RangeError(`there is no comparison "${name}"`);
});
