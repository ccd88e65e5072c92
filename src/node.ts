/**
 * One node: the floors wired into one process. Nothing here decides anything; it says who is given what.
 */
import { randomUUID } from 'node:crypto';
import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import type { Logger } from 'pino';
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { agent } from '../actors/agent/index.js';
import { agentTest } from '../actors/agent-test/index.js';
import { business } from '../actors/business/index.js';
import { call } from '../actors/call/index.js';
import { channelAccount } from '../actors/channel-account/index.js';
import { consoleUser } from '../actors/console-user/index.js';
import { contactImport } from '../actors/contact-import/index.js';
import { contactPartition } from '../actors/contact-partition/index.js';
import { dataSource } from '../actors/data-source/index.js';
import { participant } from '../actors/participant/index.js';
import { shardOf } from '../actors/runtime/subjects.js';
import { type ActorSystem, createActorSystem } from '../actors/runtime/system.js';
import { sourceRows } from '../actors/source-rows/index.js';
import { statusPath } from '../gateway/carrier-callbacks.js';
import { createIdempotencyStore } from '../gateway/idempotency.js';
import { createGateway, type Gateway } from '../gateway/index.js';
import { mediaPath } from '../gateway/media-sockets.js';
import { createMediaHost } from '../media/host.js';
import { createMediaTokens } from '../media/media-token.js';
import { createPacingClock } from '../media/pacing-clock.js';
import { businessEffects, callBillingEffects } from '../operations/call-effects.js';
import { contactEffects } from '../operations/contact-effects.js';
import { createOperations } from '../operations/index.js';
import { contactImportEffects } from '../operations/ingestion/contact-import.js';
import { sourceIngestionEffects } from '../operations/ingestion/source-ingestion.js';
import { createKeyUsage } from '../operations/key-usage.js';
import type { Operations } from '../operations/operations.js';
import type { AssetStore } from '../providers/assets/asset-store.js';
import { createObjectAssetStore } from '../providers/assets/object-store.js';
import type { Carrier } from '../providers/carriers/carrier.js';
import { carrierEffects } from '../providers/carriers/effects.js';
import {
  createLoopbackCarrier,
  type NetworkProcess,
  startNetworkProcess,
} from '../providers/carriers/loopback/index.js';
import { createTwilioCarrier, TWILIO_API } from '../providers/carriers/twilio/index.js';
import { createScriptedModel, scriptedPhrases } from '../providers/llm/scripted.js';
import { createFileRecordingStore, recordingEffects } from '../providers/recordings/file-store.js';
import { createFlite } from '../providers/speech/flite.js';
import { createPhraseRecogniser } from '../providers/speech/phrase-recogniser.js';
import { prepareSpeech, withCache } from '../providers/speech/speech-cache.js';
import { goFirst } from '../providers/yield-to-calls.js';
import { DomainError } from '../schemas/errors.js';
import { createViewStore } from '../views/store.js';
import type { ViewStore } from '../views/views.js';
import type { Config } from './config.js';
import { createLatency, type Latency } from './latency.js';
import { sharedSecrets } from './secrets.js';

/** Speaks for agents that choose no voice. */
const DEFAULT_VOICE = 'flite:slt';
/** The longest pause that a request or a frame may meet from another one's work is watched with this resolution, ms. */
const RECONNECT_WAIT_MS = 250;

export interface ParleyNode {
  readonly gateway: Gateway;
  readonly networkUrl: string | null;
  /** Stops in order: no new work, then media, actors, views, connections. Idempotent. */
  stop(): Promise<void>;
}

/** Connects to NATS for good: a server that goes away comes back to the same connection. */
export const connectNats = (url: string, name: string): Promise<NatsConnection> =>
  connect({
    servers: url,
    name,
    maxReconnectAttempts: -1,
    reconnectTimeWait: RECONNECT_WAIT_MS,
    waitOnFirstConnect: false,
  });

