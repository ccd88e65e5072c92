/** STT, LLM and TTS for benches and tests: every provider once, each simulated in its own protocol. */
import type { Lifetime } from './lifetime.js';
import type { MODEL_DIALECTS } from './models/dialects.js';
import { type SimulatedModel, startSimulatedModel } from './models/simulated-model.js';
import { type SimulatedEngine, startEngine } from './realtime/simulated-engine.js';
import { type SimulatedRecognisers, startRecognisers } from './recognition/simulated-recognisers.js';
import { type SpeechSimulator, startSpeechSimulator } from './speech-simulator/process.js';

/** The key that all of them require. */
export const KEY = 'key-of-simulated-providers';

export interface ProviderSet {
  readonly ears: string;
  readonly mind: string;
  readonly voice: string;
  /** The model's dialect, and its variables for key and address. */
  readonly dialect: keyof typeof MODEL_DIALECTS;
  readonly model: { readonly key: string; readonly address: string };
  /** Variables of key and address, and the path after the simulator's address. */
  readonly listens: { readonly key: string; readonly address: string; readonly path?: string };
  readonly speaks: { readonly key: string; readonly address: string; readonly path?: string };
}

/** No two in a row have the same address variable: both would use the same simulator. */
export const SETS: readonly ProviderSet[] = [
  {
    ears: 'deepgram:nova-3',
    mind: 'openai:gpt-simulated',
    voice: 'elevenlabs:voice-b',
    dialect: 'openai',
    model: { key: 'OPENAI_API_KEY', address: 'OPENAI_BASE_URL' },
    listens: { key: 'DEEPGRAM_API_KEY', address: 'DEEPGRAM_BASE_URL' },
    speaks: { key: 'ELEVENLABS_API_KEY', address: 'ELEVENLABS_BASE_URL' },
  },
  {
    ears: 'deepgram:flux-general-en',
    mind: 'anthropic:claude-simulated',
    voice: 'cartesia:voice-b',
    dialect: 'anthropic',
    model: { key: 'ANTHROPIC_API_KEY', address: 'ANTHROPIC_BASE_URL' },
    listens: { key: 'DEEPGRAM_API_KEY', address: 'DEEPGRAM_BASE_URL' },
    speaks: { key: 'CARTESIA_API_KEY', address: 'CARTESIA_BASE_URL' },
  },
  {
    ears: 'assemblyai:universal-streaming-english',
    mind: 'google:gemini-simulated',
    voice: 'deepgram:aura-2-thalia-en',
    dialect: 'google',
    model: { key: 'GOOGLE_GENERATIVE_AI_API_KEY', address: 'GOOGLE_GENERATIVE_AI_BASE_URL' },
    listens: { key: 'ASSEMBLYAI_API_KEY', address: 'ASSEMBLYAI_BASE_URL' },
    speaks: { key: 'DEEPGRAM_API_KEY', address: 'DEEPGRAM_BASE_URL' },
  },
  {
    ears: 'soniox:stt-rt-v5',
    mind: 'mistral:mistral-simulated',
    voice: 'openai:coral',
    dialect: 'mistral',
    model: { key: 'MISTRAL_API_KEY', address: 'MISTRAL_BASE_URL' },
    listens: { key: 'SONIOX_API_KEY', address: 'SONIOX_BASE_URL' },
    speaks: { key: 'OPENAI_API_KEY', address: 'OPENAI_BASE_URL', path: '/v1' },
  },
  {
    ears: 'openai:gpt-4o-transcribe',
    mind: 'groq:llama-simulated',
    voice: 'soniox:Adrian',
    dialect: 'groq',
    model: { key: 'GROQ_API_KEY', address: 'GROQ_BASE_URL' },
    listens: { key: 'OPENAI_API_KEY', address: 'OPENAI_BASE_URL', path: '/v1' },
    speaks: { key: 'SONIOX_API_KEY', address: 'SONIOX_TTS_BASE_URL' },
  },
  {
    ears: 'elevenlabs:scribe_v2_realtime',
    mind: 'openai:gpt-simulated',
    voice: 'cartesia:voice-b',
    dialect: 'openai',
    model: { key: 'OPENAI_API_KEY', address: 'OPENAI_BASE_URL' },
    listens: { key: 'ELEVENLABS_API_KEY', address: 'ELEVENLABS_BASE_URL' },
    speaks: { key: 'CARTESIA_API_KEY', address: 'CARTESIA_BASE_URL' },
  },
];

/** Speech to speech, in place of all three. */
export const ENGINE = 'openai:gpt-realtime';

export interface SimulatedEngineSet {
  readonly env: Readonly<Record<string, string>>;
  readonly engine: SimulatedEngine;
}

/** The simulator, and the environment of a service that uses it; offline engines are its fallback. */
export const startEngineSet = async (lifetime: Lifetime): Promise<SimulatedEngineSet> => {
  const engine = await startEngine(lifetime);
  return {
    engine,
    env: {
      PARLEY_REALTIME: ENGINE,
      PARLEY_SYNTHESISER: 'flite:slt',
      PARLEY_MODEL: 'scripted',
      OPENAI_API_KEY: KEY,
      OPENAI_BASE_URL: `${engine.url}/v1`,
    },
  };
};

export interface SimulatedSet {
  readonly env: Readonly<Record<string, string>>;
  readonly ears: SimulatedRecognisers;
  readonly mind: SimulatedModel;
  readonly voice: SpeechSimulator;
}

/** The simulators of a set, each in a separate process, and the environment of a service that uses them. */
export const startSet = async (
  lifetime: Lifetime,
  { ears, mind, voice, dialect, model, listens, speaks }: ProviderSet,
): Promise<SimulatedSet> => {
  const [heard, spoken, thought] = await Promise.all([
    startRecognisers(lifetime),
    startSpeechSimulator(KEY),
    startSimulatedModel(lifetime, dialect),
  ]);
  lifetime.teardown(() => spoken.stop());
  return {
    ears: heard,
    mind: thought,
    voice: spoken,
    env: {
      PARLEY_RECOGNISER: ears,
      PARLEY_MODEL: mind,
      PARLEY_SYNTHESISER: voice,
      [model.key]: KEY,
      [model.address]: thought.url,
      [listens.key]: KEY,
      [listens.address]: `${heard.url}${listens.path ?? ''}`,
      [speaks.key]: KEY,
      [speaks.address]: `${spoken.url}${speaks.path ?? ''}`,
    },
  };
};
