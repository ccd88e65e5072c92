/** Effects of the vectors of passages: the provider embeds the next part of a text. */
import type { Logger } from 'pino';
import type { PassageVectorsCommand, PassageVectorsEffect } from '../../actors/passage-vectors/commands.js';
import type { EffectHandlers } from '../../actors/runtime/actor.js';
import { timeoutSignal } from '../../actors/runtime/timeout-signal.js';
import type { Embedder } from '../../providers/embeddings/embedder.js';
import { providerFailure } from '../../providers/provider-failure.js';
import { packVectors } from '../../views/data-sources/vectors.js';
import type { ViewStore } from '../../views/views.js';

/** Passages of one part: at most 400 kB in the journal. */
const PART = 64;
/** How long the provider may take for a part, ms. */
const PART_MS = 60_000;
/** Parts that a node has embedded at a time: questions of customers come first at the provider. */
const AT_A_TIME = 2;

export const passageVectorsEffects = ({
  views,
  embedder,
  logger,
}: {
  readonly views: Pick<ViewStore, 'catchUp' | 'passagesToEmbed'>;
  /** Null: the installation embeds nothing. */
  readonly embedder: Embedder | null;
  readonly logger: Logger;
}): EffectHandlers<PassageVectorsEffect, PassageVectorsCommand> => {
  const waiting: (() => void)[] = [];
  let running = 0;
  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= AT_A_TIME) await new Promise<void>((resolve) => void waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };

  return {
    embed_passages: ({ ref: { business, id }, effect, signal }) =>
      inTurn(async () => {
        const { model, digest, start, attempt } = effect;
        const target = { model, digest };
        if (embedder === null || embedder.name !== model) return { type: 'give_up', ...target };
        await views.catchUp(business);
        const passages = views.passagesToEmbed(business, id, { digest, start, limit: PART });
        if (passages === null || passages.length === 0) return { type: 'give_up', ...target };
        try {
          const limit = AbortSignal.any([signal, timeoutSignal(PART_MS)]);
          const vectors = await embedder.embed(passages, 'passage', limit);
          const packed = packVectors(vectors).toString('base64');
          const dimensions = vectors[0]?.length ?? 0;
          return { type: 'embedded', ...target, start, count: passages.length, dimensions, packed };
        } catch (error) {
          signal.throwIfAborted();
          logger.warn({
            event: 'embeddings.failed',
            businessId: business,
            sourceId: id,
            attempt,
            err: providerFailure(error),
          });
          return { type: 'embedding_failed', ...target, attempt };
        }
      }),
  };
};
