/**
 * One node: the floors wired into one process. Nothing here decides anything; it says who is given what.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import type { Logger } from 'pino';
import { collectDefaultMetrics, Registry } from 'prom-client';
import type { JournalHealth } from '../actors/runtime/journal-health.js';
import { startJournalProbe } from '../actors/runtime/journal-probe.js';
import type { NatsAccess } from '../actors/runtime/nats-access.js';
import { shardOf } from '../actors/runtime/subjects.js';
import { createActorSystem } from '../actors/runtime/system.js';
import { PATIENCE } from '../actors/runtime/trouble.js';
import { openTroubleBook } from '../actors/runtime/trouble-book.js';
import { statusPath } from '../gateway/carrier-callbacks.js';
import { channelWebhookPath } from '../gateway/channel-webhooks.js';
import { createIdempotencyStore, IDEMPOTENCY_PROBE } from '../gateway/idempotency.js';
import { createGateway, type Gateway } from '../gateway/index.js';
import { mediaPath } from '../gateway/media-sockets.js';
import { createMediaHost } from '../media/host.js';
import { createMediaTokens } from '../media/media-token.js';
import { createPacingClock } from '../media/pacing-clock.js';
import { createSpeechSamples } from '../media/speech-samples.js';
import { MEDIA_SLOTS } from '../operations/fetch-media.js';
import { createOperations } from '../operations/index.js';
import { createIngestionThreads } from '../operations/ingestion/thread.js';
import { createKeyUsage } from '../operations/key-usage.js';
import { knowledgeFor } from '../operations/knowledge.js';
import { createMediaLinks } from '../operations/media-links.js';
import { createSealer } from '../operations/sealing.js';
import { createSendPace } from '../operations/send-pace.js';
import { STOPPED, type ViewsWatch, watchViews } from '../operations/trouble/views-watch.js';
import { DEAD_LETTERS, resendDeadLetters } from '../operations/webhooks/dead-letters.js';
import { startDeliverer, WIDTH } from '../operations/webhooks/deliverer.js';
import { EMITTERS, startEmitter } from '../operations/webhooks/emitter.js';
import { createLetterMedia } from '../operations/webhooks/letter-media.js';
import { openOutbox } from '../operations/webhooks/outbox.js';
import { createObjectAssetStore } from '../providers/assets/object-store.js';
import type { Carrier } from '../providers/carriers/carrier.js';
import { createLoopbackCarrier, startNetworkProcess } from '../providers/carriers/loopback/index.js';
import { createTwilioCarrier, TWILIO_API } from '../providers/carriers/twilio/index.js';
import { createInstagram } from '../providers/channels/instagram/index.js';
import type { MessagingChannel } from '../providers/channels/messaging-channel.js';
import { startMetaProcess, subscribeAtMeta } from '../providers/channels/simulator/process.js';
import { createWhatsApp } from '../providers/channels/whatsapp/index.js';
import { createFairSlots } from '../providers/fair-slots.js';
import { createScriptedModel, scriptedPhrases } from '../providers/llm/scripted.js';
import type { SimulatorProcess } from '../providers/simulator-process.js';
import { createFlite } from '../providers/speech/flite.js';
import { createPhraseRecogniser } from '../providers/speech/phrase-recogniser.js';
import { startSilero } from '../providers/speech/silero-detector.js';
import { prepareSpeech, withCache } from '../providers/speech/speech-cache.js';
import type { VoiceDetector } from '../providers/speech/voice-detector.js';
import { openSpool } from '../providers/spool/spool.js';
import { createWebhookSender } from '../providers/webhooks/sender.js';
import { goFirst } from '../providers/yield-to-calls.js';
import type { AccountChannel } from '../schemas/channel.js';
import { createViewStore } from '../views/views.js';
import { withLatency } from './around-operations.js';
import type { Config, MetaConfig } from './config.js';
import { createLatency } from './latency.js';
import { observeLoop } from './loop-delay.js';
import { connectNats } from './nats.js';
import {
  actorCounter,
  campaignObserver,
  mediaCounter,
  observeNode,
  observeTrouble,
  rebuildCounter,
  troubleCounter,
  webhookCounter,
} from './node-metrics.js';
import { createPreparation } from './preparation.js';
import { journalNotReady, viewsNotReady } from './readiness.js';
import { fateOfRecording, openRecordings } from './recordings.js';
import { registerActors } from './register-actors.js';
import { chooseReplicas } from './replicas.js';
import { watchReplication } from './replication.js';
import { sharedSecrets } from './secrets.js';

/** What is left of the disk for the journal and the views when the spool takes no more, bytes. */
const LEAST_FREE_BYTES = 256 * 1024 * 1024;
/** Speaks for agents that choose no voice. */
const DEFAULT_VOICE = 'flite:slt';

