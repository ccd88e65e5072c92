/** `parley admin journal skip`: skips unreadable messages of an actor (docs/how-to/stuck-work.md "A record that cannot be read"). */
import type { Command } from 'commander';
import { auditLog } from '../../../actors/audit/index.js';
import { CONSOLE } from '../../../actors/console-user/index.js';
import type { ActorRef } from '../../../actors/runtime/actor.js';
import { openTroubleBook } from '../../../actors/runtime/trouble/book.js';
import { REPAIRABLE, type SkipSelection, skipMessages } from '../../../operations/trouble/skip-desk.js';
import { ConfigError } from '../../config/index.js';
import { createLogger } from '../../logging.js';
import { addAction } from '../action.js';
import { type Admin, type AdminOptions, asAdmin } from '../as-admin.js';
import { operator, operatorEntry } from '../operator-audit.js';

interface SkipOptions extends AdminOptions {
  readonly reason: string;
  readonly yes?: boolean;
}

const MAX_REASON = 500;

/** Adds the command to the group `journal`. */
export const addSkipCommand = (group: Command): void => {
  addAction(
    group
      .command('skip')
      .description(
        'Permanently skip unreadable messages of a record. The skip is recorded in the journal and the audit log; the record continues without the messages, and releases what it holds by its own rules.',
      )
      .argument('<record>', 'KIND.BUSINESS.ID, as listed by `admin trouble`')
      .argument(
        '<message>',
        'its sequence, `last` for a lost last message, or `all` for all unreadable messages',
      )
      .requiredOption('--reason <text>', 'reason, stored with the skip')
      .option('--yes', 'confirm; without this option nothing is written'),
    async (options: SkipOptions, [record = '', message = '']) => {
      const ref = recordOf(record);
      const which = whichOf(message);
      const { reason } = options;
      if (reason.trim() === '' || reason.length > MAX_REASON)
        throw new ConfigError(`--reason takes 1 to ${MAX_REASON} characters`);
      if (options.yes !== true)
        throw new ConfigError('a skip is permanent: try a newer build first, then pass --yes');
      return asAdmin(options, (admin) => skip(admin, ref, which, reason));
    },
  );
};

/** @throws ConfigError if there is no such unreadable message */
const skip = async (
  { nc, system, journal, now }: Admin,
  ref: ActorRef,
  which: SkipSelection,
  reason: string,
) => {
  const book = await openTroubleBook({ nc, logger: createLogger('silent'), now });
  const by = operator().id ?? 'operator';
  const skipped = await skipMessages({ journal, book, now }, ref, which, { reason, by });
  if (skipped.type === 'refused') {
    const found = skipped.poison.map(({ seq, reason: why }) => `${seq ?? 'last'} (${why})`);
    throw new ConfigError(
      found.length === 0
        ? 'nothing was skipped: all messages of the record are readable, or it has none'
        : `nothing was skipped: that message is readable, or does not belong to the record. Unreadable: ${found.join(', ')}`,
    );
  }
  if (ref.business !== CONSOLE) {
    const entry = operatorEntry('journal.skipped', `${ref.kind} ${ref.id}`, now());
    // Without auditing: the entry is not a change of its own.
    await system.ask(
      auditLog,
      { business: ref.business, id: ref.business },
      { type: 'record', entries: [entry] },
    );
  }
  return { skipped: skipped.messages.map(({ seq, reason: why }) => ({ seq, why })), recordedAt: skipped.seq };
};

/** @throws ConfigError */
const recordOf = (text: string): ActorRef => {
  const [kind = '', business = '', id = '', ...rest] = text.split('.');
  const isWhole = REPAIRABLE.includes(kind) && [business, id].every((part) => /^[\w-]+$/.test(part));
  if (!isWhole || rest.length > 0)
    throw new ConfigError(`the record is "${text}"; use KIND.BUSINESS.ID, as listed by \`admin trouble\``);
  return { kind, business, id };
};

/** @throws ConfigError */
const whichOf = (text: string): SkipSelection => {
  if (text === 'last' || text === 'all') return text;
  if (/^[1-9][0-9]{0,15}$/.test(text)) return Number(text);
  throw new ConfigError(`the message is "${text}"; give its sequence, \`last\` or \`all\``);
};
