/** `parley admin audit`: the audit log of a business, read from the journal. */
import type { Command } from 'commander';
import { AUDIT_KIND, type AuditEntry } from '../../actors/audit/events.js';
import { business } from '../../actors/business/index.js';
import { gapIn, isJournalEvent, renamed } from '../../actors/runtime/event-versions.js';
import { DomainError } from '../../schemas/errors.js';
import { ConfigError } from '../config/index.js';
import { addAction, wholeNumber } from './action.js';
import { type Admin, type AdminOptions, asAdmin, businessRef } from './as-admin.js';

interface AuditOptions extends AdminOptions {
  readonly business: string;
  readonly since?: string;
  readonly action?: string;
  readonly last: number;
}

const DEFAULT_LAST = 100;

export const addAuditCommand = (admin: Command): void => {
  addAction(
    admin
      .command('audit')
      .description('Show the audit log of a business, newest first: who did what, from where.')
      .requiredOption('--business <id>', 'id of the business')
      .option('--since <time>', 'entries from this time on, like 2026-01-31 or 2026-01-31T09:00:00Z')
      .option('--action <name>', 'entries of this action, like key.created')
      .option('--last <n>', 'number of latest entries', wholeNumber(1), DEFAULT_LAST),
    (options: AuditOptions) =>
      asAdmin(options, async (session) => {
        // Fails if the business does not exist.
        await session.actors.query(business, businessRef(options.business), 'get');
        return { entries: (await latestEntries(session, options)).map(formatEntry) };
      }),
  );
};

/** Holds no more entries in memory than are shown. */
const latestEntries = async (session: Admin, options: AuditOptions): Promise<readonly AuditEntry[]> => {
  const since = timeOption(options.since);
  const found: AuditEntry[] = [];
  for await (const entry of entriesOf(session, options.business)) {
    if (entry.at < since || (options.action !== undefined && entry.action !== options.action)) continue;
    found.push(entry);
    if (found.length > options.last) found.shift();
  }
  return found.reverse();
};

/** @throws DomainError upgrade_in_progress for events of a newer build: a log with gaps would be misleading */
async function* entriesOf({ journal }: Admin, businessId: string): AsyncGenerator<AuditEntry> {
  for await (const written of journal.read({ kind: AUDIT_KIND.name, ...businessRef(businessId) }, 0)) {
    const commit = renamed(AUDIT_KIND.versions, written);
    if (gapIn(AUDIT_KIND.versions, commit) !== null) throw new DomainError('upgrade_in_progress');
    for (const event of commit.events) if (isJournalEvent(event) && AUDIT_KIND.is(event)) yield event.entry;
  }
}

/** @throws ConfigError */
const timeOption = (text: string | undefined): number => {
  if (text === undefined) return 0;
  const at = Date.parse(text);
  if (!Number.isNaN(at)) return at;
  throw new ConfigError(`--since is "${text}"; give a time like 2026-01-31 or 2026-01-31T09:00:00Z`);
};

const formatEntry = ({
  at,
  actor,
  action,
  target,
  outcome,
  code,
  client,
  userAgent,
  requestId,
  omitted,
}: AuditEntry) => ({
  at: new Date(at).toISOString(),
  actor: actor.id === null ? actor.type : `${actor.type} ${actor.id}`,
  action,
  target,
  outcome,
  code,
  client,
  userAgent,
  requestId,
  omitted,
});
