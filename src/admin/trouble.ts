/** `parley admin trouble`: stuck work, and what to do about it (docs/how-to/stuck-work.md). */
import { userInfo } from 'node:os';
import { createInterface } from 'node:readline/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { Command } from 'commander';
import { openTroubleBook, type TroubleBook } from '../../actors/runtime/trouble/book.js';
import type { Trouble } from '../../actors/runtime/trouble/trouble.js';
import { adviceOn } from '../../operations/trouble/advice.js';
import {
  isRetryable,
  openTroubleDesk,
  registerDebtors,
  type TroubleDesk,
} from '../../operations/trouble/trouble-desk.js';
import { ConfigError } from '../config/index.js';
import { createLogger } from '../logging.js';
import { addAction, wholeNumber } from './action.js';
import { type AdminOptions, asAdmin, idOption } from './as-admin.js';

const MAX_REASON = 500;

export const addTroubleCommands = (admin: Command): void => {
  const group = admin
    .command('trouble')
    .description('Permanent failures of effects, actors, timers, reactions, webhooks and read models.');

  addAction(
    group
      .command('list', { isDefault: true })
      .description('List permanent failures with advice, oldest first.')
      .option('--business <id>', 'only of this business'),
    (options: AdminOptions & { business?: string }) => {
      const business =
        options.business === undefined
          ? null
          : idOption('--business', options.business, '`admin business list` prints');
      return atDesk(options, async ({ desk }) => {
        const all = await desk.list();
        const trouble = all.filter(({ ref }) => business === null || ref?.business === business);
        return { trouble: trouble.map(formatTrouble) };
      });
    },
  );

  addAction(
    group
      .command('retry')
      .description('Have running nodes retry now, or the next node that starts.')
      .argument('[id]', 'id of the trouble, as `admin trouble` lists it')
      .option('--all', 'retry everything')
      .option('--wait <seconds>', 'how long to wait for the outcome', wholeNumber(0), 10),
    (options: AdminOptions & { all?: boolean; wait: number }, [id]) => {
      if ((id === undefined) === (options.all !== true))
        throw new ConfigError('give the id of the trouble, or --all');
      return atDesk(options, async ({ desk, book }) => {
        const ids =
          id === undefined
            ? (await desk.list()).filter(isRetryable).map((entry) => entry.id)
            : [troubleId(id)];
        const retried = [];
        for (const each of ids) retried.push(await desk.retry(each));
        return { retried: await outcomes(book, retried, options.wait * 1_000) };
      });
    },
  );

  addAction(
    group
      .command('drop')
      .description('Permanently give up: the owner is notified, and it is never retried.')
      .argument('<id>', 'id of the trouble, as `admin trouble` lists it')
      .requiredOption('--reason <text>', 'reason, stored with the drop')
      .option('--yes', 'do not ask for confirmation'),
    async (options: AdminOptions & { reason: string; yes?: boolean }, [id]) => {
      const { reason } = options;
      if (reason.trim() === '' || reason.length > MAX_REASON)
        throw new ConfigError(`--reason takes 1 to ${MAX_REASON} characters`);
      const wanted = troubleId(id ?? '');
      if (options.yes !== true) await confirm(wanted);
      return atDesk(options, ({ desk }) => desk.drop(wanted, { reason, by: userInfo().username }));
    },
  );
};

const troubleId = (id: string): string => idOption('the id', id, '`admin trouble` lists');

/** @throws ConfigError if there is no terminal to prompt at, or the answer is not yes */
const confirm = async (id: string): Promise<void> => {
  if (!process.stdin.isTTY)
    throw new ConfigError('there is no terminal to confirm on: pass --yes to drop it');
  const prompt = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await prompt.question(`Permanently give up ${id}? Type yes: `);
    if (answer.trim() !== 'yes') throw new ConfigError('nothing was dropped');
  } finally {
    prompt.close();
  }
};

const atDesk = <T>(
  options: AdminOptions,
  work: (tools: { readonly desk: TroubleDesk; readonly book: TroubleBook }) => Promise<T>,
): Promise<T> =>
  asAdmin(options, async ({ nc, system, journal, now }) => {
    registerDebtors(system);
    const book = await openTroubleBook({ nc, logger: createLogger('silent'), now });
    return work({ desk: openTroubleDesk({ actors: system, journal, book, now }), book });
  });

const formatTrouble = ({
  id,
  kind,
  what,
  ref,
  key,
  since,
  lastAt,
  attempts,
  code,
  message,
  nextTryAt,
}: Trouble) => ({
  id,
  kind,
  what,
  business: ref?.business ?? null,
  resource: ref?.id ?? null,
  since: iso(since),
  attempts,
  code,
  todo: adviceOn({ kind, what, code }),
  key,
  lastAt: iso(lastAt),
  nextTryAt: nextTryAt === null ? null : iso(nextTryAt),
  message,
});

const iso = (at: number): string => new Date(at).toISOString();

const POLL_MS = 100;

/** `done`: resolved. `failed`: retried, and still failing. `asked`: no node has retried it yet. */
const outcomes = async (book: TroubleBook, retried: readonly Trouble[], waitMs: number) => {
  const until = performance.now() + waitMs;
  const found = [];
  for (const { id, attempts } of retried) {
    let now = await book.find(id);
    while (now !== null && now.attempts <= attempts && performance.now() < until) {
      await delay(POLL_MS);
      now = await book.find(id);
    }
    const outcome = now === null ? 'done' : now.attempts > attempts ? 'failed' : 'asked';
    found.push({ id, outcome, code: now?.code ?? null });
  }
  return found;
};
