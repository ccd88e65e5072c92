/** Files of views that have applied commits, and the figures in them. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import type { CallEvent } from '../../../actors/call/events.js';
import { type AnalyticsRequest, analyticsOperations } from '../../../operations/analytics/analytics.js';
import type { Analytics, CallFigures, ConversationFigures } from '../../../schemas/analytics/analytics.js';
import type { Lifetime } from '../../../testkit/lifetime.js';
import { openForWriting } from '../../../views/kernel/database.js';
import { createProjection, type JournalCommit, type Projection } from '../../../views/kernel/projection.js';
import { registry } from '../../../views/registry.js';
import { accepted } from '../journal.js';

/** Monday, 2 March 2026, 12:00 UTC, ms since the epoch. */
export const NOON = Date.UTC(2026, 2, 2, 12);
export const HOUR = 3_600_000;

/** A commit without its place in the journal. */
export interface Commit {
  readonly kind: string;
  readonly businessId?: string;
  readonly id: string;
  readonly at: number;
  readonly events: readonly { readonly type: string }[];
}

/** A file that has applied the commits. */
export interface Counted {
  readonly db: Database;
  readonly projection: Projection;
  /** From the day of {@link NOON} to the next, in UTC, unless the request says otherwise. */
  read(request?: Partial<AnalyticsRequest>): Promise<Analytics>;
}

const SHARD = 0;

/** Their places in the journal, in this order. */
export const journalOf = (commits: readonly Commit[]): readonly JournalCommit[] =>
  commits.map(({ businessId = 'b1', ...commit }, index) => ({
    ...commit,
    businessId,
    seq: index + 1,
    mark: '',
    version: 1,
    bytes: 0,
  }));

/** Applies the commits to a new file. @throws Error if one of their events cannot be applied */
export const counted = (t: Lifetime, commits: readonly Commit[]): Counted => {
  const directory = mkdtempSync(join(tmpdir(), 'parley-analytics-'));
  const { db } = openForWriting(join(directory, 'views.sqlite'), registry);
  t.teardown(() => {
    db.close();
    rmSync(directory, { recursive: true });
  });
  const projection = createProjection(db, registry);
  projection.begin(SHARD, { journal: 'j', lineage: '' });
  projection.apply(SHARD, journalOf(commits), ({ reason }) => {
    throw new Error(reason);
  });
  const operations = analyticsOperations({ views: registry.queries(db), installationTimeZone: 'Etc/UTC' });
  const day = { from: NOON - 12 * HOUR, to: NOON + 12 * HOUR };
  return {
    db,
    projection,
    read: (request = {}) => operations.read('b1', { subject: 'calls', ...day, compare: false, ...request }),
  };
};

/** Calls have figures, or the test fails. */
export const callsOf = ({ calls }: Analytics['totals']): CallFigures => {
  if (calls === null) throw new Error('these are not figures of calls');
  return calls;
};

/** Conversations have figures, or the test fails. */
export const conversationsOf = ({ conversations }: Analytics['totals']): ConversationFigures => {
  if (conversations === null) throw new Error('these are not figures of conversations');
  return conversations;
};

/** A call that was accepted by a version of an agent, for a campaign. */
export const acceptedBy = (
  agentId: string,
  { version, campaignId }: { readonly version?: number; readonly campaignId?: string } = {},
): CallEvent => {
  const event = accepted({ agentId });
  if (event.type !== 'call.accepted') throw new Error('unexpected type of event');
  const link = { campaignName: 'Spring', iterationId: 'i1', block: 0, claim: { index: 0, revision: 1 } };
  return {
    ...event,
    agent: { ...event.agent, ...(version === undefined ? {} : { version }) },
    campaign: campaignId === undefined ? null : { campaignId, ...link },
  };
};

export const ANSWERED: CallEvent = { type: 'call.answered' };

export const settled = (chargedMicrocredits: number): CallEvent => ({
  type: 'call.settled',
  blocks: 1,
  chargedMicrocredits,
});
