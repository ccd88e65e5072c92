/** What the models of a session took, in tokens, as far as they say so. */
import type { ModelTokens } from '../actors/call/events.js';

export interface TokenTally {
  add(model: string, usage: Pick<ModelTokens, 'input' | 'output'>): void;
  /** By model, in the order in which they first said so; empty where none did. */
  totals(): readonly ModelTokens[];
}

export const createTokenTally = (): TokenTally => {
  const byModel = new Map<string, ModelTokens>();
  return {
    add: (model, { input, output }) => {
      const before = byModel.get(model) ?? { model, input: 0, output: 0 };
      byModel.set(model, { model, input: before.input + input, output: before.output + output });
    },
    totals: () => [...byModel.values()],
  };
};
