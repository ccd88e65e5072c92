/**
 * Passwords: argon2id (RFC 9106), one at a time, in a separate thread at a low priority. The library's asynchronous
 * functions would run on libuv's threads, which have the priority of audio and write recordings, and would take as many
 * cores as there are attempts.
 */
import { timingSafeEqual } from 'node:crypto';
import type { Worker } from 'node:worker_threads';
import { startThread } from '../../providers/scheduling/yield-to-calls.js';
import { MAX_PASSWORD_CHARACTERS, MIN_PASSWORD_CHARACTERS } from '../../schemas/accounts/console.js';
import { DomainError } from '../../schemas/errors.js';

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane. The library's default algorithm is argon2id. */
export const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
/** Passwords being hashed or waiting, at a time. Each takes about 40 ms on an idle machine. */
const MAX_WAITING = 16;
/** How long an attempt waits for its hash before it fails with `sign_in_busy`, ms; pages wait for 20 s. */
const WAIT_MS = 15_000;
/** The hash of an unknown password, at the same {@link COST}. */
export const DECOY =
  '$argon2id$v=19$m=19456,t=2,p=1$U5D9VYU8uv2wIitfk7iAKA$sEkD2NQfV/9lsC3/2rTA2OvCdbT3Ha9h1CVSbE749fo';

/** `like`: a hash whose salt and cost are used; null: a new salt. */
export interface PasswordTask {
  readonly id: number;
  readonly password: string;
  readonly like: string | null;
}

/** The thread's answer to a task. */
export type PasswordAnswer =
  | { readonly id: number; readonly type: 'worked'; readonly hash: string }
  | { readonly id: number; readonly type: 'failed'; readonly problem: string };

type HashAnswer = Extract<PasswordAnswer, { readonly type: 'worked' }>;

interface PendingRequest {
  readonly resolve: (answer: HashAnswer) => void;
  readonly reject: (error: Error) => void;
  readonly deadline: NodeJS.Timeout;
}

let thread: Worker | null = null;
/** Tasks that the thread has not answered yet, including those whose wait has timed out. */
let running = 0;
let lastId = 0;
const pending = new Map<number, PendingRequest>();

const settle = (id: number, action: (request: PendingRequest) => void): void => {
  const request = pending.get(id);
  if (request === undefined) return;
  pending.delete(id);
  clearTimeout(request.deadline);
  action(request);
};

const started = (): Worker => {
  if (thread !== null) return thread;
  const worker = startThread(new URL('./password-worker.js', import.meta.url));
  worker.on('message', (answer: PasswordAnswer) => {
    running -= 1;
    // An idle thread does not keep the process alive; a busy one does until it has answered.
    if (running === 0) worker.unref();
    settle(answer.id, ({ resolve, reject }) => {
      if (answer.type === 'worked') resolve(answer);
      else reject(new Error(answer.problem));
    });
  });
  worker.on('error', (error) => {
    thread = null;
    running = 0;
    for (const id of [...pending.keys()]) settle(id, ({ reject }) => reject(error));
  });
  thread = worker;
  return worker;
};

const run = async (task: Omit<PasswordTask, 'id'>): Promise<HashAnswer> => {
  if (running >= MAX_WAITING) throw new DomainError('sign_in_busy');
  lastId += 1;
  const id = lastId;
  return new Promise((resolve, reject) => {
    const deadline = setTimeout(
      () => settle(id, (request) => request.reject(new DomainError('sign_in_busy'))),
      WAIT_MS,
    );
    pending.set(id, { resolve, reject, deadline });
    const worker = started();
    running += 1;
    worker.ref();
    worker.postMessage({ id, ...task });
  });
};

/**
 * Hashes a password to a PHC string. `like`: a hash whose salt is reused, so that one computation compares a password
 * with both; for users of one e-mail address. @throws DomainError sign_in_busy when too many wait
 */
export const hashPassword = async (password: string, like: string | null = null): Promise<string> =>
  (await run({ password, like })).hash;

/** Algorithm, version, cost and salt of a PHC string: all that comparing a password with it needs. */
const PREFIX = /^\$argon2id\$v=19\$m=\d+,t=\d+,p=\d+\$[A-Za-z0-9+/]+\$/;
const prefixOf = (hash: string): string => PREFIX.exec(hash)?.[0] ?? '';

const isSame = (left: string, right: string): boolean => {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
};

/**
 * The indexes of the hashes that match the password. Hashes that share a salt take one computation; no hashes take one, too.
 * @throws DomainError sign_in_busy when too many wait
 */
export const matchingPasswords = async (
  hashes: readonly string[],
  password: string,
): Promise<ReadonlySet<number>> => {
  const matching = new Set<number>();
  const candidates = hashes.filter((hash) => prefixOf(hash) !== '');
  const hashBySalt = new Map(
    (candidates.length === 0 ? [DECOY] : candidates).map((hash) => [prefixOf(hash), hash]),
  );
  for (const like of hashBySalt.values()) {
    const { hash } = await run({ password, like });
    for (const [index, stored] of hashes.entries()) if (isSame(stored, hash)) matching.add(index);
  }
  return matching;
};

/** The problem with a new password; null if there is none. */
export const passwordProblem = (password: string): string | null => {
  if (password.length < MIN_PASSWORD_CHARACTERS) return `use at least ${MIN_PASSWORD_CHARACTERS} characters`;
  if (password.length > MAX_PASSWORD_CHARACTERS) return `use at most ${MAX_PASSWORD_CHARACTERS} characters`;
  return null;
};
