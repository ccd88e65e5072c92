/** Repeats changes of agents that other requests are changing. */
import { DomainError } from '../../schemas/errors.js';

/** Attempts to apply a change to the latest revision of an agent that is being changed concurrently. */
const ATTEMPTS = 20;

/** Reads, checks and changes again while the agent changes in between. @throws what the change throws; agent_changing after all attempts */
export const retryChanging = async <T>(change: () => Promise<T>): Promise<T> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await change();
    } catch (error) {
      const changing = error instanceof DomainError && error.code === 'agent_changing';
      if (!changing || attempt === ATTEMPTS) throw error;
    }
  }
};
