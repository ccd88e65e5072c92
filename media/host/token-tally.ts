/** Token usage of a session's models, as far as they report it. */
import type { ModelTokens } from '../../actors/call/events.js';

export interface TokenTally {
  add(model: string, usage: Pick<ModelTokens, 'input' | 'output'>): void;
  /** By model, in the order of their first reports; empty if there were none. */
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
