/**
 * Tests each configured provider with a short conversation: whether its key, address and choice work, and how fast it
 * is. It costs what a few words cost.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { timeoutSignal } from '../../actors/runtime/timeout-signal.js';
import { createNetworkedEmbedder } from '../../providers/embeddings/networked-embedder.js';
import type { LanguageModel } from '../../providers/llm/language-model.js';
import { ModelFailure } from '../../providers/llm/model-failure.js';
import { createNetworkedModel } from '../../providers/llm/networked-model.js';
import { MODULE } from '../../providers/outside/load.js';
import { recogniserViolations, synthesiserViolations } from '../../providers/outside/promises.js';
import { encodeMulaw } from '../../providers/speech/dsp/g711.js';
import { createFlite } from '../../providers/speech/offline/flite/synthesiser.js';
import { FLITE, PHRASE_BOOK } from '../../providers/speech/offline/kinds.js';
import type { Recogniser } from '../../providers/speech/recogniser.js';
import { sherpaKind } from '../../providers/speech/sherpa/sherpa-kind.js';
import { SynthesisFailure } from '../../providers/speech/synthesisers/failure.js';
import type { ProviderReport, ProviderRole, TestedRole } from '../../schemas/accounts/provider-list.js';
import { assertNever } from '../../schemas/assert.js';
import { embeddingsSetting } from '../config/embeddings-setting.js';
import { dataDirectory } from '../config/index.js';
import { modelSetting } from '../config/model-setting.js';
import { openChosen, type ProviderChoice } from '../config/provider-choices.js';
import { EMBEDDINGS, ENGINES, MODELS, RECOGNISERS, synthesisersFor } from '../config/provider-kinds.js';
import { realtimeSetting } from '../config/realtime-setting.js';
import { speechDirectory, speechSetting } from '../config/speech-setting.js';
import { askEngine, EngineFailed } from './engine-test.js';

const SENTENCE = 'Hello, this is a short test.';
/** Time limit for the test of one provider. */
const TEST_TIMEOUT_MS = 20_000;
const FRAME_BYTES = 160;
/** Somewhat faster than speech: recognisers are built for speech at its natural pace. */
const FRAME_EVERY_MS = 10;
const SILENCE_FRAMES = 50;
const MAX_TEXT = 200;

/** Tests the providers of the environment, or only those of the kind that `only` names. @throws ConfigError */
export const testProviders = async (
  env: Readonly<Record<string, string | undefined>>,
  only: string | null,
  now: () => number,
): Promise<readonly ProviderReport[]> => {
  const model = modelSetting(env);
  const speechDir = speechDirectory(dataDirectory(undefined, env), env);
  const { synthesisers, recognisers } = speechSetting(env, speechDir);
  const wanted = (choices: readonly ProviderChoice[]): readonly ProviderChoice[] =>
    choices.filter(
      ({ provider }) =>
        provider !== PHRASE_BOOK.name && provider !== FLITE.name && (only === null || provider === only),
    );
  const reports: ProviderReport[] = [];
  // One after the other, so that each has the machine, and its provider's limits, to itself.
  for (const choice of wanted(model.type === 'networked' ? model.choices : []))
    reports.push(await testProvider('model', choice, speechDir, now));
  for (const choice of wanted(synthesisers))
    reports.push(await testProvider('synthesiser', choice, speechDir, now));
  for (const choice of wanted(recognisers))
    reports.push(await testProvider('recogniser', choice, speechDir, now));
  for (const choice of wanted(realtimeSetting(env)))
    reports.push(await testProvider('engine', choice, speechDir, now));
  const embeddings = embeddingsSetting(env);
  for (const choice of wanted(embeddings === null ? [] : [embeddings]))
    reports.push(await testEmbeddings(choice, now));
  return reports;
};

/** Tests one provider with a short conversation. `speechDir`: directory of the installed models. Never rejects. */
export const testProvider = (
  role: ProviderRole,
  choice: ProviderChoice,
  speechDir: string,
  now: () => number,
): Promise<ProviderReport> => {
  switch (role) {
    case 'model':
      return runTest(role, choice, (signal) => askModel(choice, now, signal));
    case 'synthesiser':
      return runTest(role, choice, (signal) => askToSpeak(choice, signal));
    case 'recogniser':
      return runTest(role, choice, (signal) => askToListen(choice, speechDir, signal));
    case 'engine':
      return runTest(role, choice, (signal) => askToConverse(choice, signal));
    default:
      return assertNever(role);
  }
};

