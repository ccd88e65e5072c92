/** The model of an installation that has real customers but no configured model: it stays silent. */
import type { LanguageModel } from './language-model.js';
import { ModelFailure } from './model-failure.js';

/** Fails requests with a schema: Parley makes them, not a customer, and silence must not look like an answer. */
export const createSilentModel = (): LanguageModel => ({
  name: 'none',
  isSilentOnPurpose: true,
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
 * The same for an installation with a speech-to-speech engine. It fails every request, so that a call whose engine fails
 * hears that something went wrong instead of silence.
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
