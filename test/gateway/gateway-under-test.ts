/** A gateway on a free port, with its dependencies in memory; it closes with the test. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino, stdSerializers } from 'pino';
import { Registry } from 'prom-client';
import type { GatewayDeps } from '../../gateway/deps.js';
import { createGateway, type Gateway } from '../../gateway/index.js';
import type { StoredAnswer } from '../../gateway/pipeline/idempotency.js';
import { affordableConnections } from '../../gateway/server/connections.js';
import type { SpeechSamples } from '../../media/speech/samples.js';
import { createMediaLinks } from '../../operations/media-assets/media-links.js';
import { openSpool, type Spool } from '../../providers/spool/spool.js';
import { DomainError } from '../../schemas/errors.js';
import type { Lifetime } from '../../testkit/lifetime.js';
import { createFakeTrail, type FakeTrail } from './fakes/audit.js';
import { createFakeOperations, type FakeOperations } from './fakes/operations.js';
import { createFakeViews, type FakeViews } from './fakes/views.js';

export interface GatewayUnderTest {
  readonly gateway: Gateway;
  readonly url: string;
  readonly views: FakeViews;
  readonly operations: FakeOperations;
  /** Holds every scope. */
  readonly apiKey: string;
  readonly registry: Registry;
  /** Log lines so far, as they were written. */
  readonly logged: readonly string[];
  readonly spool: Spool;
  readonly audit: FakeTrail;
}

/** Answers of finished requests, in memory: for tests of something else than idempotency. */
const memoryIdempotency = (): GatewayDeps['idempotency'] => {
  const records = new Map<string, { readonly hash: string; readonly answer: StoredAnswer | null }>();
  return {
    claim: async (businessId, key, hash) => {
      const id = `${businessId} ${key}`;
      const found = records.get(id);
      if (found !== undefined && found.hash !== hash) throw new DomainError('idempotency_key_conflict');
      if (found?.answer === null) throw new DomainError('idempotency_request_in_progress');
      if (found !== undefined) return { type: 'replay', answer: found.answer };
      records.set(id, { hash, answer: null });
      return {
        type: 'claimed',
        complete: async (answer, visible) => {
          await visible;
          records.set(id, { hash, answer });
        },
        release: async () => void records.delete(id),
      };
    },
  };
};

/** Gives access to the metrics. */
export const METRICS_TOKEN = 'metrics-of-a-test';

const noMedia: GatewayDeps['mediaHost'] = {
  admit: () => {
    throw new DomainError('media_token_invalid');
  },
  open: () => ({ onText: () => undefined, onBinary: () => undefined, onClose: () => undefined }),
  sessions: () => 0,
  handOver: async () => undefined,
  drain: async () => undefined,
};

const noLegs: GatewayDeps['legs'] = {
  accept: () => ({ onText: () => undefined, onBinary: () => undefined, onClose: () => undefined }),
};

/** Cannot follow anything: streams end as soon as they start. */
const noLiveStreams: GatewayDeps['live'] = {
  follow: async () => {
    throw new Error('nothing happens here');
  },
  missed: async () => ({ type: 'reset', reason: 'too_old' }),
  progressEvent: () => null,
};

/** One English voice; the content of each sample names its subject. */
const samples: SpeechSamples = {
  voices: async () => [
    { id: 'v1', name: 'One', language: 'en-GB', gender: 'female', provider: 'by hand', owner: null },
  ],
  open: async ({ of, id, text, language }) =>
    Buffer.from([of, id, ...(text === undefined ? [] : [language, text])].join(' ')),
};

/** Languages of that voice. */
const LANGUAGES = ['en', 'en-GB'];

/** Refuses nothing. */
const UNBOUNDED: GatewayDeps['quotas'] = { require: () => undefined, usageOf: () => [] };

export const startGateway = async (
  t: Lifetime,
  changed: Partial<GatewayDeps> = {},
): Promise<GatewayUnderTest> => {
  const views = createFakeViews();
  const operations = createFakeOperations();
  const registry = new Registry();
  const audit = createFakeTrail();
  const logged: string[] = [];
  const spoolDir = mkdtempSync(join(tmpdir(), 'parley-gateway-'));
  const spool = openSpool({
    dir: spoolDir,
    maxBytes: 1024 ** 3,
    leastFreeBytes: 0,
    newId: randomUUID,
    onError: (error) => void logged.push(String(error)),
  });
  let gateway: Gateway | null = null;
  const opened = await createGateway({
    host: '127.0.0.1',
    port: 0,
    consoleDir: null,
    publicUrl: null,
    mediaUrl: (carrier, businessId, callId) => `wss://media.example.org/${carrier}/${businessId}/${callId}`,
    operations,
    views,
    live: noLiveStreams,
    voices: { follow: () => () => undefined },
    idempotency: memoryIdempotency(),
    voiceReadiness: () => 'live',
    maxConnections: affordableConnections(),
    mediaHost: noMedia,
    legs: noLegs,
    carriers: new Map(),
    channels: new Map(),
    recordings: { open: async () => null },
    samples,
    languages: LANGUAGES,
    linkSecret: 'secret-of-a-test',
    mediaLinks: createMediaLinks('secret-of-a-test', () => gateway?.publicUrl ?? '', Date.now),
    assets: { open: async () => null },
    spool,
    quotas: UNBOUNDED,
    keyUsage: { note: (_, keyId) => void views.use(keyId) },
    audit,
    rateLimit: { perSecond: 1_000_000, burst: 1_000_000 },
    addressLimit: { perSecond: 1_000_000, burst: 1_000_000 },
    trustedProxies: [],
    metricsToken: METRICS_TOKEN,
    notReady: () => [],
    isDraining: () => false,
    details: () => [],
    now: Date.now,
    newId: randomUUID,
    catchUp: () => undefined,
    logger: pino(
      { level: 'debug', serializers: { error: stdSerializers.err } },
      { write: (line: string) => void logged.push(line) },
    ),
    registry,
    ...changed,
  });
  gateway = opened;
  t.teardown(async () => {
    await opened.close();
    await spool.close();
    await rm(spoolDir, { recursive: true, force: true });
  });
  return {
    gateway: opened,
    url: opened.url,
    views,
    operations,
    apiKey: views.newKey().apiKey,
    registry,
    logged,
    spool,
    audit,
  };
};
