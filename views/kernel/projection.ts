/**
 * Applies commits of the journal to the tables.
 *
 * It guarantees:
 * P1. A commit and the sequence and the mark that say it was applied are written in one transaction, and a commit at
 *     or below that sequence is skipped: redelivery changes nothing.
 * P2. An event that cannot be applied (a malformed body, a kind of actor that this build has no table for) is reported
 *     and skipped, alone: one bad event holds up nobody. Its effect on the tables is undone entirely. What a newer build
 *     wrote of a kind that has tables here never comes so far (shard-projector.ts, S4); a build that brings tables for
 *     a kind brings another version of the file, and so all of it is read again.
 * P3. What is wrong with the file or the machine is not held against the event: it is thrown, nothing is written.
 */

import { AGENT_KIND } from '../../actors/agent/events.js';
import { BUSINESS_KIND } from '../../actors/business/events.js';
import { CALL_KIND } from '../../actors/call/events.js';
import { CAMPAIGN_KIND } from '../../actors/campaign/events.js';
import { CHANNEL_ACCOUNT_KIND } from '../../actors/channel-account/events.js';
import { CONSOLE_USER_KIND } from '../../actors/console-user/events.js';
import { CONTACT_IMPORT_KIND } from '../../actors/contact-import/events.js';
import { CONTACT_KIND } from '../../actors/contact-partition/events.js';
import { CONVERSATION_KIND } from '../../actors/conversation/events.js';
import { DATA_SOURCE_KIND } from '../../actors/data-source/events.js';
import { ITERATION_KIND } from '../../actors/iteration/events.js';
import { RECIPIENTS_KIND } from '../../actors/recipients/events.js';
import type { JournalEvent } from '../../actors/runtime/event-versions.js';
import { SOURCE_ROWS_KIND } from '../../actors/source-rows/events.js';
import { SUBSCRIPTION_KIND } from '../../actors/subscription/events.js';
import { SUMMARY_RUN_KIND } from '../../actors/summary-run/events.js';
import { projectBusinesses } from '../accounts/businesses.js';
import { projectKeys } from '../accounts/keys.js';
import { projectUsers } from '../accounts/users.js';
import { projectAgents } from '../agents/agents.js';
import { projectCalls } from '../calls/calls.js';
import { projectCampaigns, projectIterations } from '../campaigns/campaigns.js';
import { projectMemberships } from '../campaigns/memberships.js';
import { projectSummaryRuns } from '../campaigns/summary-runs.js';
import { projectChannelAccounts } from '../channel-accounts/accounts.js';
import { projectCategories } from '../contacts/categories.js';
import { projectContacts } from '../contacts/contacts.js';
import { projectContactImports } from '../contacts/imports.js';
import { projectConversations } from '../conversations/conversations.js';
import { projectDataSources } from '../data-sources/data-sources.js';
import { projectSourceRows } from '../data-sources/rows.js';
import { projectSubscriptions } from '../webhooks/subscriptions.js';
import { type Db, isDamaged, isTransient } from './database.js';
import type { Stored } from './stored-event.js';

/** A commit as it lies in the journal. */
export interface JournalCommit {
  readonly kind: string;
  readonly businessId: string;
  readonly id: string;
  readonly seq: number;
  /** Tells this commit from any other at the same sequence (journal-reader.ts). */
  readonly mark: string;
  /** ms since the epoch. */
  readonly at: number;
  /** Of its kind, needed to read it (actors/runtime/event-versions.ts). */
  readonly version: number;
  readonly events: readonly JournalEvent[];
}

export interface SkippedEvent {
  readonly seq: number;
  readonly kind: string;
  readonly type: string;
  readonly reason: string;
}

export interface Projection {
  /** Up to where the shard is applied; 0 before the first commit. */
  applied(shard: number): number;
  /** The mark of the commit up to which the shard is applied; empty before the first one. */
  mark(shard: number): string;
  /** Name of the journal that the shard's rows come from; null before the first `begin`. */
  journal(shard: number): string | null;
  /** Notes which journal the shard's rows come from. */
  begin(shard: number, journal: string): void;
  /** Applies commits in the order of their sequences. */
  apply(shard: number, commits: readonly JournalCommit[], onSkipped: (skipped: SkippedEvent) => void): void;
}

/** Kinds of actors that no view shows. */
const WITHOUT_VIEW: readonly string[] = ['participant', 'agent-test', 'media-asset'];

class UnknownEvent extends Error {}

