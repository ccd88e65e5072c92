/** Several models as one: if a model fails before its first event, the next one is tried. */
import type { LanguageModel } from './language-model.js';

/** `onFailed` receives each model that was passed over, with its error. */
export const withFallback = (
  models: readonly [LanguageModel, ...LanguageModel[]],
  onFailed: (model: LanguageModel, error: unknown) => void,
): LanguageModel => {
  const [first, ...others] = models;
  if (others.length === 0) return first;
  return {
    name: models.map(({ name }) => name).join(','),
    respond: async function* (request, signal) {
      for (const [index, model] of models.entries()) {
        let began = false;
        try {
          for await (const event of model.respond(request, signal)) {
            began = true;
            yield event;
          }
          return;
        } catch (error) {
          if (signal.aborted || began || index === models.length - 1) throw error;
          onFailed(model, error);
        }
      }
    },
  };
};
