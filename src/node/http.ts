/** The part of a node that clients and carriers reach: the operations behind the gateway, and the node's readiness. */
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { createLossReader } from '../../actors/runtime/integrity/accepted-losses.js';
import { type JournalProbe, startJournalProbe } from '../../actors/runtime/journal/probe.js';
import { shardOf } from '../../actors/runtime/subjects.js';
import { createGateway, type Gateway } from '../../gateway/index.js';
import { createIdempotencyStore, IDEMPOTENCY_PROBE } from '../../gateway/pipeline/idempotency.js';
import type { BrowserLegs } from '../../media/legs/legs.js';
import { createSpeechSamples } from '../../media/speech/samples.js';
import { createKeyUsage } from '../../operations/accounts/key-usage.js';
import { createKnownBrowsers } from '../../operations/accounts/known-browsers.js';
import { type AuditTrail, createAuditTrail } from '../../operations/audit/audit-trail.js';
import type { SimulatedCallers } from '../../operations/calls/call-deps.js';
import { createSpoolPlaces, PREVIEW_READERS } from '../../operations/ingestion/reading.js';
import { createLiveFeed, type LiveFeed } from '../../operations/live/feed.js';
import { createVoiceFeed } from '../../operations/live/voices.js';
import { createOperations, type Operations } from '../../operations/operations.js';
import { createQuotas, type Quotas } from '../../operations/quotas/quotas.js';
import { SPOKEN_LANGUAGES } from '../../providers/speech/synthesisers/languages.js';
import { STANDARD_QUOTAS } from '../../schemas/accounts/quotas.js';
import { languagesOf } from '../../schemas/agents/speech.js';
import {
  clockNotReady,
  guardNotReady,
  journalNotReady,
  setAsideLines,
  viewsNotReady,
} from '../health/readiness.js';
import { withLatency } from '../metrics/latency.js';
import { auditCounter, quotaCounter } from '../metrics/node.js';
import { type Replication, watchReplication } from '../nats/replication.js';
import { createProviderChecks, installedProviders } from '../providers-in-use/business-providers.js';
import { createSimulatedCallers } from '../simulators/simulated-callers.js';
import type { Destinations } from './destinations.js';
import type { Effects } from './effects.js';
import { type External, installedCarriers } from './external.js';
import type { Foundation } from './foundation.js';
import type { Knowledge } from './knowledge.js';
import { hostLegs } from './legs.js';
import type { Media } from './media.js';
import type { Messaging } from './messaging.js';
import type { Providers } from './providers.js';
import type { State } from './state.js';
import type { Stores } from './stores.js';
import type { Tools } from './tools.js';

type Services = Foundation &
  External &
  Messaging &
  Stores &
  Knowledge &
  State &
  Providers &
  Destinations &
  Tools &
  Media &
  Effects;

export interface Http {
  readonly gateway: Gateway;
  readonly probe: JournalProbe;
  readonly replication: Replication;
  readonly live: LiveFeed;
  readonly legs: BrowserLegs;
  readonly audit: AuditTrail;
}

/** Built by `npm run build`. */
const CONSOLE_DIR = fileURLToPath(new URL('../../console', import.meta.url));