export const createProjection = (db: Db): Projection => {
  const business = [projectBusinesses(db), projectKeys(db), projectCategories(db)];
  const agents = projectAgents(db);
  const contacts = projectContacts(db);
  const calls = projectCalls(db);
  const channelAccounts = projectChannelAccounts(db);
  const contactImports = projectContactImports(db);
  const dataSources = projectDataSources(db);
  const sourceRows = projectSourceRows(db);
  const users = projectUsers(db);
  const conversations = projectConversations(db);
  const subscriptions = projectSubscriptions(db);
  const campaigns = projectCampaigns(db);
  const iterations = projectIterations(db);
  const memberships = projectMemberships(db);
  const summaryRuns = projectSummaryRuns(db);
  const shardRow = db.prepare<[number], { applied: number; mark: string; journal: string }>(
    'SELECT applied, mark, journal FROM shards WHERE shard = ?',
  );
  const begin = db.prepare<[number, string]>(
    "INSERT INTO shards (shard, applied, mark, journal) VALUES (?, 0, '', ?) ON CONFLICT DO NOTHING",
  );
  const advance = db.prepare<[number, string, number]>(
    'UPDATE shards SET applied = ?, mark = ? WHERE shard = ?',
  );

  const applied = (shard: number): number => shardRow.get(shard)?.applied ?? 0;

  /** @throws UnknownEvent, and whatever a malformed event provokes */
  const project = (kind: string, stored: Stored<JournalEvent>): void => {
    const { event } = stored;
    if (kind === BUSINESS_KIND.name && BUSINESS_KIND.is(event))
      for (const table of business) table({ ...stored, event });
    else if (kind === AGENT_KIND.name && AGENT_KIND.is(event)) agents({ ...stored, event });
    else if (kind === CONTACT_KIND.name && CONTACT_KIND.is(event)) contacts({ ...stored, event });
    else if (kind === CALL_KIND.name && CALL_KIND.is(event)) calls({ ...stored, event });
    else if (kind === CHANNEL_ACCOUNT_KIND.name && CHANNEL_ACCOUNT_KIND.is(event))
      channelAccounts({ ...stored, event });
    else if (kind === CONTACT_IMPORT_KIND.name && CONTACT_IMPORT_KIND.is(event))
      contactImports({ ...stored, event });
    else if (kind === DATA_SOURCE_KIND.name && DATA_SOURCE_KIND.is(event)) dataSources({ ...stored, event });
    else if (kind === SOURCE_ROWS_KIND.name && SOURCE_ROWS_KIND.is(event)) sourceRows({ ...stored, event });
    else if (kind === CONSOLE_USER_KIND.name && CONSOLE_USER_KIND.is(event)) users({ ...stored, event });
    else if (kind === CONVERSATION_KIND.name && CONVERSATION_KIND.is(event))
      conversations({ ...stored, event });
    else if (kind === SUBSCRIPTION_KIND.name && SUBSCRIPTION_KIND.is(event))
      subscriptions({ ...stored, event });
    else if (kind === CAMPAIGN_KIND.name && CAMPAIGN_KIND.is(event)) campaigns({ ...stored, event });
    else if (kind === ITERATION_KIND.name && ITERATION_KIND.is(event)) iterations({ ...stored, event });
    else if (kind === RECIPIENTS_KIND.name && RECIPIENTS_KIND.is(event)) memberships({ ...stored, event });
    else if (kind === SUMMARY_RUN_KIND.name && SUMMARY_RUN_KIND.is(event)) summaryRuns({ ...stored, event });
    else if (!WITHOUT_VIEW.includes(kind)) throw new UnknownEvent(`unknown event ${kind} ${event.type}`);
  };

  const eachEvent = (
    shard: number,
    { businessId, id, seq, at, events }: JournalCommit,
    work: (stored: Stored<JournalEvent>) => void,
  ): void => {
    for (const [index, event] of events.entries()) work({ businessId, shard, id, seq, index, at, event });
  };

  const applyAll = db.transaction((shard: number, commits: readonly JournalCommit[]): void => {
    let reached = applied(shard); // P1
    let last: JournalCommit | null = null;
    for (const commit of commits) {
      if (commit.seq <= reached) continue;
      reached = commit.seq;
      last = commit;
      eachEvent(shard, commit, (stored) => project(commit.kind, stored));
    }
    if (last !== null) advance.run(last.seq, last.mark, shard);
  });

  const projectAlone = db.transaction(project);

  const applyWithCare = db.transaction(
    (shard: number, commit: JournalCommit, onSkipped: (skipped: SkippedEvent) => void): void => {
      if (commit.seq <= applied(shard)) return; // P1
      eachEvent(shard, commit, (stored) => {
        try {
          projectAlone(commit.kind, stored); // A savepoint: P2
        } catch (error) {
          if (isDamaged(error) || isTransient(error)) throw error; // P3
          const reason = error instanceof Error ? error.message : String(error);
          onSkipped({ seq: commit.seq, kind: commit.kind, type: stored.event.type, reason });
        }
      });
      advance.run(commit.seq, commit.mark, shard);
    },
  );

  return {
    applied,
    mark: (shard) => shardRow.get(shard)?.mark ?? '',
    journal: (shard) => shardRow.get(shard)?.journal ?? null,
    begin: (shard, journal) => void begin.run(shard, journal),
    apply: (shard, commits, onSkipped) => {
      try {
        applyAll.immediate(shard, commits);
      } catch (error) {
        if (isDamaged(error) || isTransient(error)) throw error; // P3
        for (const commit of commits) applyWithCare.immediate(shard, commit, onSkipped);
      }
    },
  };
};
