/** What a model says, whole. */
import type { LanguageModel, ModelRequest } from '../providers/llm/language-model.js';
import { type StallLimits, unlessStalled, WRITTEN_LIMITS } from '../providers/stalls.js';

/** Its text once it is complete, without surrounding space. @throws what the model throws; Stalled; AbortError */
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
