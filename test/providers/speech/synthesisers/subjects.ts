/** The network synthesisers, as the tests that all of them must pass see them. */

import type { ProviderSettings } from '../../../../providers/provider-kind.js';
import { encodeMulaw } from '../../../../providers/speech/dsp/g711.js';
import { toTelephoneRate } from '../../../../providers/speech/dsp/resample.js';
import type { SpeechRequest, Synthesiser, WordTiming } from '../../../../providers/speech/synthesiser.js';
import type { SynthesisFailure } from '../../../../providers/speech/synthesisers/failure.js';
import { synthesiserKinds } from '../../../../providers/speech/synthesisers/kinds.js';
import type { SpeechDeadlines } from '../../../../providers/speech/synthesisers/limits.js';
import type { Visit } from '../../../../simulators/speech/world.js';
import { toneSamples } from '../../../../simulators/support/tones.js';
import { seeded } from '../../../../testkit/seeded.js';
import type { SpeechSimulator } from '../../../../testkit/simulators/speech-simulator.js';

/** Short, so that tests are fast, but long enough for a busy machine. */
export const TEST_DEADLINES: SpeechDeadlines = {
  connectMs: 1_500,
  firstMs: 2_000,
  firstAheadMs: 3_000,
  betweenMs: 1_200,
  silentMs: 500,
  releaseMs: 1_000,
  heartbeatMs: 15_000,
};

export interface Subject {
  readonly name: string;
  readonly choice: string;
  /** Appended to the simulator's address. */
  readonly base: string;
  readonly hasWords: boolean;
  readonly hasSockets: boolean;
  /** How many texts a connection may begin in a minute. */
  readonly textsPerConnection: number;
  /** Most connections after aborts: a text right after one needs another connection if each carries one at a time. */
  readonly socketsOfAborts: number;
  /** Whether an abort reached the provider. */
  isCancelled(visit: Visit): boolean;
  /** The expected audio of a text. */
  audioOf(text: string): Uint8Array;
}

const has = (visit: Visit, name: string, value: unknown): boolean =>
  visit.messages.some(
    (message) => typeof message === 'object' && message !== null && Reflect.get(message, name) === value,
  );

const mulawOf = (text: string): Uint8Array => encodeMulaw(toneSamples(text, 8_000));

export const SUBJECTS: readonly Subject[] = [
  {
    name: 'cartesia',
    choice: 'voice-a',
    base: '',
    hasWords: true,
    hasSockets: true,
    textsPerConnection: 100,
    socketsOfAborts: 1,
    isCancelled: (visit) => has(visit, 'cancel', true),
    audioOf: mulawOf,
  },
  {
    name: 'deepgram',
    choice: 'aura-2-thalia-en',
    base: '',
    hasWords: false,
    hasSockets: true,
    textsPerConnection: 20,
    socketsOfAborts: 2,
    isCancelled: (visit) => has(visit, 'type', 'Clear'),
    audioOf: mulawOf,
  },
  {
    name: 'elevenlabs',
    choice: 'voice-a',
    base: '',
    hasWords: true,
    hasSockets: true,
    textsPerConnection: 100,
    socketsOfAborts: 1,
    // Sent once when the text is flushed, and again to cancel it.
    isCancelled: ({ messages }) =>
      messages.filter((message) => JSON.stringify(message).includes('close_context')).length >= 2,
    audioOf: mulawOf,
  },
  {
    name: 'openai',
    choice: 'alloy',
    base: '/v1',
    hasWords: false,
    hasSockets: false,
    textsPerConnection: 100,
    socketsOfAborts: 0,
    isCancelled: ({ open }) => !open,
    audioOf: (text) => encodeMulaw(toTelephoneRate(toneSamples(text, 24_000), 24_000)),
  },
  {
    name: 'soniox',
    choice: 'Adrian',
    base: '',
    hasWords: false,
    hasSockets: true,
    textsPerConnection: 100,
    socketsOfAborts: 1,
    isCancelled: (visit) => has(visit, 'cancel', true),
    audioOf: mulawOf,
  },
];

/** Looks like a key, and is found wherever it leaks. */
export const createKey = (seed: number): string => {
  const random = seeded(seed);
  return `sk-${Array.from({ length: 32 }, () => Math.floor(random() * 36).toString(36)).join('')}`;
};

export interface Opened {
  readonly synthesiser: Synthesiser;
  readonly voiceId: string;
  readonly warnings: SynthesisFailure[];
}

/** Opens the subject as an installation does, but connected to the simulator. */
export const openSubject = async (
  subject: Subject,
  simulator: Pick<SpeechSimulator, 'url'>,
  key: string,
  deadlines = TEST_DEADLINES,
): Promise<Opened> => {
  const warnings: SynthesisFailure[] = [];
  const kinds = synthesiserKinds({ onWarning: (_provider, failure) => warnings.push(failure), deadlines });
  const kind = kinds.find(({ name }) => name === subject.name);
  if (kind === undefined) throw new Error(`there is no kind ${subject.name}`);
  const settings: ProviderSettings = {
    choice: subject.choice,
    key,
    address: `${simulator.url}${subject.base}`,
  };
  const synthesiser = await kind.open(settings);
  return { synthesiser, voiceId: `${subject.name}:${subject.choice}`, warnings };
};

export interface Spoken {
  readonly mulaw: Uint8Array;
  readonly words: readonly WordTiming[];
  readonly chunks: number;
  /** Why it ended early; null: it is complete. */
  readonly failure: unknown;
  readonly ms: number;
}

/** Speaks a text to its end, or to its failure. `onChunk` gets the number of chunks so far. */
export const speakTo = async (
  synthesiser: Synthesiser,
  request: Omit<SpeechRequest, 'language'>,
  signal: AbortSignal = new AbortController().signal,
  onChunk: (count: number) => void = () => undefined,
): Promise<Spoken> => {
  const begun = performance.now();
  const pieces: Uint8Array[] = [];
  const words: WordTiming[] = [];
  let failure: unknown = null;
  try {
    for await (const chunk of synthesiser.synthesise({ language: 'en-US', ...request }, signal)) {
      pieces.push(chunk.mulaw);
      words.push(...(chunk.words ?? []));
      onChunk(pieces.length);
    }
  } catch (error) {
    failure = error;
  }
  return {
    mulaw: new Uint8Array(Buffer.concat(pieces)),
    words,
    chunks: pieces.length,
    failure,
    ms: performance.now() - begun,
  };
};
