/**
 * A thread for the media of calls: sockets, sessions, speech and recordings of the calls whose sockets the kernel
 * assigned to it, like those of a separate node. It asks the main thread for what it cannot know itself (messages.ts).
 * A call whose next socket reaches another thread continues there as it would on another node.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { nameThread } from '../../actors/runtime/thread-name.js';
import { parseNetworks } from '../../gateway/access/client-address.js';
import { createMediaGateway } from '../../gateway/sockets/media-gateway.js';
import { createPacingClock } from '../../media/audio/pacing-clock.js';
import { createMediaHost } from '../../media/host/host.js';
import { createMediaTokens } from '../../media/host/media-token.js';
import { createVoices } from '../../media/operators/voices.js';
import { goFirst } from '../../providers/scheduling/yield-to-calls.js';
import { createSharedSpeech } from '../../providers/speech/shared-speech.js';
import { assertNever } from '../../schemas/assert.js';
import { createLogger } from '../logging.js';
import { measureLoop } from '../metrics/loop-delay.js';
import { connectNats } from '../nats/connection.js';
import { carriersFor, dialectsOf } from '../node/external.js';
import { openProvidersInUse } from '../providers-in-use/in-use.js';
import type { ProviderSetting } from '../providers-in-use/installation.js';
import { openNoiseSuppressor, openTurnDetector, openVoiceDetector } from '../providers-in-use/speech.js';
import { openRecordings } from '../recordings.js';
import { openTenantNames } from '../tenant-names.js';
import { createMainThread } from './main-thread.js';
import {
  batched,
  type FromThread,
  type MediaCount,
  type MediaThreadStart,
  type ToThread,
} from './messages.js';
import { openSessionLogSpool } from './session-log.js';
import { readSharedClock } from './shared-clock.js';

/** uWebSockets needs this long to release its sockets; a thread that ends sooner takes the process down with it, ms. */
const EXIT_DELAY_MS = 200;

const port = parentPort;
if (port === null) throw new Error('this module runs only as a media thread of a node');
const start: MediaThreadStart = workerData;
const { settings, number } = start;
nameThread(`media-${number}`);

const logger = createLogger(settings.logLevel).child({ thread: number });
const now = (): number => performance.now();
const journalTime = readSharedClock(start.clock);
const post = batched<FromThread>((messages) => port.postMessage(messages));
const count = batched<MediaCount>((counts) => post({ type: 'counted', counts }));
const main = createMainThread((question) => post({ type: 'question', question }));

const nc = await connectNats(start.nats, `parley-media-${number}`);
const clock = createPacingClock(now, (error) => logger.error({ event: 'media.tick_failed', err: error }));
const loop = measureLoop();
const voiceDetector = await openVoiceDetector({ config: settings, logger });
const turnDetector = await openTurnDetector({ config: settings, logger });
const noiseSuppressor = await openNoiseSuppressor({ config: settings, logger });
const preparedSpeech = createSharedSpeech();
const names = await openTenantNames({
  config: settings,
  count: (use, outcome, ms) => count({ type: 'name_lookup', use, outcome, ms }),
  logger,
});
const providers = await openProvidersInUse(settings, {
  config: settings,
  development: settings.development,
  names,
  countTokens: (model, usage) => count({ type: 'tokens', model, ...usage }),
  countLists: (role, outcome) => count({ type: 'provider_list', role, outcome }),
  listsFor: main.listsFor,
  // The main thread lists voices and synthesises samples.
  speakersOf: async () => [],
  timeZone: settings.timeZone,
  voiceDetector,
  turnDetector,
  noiseSuppressor,
  around: preparedSpeech.wrap,
  wallClock: journalTime,
  logger,
});
const recordings = await openRecordings({
  config: settings,
  nats: start.nats,
  nc,
  replicas: start.replicas,
  spool: start.spool,
  count: (what) => count({ type: 'recording', what }),
  journalTime,
  logger,
});
const sessionLogs = openSessionLogSpool(settings, {
  thread: number,
  now: journalTime,
  count: (log) => count({ type: 'session_log', log }),
  logger,
});
const mediaHost = createMediaHost({
  nc,
  callOf: main.callOf,
  dialects: dialectsOf(carriersFor(settings, start.networkUrl, start.loopbackAuth, logger, journalTime)),
  tokens: createMediaTokens(start.mediaToken, journalTime),
  providersOf: providers.take,
  knowledge: main.knowledge,
  tools: main.tools,
  recordings,
  clock,
  voices: createVoices({ nc, logger }),
  newId: randomUUID,
  now,
  wallClock: journalTime,
  observe: (measure, ms) => count({ type: 'latency', measure, ms }),
  logger,
  sessionLog: sessionLogs?.open ?? null,
  preemptive: settings.preemptive ? (what) => count({ type: 'preemptive', what }) : null,
  disclosures: (outcome) => count({ type: 'disclosure', outcome }),
});
const gateway = await createMediaGateway({
  host: start.host,
  port: start.port,
  mediaHost,
  addressLimit: settings.addressLimit,
  trustedProxies: parseNetworks(start.trustedProxies),
  maxConnections: start.maxConnections,
  catchUp: clock.catchUp,
  onConnectionRefused: () => count({ type: 'connection_refused' }),
  now: journalTime,
  newId: randomUUID,
  logger,
});

const drain = async (): Promise<void> => {
  gateway.refuse();
  await mediaHost.drain();
  gateway.close();
  loop.stop();
  await Promise.all([
    recordings.close(),
    sessionLogs?.close(),
    providers.close(),
    voiceDetector?.close(),
    turnDetector?.close(),
    noiseSuppressor?.close(),
  ]);
  await nc.close();
  await delay(EXIT_DELAY_MS);
  process.exit(0);
};

const change = async (setting: ProviderSetting): Promise<void> => {
  try {
    await providers.change(setting);
  } catch (error) {
    // The main thread succeeded; calls on this thread, new ones included, keep the previous providers.
    logger.error({ event: 'providers.not_changed', err: error });
  }
};

const handle = (message: ToThread): void => {
  switch (message.type) {
    case 'answer':
      return main.answered(message.answer);
    case 'learn':
      return providers.current().learn(message.phrases);
    case 'speech':
      return preparedSpeech.share(message.speaker, message.request, message.chunks);
    case 'change':
      return void change(message.setting);
    case 'get_state':
      return post({
        type: 'state',
        id: message.id,
        state: {
          sessions: mediaHost.sessions(),
          unsentBytes: recordings.unsentBytes(),
          ownDelayMs: loop.own?.take() ?? [],
        },
      });
    case 'hand_over':
      return void mediaHost.handOver();
    case 'drain':
      return void drain();
    default:
      assertNever(message);
  }
};

// The failure is limited to this thread; its calls continue on another one, or on its replacement.
process.on('uncaughtException', (error) => {
  logger.fatal({ event: 'media.thread.failed', err: error });
  gateway.close();
  setTimeout(() => process.exit(1), EXIT_DELAY_MS);
});
port.on('message', (messages: readonly ToThread[]) => {
  clock.catchUp();
  for (const message of messages) handle(message);
});
logger.info({ event: 'media.scheduled', ...goFirst() });
post({ type: 'ready' });
