/**
 * The views of one node: a projector in a worker thread writes, this thread reads with its own connection.
 *
 * It guarantees:
 * V1. `waitFor(shard, seq)` resolves only once a read here sees that commit.
 * V2. A file that is missing, damaged, locked, of another version, of another journal, or ahead of a journal that
 *     went back is rebuilt from the journal; `ready()` is false meanwhile, and the log says why and how long it took.
 * V3. A projector that dies is started again where the file stands.
 * V4. Rows from commits that the journal may no longer hold satisfy nobody who waits (V1).
 */
import { Worker } from 'node:worker_threads';
import { jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import type { Logger } from 'pino';
import { WITHOUT_LEADER_MS } from '../../actors/runtime/ask-again.js';
import { accessOf, type NatsAccess } from '../../actors/runtime/nats-access.js';
import { assertNever } from '../../schemas/assert.js';
import { DomainError } from '../../schemas/errors.js';
import { businessQueries } from '../accounts/businesses.js';
import { keyQueries } from '../accounts/keys.js';
import { userQueries } from '../accounts/users.js';
import { agentQueries } from '../agents/agents.js';
import { callQueries } from '../calls/calls.js';
import { activityQueries } from '../campaigns/activities.js';
import { campaignQueries } from '../campaigns/campaigns.js';
import { membershipQueries } from '../campaigns/memberships.js';
import { summaryRunQueries } from '../campaigns/summary-runs.js';
import { channelAccountQueries } from '../channel-accounts/accounts.js';
import { categoryQueries } from '../contacts/categories.js';
import { contactImportQueries } from '../contacts/imports.js';
import { contactQueries } from '../contacts/queries.js';
import { conversationQueries } from '../conversations/queries.js';
import { timelineQueries } from '../conversations/timeline.js';
import { dataSourceQueries } from '../data-sources/queries.js';
import { sourceTextQueries } from '../data-sources/text.js';
import type { ViewStore, Views, ViewsState } from '../views.js';
import { subscriptionQueries } from '../webhooks/subscriptions.js';
import { type Db, isDamaged, openForReading } from './database.js';
import { lastCommit } from './journal-reader.js';
import type {
  FromProjector,
  ProjectorSettings,
  RebuildReason,
  SkippedNotice,
  StoppedAt,
  StuckAt,
  ToProjector,
} from './projector-messages.js';
import { createWaiters } from './waiters.js';

export interface ViewStoreOptions {
  /** For the projector's own connection. */
  readonly nats: NatsAccess;
  /** For asking how far the journal is. */
  readonly nc: NatsConnection;
  readonly shards: number;
  /** Path of the SQLite file; its directory is made when missing. */
  readonly file: string;
  readonly logger: Logger;
  /** The shard of a business. */
  readonly shardOf: (businessId: string) => number;
  /** Told after every write, for metrics. */
  readonly onApplied?: (shard: number, seq: number) => void;
  /** Told of each event that no table shows. */
  readonly onSkipped?: (notice: SkippedNotice) => void;
  /** Told whenever the tables are made anew, for metrics. */
  readonly onRebuild?: (reason: RebuildReason) => void;
}

/** As long as replicas may be without a leader: their reader's consumer may have gone with the server that died. */
const WAIT_MS = WITHOUT_LEADER_MS;
const RESTART_MS = { first: 50, most: 5_000 } as const;
/** A thread that runs this long was started well. */
const STEADY_MS = 10_000;
const STOP_MS = 2_000;
/** The projector holds some 30 MiB of commits at a time; the bound has it collect garbage before it has hundreds. */
const PROJECTOR_HEAP_MIB = 256;
const YOUNG_MIB = 16;

interface Reader {
  readonly views: Views;
  close(): void;
}

const openReader = (file: string): Reader => {
  const db: Db = openForReading(file);
  const views = {
    ...businessQueries(db),
    ...keyQueries(db),
    ...userQueries(db),
    ...agentQueries(db),
    ...contactQueries(db),
    ...categoryQueries(db),
    ...timelineQueries(db),
    ...channelAccountQueries(db),
    ...contactImportQueries(db),
    ...dataSourceQueries(db),
    ...sourceTextQueries(db),
    ...callQueries(db),
    ...conversationQueries(db),
    ...subscriptionQueries(db),
    ...campaignQueries(db),
    ...membershipQueries(db),
    ...activityQueries(db),
    ...summaryRunQueries(db),
  };
  return { views, close: () => void db.close() };
};

/** Opens the views. Resolves as soon as they can be read, which may be before they are {@link ViewStore.ready}. */
export const createViewStore = async (options: ViewStoreOptions): Promise<ViewStore> => {
  const { shards, file, logger } = options;
  const settings: ProjectorSettings = { nats: accessOf(options.nats), file, shards };
  const waiters = createWaiters();
  const pending = new Map<number, number>();
  const caughtUp = new Set<number>();
  const stoppedAt = new Map<number, StoppedAt>();
  const stuckAt = new Map<number, StuckAt>();
  let rebuilding: RebuildReason | null = null;
  let opened = { at: performance.now(), events: 0 };
  const jsm = await jetstreamManager(options.nc, { checkAPI: false });
  let reader: Reader | null = null;
  let worker: Worker | null = null;
  let closing: Promise<void> | null = null;
  let restartMs: number = RESTART_MS.first;

  /** How long the views took to catch up with the journal, also for a million events, so that runs compare. */
  const tellReady = (): void => {
    const { events } = opened;
    const ms = Math.round(performance.now() - opened.at);
    const msPerMillionEvents = events === 0 ? null : Math.round((ms / events) * 1_000_000);
    logger.info({ event: 'views.ready', events, ms, msPerMillionEvents });
    rebuilding = null;
  };

  const state = (): ViewsState => {
    const [at] = stoppedAt.values();
    if (at !== undefined) return { is: 'stopped', ...at };
    const [stuck] = stuckAt.values();
    if (stuck !== undefined) return { is: 'stuck', ...stuck };
    return reader !== null && caughtUp.size === shards
      ? { is: 'ready' }
      : { is: 'catching_up', rebuild: rebuilding };
  };

  const onMessage = (message: FromProjector): void => {
    switch (message.type) {
      case 'opened':
        reader?.close();
        reader = openReader(file);
        caughtUp.clear();
        stoppedAt.clear();
        stuckAt.clear();
        opened = { at: performance.now(), events: 0 };
        for (let shard = 0; shard < shards; shard += 1) waiters.hold(shard); // V4
        waiters.reset(message.applied);
        return;
      case 'rebuild':
        rebuilding = message.rebuild.reason;
        caughtUp.clear();
        options.onRebuild?.(message.rebuild.reason);
        logger.warn({ event: 'views.rebuild', ...message.rebuild });
        return;
      case 'unchecked':
        waiters.hold(message.shard); // V4
        return;
      case 'checked':
        stoppedAt.delete(message.shard);
        waiters.release(message.shard);
        return;
      case 'stopped_at':
        stoppedAt.set(message.at.shard, message.at);
        caughtUp.delete(message.at.shard);
        pending.set(message.at.shard, message.pending);
        logger.error({ event: 'views.stopped', ...message.at });
        return;
      case 'stuck':
        stuckAt.set(message.at.shard, message.at);
        logger.error({ event: 'views.stuck', ...message.at });
        return;
      case 'applied':
        if (stuckAt.delete(message.shard)) logger.warn({ event: 'views.unstuck', shard: message.shard });
        pending.set(message.shard, message.pending);
        waiters.advance(message.shard, message.seq);
        options.onApplied?.(message.shard, message.seq);
        return;
      case 'caught_up':
        caughtUp.add(message.shard);
        opened.events += message.events;
        if (caughtUp.size === shards) tellReady();
        return;
      case 'notice':
        logger.warn(message.notice);
        if (
          message.notice.event === 'views.event_skipped' ||
          message.notice.event === 'views.message_unreadable'
        )
          options.onSkipped?.(message.notice);
        return;
      default:
        assertNever(message);
    }
  };

  /** Resolves with the first `opened`. V3 */
  const start = (): Promise<void> =>
    new Promise((resolve) => {
      const startedAt = Date.now();
      const thread = new Worker(new URL('./projector-worker.js', import.meta.url), {
        workerData: settings,
        resourceLimits: { maxOldGenerationSizeMb: PROJECTOR_HEAP_MIB, maxYoungGenerationSizeMb: YOUNG_MIB },
      });
      worker = thread;
      thread.on('message', (message: FromProjector) => {
        if (closing !== null) return;
        onMessage(message);
        if (message.type === 'opened') resolve();
      });
      thread.on('error', (error) => logger.error({ event: 'views.projector_failed', err: error }));
      thread.on('exit', (code) => {
        if (closing !== null) return;
        if (Date.now() - startedAt > STEADY_MS) restartMs = RESTART_MS.first;
        logger.error({ event: 'views.projector_ended', code, restartMs });
        setTimeout(() => closing ?? void start().then(resolve), restartMs).unref();
        restartMs = Math.min(restartMs * 2, RESTART_MS.most);
      });
    });

  const tell = (message: ToProjector): void => worker?.postMessage(message);

  /** V2, where the damage shows in a read. */
  const read = <T>(query: (views: Views) => T): T => {
    if (reader === null) throw new DomainError('not_ready');
    try {
      return query(reader.views);
    } catch (error) {
      if (!isDamaged(error)) throw error;
      logger.error({ event: 'views.damaged', err: error });
      reader.close();
      reader = null;
      caughtUp.clear();
      const detail = error instanceof Error ? error.message : String(error);
      tell({ type: 'rebuild', rebuild: { reason: 'damaged', detail } });
      throw new DomainError('not_ready');
    }
  };

  const waitFor = (shard: number, seq: number, timeoutMs = WAIT_MS): Promise<void> =>
    waiters.wait(shard, seq, timeoutMs);

  const close = async (): Promise<void> => {
    const thread = worker;
    waiters.close();
    // First, so that the thread is the last to close the file and leaves no log behind.
    reader?.close();
    reader = null;
    if (thread !== null) {
      const gone = new Promise((resolve) => thread.once('exit', resolve));
      tell({ type: 'stop' });
      const force = setTimeout(() => void thread.terminate(), STOP_MS);
      await gone;
      clearTimeout(force);
    }
  };

  await start();
  return {
    key: (keyId) => read((views) => views.key(keyId)),
    keys: (businessId, page) => read((views) => views.keys(businessId, page)),
    keyOf: (businessId, keyId) => read((views) => views.keyOf(businessId, keyId)),
    session: (sessionId) => read((views) => views.session(sessionId)),
    business: (businessId) => read((views) => views.business(businessId)),
    agents: (businessId, page) => read((views) => views.agents(businessId, page)),
    agent: (businessId, agentId) => read((views) => views.agent(businessId, agentId)),
    contacts: (businessId, page, search) => read((views) => views.contacts(businessId, page, search)),
    contact: (businessId, contactId) => read((views) => views.contact(businessId, contactId)),
    contactOfMobile: (businessId, mobile) => read((views) => views.contactOfMobile(businessId, mobile)),
    partitionsOfCategory: (categoryId) => read((views) => views.partitionsOfCategory(categoryId)),
    onlyInCategory: (categoryId) => read((views) => views.onlyInCategory(categoryId)),
    timeline: (businessId, contactId, page, campaignId) =>
      read((views) => views.timeline(businessId, contactId, page, campaignId)),
    contactImports: (businessId, page) => read((views) => views.contactImports(businessId, page)),
    contactImport: (businessId, jobId) => read((views) => views.contactImport(businessId, jobId)),
    conversation: (businessId, id) => read((views) => views.conversation(businessId, id)),
    conversationMessages: (id, count) => read((views) => views.conversationMessages(id, count)),
    subscriptions: (businessId, page) => read((views) => views.subscriptions(businessId, page)),
    subscription: (businessId, id) => read((views) => views.subscription(businessId, id)),
    subscribersOf: (...account) => read((views) => views.subscribersOf(...account)),
    activeSubscriptions: () => read((views) => views.activeSubscriptions()),
    automationOf: (...account) => read((views) => views.automationOf(...account)),
    deliveryAttempts: (subscriptionId, page) => read((views) => views.deliveryAttempts(subscriptionId, page)),
    deadLetters: (subscriptionId, page) => read((views) => views.deadLetters(subscriptionId, page)),
    accountOwner: (channel, accountId) => read((views) => views.accountOwner(channel, accountId)),
    message: (businessId, messageId) => read((views) => views.message(businessId, messageId)),
    ownMessage: (businessId, messageId) => read((views) => views.ownMessage(businessId, messageId)),
    messageMedia: (businessId, messageId) => read((views) => views.messageMedia(businessId, messageId)),
    channelAccounts: (businessId) => read((views) => views.channelAccounts(businessId)),
    channelAccountPage: (...asked) => read((views) => views.channelAccountPage(...asked)),
    assignments: (...asked) => read((views) => views.assignments(...asked)),
    dataSources: (businessId, page) => read((views) => views.dataSources(businessId, page)),
    dataSource: (businessId, sourceId) => read((views) => views.dataSource(businessId, sourceId)),
    ingestions: (businessId, page, sourceId) => read((views) => views.ingestions(businessId, page, sourceId)),
    ingestion: (businessId, ingestionId) => read((views) => views.ingestion(businessId, ingestionId)),
    sourceValues: (businessId, sourceId, contact) =>
      read((views) => views.sourceValues(businessId, sourceId, contact)),
    knowledge: (sourceIds, question, maxCharacters) =>
      read((views) => views.knowledge(sourceIds, question, maxCharacters)),
    category: (businessId, categoryId) => read((views) => views.category(businessId, categoryId)),
    categories: (businessId, page) => read((views) => views.categories(businessId, page)),
    callFacts: (businessId, callId) => read((views) => views.callFacts(businessId, callId)),
    calls: (businessId, page, filter) => read((views) => views.calls(businessId, page, filter)),
    call: (businessId, callId) => read((views) => views.call(businessId, callId)),
    campaigns: (...asked) => read((views) => views.campaigns(...asked)),
    campaign: (...asked) => read((views) => views.campaign(...asked)),
    campaignOfAgent: (...asked) => read((views) => views.campaignOfAgent(...asked)),
    iterationFacts: (...asked) => read((views) => views.iterationFacts(...asked)),
    contactAt: (...asked) => read((views) => views.contactAt(...asked)),
    iteration: (...asked) => read((views) => views.iteration(...asked)),
    iterations: (...asked) => read((views) => views.iterations(...asked)),
    memberships: (...asked) => read((views) => views.memberships(...asked)),
    membersWithOutcome: (...asked) => read((views) => views.membersWithOutcome(...asked)),
    contactsInCategories: (...asked) => read((views) => views.contactsInCategories(...asked)),
    activities: (...asked) => read((views) => views.activities(...asked)),
    activeContacts: (...asked) => read((views) => views.activeContacts(...asked)),
    activeContactCount: (...asked) => read((views) => views.activeContactCount(...asked)),
    campaignTranscript: (...asked) => read((views) => views.campaignTranscript(...asked)),
    summaryRuns: (...asked) => read((views) => views.summaryRuns(...asked)),
    summaryRun: (...asked) => read((views) => views.summaryRun(...asked)),
    conclusions: (...asked) => read((views) => views.conclusions(...asked)),
    recommendedContacts: (...asked) => read((views) => views.recommendedContacts(...asked)),
    campaignSummary: (...asked) => read((views) => views.campaignSummary(...asked)),
    waitFor,
    catchUp: async (businessId) => {
      const wanted =
        businessId === null
          ? Array.from({ length: shards }, (_, shard) => shard)
          : [options.shardOf(businessId)];
      await Promise.all(wanted.map(async (shard) => waitFor(shard, await lastCommit(jsm, shard))));
    },
    state,
    passOver: (shard, seq) => tell({ type: 'pass_over', shard, seq }),
    readAgain: () => tell({ type: 'read_again' }),
    ready: () => state().is === 'ready',
    lag: () => [...pending.values()].reduce((sum, commits) => sum + commits, 0),
    close: () => {
      closing ??= close();
      return closing;
    },
  };
};
