/** Background knowledge for one reply of an agent, in a call or in writing. */
import type { Passage } from '../providers/llm/language-model.js';
import type { KnowledgeQuestion } from '../schemas/agents/knowledge.js';
import { DomainError } from '../schemas/errors.js';
import type { Views } from '../views/views.js';

/** Characters for one reply: about 1,500 tokens. */
const KNOWLEDGE_CHARACTERS = 6_000;

/** The passages of the sources that match the question best; none while the views cannot be read. */
export const knowledgeFor = (
  views: Pick<Views, 'knowledge'>,
  sourceIds: readonly string[],
  question: KnowledgeQuestion,
): readonly Passage[] => {
  if (sourceIds.length === 0) return [];
  try {
    return views.knowledge(sourceIds, question, KNOWLEDGE_CHARACTERS);
  } catch (error) {
    // A conversation continues without knowledge; the log and /readyz state why the views cannot be read.
    if (error instanceof DomainError) return [];
    throw error;
  }
};
