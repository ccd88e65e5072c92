/** The part of a node that serves live streams: views and a feed over a journal, behind a gateway. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import type { GatewayDeps } from '../../../gateway/deps.js';
import { createLiveFeed, type LiveFeed } from '../../../operations/live/feed.js';
import { followLive, type LiveReader, type LiveRequest } from '../../../testkit/api/live-client.js';
import type { Lifetime } from '../../../testkit/lifetime.js';
import { accepted, type TestJournal } from '../../views/journal.js';
import { openStore } from '../../views/store-support.js';
import { BUSINESS } from '../fakes/ids.js';
import { type GatewayUnderTest, startGateway } from '../gateway-under-test.js';

/** A node of a test. */
export interface LiveNode extends GatewayUnderTest {
  readonly feed: LiveFeed;
  /** Follows with a key of {@link BUSINESS} that has all scopes, unless `overrides` says otherwise. */
  follow(overrides?: Partial<Omit<LiveRequest, 'url'>>): Promise<LiveReader>;
}

/** Opens its own views. `changed` replaces dependencies of the feed, `beside` those of the gateway. */
export const startLiveNode = async (
  t: Lifetime,
  natsUrl: string,
  journal: TestJournal,
  changed: Partial<Parameters<typeof createLiveFeed>[0]> = {},
  beside: Partial<Pick<GatewayDeps, 'voices'>> = {},
): Promise<LiveNode> => {
  const directory = await mkdtemp(join(tmpdir(), 'parley-live-'));
  t.teardown(() => rm(directory, { recursive: true, force: true }));
  const store = await openStore(t, natsUrl, journal, directory);
  const feed = await createLiveFeed({
    nc: journal.nc,
    shardOf: () => 0,
    views: store,
    logger: pino({ level: 'silent' }),
    now: Date.now,
    random: Math.random,
    ...changed,
  });
  const node = await startGateway(t, { live: feed, ...beside });
  t.teardown(() => feed.stop());
  return {
    ...node,
    feed,
    follow: async (overrides = {}) => {
      const reader = await followLive({
        url: node.url,
        businessId: BUSINESS,
        headers: { authorization: `Bearer ${node.apiKey}` },
        ...overrides,
      });
      t.teardown(() => reader.close());
      return reader;
    },
  };
};

/** Accepts a call, and resolves with its id. */
export const placeCall = async (journal: TestJournal, businessId = BUSINESS): Promise<string> => {
  const callId = randomUUID();
  const agentId = '7b0f3c86-3a53-4d4c-9a42-000000000002';
  await journal.commit('call', businessId, callId, [accepted({ agentId })], Date.now());
  return callId;
};
