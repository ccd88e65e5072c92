/** Background knowledge for one reply of an agent, in a call or in writing. */
import type { Passage } from '../../providers/llm/language-model.js';
import type { KnowledgeQuestion } from '../../schemas/agents/knowledge.js';
import { DomainError } from '../../schemas/errors.js';
import type { QuestionVectors } from '../../views/data-sources/text.js';
import type { Views } from '../../views/views.js';
import type { QuestionEmbeddings } from './question-embeddings.js';

/** Characters for one reply: about 1,500 tokens. */
const KNOWLEDGE_CHARACTERS = 6_000;

/** How long an answer in writing waits for the vectors of its question, ms. */
export const WRITTEN_EMBEDDING_MS = 2_000;

export interface KnowledgeDeps {
  readonly views: Pick<Views, 'knowledge'>;
  /** Absent or null: sources are searched by words alone. */
  readonly questions?: QuestionEmbeddings | null;
}

/**
 * The passages of the sources that match the question best; none while the views cannot be read. `waitMs`: how long it waits for the
 * vectors of the question, after which words alone decide.
 */
export const knowledgeFor = async (
  { views, questions = null }: KnowledgeDeps,
  sourceIds: readonly string[],
  question: KnowledgeQuestion,
  waitMs: number,
): Promise<readonly Passage[]> => {
  if (sourceIds.length === 0) return [];
  const search = (vectors: QuestionVectors | null): readonly Passage[] =>
    views.knowledge(sourceIds, question, KNOWLEDGE_CHARACTERS, vectors);
  try {
    return search(questions === null ? null : await questions.vectorsOf(question, waitMs));
  } catch (error) {
    // A conversation continues without knowledge; the log and /readyz state why the views cannot be read.
    if (error instanceof DomainError) return [];
    throw error;
  }
};
