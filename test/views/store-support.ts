/** A view store on a test's journal that records its log. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import type { Lifetime } from '../../testkit/lifetime.js';
import { startNats } from '../../testkit/nats/server.js';
import { until } from '../../testkit/until.js';
import { createViewStore, type SkippedNotice, type ViewStore } from '../../views/views.js';
import { openTestJournal, type TestJournal } from './journal.js';

/** A view store, and what it has logged. */
export interface TestStore extends ViewStore {
  /** Names of the log events so far. */
  readonly logged: readonly string[];
  /** Log entries of the projector: rebuilds, stops and skipped events. */
  readonly notices: readonly Readonly<Record<string, unknown>>[];
  /** Reasons of the rebuilds that were counted. */
  readonly rebuilds: readonly string[];
}

/** Opens the views in `directory`; resolves once they are ready, or at once if `awaited` is 'opened'. */
export const openStore = async (
  t: Lifetime,
  natsUrl: string,
  journal: TestJournal,
  directory: string,
  onSkipped: (notice: SkippedNotice) => void = () => undefined,
  awaited: 'ready' | 'opened' = 'ready',
): Promise<TestStore> => {
  const logged: string[] = [];
  const notices: Readonly<Record<string, unknown>>[] = [];
  const rebuilds: string[] = [];
  const logger = pino(
    { level: 'info' },
    {
      write: (line: string) => {
        const { level: _level, ...entry }: { event: string; level: number } = JSON.parse(line);
        logged.push(entry.event);
        if (/^views\.(rebuild|stopped|event_skipped)$/.test(entry.event)) notices.push(entry);
      },
    },
  );
  const store = await createViewStore({
    nats: { url: natsUrl },
    nc: journal.nc,
    shards: 1,
    file: join(directory, 'views.sqlite'),
    logger,
    shardOf: () => 0,
    onSkipped,
    onRebuild: (reason) => rebuilds.push(reason),
  });
  t.teardown(() => store.close());
  if (awaited === 'ready') await until('the views are ready', () => store.ready());
  return { ...store, logged, notices, rebuilds };
};

/** Views with their own journal. */
export interface TestViews {
  readonly store: TestStore;
  /** Commits, and waits until the views have applied the commit. */
  show(...commit: Parameters<TestJournal['commit']>): Promise<void>;
}

/** Starts a server, and opens views in their own directory. */
export const openViews = async (t: Lifetime): Promise<TestViews> => {
  const directory = await mkdtemp(join(tmpdir(), 'parley-views-'));
  t.teardown(() => rm(directory, { recursive: true }));
  const nats = await startNats(t);
  const journal = await openTestJournal(t, nats.url);
  const store = await openStore(t, nats.url, journal, directory);
  return { store, show: async (...commit) => store.waitFor(0, await journal.commit(...commit)) };
};

/** A business, its agents, contacts, categories and calls, as one text: what the views return for them. */
export const everything = (store: ViewStore, businessId: string): string => {
  const page = { limit: 200, cursor: null };
  const calls = store.calls(businessId, page, {}).items;
  return JSON.stringify(
    [
      store.business(businessId),
      store.agents(businessId, page),
      store.contacts(businessId, page),
      store.categories(businessId, page),
      calls,
      calls.map(({ id }) => store.call(businessId, id)),
    ],
    null,
    1,
  );
};
