/** What agents know: retrieval by meaning with the embedding model of the installation, and the memory of contacts. */
import { Counter, type Registry } from 'prom-client';
import {
  createQuestionEmbeddings,
  type QuestionEmbeddings,
  type QuestionOutcome,
} from '../../operations/knowledge/question-embeddings.js';
import type { UnreadCause } from '../../operations/memory/memories.js';
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
  /** Counts accounts of earlier conversations that could not be read. */
  readonly countUnread: (cause: UnreadCause) => void;
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
  const countUnread = memoryCounter(registry);
  if (choice === null) return { embedder: null, questions: null, countUnread };
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
  return { embedder, questions, countUnread };
};

const memoryCounter = (registry: Registry): Knowledge['countUnread'] => {
  const counter = new Counter({
    name: 'parley_memory_not_read_total',
    help: 'Answers without the memory of their contact, by why it could not be read: late, or an error code',
    labelNames: ['cause'],
    registers: [registry],
  });
  counter.inc({ cause: 'late' }, 0);
  return (cause) => counter.inc({ cause });
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
