/**
 * The demo: starts everything, places calls against the simulated network, shows the transcript live, and leaves the
 * service running. `npm run demo -- --help`.
 */
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { findWorker } from '../providers/legs/worker-program.js';
import { createFlite } from '../providers/speech/offline/flite/synthesiser.js';
import { hasEngine, installedModels } from '../providers/speech/sherpa/installed-models.js';
import type { CalleeScript, UsualCallee } from '../simulators/phone-network/callee.js';
import { speechDirectory } from '../src/config/speech-setting.js';
import { type ApiClient, type CallDetail, createApiClient, isSettled } from '../testkit/api/client.js';
import { download } from '../testkit/api/download.js';
import { AGENT, CALLEE_SAYS, REMINDER } from '../testkit/demo-script.js';
import { type ParleyProcess, startParley } from '../testkit/service/parley-process.js';
import { createTenant } from '../testkit/service/tenant.js';
import { createNetworkClient, type NetworkClient, spoken } from '../testkit/simulators/network-client.js';
import { run, wholeNumber } from './command-line.js';

const HELP = `npm run demo -- [options]

Starts a service with its own nats-server and a simulated phone network, and places four calls, whose transcripts are printed
as they grow. The agent's words come from a scripted stand-in unless PARLEY_MODEL names an LLM. The service runs until Ctrl-C.

  --once            one call, then the service stops
  --json            prints the result of the first call as JSON, on the last line
  --say TEXT        what the callee of the first call says; may be repeated
  --port PORT       port of the service; a free one if it is in use (8080)
  --data-dir PATH   directory of its data (./.parley)
  --help            this text
`;

const CALL_MS = 180_000;
/** The callee speaks once the agent has been silent for this long, ms. */
const POLITE_MS = 700;

const print = (line = ''): void => {
  process.stdout.write(`${line}\n`);
};

/** The port if it is free; otherwise 0, which means any free port. */
const usablePort = (port: number): Promise<number> =>
  new Promise((resolvePort) => {
    const probe = createServer();
    probe.once('error', () => resolvePort(0));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolvePort(port)));
  });

const latencyLine = (
  latencies: NonNullable<CallDetail['diagnostics']['turns'][number]['latencies']>,
): string => {
  const { finalTranscriptMs, firstTokenMs, firstAudioMs, firstFrameMs, firstPlayedMs } = latencies;
  const show = (ms: number | null): string => (ms === null ? '-' : `${Math.round(ms)}`);
  return `ms after the end of speech: transcript ${show(finalTranscriptMs)}, token ${show(firstTokenMs)}, audio ${show(firstAudioMs)}, frame ${show(firstFrameMs)}, played ${show(firstPlayedMs)}`;
};

/** Prints turns as they become known, until the call is settled. A turn that was held back may appear after its answer. */
const follow = async (client: ApiClient, callId: string): Promise<CallDetail> => {
  const shown = new Set<string>();
  let status = '';
  return client.callUntil(
    callId,
    (detail) => {
      if (detail.call.status !== status) {
        status = detail.call.status;
        print(`  [${status}]`);
      }
      for (const [index, turn] of detail.transcript.entries()) {
        const key = `${turn.createdAt} ${turn.speaker}`;
        if (shown.has(key)) continue;
        shown.add(key);
        const latencies = detail.diagnostics.turns[index]?.latencies ?? null;
        const at = ((turn.audioOffsetMs ?? 0) / 1_000).toFixed(1).padStart(5);
        print(`  ${at} s  ${turn.speaker.padEnd(9)}  ${turn.text}`);
        if (latencies !== null) print(`${' '.repeat(22)}${latencyLine(latencies)}`);
      }
      return isSettled(detail);
    },
    CALL_MS,
  );
};

/** A call of the demo. */
interface Scene {
  readonly title: string;
  readonly number: string;
  readonly script: Partial<CalleeScript> | UsualCallee;
  /** Whether the agent is that of {@link REMINDER} instead of {@link AGENT}. */
  readonly isReminder?: boolean;
}

const play = async (
  client: ApiClient,
  network: NetworkClient,
  agentId: string,
  scene: Scene,
): Promise<CallDetail> => {
  print(`\n${scene.title}`);
  await network.callee(scene.number, scene.script);
  const detail = await follow(client, await client.startCall(agentId, scene.number));
  const { call } = detail;
  if (call.endReason === 'model_failed' || call.endReason === 'speech_provider_failed')
    print('  A provider failed; run `npx parley providers test` to find out which, and what to do.');
  print(
    `  ended by ${call.endedBy} (${call.endReason}), ${call.durationSeconds} s, charged ${call.chargedMicrocredits} microcredits`,
  );
  return detail;
};

/** Which recogniser listens, and how to get one that understands free speech. */
const recognitionLine = (directory: string): string => {
  const [model] = hasEngine() ? installedModels(speechDirectory(directory, process.env)) : [];
  return model === undefined
    ? 'The agent understands the phrases of its phrase book. For free speech, run `npx parley speech install` (no account needed), or set a provider and its key (docs/how-to/providers.md).'
    : `The agent understands free speech, recognised by sherpa:${model.name}.`;
};

