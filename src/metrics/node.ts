/** Prometheus metrics of a node, besides the latencies. */

import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { MediaOutcome } from '../../actors/conversation/commands.js';
import type { Transcription } from '../../actors/conversation/events.js';
import type { JournalHealth } from '../../actors/runtime/journal/health.js';
import type { ActorSystem } from '../../actors/runtime/system.js';
import type { TroubleBook, TroubleEvent } from '../../actors/runtime/trouble/book.js';
import type { TroubleKind } from '../../actors/runtime/trouble/trouble.js';
import type { DisclosureOutcome, PreemptiveCount } from '../../media/session/io.js';
import type { AuditCount } from '../../operations/audit/audit-trail.js';
import type { DispatchOutcome } from '../../operations/effects/recipients/index.js';
import type { LimitRule } from '../../operations/outreach/limit-alarm.js';
import type { RecordingCount } from '../../providers/recordings/shared-store.js';
import type { QuotaItem } from '../../schemas/accounts/quotas.js';
import type { RebuildReason, ViewStore } from '../../views/views.js';
import type { CountTokens } from '../providers-in-use/models.js';

/** Counts what the actor system reports: commits, conflicts, loads and the like. */
export const actorCounter = (registry: Registry): ((what: string) => void) => {
  const counter = new Counter({
    name: 'parley_actor_events_total',
    help: 'Events of the actor system',
    labelNames: ['what'],
    registers: [registry],
  });
  return (what) => counter.inc({ what });
};

/** Counts the tokens that models receive and return. */
export const tokenCounter = (registry: Registry): CountTokens => {
  const counter = new Counter({
    name: 'parley_model_tokens_total',
    help: 'Tokens sent to models (input) and received from them (output)',
    labelNames: ['model', 'direction'],
    registers: [registry],
  });
  const ofPreemptive = new Counter({
    name: 'parley_preemptive_tokens_total',
    help: 'Tokens of preemptive replies, included in parley_model_tokens_total; models report none for a cancelled reply',
    labelNames: ['model', 'direction'],
    registers: [registry],
  });
  return (model, { input, output, early }) => {
    for (const each of early ? [counter, ofPreemptive] : [counter]) {
      each.inc({ model, direction: 'input' }, input);
      each.inc({ model, direction: 'output' }, output);
    }
  };
};

/** Counts the outcomes of replies that calls request before the turn has ended. */
export const preemptiveCounter = (registry: Registry): ((what: PreemptiveCount) => void) => {
  const counter = new Counter({
    name: 'parley_preemptive_replies_total',
    help: 'Preemptive replies: requested, then used or discarded',
    labelNames: ['what'],
    registers: [registry],
  });
  return (what) => counter.inc({ what });
};

/** Counts the outcomes of the disclosures that calls must make. */
export const disclosureCounter = (registry: Registry): ((outcome: DisclosureOutcome) => void) => {
  const counter = new Counter({
    name: 'parley_disclosures_total',
    help: 'Disclosures of media sessions: heard according to receipts (acked) or the clock (estimated), not heard when the session ended, or failed because no synthesiser produced them',
    labelNames: ['outcome'],
    registers: [registry],
  });
  return (outcome) => counter.inc({ outcome });
};

/** Counts attempts to deliver webhooks, by outcome. */
export const webhookCounter = (registry: Registry): ((outcome: string) => void) => {
  const counter = new Counter({
    name: 'parley_webhook_attempts_total',
    help: 'Attempts to deliver webhooks',
    labelNames: ['outcome'],
    registers: [registry],
  });
  return (outcome) => counter.inc({ outcome });
};

/** Counts evaluations of alert rules on this node, and e-mails of alerts. */
export const alertCounters = (
  registry: Registry,
): {
  readonly countEvaluation: (outcome: 'evaluated' | 'failed') => void;
  readonly countMail: (outcome: 'sent' | 'failed' | 'not_configured') => void;
} => {
  const evaluations = new Counter({
    name: 'parley_alert_evaluations_total',
    help: 'Evaluations of alert rules on this node',
    labelNames: ['outcome'],
    registers: [registry],
  });
  const mails = new Counter({
    name: 'parley_alert_mails_total',
    help: 'Attempts to hand e-mails of alerts to the mail server',
    labelNames: ['outcome'],
    registers: [registry],
  });
  return {
    countEvaluation: (outcome) => evaluations.inc({ outcome }),
    countMail: (outcome) => mails.inc({ outcome }),
  };
};

/** Counts requests that were refused because a business had used up a quota. */
export const quotaCounter = (registry: Registry): ((item: QuotaItem) => void) => {
  const counter = new Counter({
    name: 'parley_quota_refusals_total',
    help: 'Requests refused because the business had exhausted a quota, by quota',
    labelNames: ['item'],
    registers: [registry],
  });
  return (item) => counter.inc({ item });
};

/** Counts entries of the audit log, by outcome. */
export const auditCounter = (registry: Registry): ((what: AuditCount, entries: number) => void) => {
  const counter = new Counter({
    name: 'parley_audit_entries_total',
    help: 'Entries of the audit log: written; omitted above the limit on refusals; failed and retried; dropped',
    labelNames: ['what'],
    registers: [registry],
  });
  return (what, entries) => counter.inc({ what }, entries);
};

/** Counts rebuilds of the views, by reason. */
export const rebuildCounter = (registry: Registry): ((reason: RebuildReason) => void) => {
  const counter = new Counter({
    name: 'parley_views_rebuilds_total',
    help: 'Rebuilds of the read models, by reason',
    labelNames: ['reason'],
    registers: [registry],
  });
  return (reason) => counter.inc({ reason });
};

