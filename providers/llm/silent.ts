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

/**
 * The same where an engine of speech to speech answers: a call that it fails on is not left in silence, but told that something
 * went wrong.
 */
export const createAbsentModel = (): LanguageModel => ({
  name: 'none',
  respond: () => ({
    [Symbol.asyncIterator]: () => ({
      next: async () => {
        throw new ModelFailure('no model', 'unavailable', new Error('PARLEY_MODEL is not set'));
      },
    }),
  }),
});
