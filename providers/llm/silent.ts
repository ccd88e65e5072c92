/** The model of an installation that has none, and real customers: it says nothing to anybody. */
import type { LanguageModel } from './language-model.js';
import { ModelFailure } from './model-failure.js';

/** A request for an answer of a shape fails: that is asked by us and not by a customer, and should not look like an answer. */
export const createSilentModel = (): LanguageModel => ({
  name: 'none',
  respond: ({ schema }) => ({
    [Symbol.asyncIterator]: () => ({
      next: async () => {
        if (schema !== undefined)
          throw new ModelFailure('no model', 'unavailable', new Error('PARLEY_MODEL is not set'));
        return { done: true, value: undefined };
      },
    }),
  }),
});
