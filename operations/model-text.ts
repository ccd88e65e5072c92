/** Whole answers of language models: the model of an agent, and the complete text of its answer. */
import type { LanguageModel, ModelRequest } from '../providers/llm/language-model.js';
import { type StallLimits, unlessStalled, WRITTEN_LIMITS } from '../providers/stalls.js';

/**
 * The model of an agent; null: of work for the business as a whole. Each request uses the model that is chosen when it
 * begins, and its fallbacks.
 */
export type ModelOf = (businessId: string, agentId: string | null) => LanguageModel;

/** The model's complete text, without surrounding space. @throws the errors of the model; Stalled; AbortError */
export const textOf = async (
  model: LanguageModel,
  request: ModelRequest,
  signal: AbortSignal,
  limits: StallLimits = WRITTEN_LIMITS,
): Promise<string> => {
  let text = '';
  const events = unlessStalled((stop) => model.respond(request, stop), signal, limits);
  for await (const event of events) if (event.type === 'text') text += event.text;
  return text.trim();
};
