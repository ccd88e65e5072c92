/**
 * Reads over HTTP: Parley compared with Fastify 5 with better-sqlite3, which checks the same, has the same rows with
 * the same indexes, and returns the same answers. Parley, Fastify and the client are separate processes.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import { createLifetime } from '../../testkit/lifetime.js';
import { note, print } from '../command-line.js';
import { runWorks } from './http/run.js';
import {
  type HttpSubject,
  type HttpWork,
  headersOf,
  startFastifySubject,
  startLoader,
  startParleySubject,
} from './http/subjects.js';
import { report, TURN_HELP, TURN_OPTIONS, turnOptions } from './options.js';
import { versionsOf } from './versions.js';

const HELP = `Reads over HTTP compared with Fastify 5 with better-sqlite3: the same checks, the same rows, the same answers.

  npm run bench:compare -- reads [options]

${TURN_HELP}

Processor time is per answer, of the server's processes.
`;

/** What is read, and over how many connections. */
const READS = [
  { name: '50 contacts', path: () => '/api/v1/contacts?limit=50', connections: 32 },
  { name: '50 contacts', path: () => '/api/v1/contacts?limit=50', connections: 1 },
  { name: '20 agents', path: () => '/api/v1/agents?', connections: 32 },
  {
    name: 'one contact',
    path: ({ data }: HttpSubject) => `/api/v1/contacts/${data.contacts[0]?.id}?`,
    connections: 32,
  },
] as const;

const pathOf = (read: (typeof READS)[number], subject: HttpSubject): string =>
  `${read.path(subject)}&businessId=${subject.data.businessId}`.replace('?&', '?');

/** @throws Error unless all subjects answer with the same data, apart from the values of their cursors */
const checkSame = async (subjects: readonly HttpSubject[], read: (typeof READS)[number]): Promise<void> => {
  const [first, ...others] = await Promise.all(
    subjects.map(async (subject): Promise<unknown> => {
      const answer = await fetch(`${subject.url}${pathOf(read, subject)}`, { headers: headersOf(subject) });
      const { data: contents }: { readonly data: { readonly nextCursor?: string | null } } = JSON.parse(
        await answer.text(),
      );
      return { ...contents, nextCursor: typeof contents.nextCursor };
    }),
  );
  if (!others.every((answer) => isDeepStrictEqual(answer, first)))
    throw new Error(`the subjects answer differently: ${read.name}`);
};

/** Runs the comparison and prints medians and ratios. @throws RangeError when the arguments are invalid */
export const compareReads = async (args: readonly string[]): Promise<void> => {
  const options = turnOptions(parseArgs({ args: [...args], options: TURN_OPTIONS }).values);
  if (options.help) return print(HELP.trimEnd());
  const dir = mkdtempSync(join(tmpdir(), 'parley-compare-'));
  const lifetime = createLifetime();
  try {
    note('Starting and filling Parley ...');
    const parley = await startParleySubject(lifetime, dir, 'parley');
    const fastify = await startFastifySubject(lifetime, dir, 'fastify', parley.data, 'NORMAL');
    const subjects = [parley, fastify];
    for (const read of READS) await checkSame(subjects, read);
    const works: readonly HttpWork[] = READS.map((read) => ({
      work: `${read.name}, ${read.connections} at a time`,
      connections: read.connections,
      jobOf: (subject: HttpSubject) => ({ path: pathOf(read, subject), posts: null, status: 200 }),
    })).filter(({ work }) => work.includes(options.only));
    const compared = await runWorks(startLoader(lifetime), subjects, works, options);
    report(
      {
        name: 'reads',
        title: 'Reads over HTTP, compared with Fastify 5 with better-sqlite3',
        versions: versionsOf(['fastify', 'better-sqlite3', 'uWebSockets.js']),
        pairs: [['parley', 'fastify']],
        works: compared,
      },
      options,
    );
  } finally {
    await lifetime.end();
    rmSync(dir, { recursive: true, force: true });
  }
};
