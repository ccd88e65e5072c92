/** STT, LLM and TTS for benches and tests: every provider once, each simulated in its own protocol. */
import type { MODEL_DIALECTS } from '../../simulators/models/dialects.js';
import type { Lifetime } from '../lifetime.js';
import { type SimulatedEngine, startEngine } from './simulated-engine.js';
import { type SimulatedModel, startSimulatedModel } from './simulated-model.js';
import { type SimulatedRecognisers, startRecognisers } from './simulated-recognisers.js';
import { type SpeechSimulator, startSpeechSimulator } from './speech-simulator.js';

/** The key that all of them require. */
export const KEY = 'key-of-simulated-providers';

export interface ProviderSet {
  readonly stt: string;
  readonly llm: string;
  readonly tts: string;
  /** The model's dialect, and its variables for key and address. */
  readonly dialect: keyof typeof MODEL_DIALECTS;
  readonly llmEnv: { readonly key: string; readonly address: string };
  /** Variables of key and address, and the path after the simulator's address. */
  readonly sttEnv: { readonly key: string; readonly address: string; readonly path?: string };
  readonly ttsEnv: { readonly key: string; readonly address: string; readonly path?: string };
}

/** No two in a row have the same address variable: both would use the same simulator. */
export const SETS: readonly ProviderSet[] = [
  {
    stt: 'deepgram:nova-3',
    llm: 'openai:gpt-simulated',
    tts: 'elevenlabs:voice-b',
    dialect: 'openai',
    llmEnv: { key: 'OPENAI_API_KEY', address: 'OPENAI_BASE_URL' },
    sttEnv: { key: 'DEEPGRAM_API_KEY', address: 'DEEPGRAM_BASE_URL' },
    ttsEnv: { key: 'ELEVENLABS_API_KEY', address: 'ELEVENLABS_BASE_URL' },
  },
  {
    stt: 'deepgram:flux-general-en',
    llm: 'anthropic:claude-simulated',
    tts: 'cartesia:voice-b',
    dialect: 'anthropic',
    llmEnv: { key: 'ANTHROPIC_API_KEY', address: 'ANTHROPIC_BASE_URL' },
    sttEnv: { key: 'DEEPGRAM_API_KEY', address: 'DEEPGRAM_BASE_URL' },
    ttsEnv: { key: 'CARTESIA_API_KEY', address: 'CARTESIA_BASE_URL' },
  },
  {
    stt: 'assemblyai:universal-streaming-english',
    llm: 'google:gemini-simulated',
    tts: 'deepgram:aura-2-thalia-en',
    dialect: 'google',
    llmEnv: { key: 'GOOGLE_GENERATIVE_AI_API_KEY', address: 'GOOGLE_GENERATIVE_AI_BASE_URL' },
    sttEnv: { key: 'ASSEMBLYAI_API_KEY', address: 'ASSEMBLYAI_BASE_URL' },
    ttsEnv: { key: 'DEEPGRAM_API_KEY', address: 'DEEPGRAM_BASE_URL' },
  },
  {
    stt: 'soniox:stt-rt-v5',
    llm: 'mistral:mistral-simulated',
    tts: 'openai:coral',
    dialect: 'mistral',
    llmEnv: { key: 'MISTRAL_API_KEY', address: 'MISTRAL_BASE_URL' },
    sttEnv: { key: 'SONIOX_API_KEY', address: 'SONIOX_BASE_URL' },
    ttsEnv: { key: 'OPENAI_API_KEY', address: 'OPENAI_BASE_URL', path: '/v1' },
  },
  {
    stt: 'openai:gpt-4o-transcribe',
    llm: 'groq:llama-simulated',
    tts: 'soniox:Adrian',
    dialect: 'groq',
    llmEnv: { key: 'GROQ_API_KEY', address: 'GROQ_BASE_URL' },
    sttEnv: { key: 'OPENAI_API_KEY', address: 'OPENAI_BASE_URL', path: '/v1' },
    ttsEnv: { key: 'SONIOX_API_KEY', address: 'SONIOX_TTS_BASE_URL' },
  },
  {
    stt: 'elevenlabs:scribe_v2_realtime',
    llm: 'openai:gpt-simulated',
    tts: 'cartesia:voice-b',
    dialect: 'openai',
    llmEnv: { key: 'OPENAI_API_KEY', address: 'OPENAI_BASE_URL' },
    sttEnv: { key: 'ELEVENLABS_API_KEY', address: 'ELEVENLABS_BASE_URL' },
    ttsEnv: { key: 'CARTESIA_API_KEY', address: 'CARTESIA_BASE_URL' },
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
  readonly stt: SimulatedRecognisers;
  readonly llm: SimulatedModel;
  readonly tts: SpeechSimulator;
}

/** The simulators of a set, each in a separate process, and the environment of a service that uses them. */
export const startSet = async (
  lifetime: Lifetime,
  { stt, llm, tts, dialect, llmEnv, sttEnv, ttsEnv }: ProviderSet,
): Promise<SimulatedSet> => {
  const [recognisers, synthesiser, languageModel] = await Promise.all([
    startRecognisers(lifetime),
    startSpeechSimulator(KEY),
    startSimulatedModel(lifetime, dialect),
  ]);
  lifetime.teardown(() => synthesiser.stop());
  return {
    stt: recognisers,
    llm: languageModel,
    tts: synthesiser,
    env: {
      PARLEY_RECOGNISER: stt,
      PARLEY_MODEL: llm,
      PARLEY_SYNTHESISER: tts,
      [llmEnv.key]: KEY,
      [llmEnv.address]: languageModel.url,
      [sttEnv.key]: KEY,
      [sttEnv.address]: `${recognisers.url}${sttEnv.path ?? ''}`,
      [ttsEnv.key]: KEY,
      [ttsEnv.address]: `${synthesiser.url}${ttsEnv.path ?? ''}`,
    },
  };
};