/** Whether browsers can join calls, and otherwise how to enable it. */
const legsLine = (directory: string): string => {
  try {
    findWorker({
      named: process.env.PARLEY_MEDIASOUP_WORKER ?? null,
      cacheDir: process.env.PARLEY_CACHE_DIR ?? join(directory, 'cache'),
    });
    return 'The console can call the agent by microphone, listen to calls and take them over.';
  } catch {
    return 'To call the agent by microphone from the console, run `npx parley legs install` (docs/how-to/browser-calls.md).';
  }
};

const scenesOf = async (says: readonly string[]): Promise<readonly [Scene, ...Scene[]]> => {
  const voices = createFlite();
  const say = async (text: string) => ({ type: 'say', audio: await spoken(voices, text) }) as const;
  const polite = async (text: string) => ({ afterSilenceMs: POLITE_MS, do: await say(text) }) as const;
  const overGreeting = [
    { atMs: 300, do: await say('what are your opening hours') },
    await polite('thank you goodbye'),
  ];
  const politeSteps = await Promise.all(says.map(polite));
  await voices.close();
  return [
    {
      title: 'A customer books a table.',
      number: '+14155550100',
      script: { ringMs: 800, steps: politeSteps },
    },
    {
      title:
        'A customer talks over the greeting, which must not be interrupted: the answer waits for 95 % of it.',
      number: '+14155550101',
      script: { ringMs: 800, steps: overGreeting },
    },
    {
      title:
        'A phone without a script: the customer asks what they like, and the instructions are ordinary English.',
      number: '+14155550103',
      script: 'conversation',
      isReminder: true,
    },
    { title: 'A busy phone.', number: '+14155550102', script: { ringMs: 500, outcome: 'busy' } },
  ];
};

/** Starts the service. Ctrl-C stops it once live calls have ended, and a second one at once. */
const start = async (dataDir: string, port: number) => {
  if ((process.env.PARLEY_RECOGNISER ?? '') === '') print(recognitionLine(dataDir));
  print(legsLine(dataDir));
  print('Starting Parley with its own nats-server and a simulated phone network ...');
  const service = await startParley({
    dataDir,
    port: await usablePort(port),
    // Otherwise the terminal would send it each signal, too.
    ownGroup: true,
    env: { PARLEY_LOG_LEVEL: 'warn', PARLEY_DRAIN_SECONDS: process.env.PARLEY_DRAIN_SECONDS ?? '600' },
  });
  const stopping = { isStopping: false };
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      if (!stopping.isStopping)
        print('\nStopping once live calls have ended (press Ctrl-C again to stop at once) ...');
      stopping.isStopping = true;
      service.kill(signal);
    });
  return { service, stopping };
};

const printAccess = (
  { url, setupUrl }: Pick<ParleyProcess, 'url' | 'setupUrl'>,
  businessId: string,
  apiKey: string,
): void => {
  print(`\nThe service keeps running at ${url} (stop it with Ctrl-C).`);
  if (setupUrl !== null) print(`  set up the console: ${setupUrl}`);
  print(`  business  ${businessId}\n  api key   ${apiKey}`);
  print(`  curl -H 'Authorization: Bearer ${apiKey}' '${url}/api/v1/voice/calls?businessId=${businessId}'`);
};

const resultOf = (detail: CallDetail, recordingPath: string) => ({
  callId: detail.call.id,
  status: detail.call.status,
  transcript: detail.transcript.map(({ speaker, text }) => ({ speaker, text })),
  recordingPath,
  latenciesMs: detail.diagnostics.turns.flatMap(({ latencies }) => (latencies === null ? [] : [latencies])),
});

const main = async (): Promise<void> => {
  const { values: options } = parseArgs({
    options: {
      once: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      say: { type: 'string', multiple: true },
      port: { type: 'string', default: '8080' },
      'data-dir': { type: 'string', default: './.parley' },
      help: { type: 'boolean', default: false },
    },
  });
  if (options.help) return print(HELP.trimEnd());
  const dataDir = resolve(options['data-dir']);
  const { service, stopping } = await start(dataDir, wholeNumber('port', options.port, 0, 65_535));
  try {
    const { businessId, apiKey } = await createTenant(dataDir);
    const client = createApiClient(service.url, businessId, apiKey);
    const network = createNetworkClient(service.networkUrl, service.simulatorToken);
    const [first, ...others] = await scenesOf(options.say ?? CALLEE_SAYS);
    const agent = await client.createAgent(AGENT.name, AGENT.instructions, { firstGreeting: AGENT.greeting });
    const detail = await play(client, network, agent.id, first);
    const recordingPath = join(dataDir, detail.recordingFilename ?? '');
    await download(detail.recordingUrl, recordingPath);
    print(`  recording: ${recordingPath}`);
    if (options.once) service.kill('SIGTERM');
    else {
      const reminder = await client.createAgent(REMINDER.name, REMINDER.instructions, {
        firstGreeting: REMINDER.greeting,
      });
      for (const scene of others) {
        const { id } = scene.isReminder === true ? reminder : agent;
        if (!stopping.isStopping) await play(client, network, id, scene);
      }
    }
    if (!options.once && !stopping.isStopping) printAccess(service, businessId, apiKey);
    if (options.json) print(JSON.stringify(resultOf(detail, recordingPath)));
  } catch (error) {
    // A service that stops does not answer to the end.
    if (!stopping.isStopping) {
      service.kill('SIGTERM');
      throw error;
    }
  }
  await service.ended;
};

run(main);
