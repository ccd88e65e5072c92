/** The language model of an agent, for callers that need whole answers. */
import type { LanguageModel } from '../../providers/llm/language-model.js';

/**
 * The model of an agent; null: of work for the business as a whole. Each request uses the model that is chosen when it
 * begins, and its fallbacks.
 */
export type ModelOf = (businessId: string, agentId: string | null) => LanguageModel;
