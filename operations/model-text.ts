/** What a model says, whole. */
import type { LanguageModel, ModelRequest } from '../providers/llm/language-model.js';

/** Its text once it is complete, without surrounding space. @throws what the model throws; AbortError */
export const textOf = async (
  model: LanguageModel,
  request: ModelRequest,
  signal: AbortSignal,
): Promise<string> => {
  let text = '';
  for await (const event of model.respond(request, signal)) if (event.type === 'text') text += event.text;
  return text.trim();
};
