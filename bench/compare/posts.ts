/**
 * Contacts created over HTTP: Parley compared with Fastify 5 with better-sqlite3, which checks the same and waits for
 * the disk on each commit. Parley takes part twice: with its defaults, with which a power loss may cost two seconds of
 * writes, and waiting for the disk as well.
 */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import { createLifetime } from '../../testkit/lifetime.js';
import { note, print } from '../command-line.js';
import { mobileOf } from '../contacts/rows.js';
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

const HELP = `POST /contacts compared with Fastify 5 with better-sqlite3, which waits for the disk (synchronous=FULL). Both check
the key by hash, rate, scope, business, schema of the body, numbering plan, categories, duplicate mobile, Idempotency-Key.

  npm run bench:compare -- posts [options]

${TURN_HELP}

Subjects: parley with its defaults (a power loss may cost two seconds of writes), "parley fsync" (PARLEY_NATS_SYNC=always),
fastify. Processor time is per answer, of the server and its nats-server.
`;

const CONNECTIONS = [1, 32, 128] as const;
const PATH = '/api/v1/contacts';

/** The answer to one request that all servers receive. */
interface CheckedAnswer {
  readonly what: string;
  readonly status: number;
  /** Without values that are random or depend on a clock. */
  readonly contact: object | null;
}

const answersOf = async (subject: HttpSubject): Promise<readonly CheckedAnswer[]> => {
  const { businessId, categories } = subject.data;
  const validBody = {
    businessId,
    name: ' Ada Lovelace ',
    mobile: mobileOf(2_000_000),
    categoryIds: [categories[0]?.id],
    fields: { order: 'A-1' },
  };
  const post = async (
    what: string,
    body: object,
    key: string | null,
    headers: object,
  ): Promise<CheckedAnswer> => {
    const response = await fetch(`${subject.url}${PATH}`, {
      method: 'POST',
      headers: {
        ...headers,
        'content-type': 'application/json',
        ...(key === null ? {} : { 'idempotency-key': key }),
      },
      body: JSON.stringify(body),
    });
    const { data = null }: { readonly data?: { readonly contact: object } | null } = JSON.parse(
      await response.text(),
    );
    const contact =
      data === null
        ? null
        : { ...data.contact, id: null, categories: null, createdAt: null, updatedAt: null };
    return { what, status: response.status, contact };
  };
  const auth = headersOf(subject);
  const key = randomUUID();
  return [
    await post('a contact', validBody, key, auth),
    await post('the same request again', validBody, key, auth),
    await post('another body under the same key', { ...validBody, name: 'Bob' }, key, auth),
    await post('a duplicate mobile', validBody, randomUUID(), auth),
    await post('no number', { ...validBody, mobile: '+1415' }, randomUUID(), auth),
    await post('no name', { ...validBody, mobile: mobileOf(2_000_002), name: ' ' }, randomUUID(), auth),
    await post('an unknown field', { ...validBody, age: 7 }, randomUUID(), auth),
    await post(
      'no such category',
      { ...validBody, mobile: mobileOf(2_000_004), categoryIds: [randomUUID()] },
      randomUUID(),
      auth,
    ),
    await post('no key', validBody, null, auth),
    await post('no credentials', validBody, randomUUID(), {}),
    await post('another business', { ...validBody, businessId: randomUUID() }, randomUUID(), auth),
  ];
};

/** @throws Error unless all subjects accept the same and refuse the same */
const checkSame = async (subjects: readonly HttpSubject[]): Promise<void> => {
  const [first = [], ...others] = await Promise.all(subjects.map(answersOf));
  for (const answers of others)
    for (const [index, answer] of answers.entries())
      if (!isDeepStrictEqual(answer, first[index]))
        throw new Error(
          `the subjects answer differently: ${JSON.stringify(first[index])}, ${JSON.stringify(answer)}`,
        );
};

const worksOf = (only: string): readonly HttpWork[] =>
  CONNECTIONS.map((connections) => ({
    work: `POST contact, ${connections} at a time`,
    connections,
    jobOf: ({ data }: HttpSubject) => ({
      path: PATH,
      posts: { businessId: data.businessId, categoryIds: [data.categories[0]?.id ?? ''] },
      status: 201,
    }),
  })).filter(({ work }) => work.includes(only));

/** Runs the comparison and prints medians and ratios. @throws RangeError when the arguments are invalid */
export const comparePosts = async (args: readonly string[]): Promise<void> => {
  const options = turnOptions(parseArgs({ args: [...args], options: TURN_OPTIONS }).values);
  if (options.help) return print(HELP.trimEnd());
  const dir = mkdtempSync(join(tmpdir(), 'parley-compare-'));
  const lifetime = createLifetime();
  try {
    note('Starting and filling Parley twice ...');
    const parley = await startParleySubject(lifetime, dir, 'parley');
    const synced = await startParleySubject(lifetime, dir, 'parley fsync', { PARLEY_NATS_SYNC: 'always' });
    const fastify = await startFastifySubject(lifetime, dir, 'fastify', parley.data, 'FULL');
    const subjects = [parley, synced, fastify];
    await checkSame(subjects);
    const compared = await runWorks(startLoader(lifetime), subjects, worksOf(options.only), options);
    report(
      {
        name: 'posts',
        title: 'Contacts created over HTTP, compared with Fastify 5 with better-sqlite3 and fsync',
        versions: versionsOf(['fastify', 'better-sqlite3', 'uWebSockets.js']),
        pairs: [
          ['parley', 'fastify'],
          ['parley fsync', 'fastify'],
        ],
        works: compared,
      },
      options,
    );
  } finally {
    await lifetime.end();
    rmSync(dir, { recursive: true, force: true });
  }
};
