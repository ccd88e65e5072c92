/**
 * An embedding model behind a provider's API, through a provider package of the Vercel AI SDK.
 *
 * It guarantees:
 * E1. Requests have as many texts as the model takes, and at most {@link PARALLEL} are sent at a time.
 * E2. Every failure is a ModelFailure without the key, except for an abort, which throws the signal's reason. Nothing is
 *     retried: the caller knows whether anything waits for it.
 */
import type { EmbeddingModelV3 } from '@ai-sdk/provider';
import { modelFailure } from '../llm/model-failure.js';
import { type Embedder, type EmbeddingPurpose, unitVectors } from './embedder.js';

export interface NetworkedEmbedderOptions {
  /** `<provider>:<model>` */
  readonly name: string;
  /** The API key; no reported failure contains it. */
  readonly key: string;
  /** ms since the epoch */
  readonly now: () => number;
  /** Called with the tokens of a request; not called if the provider does not report them. */
  readonly onTokens: (tokens: number) => void;
}

const PARALLEL = 4;
/** Most texts of a request, if the model names no limit. */
const MAX_TEXTS = 96;
/** Longer texts are cut: every model takes this many characters. */
const MAX_CHARACTERS = 2_000;

/** Google's and Cohere's models distinguish the purposes; packages ignore the options of others. */
const OPTIONS = {
  question: { google: { taskType: 'RETRIEVAL_QUERY' }, bedrock: { inputType: 'search_query' } },
  passage: { google: { taskType: 'RETRIEVAL_DOCUMENT' }, bedrock: { inputType: 'search_document' } },
} as const;

export const createNetworkedEmbedder = (
  model: EmbeddingModelV3,
  { name, key, now, onTokens }: NetworkedEmbedderOptions,
): Embedder => {
  const request = async (
    texts: readonly string[],
    purpose: EmbeddingPurpose,
    abortSignal: AbortSignal,
  ): Promise<readonly Float32Array[]> => {
    const values = texts.map((text) => text.slice(0, MAX_CHARACTERS));
    const { embeddings, usage } = await model.doEmbed({
      values,
      abortSignal,
      providerOptions: OPTIONS[purpose],
    });
    if (usage !== undefined) onTokens(usage.tokens);
    return unitVectors(name, embeddings, texts.length);
  };

  return {
    name,
    embed: async (texts, purpose, signal) => {
      try {
        const size = Math.min((await model.maxEmbeddingsPerCall) ?? MAX_TEXTS, MAX_TEXTS);
        const vectors: Float32Array[] = [];
        for (let from = 0; from < texts.length; from += size * PARALLEL) {
          const starts = Array.from({ length: PARALLEL }, (_, index) => from + index * size);
          const parts = await Promise.all(
            starts
              .filter((start) => start < texts.length)
              .map((start) => request(texts.slice(start, start + size), purpose, signal)),
          );
          vectors.push(...parts.flat());
        }
        return vectors;
      } catch (error) {
        signal.throwIfAborted();
        throw modelFailure(name, error, key, now());
      }
    },
  };
};