/** Tests an embedding model with a question. Never rejects. */
export const testEmbeddings = (choice: ProviderChoice, now: () => number): Promise<ProviderReport> =>
  runTest('embeddings', choice, (signal) => embed(choice, now, signal));

type Findings = Omit<ProviderReport, 'role' | 'provider' | 'ok' | 'remedy'>;

const runTest = async (
  role: TestedRole,
  { provider, settings }: ProviderChoice,
  ask: (signal: AbortSignal) => Promise<Findings>,
): Promise<ProviderReport> => {
  const about = { role, provider: `${provider}:${settings.choice}` };
  try {
    return { ...about, ok: true, ...(await ask(timeoutSignal(TEST_TIMEOUT_MS))) };
  } catch (error) {
    return { ...about, ok: false, remedy: remedyOf(error) };
  }
};

/** By kind of failure; only texts of our own. */
const REMEDIES: Readonly<Record<string, string>> = {
  auth: 'The key was rejected: use a key with the necessary permissions, and check the credit of the account.',
  rate: 'The rate limit of the account is exceeded: try again later, or have the limit raised.',
  timeout: 'It did not answer in time: check its address, and whether it has an outage.',
  unavailable: 'It cannot be reached, or is down: check its address, and whether it has an outage.',
  refused:
    'It refuses the request: check that the model and the voice exist, and that the account may use them.',
  protocol: 'Its answer is not as expected: check that the address belongs to this provider.',
};

const remedyOf = (error: unknown): string => {
  const failed = error instanceof ModelFailure || error instanceof SynthesisFailure;
  const isUnheard = error instanceof RecognitionFailed || error instanceof EngineFailed;
  const kind = failed || isUnheard ? error.kind : null;
  if (kind !== null) return REMEDIES[kind] ?? kind;
  if (error instanceof ContractViolated) return error.message;
  if (error instanceof Error && error.name === 'TimeoutError') return REMEDIES.timeout ?? '';
  return error instanceof Error && error.name === 'ConfigError'
    ? error.message
    : 'It failed for an unknown reason.';
};

const since = (from: number): number => Math.round(performance.now() - from);

const askModel = async (
  choice: ProviderChoice,
  now: () => number,
  signal: AbortSignal,
): Promise<Findings> => {
  const model: LanguageModel = createNetworkedModel(await openChosen('PARLEY_MODEL', choice, MODELS), {
    name: `${choice.provider}:${choice.settings.choice}`,
    key: choice.settings.key,
    now,
    // Irrelevant to the question.
    timeZone: 'UTC',
    onUsage: () => undefined,
  });
  const messages = [
    { role: 'system', content: 'Answer with one short sentence.' },
    { role: 'user', content: 'Are you there?' },
  ] as const;
  const from = performance.now();
  let firstMs: number | null = null;
  let text = '';
  for await (const event of model.respond({ messages, tools: [] }, signal)) {
    firstMs ??= since(from);
    if (event.type === 'text' && text.length < MAX_TEXT) text += event.text;
  }
  if (firstMs === null) throw new ModelFailure(model.name, 'protocol');
  return { firstMs, totalMs: since(from), text: text.slice(0, MAX_TEXT) };
};

const embed = async (choice: ProviderChoice, now: () => number, signal: AbortSignal): Promise<Findings> => {
  const embedder = createNetworkedEmbedder(await openChosen('PARLEY_EMBEDDINGS', choice, EMBEDDINGS), {
    name: `${choice.provider}:${choice.settings.choice}`,
    key: choice.settings.key,
    now,
    onTokens: () => undefined,
  });
  const from = performance.now();
  const [vector] = await embedder.embed([SENTENCE], 'question', signal);
  if (vector === undefined) throw new ModelFailure(embedder.name, 'protocol');
  return { totalMs: since(from), dimensions: vector.length };
};

