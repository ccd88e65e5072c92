/** Who thinks for an agent, as those see it who ask for whole answers. */
import type { LanguageModel } from '../../providers/llm/language-model.js';

/**
 * The model of an agent, or, null, of what is done for the business as a whole. Each request asks whoever is chosen when it
 * begins, and those that stand in for it.
 */
export type ModelOf = (businessId: string, agentId: string | null) => LanguageModel;