export interface ParleyNode {
  readonly gateway: Gateway;
  readonly networkUrl: string | null;
  /** Of the simulated Meta; null with a real one. */
  readonly metaUrl: string | null;
  /** Opens the control interfaces of both, where they have a token; null when none is simulated. */
  readonly simulatorToken: string | null;
  /** `since` on the clock of `performance.now()`. */
  journalHealth(): JournalHealth;
  /** Stops in order: no new work, then media, actors, views, connections. Idempotent. */
  stop(): Promise<void>;
}

/**
 * Starts a node on a NATS server that is there already. `journalHasRoom`: whether the disk of that server has more than
 * what is kept for calls that are up, where that is known here.
 */
export const startNode = async (
  config: Config,
  nats: NatsAccess,
  logger: Logger,
  journalHasRoom: () => boolean = () => true,
): Promise<ParleyNode> => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 5 });
  const loop = observeLoop(registry);
  const latency = createLatency(registry);
  const nc = await connectNats(nats, 'parley');
  const replicas = await chooseReplicas(nc, config.replicas);
  const secrets = await sharedSecrets(nc, replicas);
  const now = (): number => performance.now();
  const wallClock = (): number => Date.now();

  // New at each start: nobody keeps it.
  const controlToken = config.simulatorToken ?? randomBytes(32).toString('base64url');
  const [network, voiceDetector, metaProcess] = await Promise.all([
    networkFor(config, secrets.loopbackAuth, controlToken),
    voiceDetectorFor(config, logger),
    (config.meta === null || config.instagram === null) && config.metaUrl === null
      ? startMetaProcess({ controlToken })
      : null,
  ]);
  const carriers = carriersFor(config, network?.url ?? config.loopbackUrl, secrets.loopbackAuth, logger);
  const [carrier] = carriers.keys();
  if (carrier === undefined) throw new Error('no carrier is configured');

  const simulatedMeta = metaProcess?.url ?? config.metaUrl;
  const simulatedApp = {
    apiUrl: simulatedMeta ?? '',
    appSecret: secrets.metaApp,
    verifyToken: secrets.metaApp,
  };
  const channels = channelsFor(config, simulatedApp, logger);
  const sealer = createSealer(secrets.sealing);

  const mediaLinks = createMediaLinks(secrets.link, () => reachable(), wallClock);

  const outbox = await openOutbox(nc, replicas);
  const webhookSender = createWebhookSender({ anywhere: config.development, connections: WIDTH });

  const flite = createFlite();
  const synthesiser = withCache(flite);
  // Its own phrases are never spoken to anybody, and may take as long as they take.
  const recogniser = createPhraseRecogniser(flite, { cacheDir: config.cacheDir });
  const recordings = await openRecordings({ config, nats, nc, replicas, registry, logger });
  const assets = await createObjectAssetStore(nc, replicas);
  const spool = openSpool({
    dir: join(config.dataDir, 'spool'),
    maxBytes: config.spoolBytes,
    leastFreeBytes: LEAST_FREE_BYTES,
    newId: randomUUID,
    onError: (error) => logger.error({ event: 'spool.not_removed', error: String(error) }),
  });
  if (spool.leftovers > 0) logger.info({ event: 'spool.leftovers_removed', processes: spool.leftovers });
  const countActors = actorCounter(registry);
  const trouble = await openTroubleBook({
    nc,
    replicas,
    logger,
    now: wallClock,
    count: troubleCounter(registry),
  });
  observeTrouble(registry, trouble);
  const actors = await createActorSystem({
    nc,
    shards: config.shards,
    replicas,
    now: wallClock,
    logger,
    watchdogMs: config.watchdogMs,
    count: countActors,
    trouble,
  });
  let viewsWatch: ViewsWatch | null = null;
  const views = await createViewStore({
    nats,
    nc,
    shards: config.shards,
    file: join(config.dataDir, 'views.sqlite'),
    logger,
    shardOf: (businessId) => shardOf(businessId, config.shards),
    onRebuild: rebuildCounter(registry),
    onSkipped: (notice) => viewsWatch?.skipped(notice),
  });
  viewsWatch = watchViews({ views, book: trouble, logger, now: wallClock });
  const clock = createPacingClock(now, (error) => logger.error({ event: 'media.tick_failed', err: error }));
  const tokens = createMediaTokens(secrets.mediaToken, wallClock);
  const providers = {
    recognisers: [recogniser] as const,
    synthesisers: [synthesiser] as const,
    models: [createScriptedModel()] as const,
    voiceDetector,
    phrasesOf: scriptedPhrases,
  };
  const mediaHost = createMediaHost({
    nc,
    actors,
    carriers,
    tokens,
    providers,
    defaultVoiceId: DEFAULT_VOICE,
    knowledge: (sourceIds, question) => knowledgeFor(views, sourceIds, question),
    recordings,
    clock,
    newId: randomUUID,
    now,
    wallClock,
    observe: latency.observe,
    logger,
    sessionLog: sessionLogTo(config.sessionLogDir),
  });

  const idempotency = await createIdempotencyStore(nc, wallClock, actors.node, actors.isGivenUp, replicas);
  const probe = startJournalProbe({
    nc,
    shards: config.shards,
    now,
    logger,
    besides: [IDEMPOTENCY_PROBE],
  });

  const ingestion = createIngestionThreads();
  let gateway: Gateway | null = null;
  const reachable = (): string => gateway?.publicUrl ?? '';
  registerActors(actors, {
    carriers,
    carrier,
    observeCampaigns: campaignObserver(registry, logger),
    mediaUrl: (name, ref) =>
      `${reachable().replace(/^http/, 'ws')}${mediaPath(name, tokens.sign(ref.business, ref.id))}`,
    statusUrl: (name, ref) => `${reachable()}${statusPath(name, ref.business, ref.id)}`,
    prepare: createPreparation({
      defaultVoiceId: DEFAULT_VOICE,
      voices: synthesiser.voices,
      prepare: (text, voiceId, language) => void prepareSpeech(synthesiser, { text, voiceId, language }),
      learn: (instructions) => void recogniser.learn(scriptedPhrases(instructions)),
    }),
    recordings,
    latency,
    assets,
    spool,
    databases: config.databases,
    ingest: ingestion.ingest,
    views,
    messaging: {
      actors,
      views,
      sealer,
      channels,
      model: providers.models[0],
      reconcileMs: config.reconcileMs,
      pace: createSendPace(config.messagesPerSecond, now),
      media: {
        assets,
        slots: createFairSlots(MEDIA_SLOTS),
        now: wallClock,
        logger,
        hasRoom: journalHasRoom,
        count: mediaCounter(registry),
      },
    },
    logger,
  });

  const operations = withLatency(
    createOperations({
      actors,
      views,
      assets,
      databases: config.databases,
      voices: synthesiser.voices,
      carrier,
      channels,
      sealer,
      outbox,
      trouble,
      webhooks: webhookSender,
      model: providers.models[0],
    }),
    latency,
    wallClock,
  );
  const replication = await watchReplication({ nc, wanted: replicas, logger, registry });
  gateway = await createGateway({
    host: config.host,
    port: config.port,
    publicUrl: config.publicUrl,
    operations,
    views,
    idempotency,
    // A node starts with a carrier or not at all.
    voiceReadiness: () => 'live',
    mediaHost,
    carriers,
    channels,
    recordings,
    samples: createSpeechSamples(synthesiser, logger),
    linkSecret: secrets.link,
    mediaLinks,
    assets,
    spool,
    rateLimit: config.rateLimit,
    addressLimit: config.addressLimit,
    trustedProxies: config.trustedProxies,
    metricsToken: config.metricsToken,
    keyUsage: createKeyUsage(actors),
    notReady: () =>
      [journalNotReady(probe.health(), journalHasRoom(), now()), viewsNotReady(views.state())].flatMap(
        (reason) => reason ?? [],
      ),
    details: () => replication.lines(),
    now: wallClock,
    newId: randomUUID,
    logger,
    registry,
  });
  // From here on this thread paces audio; what it has started so far does not inherit its place.
  goFirst();
  // Owed effects resume with the first wakes, and need the gateway's address.
  await actors.start();
  recordings.start(fateOfRecording(actors));
  const deliverer = startDeliverer({
    nc,
    actors,
    views,
    sender: webhookSender,
    sealer,
    logger,
    random: Math.random,
    now: wallClock,
    payloadOf: createLetterMedia({ views, links: mediaLinks }),
    onLeaving: (eventId) => latency.end('webhook.emit', eventId),
    count: webhookCounter(registry),
    trouble,
    onConsumerGone: () => countActors('consumer_gone'),
  });
  const emitter = await startEmitter({
    nc,
    shards: config.shards,
    views,
    outbox,
    logger,
    random: Math.random,
    now: wallClock,
    trouble,
    patience: PATIENCE,
    onConsumerGone: () => countActors('consumer_gone'),
  });
  for (const name of EMITTERS) actors.onTrouble('reaction', name, emitter.retry);
  actors.onTrouble('views', STOPPED, viewsWatch.retry);
  actors.onTrouble('webhook', DEAD_LETTERS, resendDeadLetters({ actors, outbox }));
  await actors.tend();
  if (simulatedMeta !== null) {
    const { appSecret, verifyToken } = simulatedApp;
    const gatewayUrl = gateway.url;
    const address = (channel: AccountChannel): string => `${gatewayUrl}${channelWebhookPath(channel)}`;
    // A channel with an account of its own is none of the simulator's: it would not know its token.
    const callbackUrl = address(config.meta === null ? 'whatsapp' : 'instagram');
    const instagramUrl = address(config.instagram === null ? 'instagram' : 'whatsapp');
    await subscribeAtMeta(
      simulatedMeta,
      { callbackUrl, instagramUrl, appSecret, verifyToken },
      metaProcess === null ? config.simulatorToken : controlToken,
    );
  }
  observeNode(registry, { actors, mediaHost, views, journalHealth: probe.health });

  let stopping: Promise<void> | null = null;
  return {
    gateway,
    networkUrl: network?.url ?? config.loopbackUrl,
    metaUrl: simulatedMeta,
    simulatorToken: network === null && metaProcess === null ? config.simulatorToken : controlToken,
    journalHealth: probe.health,
    stop: () => {
      stopping ??= (async () => {
        probe.stop();
        replication.stop();
        await mediaHost.drain();
        await gateway?.close();
        loop.stop();
        await emitter.stop();
        await deliverer.stop();
        await actors.drain();
        viewsWatch?.stop();
        await views.close();
        await Promise.all([
          ingestion.close(),
          recordings.close(),
          recogniser.close(),
          synthesiser.close(),
          voiceDetector?.close(),
          network?.stop(),
          metaProcess?.stop(),
        ]);
        await spool.close();
        await nc.close();
      })();
      return stopping;
    },
  };
};