/** Counts the outcomes of campaigns' claims, and logs recipients that are skipped or held. */
export const campaignObserver = (registry: Registry, logger: Logger): ((what: DispatchOutcome) => void) => {
  const counter = new Counter({
    name: 'parley_campaign_dispatches_total',
    help: 'Recipients of campaigns, by outcome of their dispatch',
    labelNames: ['channel', 'outcome', 'reason'],
    registers: [registry],
  });
  return ({ channel, outcome, reason, ...of }) => {
    counter.inc({ channel, outcome, reason: reason ?? '' });
    if (outcome === 'held') logger.warn({ event: 'campaign.held', channel, reason, ...of });
    else if (outcome === 'skipped') logger.info({ event: 'campaign.skipped', channel, reason, ...of });
  };
};

/** Counts call limits that businesses hit, by rule. */
export const limitCounter = (registry: Registry): ((rule: LimitRule) => void) => {
  const counter = new Counter({
    name: 'parley_call_limit_hits_total',
    help: 'Calls, transfers and numbers refused by the destinations, the daily spend limit or the call rate limit of a business',
    labelNames: ['rule'],
    registers: [registry],
  });
  return (rule) => counter.inc({ rule });
};

/** Counts events of trouble. */
export const troubleCounter = (registry: Registry): ((what: TroubleEvent, kind: TroubleKind) => void) => {
  const counter = new Counter({
    name: 'parley_trouble_events_total',
    help: 'Events of permanent failures',
    labelNames: ['what', 'kind'],
    registers: [registry],
  });
  return (what, kind) => counter.inc({ what, kind });
};

/** A server that is slow to list the book does not delay a scrape longer than this, ms. */
const COUNTS_TIMEOUT_MS = 2_000;

/** The amount of trouble on all nodes, requested from the server on each scrape; left out if the server does not answer. */
export const observeTrouble = (registry: Registry, book: Pick<TroubleBook, 'counts'>): void => {
  new Gauge({
    name: 'parley_trouble',
    help: 'Permanent failures that `parley admin trouble` lists, over all nodes',
    labelNames: ['kind', 'sort'],
    registers: [registry],
    async collect() {
      this.reset();
      const late = delay(COUNTS_TIMEOUT_MS, [], { ref: false });
      const counts = await Promise.race([book.counts().catch(() => []), late]);
      for (const { kind, what, count } of counts) this.set({ kind, sort: what }, count);
    },
  });
};

/** Counts pieces of recordings that were sent or not, recordings made or not, and orphans removed. */
export const recordingCounter = (registry: Registry): ((what: RecordingCount) => void) => {
  const counter = new Counter({
    name: 'parley_recording_events_total',
    help: 'Events of recordings',
    labelNames: ['what'],
    registers: [registry],
  });
  return (what) => counter.inc({ what });
};

/** Counts attempts to fetch files that customers sent, by outcome. */
export const mediaCounter = (registry: Registry): ((what: MediaOutcome['is']) => void) => {
  const counter = new Counter({
    name: 'parley_received_media_total',
    help: 'Files of customers, by outcome of an attempt to fetch them',
    labelNames: ['outcome'],
    registers: [registry],
  });
  return (outcome) => counter.inc({ outcome });
};

/** Counts voice notes that were listened to; `outcome`: `understood`, or why not. */
export const noteCounter = (registry: Registry): ((transcription: Transcription) => void) => {
  const counter = new Counter({
    name: 'parley_voice_notes_total',
    help: 'Voice notes of customers, by the outcome of listening to them',
    labelNames: ['outcome'],
    registers: [registry],
  });
  return (transcription) =>
    counter.inc({ outcome: transcription.is === 'understood' ? 'understood' : transcription.code });
};

/** Gauges that are read on each scrape of `/metrics`. */
export const observeNode = (
  registry: Registry,
  {
    actors,
    views,
    journalHealth,
  }: {
    actors: ActorSystem;
    views: Pick<ViewStore, 'lag' | 'setAside' | 'state'>;
    journalHealth: () => JournalHealth;
  },
): void => {
  const registers = [registry];
  new Gauge({
    name: 'parley_activations',
    help: 'Actors in memory',
    registers,
    collect() {
      this.set(actors.activations());
    },
  });
  new Gauge({
    name: 'parley_activation_bytes',
    help: 'Approximate memory of actors; above PARLEY_ACTOR_MEMORY_MIB idle actors are evicted',
    registers,
    collect() {
      this.set(actors.stats().activationBytes);
    },
  });
  new Gauge({
    name: 'parley_views_lag',
    help: 'Commits not yet applied to the views',
    registers,
    collect() {
      this.set(views.lag());
    },
  });
  new Gauge({
    name: 'parley_journal_writable',
    help: '1 while the journal can be written',
    registers,
    collect() {
      this.set(journalHealth().type === 'writable' ? 1 : 0);
    },
  });
  new Gauge({
    name: 'parley_views_stopped',
    help: '1 while the views are stopped at a commit that only a live node of a newer build can read',
    registers,
    collect() {
      this.set(views.state().type === 'stopped' ? 1 : 0);
    },
  });
  new Gauge({
    name: 'parley_views_set_aside',
    help: 'Records that the views no longer update, because this build cannot read them',
    registers,
    collect() {
      this.set(views.setAside().length);
    },
  });
};
