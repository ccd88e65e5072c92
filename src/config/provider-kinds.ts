/** All kinds of providers that a configuration can name: those over the network, and those of external modules. */
import type { EmbeddingModelV3, LanguageModelV3 } from '@ai-sdk/provider';
import { EMBEDDING_KINDS } from '../../providers/embeddings/kinds.js';
import { MODEL_KINDS } from '../../providers/llm/kinds.js';
import { OUTSIDE_MODEL } from '../../providers/outside/model.js';
import { OUTSIDE_RECOGNISER } from '../../providers/outside/recogniser.js';
import { OUTSIDE_SYNTHESISER } from '../../providers/outside/synthesiser.js';
import type { ProviderDescription, ProviderKind } from '../../providers/provider-kind.js';
import { openaiRealtimeKind } from '../../providers/realtime/openai/index.js';
import type { RealtimeEngine } from '../../providers/realtime/realtime-engine.js';
import type { Recogniser } from '../../providers/speech/recogniser.js';
import { NETWORK_RECOGNISERS } from '../../providers/speech/recognisers/recognisers.js';
import type { Synthesiser } from '../../providers/speech/synthesiser.js';
import { synthesiserKinds } from '../../providers/speech/synthesisers/kinds.js';
import type { KindOptions } from '../../providers/speech/synthesisers/settings.js';

export const MODELS: readonly ProviderKind<LanguageModelV3>[] = [...MODEL_KINDS, OUTSIDE_MODEL];

/** Embedding models. */
export const EMBEDDINGS: readonly ProviderKind<EmbeddingModelV3>[] = EMBEDDING_KINDS;

export const RECOGNISERS: readonly ProviderKind<Recogniser>[] = [...NETWORK_RECOGNISERS, OUTSIDE_RECOGNISER];

/** Speech-to-speech engines. */
export const ENGINES: readonly ProviderKind<RealtimeEngine>[] = [openaiRealtimeKind()];

/** Once opened, they send their warnings to `options`. */
export const synthesisersFor = (options: KindOptions): readonly ProviderKind<Synthesiser>[] => [
  ...synthesiserKinds(options),
  OUTSIDE_SYNTHESISER,
];

/** The description of each kind, as configurations use it. */
export const SYNTHESISERS: readonly ProviderDescription[] = synthesisersFor({ onWarning: () => undefined });