const askToSpeak = async (choice: ProviderChoice, signal: AbortSignal): Promise<Findings> => {
  const kinds = synthesisersFor({ onWarning: () => undefined });
  const synthesiser = await openChosen('PARLEY_SYNTHESISER', choice, kinds);
  try {
    const from = performance.now();
    const request = { text: SENTENCE, voiceId: synthesiser.voices[0]?.id ?? '', language: 'en' };
    let firstMs: number | null = null;
    let bytes = 0;
    let words = 0;
    for await (const chunk of synthesiser.synthesise(request, signal)) {
      firstMs ??= since(from);
      bytes += chunk.mulaw.length;
      words += chunk.words?.length ?? 0;
    }
    if (firstMs === null || bytes === 0)
      throw new SynthesisFailure('protocol', `${choice.provider} returned no audio`);
    const totalMs = since(from);
    if (choice.provider === MODULE.name) requireContract(await synthesiserViolations(synthesiser, request));
    return { firstMs, totalMs, audioMs: Math.round(bytes / 8), wordTimes: words > 0 };
  } finally {
    await synthesiser.close();
  }
};

/** An external module that failed its check: it does not behave as providers do. */
class ContractViolated extends Error {}

const requireContract = (violations: readonly string[]): void => {
  if (violations.length > 0)
    throw new ContractViolated(
      `It violates the contract of providers (docs/how-to/external-providers.md): ${violations.join('; ')}.`,
    );
};

/** A failure of a recogniser, with its kind. */
class RecognitionFailed extends Error {
  readonly kind: string;

  constructor(kind: string) {
    super(`a recogniser failed: ${kind}`);
    this.kind = kind;
  }
}

/** Plays a sentence in an offline voice to the recogniser; a simulated one does not understand it. */
const askToListen = async (
  choice: ProviderChoice,
  speechDir: string,
  signal: AbortSignal,
): Promise<Findings> => {
  const kinds = [sherpaKind(speechDir, { onLost: () => undefined }), ...RECOGNISERS];
  const recogniser: Recogniser = await openChosen('PARLEY_RECOGNISER', choice, kinds);
  const flite = createFlite();
  const from = performance.now();
  const heard: string[] = [];
  let failed: string | null = null;
  const stream = recogniser.open({ language: 'en-US', phrases: [] }, (event) => {
    if (event.type === 'final') heard.push(event.text);
    // The recogniser's own format: "<name> failed: <kind> (<detail>)".
    if (event.type === 'failed') failed = / failed: (\w+)/.exec(event.reason)?.[1] ?? 'unavailable';
  });
  try {
    const request = { text: SENTENCE, voiceId: 'flite:slt', language: 'en' };
    const audio: Uint8Array[] = [];
    for await (const { mulaw } of flite.synthesise(request, signal)) audio.push(mulaw);
    audio.push(encodeMulaw(new Int16Array(SILENCE_FRAMES * FRAME_BYTES)));
    for (const mulaw of audio) await speakTo(stream, mulaw, signal, () => failed !== null);
    await stream.finish();
    if (failed !== null) throw new RecognitionFailed(failed);
    const totalMs = since(from);
    if (choice.provider === MODULE.name)
      requireContract(await recogniserViolations(recogniser, Buffer.concat(audio)));
    return { totalMs, text: heard.join(' ').slice(0, MAX_TEXT) };
  } finally {
    stream.close();
    await Promise.all([recogniser.close(), flite.close()]);
  }
};

const askToConverse = async (choice: ProviderChoice, signal: AbortSignal): Promise<Findings> => {
  const { text, ...numbers } = await askEngine(await openChosen('PARLEY_REALTIME', choice, ENGINES), signal);
  return { ...numbers, text: text.slice(0, MAX_TEXT) };
};

const speakTo = async (
  stream: { write(mulaw: Uint8Array): void },
  mulaw: Uint8Array,
  signal: AbortSignal,
  isStopped: () => boolean,
): Promise<void> => {
  for (let at = 0; at < mulaw.length && !isStopped(); at += FRAME_BYTES) {
    stream.write(mulaw.subarray(at, at + FRAME_BYTES));
    await delay(FRAME_EVERY_MS, undefined, { signal });
  }
};
