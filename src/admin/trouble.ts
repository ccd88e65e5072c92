/** `parley admin trouble`: stuck work, and what to do about it (docs/operations.md). */
import { userInfo } from 'node:os';
import { createInterface } from 'node:readline/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { Command } from 'commander';
import type { Trouble } from '../../actors/runtime/trouble.js';
import { openTroubleBook, type TroubleBook } from '../../actors/runtime/trouble-book.js';
import { adviceOn } from '../../operations/trouble/advice.js';
import {
  isRetryable,
  openTroubleDesk,
  registerDebtors,
  type TroubleDesk,
} from '../../operations/trouble/trouble-desk.js';
import { ConfigError } from '../config.js';
import { createLogger } from '../logging.js';
import { answering, whole } from './answering.js';
import { type AdminOptions, asAdmin, idOption } from './as-admin.js';

const MAX_REASON = 500;

export const addTroubleCommands = (admin: Command): void => {
  const group = admin
    .command('trouble')
    .description('What fails for ever: effects, actors, wakes, reactions, dead letters, read models.');

  answering(
    group
      .command('list', { isDefault: true })
      .description('List it, the oldest first, with what to do about it.')
      .option('--business <id>', 'only of this business'),
    (options: AdminOptions & { business?: string }) => {
      const business =
        options.business === undefined
          ? null
          : idOption('--business', options.business, '`admin business list` prints');
      return atDesk(options, async ({ desk }) => {
        const all = await desk.list();
        const trouble = all.filter(({ ref }) => business === null || ref?.business === business);
        return { trouble: trouble.map(shown) };
      });
    },
  );

  answering(
    group
      .command('retry')
      .description('Have it tried now by the nodes that serve, or by the first one that does.')
      .argument('[id]', 'id of the trouble, as `admin trouble` lists it')
      .option('--all', 'all that there is')
      .option('--wait <seconds>', 'how long to wait for what comes of it', whole(0), 10),
    (options: AdminOptions & { all?: boolean; wait: number }, [id]) => {
      if ((id === undefined) === (options.all !== true))
        throw new ConfigError('give the id of the trouble, or --all');
      return atDesk(options, async ({ desk, book }) => {
        const ids =
          id === undefined
            ? (await desk.list()).filter(isRetryable).map((entry) => entry.id)
            : [troubleId(id)];
        const asked = [];
        for (const each of ids) asked.push(await desk.retry(each));
        return { retried: await outcomes(book, asked, options.wait * 1_000) };
      });
    },
  );

  answering(
    group
      .command('drop')
      .description('Give it up for good: whoever owes it is told, and it never comes back.')
      .argument('<id>', 'id of the trouble, as `admin trouble` lists it')
      .requiredOption('--reason <text>', 'why; kept with the drop')
      .option('--yes', 'do not ask'),
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
  if (!process.stdin.isTTY) throw new ConfigError('nobody can be asked here: write --yes to drop it');
  const asking = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await asking.question(`Give ${id} up for good? Type yes: `);
    if (answer.trim() !== 'yes') throw new ConfigError('nothing was dropped');
  } finally {
    asking.close();
  }
};

const atDesk = <T>(
  options: AdminOptions,
  work: (at: { readonly desk: TroubleDesk; readonly book: TroubleBook }) => Promise<T>,
): Promise<T> =>
  asAdmin(options, async ({ nc, system, journal, now }) => {
    registerDebtors(system);
    const book = await openTroubleBook({ nc, logger: createLogger('silent'), now });
    return work({ desk: openTroubleDesk({ actors: system, journal, book, now }), book });
  });

const shown = ({ id, kind, what, ref, key, since, lastAt, attempts, code, message, nextTryAt }: Trouble) => ({
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

const LOOK_MS = 100;

/** `done`: resolved. `failed`: retried, and still failing. `asked`: no node has retried it yet. */
const outcomes = async (book: TroubleBook, asked: readonly Trouble[], waitMs: number) => {
  const until = performance.now() + waitMs;
  const found = [];
  for (const { id, attempts } of asked) {
    let now = await book.find(id);
    while (now !== null && now.attempts <= attempts && performance.now() < until) {
      await delay(LOOK_MS);
      now = await book.find(id);
    }
    const outcome = now === null ? 'done' : now.attempts > attempts ? 'failed' : 'asked';
    found.push({ id, outcome, code: now?.code ?? null });
  }
  return found;
};
