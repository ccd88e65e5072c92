/**
 * Has the texts of Data Sources embedded that lack vectors of the installation's model: new texts, and all texts when the model
 * changes. Every node sweeps; the actor of each source has them embedded once (actors/passage-vectors).
 */
import type { Logger } from 'pino';
import { passageVectors } from '../../actors/passage-vectors/index.js';
import type { ActorClient } from '../../actors/runtime/actor-client.js';
import { providerFailure } from '../../providers/provider-failure.js';
import type { ViewStore } from '../../views/views.js';

export interface EmbeddingSweepDeps {
  readonly actors: ActorClient;
  readonly views: Pick<ViewStore, 'unembeddedTexts'>;
  /** `<provider>:<model>` */
  readonly model: string;
  /** ms, monotonic. */
  readonly now: () => number;
  readonly logger: Logger;
}

export interface EmbeddingSweep {
  /** Requests the vectors of some texts that lack them; the next sweep continues after those. Never rejects. */
  sweep(): Promise<void>;
  stop(): void;
}

const EVERY_MS = 2_000;
/** Texts of one sweep. */
const TEXTS = 20;
/** A text is not requested again within this time, ms. */
const AGAIN_MS = 60_000;
const MOST_REMEMBERED = 10_000;

export const createEmbeddingSweep = ({
  actors,
  views,
  model,
  now,
  logger,
}: EmbeddingSweepDeps): EmbeddingSweep => {
  const requested = new Map<string, number>();
  let after = '';

  const isDue = (key: string): boolean =>
    now() >= (requested.get(key) ?? Number.NEGATIVE_INFINITY) + AGAIN_MS;

  const sweep = async (): Promise<void> => {
    try {
      const texts = views.unembeddedTexts(model, after, TEXTS);
      after = texts.length < TEXTS ? '' : (texts.at(-1)?.sourceId ?? '');
      if (requested.size > MOST_REMEMBERED) requested.clear();
      for (const { businessId, sourceId, digest, passages } of texts) {
        const key = `${sourceId} ${digest}`;
        if (!isDue(key)) continue;
        requested.set(key, now());
        const command = { type: 'request', model, digest, passages } as const;
        await actors.ask(passageVectors, { business: businessId, id: sourceId }, command);
      }
    } catch (error) {
      // The next sweep tries again; until then, words alone decide.
      logger.warn({ event: 'embeddings.sweep_failed', err: providerFailure(error) });
    }
  };

  let running = Promise.resolve();
  let isRunning = false;
  const timer = setInterval(() => {
    if (isRunning) return;
    isRunning = true;
    running = sweep().finally(() => {
      isRunning = false;
    });
  }, EVERY_MS);
  timer.unref();
  return {
    sweep: () => running.then(sweep),
    stop: () => clearInterval(timer),
  };
};
