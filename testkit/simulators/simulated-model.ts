/** A simulated LLM provider in a separate process; a test or a bench sets its answers and reads its requests. */
import type { MODEL_DIALECTS } from '../../simulators/models/dialects.js';
import type { ModelAnswer, ModelRequestSeen } from '../../simulators/models/server.js';
import { startSimulator } from '../../simulators/support/process.js';
import type { Lifetime } from '../lifetime.js';

export interface SimulatedModel {
  /** The base address for a client of its dialect. */
  readonly url: string;
  requests(): Promise<readonly ModelRequestSeen[]>;
  /** Sets the answers to the next requests, one each; the last one is repeated. */
  answer(...answers: readonly ModelAnswer[]): Promise<void>;
}

/** It ends with the lifetime. */
export const startSimulatedModel = async (
  t: Lifetime,
  dialect: keyof typeof MODEL_DIALECTS,
): Promise<SimulatedModel> => {
  const simulator = await startSimulator(new URL('../../simulators/models/main.js', import.meta.url), {
    MODEL_DIALECT: dialect,
  });
  t.teardown(() => simulator.stop());
  const ask = async (
    path: string,
    answers?: readonly ModelAnswer[],
  ): Promise<readonly ModelRequestSeen[]> => {
    const init = answers === undefined ? {} : { method: 'PUT', body: JSON.stringify(answers) };
    const answer = await fetch(new URL(`/control/${path}`, simulator.url), init);
    if (answer.status !== 200) throw new Error('the simulated model refused the request');
    // Not validated: it comes from one of our own processes.
    return JSON.parse(await answer.text());
  };
  return {
    url: simulator.url,
    requests: () => ask('requests'),
    answer: async (...answers) => {
      await ask('answers', answers);
    },
  };
};