/** Null where energy alone decides: by configuration, or because the model cannot run here. */
const voiceDetectorFor = async (config: Config, logger: Logger): Promise<VoiceDetector | null> => {
  if (config.voiceDetector === 'energy') return null;
  try {
    return await startSilero({ onLost: (reason) => logger.error({ event: 'voice.detector.lost', reason }) });
  } catch (error) {
    logger.warn({
      event: 'voice.detector.unavailable',
      reason: error instanceof Error ? error.message : String(error),
    });
    return null;
  }
};

const networkFor = async (
  config: Config,
  auth: string,
  controlToken: string,
): Promise<SimulatorProcess | null> =>
  config.twilio === null && config.loopbackUrl === null ? startNetworkProcess(auth, { controlToken }) : null;

/** Each channel through its provider, or through the simulated one. */
const channelsFor = (
  config: Config,
  simulated: MetaConfig,
  logger: Logger,
): ReadonlyMap<AccountChannel, MessagingChannel> => {
  const optionsOf = ({ apiUrl, appSecret, verifyToken }: MetaConfig) => ({
    apiBaseUrl: apiUrl,
    appSecret,
    verifyToken,
    mediaHosts: config.mediaHosts,
  });
  return new Map([
    ['whatsapp', createWhatsApp(optionsOf(config.meta ?? simulated), logger)],
    ['instagram', createInstagram(optionsOf(config.instagram ?? simulated), logger)],
  ]);
};

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

const sessionLogTo = (dir: string | null): ((callId: string, line: string) => void) | null => {
  if (dir === null) return null;
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  return (callId, line) => appendFileSync(join(dir, `${callId}.jsonl`), line);
};