/** Starts a node on a NATS server that is there already. */
export const startNode = async (config: Config, natsUrl: string, logger: Logger): Promise<ParleyNode> => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 5 });
  const latency = createLatency(registry);
  const nc = await connectNats(natsUrl, 'parley');
  const secrets = await sharedSecrets(nc);
  const now = (): number => performance.now();
  const wallClock = (): number => Date.now();

  const network = await networkFor(config, secrets.loopbackAuth);
  const carriers = carriersFor(config, network?.url ?? config.loopbackUrl, secrets.loopbackAuth, logger);
  const [carrier] = carriers.keys();
  if (carrier === undefined) throw new Error('no carrier is configured');

  const synthesiser = withCache(createFlite());
  const recogniser = createPhraseRecogniser(synthesiser, { cacheDir: join(config.dataDir, 'cache') });
  const recordings = createFileRecordingStore(join(config.dataDir, 'recordings'), logger);
  const assets = await createObjectAssetStore(nc);
  const actors = await createActorSystem({
    nc,
    shards: config.shards,
    now: wallClock,
    logger,
    watchdogMs: config.watchdogMs,
    count: actorCounter(registry),
  });
  const views = await createViewStore({
    natsUrl,
    nc,
    shards: config.shards,
    file: join(config.dataDir, 'views.sqlite'),
    logger,
    shardOf: (businessId) => shardOf(businessId, config.shards),
  });
  const clock = createPacingClock(now);
  const tokens = createMediaTokens(secrets.mediaToken, wallClock);
  const providers = {
    recognisers: [recogniser] as const,
    synthesisers: [synthesiser] as const,
    models: [createScriptedModel()] as const,
    phrasesOf: scriptedPhrases,
  };
  const mediaHost = createMediaHost({
    nc,
    actors,
    carriers,
    tokens,
    providers,
    defaultVoiceId: DEFAULT_VOICE,
    knowledge: (sourceIds, question) => knowledgeFrom(views, sourceIds, question),
    recordings,
    clock,
    newId: randomUUID,
    now,
    wallClock,
    observe: latency.observe,
    logger,
    sessionLog: sessionLogTo(config.sessionLogDir),
  });

  let gateway: Gateway | null = null;
  const reachable = (): string => gateway?.publicUrl ?? '';
  registerActors(actors, {
    carriers,
    mediaUrl: (name, ref) =>
      `${reachable().replace(/^http/, 'ws')}${mediaPath(name, tokens.sign(ref.business, ref.id))}`,
    statusUrl: (name, ref) => `${reachable()}${statusPath(name, ref.business, ref.id)}`,
    recordings,
    latency,
    assets,
    views,
    logger,
  });

  const operations = withPreparation(
    withLatency(
      createOperations({
        actors,
        views,
        assets,
        voices: synthesiser.voices,
        carrier,
        model: providers.models[0],
      }),
      latency,
      wallClock,
    ),
    (text, voiceId, language) => void prepareSpeech(synthesiser, { text, voiceId, language }),
    views,
    (instructions) => void recogniser.learn(scriptedPhrases(instructions)),
  );
  gateway = await createGateway({
    host: config.host,
    port: config.port,
    publicUrl: config.publicUrl,
    operations,
    views,
    idempotency: await createIdempotencyStore(nc, wallClock, randomUUID()),
    // A node starts with a carrier or not at all.
    voiceReadiness: () => 'live',
    mediaHost,
    carriers,
    recordings,
    linkSecret: secrets.link,
    rateLimit: config.rateLimit,
    keyUsage: createKeyUsage(actors),
    notReady: () => {
      if (!views.ready()) return 'The read models are catching up with the journal; try again in a moment.';
      return null;
    },
    now: wallClock,
    newId: randomUUID,
    logger,
    registry,
  });
  // From here on this thread paces audio; what it has started so far does not inherit its place.
  goFirst();
  // Owed effects resume with the first wakes, and need the gateway's address.
  await actors.start();
  observeNode(registry, { actors, mediaHost, views });

  let stopping: Promise<void> | null = null;
  return {
    gateway,
    networkUrl: network?.url ?? config.loopbackUrl,
    stop: () => {
      stopping ??= (async () => {
        await mediaHost.drain();
        await gateway?.close();
        await actors.drain();
        await views.close();
        await Promise.all([recordings.close(), recogniser.close(), synthesiser.close(), network?.stop()]);
        await nc.close();
      })();
      return stopping;
    },
  };
};

/** Characters of background knowledge for one reply: some 1,500 tokens. */
const KNOWLEDGE_CHARACTERS = 6_000;

/** A call goes on without background knowledge while the views cannot be read. */
const knowledgeFrom = (
  views: Pick<ViewStore, 'knowledge'>,
  sourceIds: readonly string[],
  question: string,
): readonly string[] => {
  if (sourceIds.length === 0) return [];
  try {
    return views.knowledge(sourceIds, question, KNOWLEDGE_CHARACTERS);
  } catch (error) {
    if (error instanceof DomainError) return [];
    throw error;
  }
};

const networkFor = async (config: Config, auth: string): Promise<NetworkProcess | null> =>
  config.twilio === null && config.loopbackUrl === null ? startNetworkProcess(auth) : null;

