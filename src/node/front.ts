/** The part of a node that clients and carriers reach: the operations behind the gateway, and the node's readiness. */
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { type JournalProbe, startJournalProbe } from '../../actors/runtime/journal-probe.js';
import { createLossReader } from '../../actors/runtime/loss-reader.js';
import { shardOf } from '../../actors/runtime/subjects.js';
import { createIdempotencyStore, IDEMPOTENCY_PROBE } from '../../gateway/idempotency.js';
import { createGateway, type Gateway } from '../../gateway/index.js';
import type { BrowserLegs } from '../../media/legs/legs.js';
import { createSpeechSamples } from '../../media/speech-samples.js';
import { createKeyUsage } from '../../operations/accounts/key-usage.js';
import { createKnownBrowsers } from '../../operations/accounts/known-browsers.js';
import { type AuditTrail, createAuditTrail } from '../../operations/audit/audit-trail.js';
import { createOperations } from '../../operations/index.js';
import { createLiveFeed, type LiveFeed } from '../../operations/live/feed.js';
import { createVoiceFeed } from '../../operations/live/voices.js';
import type { Operations } from '../../operations/operations.js';
import { createQuotas, type Quotas } from '../../operations/quotas/quotas.js';
import {
  createSimulatedCallers,
  type SimulatedCallers,
} from '../../providers/carriers/loopback/simulated-callers.js';
import { SPOKEN_LANGUAGES } from '../../providers/speech/synthesisers/languages.js';
import { STANDARD_QUOTAS } from '../../schemas/quotas.js';
import { languagesOf } from '../../schemas/speech.js';
import { withLatency } from '../around-operations.js';
import { createProviderChecks, installedProviders } from '../business-providers.js';
import { auditCounter, quotaCounter } from '../node-metrics.js';
import { asideLines, clockNotReady, guardNotReady, journalNotReady, viewsNotReady } from '../readiness.js';
import { type Replication, watchReplication } from '../replication.js';
import type { Destinations } from './destinations.js';
import type { Ground } from './ground.js';
import { hostLegs } from './legs.js';
import type { Media } from './media.js';
import type { Messaging } from './messaging.js';
import { installedCarriers, type Outside } from './outside.js';
import type { Providers } from './providers.js';
import type { State } from './state.js';
import type { Stores } from './stores.js';
import type { Tools } from './tools.js';

type Below = Ground & Outside & Messaging & Stores & State & Providers & Destinations & Tools & Media;

export interface Front {
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
export const openFront = async (below: Below): Promise<Front> => {
  const { config, nc, replicas, logger, registry, now, journalTime, journalHasRoom } = below;
  const { actors, views, secrets } = below;
  const idempotency = await createIdempotencyStore(nc, journalTime, actors.node, actors.isGivenUp, replicas, {
    shardOf: (businessId) => shardOf(businessId, config.shards),
    lineage: below.guard.lineage,
    losses: await createLossReader(nc, now),
  });
  const probe = startJournalProbe({
    nc,
    shards: config.shards,
    now,
    logger,
    besides: [IDEMPOTENCY_PROBE],
  });
  const legs = hostLegs({ ...below, idempotency });
  const quotas = createQuotas({
    views,
    standard: { ...STANDARD_QUOTAS, stored_bytes: config.businessStorageBytes },
    observe: quotaCounter(registry),
    logger,
    now: journalTime,
  });
  const operations = operationsFor(below, legs, quotas);
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
    mediaUrl: below.mediaUrl,
    operations,
    views,
    live,
    voices: createVoiceFeed({ nc, now: journalTime, logger }),
    idempotency,
    // A node starts with a carrier or not at all.
    voiceReadiness: () => 'live',
    maxConnections: below.maxConnections,
    mediaHost: below.mediaHost,
    legs,
    carriers: below.carriers,
    channels: below.channels,
    recordings: below.recordings,
    samples: createSpeechSamples(below.providersInUse, logger),
    languages: languagesAtStart(below),
    linkSecret: secrets.link,
    mediaLinks: below.mediaLinks,
    assets: below.assets,
    spool: below.spool,
    rateLimit: config.rateLimit,
    addressLimit: config.addressLimit,
    trustedProxies: config.trustedProxies,
    metricsToken: config.metricsToken,
    keyUsage: createKeyUsage(actors),
    quotas,
    audit,
    notReady: () =>
      [
        below.drain.notReady(),
        journalNotReady(probe.health(), journalHasRoom(), now()),
        clockNotReady(below.journalClock.reading().trust),
        guardNotReady(below.guard.state()) ?? viewsNotReady(views.state()),
      ].flatMap((reason) => reason ?? []),
    draining: () => below.drain.isDraining(),
    details: () => [...below.clockWatch.lines(), ...replication.lines(), ...asideLines(views.setAside())],
    now: journalTime,
    newId: randomUUID,
    catchUp: below.clock.catchUp,
    logger,
    registry,
  });
  return { gateway, probe, replication, live, legs, audit };
};

/**
 * The languages of the installation's voices, and those that other providers could speak: a business may have its own.
 * Voices may come and go; the description of the API does not change under its readers.
 */
const languagesAtStart = ({ providersInUse }: Below): readonly string[] => {
  const voices = providersInUse.current().synthesisers.flatMap((one) => one.voices);
  return [...new Set([...languagesOf(voices), ...SPOKEN_LANGUAGES])].sort();
};

/** Callers of the simulated network, if calls go over it. */
const simulatedCallersFor = (below: Below): { readonly simulatedCallers?: SimulatedCallers } => {
  const { config, network, controlToken, providersInUse } = below;
  const url = network?.url ?? config.loopbackUrl;
  if (url === null || config.carriers.order.length > 0) return {};
  const token = network === null ? config.simulatorToken : controlToken;
  return { simulatedCallers: createSimulatedCallers({ url, token, speakers: providersInUse }) };
};

const operationsFor = (below: Below, legs: BrowserLegs, quotas: Quotas): Operations => {
  const { config, latency, logger, journalTime } = below;
  const { actors, views, assets, channels, sealer, webhookQueue, trouble } = below;
  const operations = createOperations({
    actors,
    views,
    assets,
    databases: config.databases,
    voicesOf: below.providersInUse.voicesOf,
    ...installedCarriers(below, logger),
    ...simulatedCallersFor(below),
    legs,
    channels,
    sealer,
    installationTimeZone: config.timeZone,
    browsers: createKnownBrowsers(below.secrets.link),
    webhookQueue,
    trouble,
    quotas,
    webhooks: below.webhookSender,
    modelOf: below.providersInUse.modelOf,
    agentNotes: below.agentNotes,
    tools: below.agentTools,
    destinations: below.destinations,
    limitAlarm: below.limitAlarm,
    providerChecks: createProviderChecks({ ...config, names: below.tenantNames, now: journalTime }),
    installationFacts: {
      timeZone: config.timeZone,
      allowedCountries: config.allowedCountries,
      accounts: below.carriers,
      providers: () => installedProviders(below.providersInUse.current()),
    },
    logger,
  });
  return withLatency(operations, latency, journalTime);
};
