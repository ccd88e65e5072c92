/** Retrieval by meaning: the embedding model of the installation, and the vectors of questions. */
import { Counter, type Registry } from 'prom-client';
import {
  createQuestionEmbeddings,
  type QuestionEmbeddings,
  type QuestionOutcome,
} from '../../operations/knowledge/question-embeddings.js';
import type { Embedder } from '../../providers/embeddings/embedder.js';
import { createNetworkedEmbedder } from '../../providers/embeddings/networked-embedder.js';
import { providerFailure } from '../../providers/provider-failure.js';
import { openChosen } from '../config/provider-choices.js';
import { EMBEDDINGS } from '../config/provider-kinds.js';
import type { Foundation } from './foundation.js';

export interface Knowledge {
  /** Null: sources are searched by words alone. */
  readonly embedder: Embedder | null;
  readonly questions: QuestionEmbeddings | null;
}

/** @throws ConfigError if the model that PARLEY_EMBEDDINGS names cannot be used */
export const openKnowledge = async ({
  config,
  countTokens,
  journalTime,
  logger,
  now,
  registry,
}: Foundation): Promise<Knowledge> => {
  const choice = config.embeddings;
  if (choice === null) return { embedder: null, questions: null };
  const name = `${choice.provider}:${choice.settings.choice}`;
  const embedder = createNetworkedEmbedder(await openChosen('PARLEY_EMBEDDINGS', choice, EMBEDDINGS), {
    name,
    key: choice.settings.key,
    now: journalTime,
    onTokens: (input) => countTokens(name, { input, output: 0, early: false }),
  });
  const questions = createQuestionEmbeddings({
    embedder,
    now,
    count: questionCounter(registry),
    onFailed: (error) => logger.warn({ event: 'embeddings.question_failed', err: providerFailure(error) }),
  });
  return { embedder, questions };
};

const questionCounter = (registry: Registry): ((outcome: QuestionOutcome) => void) => {
  const counter = new Counter({
    name: 'parley_question_vectors_total',
    help: 'Questions to Data Sources by what became of their vectors: ahead, in_time, late, failed, skipped',
    labelNames: ['outcome'],
    registers: [registry],
  });
  return (outcome) => counter.inc({ outcome });
};