/** Starts to listen. @throws Error if the address cannot be listened on */
export const openHttp = async (services: Services): Promise<Http> => {
  const { config, nc, replicas, logger, registry, now, journalTime, journalHasRoom } = services;
  const { actors, views, secrets } = services;
  const idempotency = await createIdempotencyStore(nc, journalTime, actors.node, actors.isDead, replicas, {
    shardOf: (businessId) => shardOf(businessId, config.shards),
    lineage: services.guard.lineage,
    losses: await createLossReader(nc, now),
  });
  const probe = startJournalProbe({
    nc,
    shards: config.shards,
    now,
    logger,
    extraSubjects: [IDEMPOTENCY_PROBE],
  });
  const legs = hostLegs({ ...services, idempotency });
  const quotas = createQuotas({
    views,
    standard: { ...STANDARD_QUOTAS, stored_bytes: config.businessStorageBytes },
    observe: quotaCounter(registry),
    logger,
    now: journalTime,
  });
  const operations = operationsFor(services, legs, quotas);
  const replication = await watchReplication({ nc, wanted: replicas, logger, registry });
  const live = await createLiveFeed({
    nc,
    shardOf: (businessId) => shardOf(businessId, config.shards),
    views,
    logger,
    now: journalTime,
    random: Math.random,
  });
  const audit = createAuditTrail({ actors, logger, now: journalTime, count: auditCounter(registry) });
  const gateway = await createGateway({
    host: config.host,
    consoleDir: CONSOLE_DIR,
    port: config.port,
    publicUrl: config.publicUrl,
    mediaUrl: services.mediaUrl,
    operations,
    views,
    live,
    voices: createVoiceFeed({ nc, now: journalTime, logger }),
    idempotency,
    // A node starts with a carrier or not at all.
    voiceReadiness: () => 'live',
    maxConnections: services.maxConnections,
    mediaHost: services.mediaHost,
    legs,
    carriers: services.carriers,
    channels: services.channels,
    recordings: services.recordings,
    samples: createSpeechSamples(services.providersInUse, logger),
    languages: languagesAtStart(services),
    linkSecret: secrets.link,
    mediaLinks: services.mediaLinks,
    assets: services.assets,
    spool: services.spool,
    rateLimit: config.rateLimit,
    addressLimit: config.addressLimit,
    trustedProxies: config.trustedProxies,
    metricsToken: config.metricsToken,
    keyUsage: createKeyUsage(actors),
    quotas,
    audit,
    notReady: () =>
      [
        services.drain.notReady(),
        journalNotReady(probe.health(), journalHasRoom(), now()),
        clockNotReady(services.journalClock.reading().trust),
        guardNotReady(services.guard.state()) ?? viewsNotReady(views.state()),
      ].flatMap((reason) => reason ?? []),
    isDraining: () => services.drain.isDraining(),
    details: () => [
      ...services.clockWatch.lines(),
      ...replication.lines(),
      ...setAsideLines(views.setAside()),
    ],
    now: journalTime,
    newId: randomUUID,
    catchUp: services.clock.catchUp,
    logger,
    registry,
  });
  return { gateway, probe, replication, live, legs, audit };
};

/**
 * The languages of the installation's voices, and those that other providers could speak: a business may have its own.
 * Voices may come and go; the description of the API does not change under its readers.
 */
const languagesAtStart = ({ providersInUse }: Services): readonly string[] => {
  const voices = providersInUse.current().synthesisers.flatMap((synthesiser) => synthesiser.voices);
  return [...new Set([...languagesOf(voices), ...SPOKEN_LANGUAGES])].sort();
};

/** Callers of the simulated network, if calls go over it. */
const simulatedCallersFor = (services: Services): { readonly simulatedCallers?: SimulatedCallers } => {
  const { config, network, controlToken, providersInUse } = services;
  const url = network?.url ?? config.loopbackUrl;
  if (url === null || config.carriers.order.length > 0) return {};
  const token = network === null ? config.simulatorToken : controlToken;
  return { simulatedCallers: createSimulatedCallers({ url, token }, providersInUse) };
};

const operationsFor = (services: Services, legs: BrowserLegs, quotas: Quotas): Operations => {
  const { config, latency, logger, journalTime } = services;
  const { actors, views, assets, channels, sealer, webhookQueue, trouble } = services;
  const operations = createOperations({
    actors,
    views,
    assets,
    sessionLogs: services.sessionLogs,
    previewing: {
      ingest: services.ingestion.ingest,
      withPlace: createSpoolPlaces(services.spool, PREVIEW_READERS),
    },
    databases: config.databases,
    voicesOf: services.providersInUse.voicesOf,
    ...installedCarriers(services, logger),
    ...simulatedCallersFor(services),
    legs,
    channels,
    sealer,
    installationTimeZone: config.timeZone,
    browsers: createKnownBrowsers(services.secrets.link),
    webhookQueue,
    trouble,
    quotas,
    webhooks: services.webhookSender,
    mail: services.mail,
    alertsUrl: services.alertsUrl,
    modelOf: services.providersInUse.modelOf,
    questions: services.questions,
    agentNotes: services.agentNotes,
    tools: services.agentTools,
    toolHttp: services.toolHttp,
    destinations: services.destinations,
    limitAlarm: services.limitAlarm,
    providerChecks: createProviderChecks({ ...config, names: services.tenantNames, now: journalTime }),
    installationFacts: {
      timeZone: config.timeZone,
      allowedCountries: config.allowedCountries,
      accounts: services.carriers,
      providers: () => installedProviders(services.providersInUse.current()),
    },
    logger,
  });
  return withLatency(operations, latency, journalTime);
};
