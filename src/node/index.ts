/**
 * One node: the floors wired into one process, layer by layer (this folder). Nothing here decides anything; it only passes
 * dependencies on.
 */
import type { Logger } from 'pino';
import type { JournalHealth } from '../../actors/runtime/journal/health.js';
import type { NatsAccess } from '../../actors/runtime/nats/access.js';
import type { Gateway } from '../../gateway/index.js';
import { goFirst } from '../../providers/scheduling/yield-to-calls.js';
import type { Config } from '../config/index.js';
import type { Drain, DrainedNode } from '../drain/drain.js';
import type { StopReason } from '../drain/drain-state.js';
import { observeNode } from '../metrics/node.js';
import type { ProviderSetting } from '../providers-in-use/installation.js';
import { openNoiseSuppressor, openTurnDetector, openVoiceDetector } from '../providers-in-use/speech.js';
import { type Background, startBackground } from './background.js';
import { openDestinations } from './destinations.js';
import { type Effects, registerEffects } from './effects.js';
import { connectExternal, type External, subscribeSimulated } from './external.js';
import { type Foundation, openFoundation } from './foundation.js';
import { type Http, openHttp } from './http.js';
import { openKnowledge } from './knowledge.js';
import { hostMedia, type Media } from './media.js';
import { openMessaging } from './messaging.js';
import { openProviders, type Providers } from './providers.js';
import { openSetup } from './setup.js';
import { openState, type State } from './state.js';
import { openStores, type Stores } from './stores.js';
import { openTools, type Tools } from './tools.js';

export interface ParleyNode {
  readonly gateway: Gateway;
  /** The URL at which carriers reach the media threads; null: they reach the gateway instead. */
  readonly mediaUrl: string | null;
  readonly networkUrl: string | null;
  /** URL of the simulated Meta; null with a real one. */
  readonly metaUrl: string | null;
  /** Token for the control interfaces of both simulators; null without one. */
  readonly simulatorToken: string | null;
  /** `since` is on the clock of `performance.now()`. */
  journalHealth(): JournalHealth;
  /** A secret link with which the first user sets the console up; null if there is a user already. */
  openSetup(): Promise<string | null>;
  /** Resets the latencies (latency.ts). */
  resetLatencies(): void;
  /**
   * Changes the installation's providers for work that begins afterwards, here and in the media threads.
   * @throws ConfigError if they cannot be used: then nothing has changed
   */
  changeProviders(setting: ProviderSetting): Promise<void>;
  readonly drain: Drain;
  /** Resolves with the stop reason, once a stop was requested and nothing is left to wait for (drain/drain-state.ts). */
  drained(): Promise<StopReason>;
  /** Stops in order: no new work, then media, actors, views, connections. Idempotent. */
  stop(): Promise<void>;
}

/**
 * Starts a node on an existing NATS server. `journalHasRoom`: whether the disk of that server has more than the reserve
 * for live calls, if that is known here.
 */
export const startNode = async (
  config: Config,
  nats: NatsAccess,
  logger: Logger,
  journalHasRoom: () => boolean = () => true,
): Promise<ParleyNode> => {
  let gateway: Gateway | null = null;
  const reachable = (): string => gateway?.publicUrl ?? '';
  const foundation = await openFoundation({ config, nats, logger, journalHasRoom, reachable });
  const [external, voiceDetector, turnDetector, noiseSuppressor] = await Promise.all([
    connectExternal(foundation),
    openVoiceDetector(foundation),
    openTurnDetector(foundation),
    openNoiseSuppressor(foundation),
  ]);
  const messaging = await openMessaging(foundation);
  const stores = await openStores(foundation);
  const state = await openState(foundation);
  const providers = await openProviders(
    { ...foundation, ...messaging, ...state },
    { voiceDetector, turnDetector, noiseSuppressor },
  );
  const knowledge = await openKnowledge(foundation);
  const destinations = openDestinations({ ...foundation, ...state });
  const tools = openTools({ ...foundation, ...external, ...messaging, ...state, ...destinations });
  const services = {
    ...foundation,
    ...external,
    ...messaging,
    ...stores,
    ...state,
    ...providers,
    ...knowledge,
    ...destinations,
    ...tools,
  };
  const media = await hostMedia(services);
  const effects = registerEffects({ ...services, ...media });
  const http = await openHttp({ ...services, ...media, ...effects }).catch(async (error: unknown) => {
    // A process must not end while one of its media threads listens (media-threads/thread.ts).
    await media.mediaThreads?.drain();
    throw error;
  });
  gateway = http.gateway;
  // From here on this thread paces audio, if no other does. Threads that it has started so far do not inherit its
  // scheduling.
  if (media.mediaThreads === null) logger.info({ event: 'media.scheduled', ...goFirst() });
  const background = await startBackground(services);
  await subscribeSimulated(services, gateway.url);
  const { health } = http.probe;
  observeNode(foundation.registry, { ...state, journalHealth: health });

  let stopping: Promise<void> | null = null;
  const { network, meta, metaUrl, controlToken } = external;
  return {
    gateway,
    mediaUrl: media.mediaThreads?.url ?? null,
    networkUrl: network?.url ?? config.loopbackUrl,
    metaUrl,
    simulatorToken: network === null && meta === null ? config.simulatorToken : controlToken,
    journalHealth: health,
    openSetup: () => openSetup({ ...services, publicUrl: http.gateway.publicUrl }),
    resetLatencies: foundation.latency.reset,
    changeProviders: async (setting) => {
      await providers.providersInUse.change(setting);
      media.mediaThreads?.change(setting);
    },
    drain: foundation.drain,
    drained: () => foundation.drain.run(drainedNode({ ...services, ...media })),
    stop: () => {
      stopping ??= stopNode({ ...services, ...media, ...effects, ...http, ...background });
      return stopping;
    },
  };
};

/** The drain's view of the node, and its actions on it. */
const drainedNode = ({ actors, mediaHost, mediaThreads, views }: State & Media): DrainedNode => ({
  leave: () => actors.leave(),
  look: async () => {
    const threads = [...((await mediaThreads?.states())?.values() ?? [])];
    const sessions = threads.reduce((sum, thread) => sum + thread.sessions, mediaHost.sessions());
    return { sessions, calls: views.liveCalls(), hasSuccessor: actors.hasSuccessor() };
  },
  handOver: async () => {
    mediaThreads?.handOver();
    await mediaHost.handOver();
  },
});

const stopNode = async (
  node: Foundation & External & Stores & State & Providers & Tools & Media & Effects & Http & Background,
): Promise<void> => {
  node.probe.stop();
  node.replication.stop();
  await Promise.all([node.legs.close(), node.mediaHost.drain(), node.mediaThreads?.drain()]);
  await node.gateway.close();
  node.embeddingSweep?.stop();
  node.alertEvaluator.stop();
  await node.audit.close();
  node.live.stop();
  node.loop.stop();
  await node.emitter.stop();
  await node.deliverer.stop();
  await node.actors.drain();
  node.viewsWatch.stop();
  node.clockWatch.stop();
  await node.views.close();
  node.guard.stop();
  await node.sessionLogSpool?.close();
  await node.sessionLogs.close();
  await Promise.all([
    node.ingestion.close(),
    node.ruleThreads.close(),
    node.recordings.close(),
    node.providersInUse.close(),
    node.closeTools(),
    node.tenantNames.close(),
    node.voiceDetector?.close(),
    node.turnDetector?.close(),
    node.noiseSuppressor?.close(),
    node.network?.stop(),
    node.meta?.stop(),
  ]);
  await node.spool.close();
  node.journalClock.stop();
  await node.nc.close();
};