const carriersFor = (
  config: Config,
  networkUrl: string | null,
  auth: string,
  logger: Logger,
): ReadonlyMap<string, Carrier> => {
  const carriers: Carrier[] = [];
  if (config.twilio !== null)
    carriers.push(createTwilioCarrier({ ...config.twilio, apiBaseUrl: TWILIO_API }, logger));
  else if (networkUrl !== null)
    carriers.push(createLoopbackCarrier(networkUrl, config.loopbackAuth ?? auth, logger));
  return new Map(carriers.map((carrier) => [carrier.name, carrier]));
};

interface EffectDeps {
  readonly carriers: ReadonlyMap<string, Carrier>;
  readonly mediaUrl: Parameters<typeof carrierEffects>[0]['mediaUrl'];
  readonly statusUrl: Parameters<typeof carrierEffects>[0]['statusUrl'];
  readonly recordings: Parameters<typeof recordingEffects>[0];
  readonly latency: Latency;
  readonly assets: AssetStore;
  readonly views: ViewStore;
  readonly logger: Logger;
}

const registerActors = (actors: ActorSystem, deps: EffectDeps): void => {
  const { latency } = deps;
  actors.register(business, businessEffects(actors));
  actors.register(agent, {});
  actors.register(agentTest, {});
  actors.register(consoleUser, {});
  actors.register(contactPartition, contactEffects(actors));
  actors.register(participant, {});
  actors.register(channelAccount, {});
  const ingestion = { actors, assets: deps.assets, views: deps.views, logger: deps.logger };
  actors.register(contactImport, contactImportEffects(ingestion));
  actors.register(dataSource, sourceIngestionEffects(ingestion));
  actors.register(sourceRows, {});
  actors.register(call, {
    ...callBillingEffects(actors),
    ...carrierEffects({
      ...deps,
      onLeaving: (kind, callId) => latency.end(kind === 'place' ? 'start.place' : 'cancel.hangup', callId),
    }),
    ...recordingEffects(deps.recordings),
  });
};

/** Measures from the request to the moment at which something leaves for the carrier. */
const withLatency = (operations: Operations, latency: Latency, wallClock: () => number): Operations => ({
  ...operations,
  startCall: async (caller, body) => {
    const callId = operations.callIdOf(caller);
    latency.begin('start.place', callId, wallClock() - caller.at);
    return operations.startCall(caller, body);
  },
  cancelCall: async (caller, callId) => {
    latency.begin('cancel.hangup', callId, wallClock() - caller.at);
    return operations.cancelCall(caller, callId);
  },
});

/** Has the greeting's audio and the expected phrases ready while the phone still rings. */
const withPreparation = (
  operations: Operations,
  prepare: (text: string, voiceId: string, language: string) => void,
  views: {
    agent(
      businessId: string,
      agentId: string,
    ): {
      readonly instructions: string;
      readonly languageCode: string;
      readonly voiceSettings: {
        readonly firstGreeting?: string;
        readonly liveVoiceId?: string;
        readonly language?: string;
      };
    } | null;
  },
  learn: (instructions: string) => void,
): Operations => ({
  ...operations,
  startCall: async (caller, body) => {
    const started = await operations.startCall(caller, body);
    const known = views.agent(caller.businessId, body.agentId);
    if (known !== null) {
      learn(known.instructions);
      const {
        firstGreeting = '',
        liveVoiceId = DEFAULT_VOICE,
        language = known.languageCode,
      } = known.voiceSettings;
      if (firstGreeting !== '') prepare(firstGreeting, liveVoiceId, language);
    }
    return started;
  },
});

const sessionLogTo = (dir: string | null): ((callId: string, line: string) => void) | null => {
  if (dir === null) return null;
  mkdirSync(dir, { recursive: true });
  return (callId, line) => appendFileSync(join(dir, `${callId}.jsonl`), line);
};

const actorCounter = (registry: Registry): ((what: string) => void) => {
  const counter = new Counter({
    name: 'parley_actor_events_total',
    help: 'What happened in the actor system',
    labelNames: ['what'],
    registers: [registry],
  });
  return (what) => counter.inc({ what });
};

const observeNode = (
  registry: Registry,
  {
    actors,
    mediaHost,
    views,
  }: { actors: ActorSystem; mediaHost: { sessions(): number }; views: { lag(): number } },
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
    name: 'parley_media_sessions',
    help: 'Live media sessions',
    registers,
    collect() {
      this.set(mediaHost.sessions());
    },
  });
  new Gauge({
    name: 'parley_views_lag',
    help: 'Commits that the views do not hold yet',
    registers,
    collect() {
      this.set(views.lag());
    },
  });
};
