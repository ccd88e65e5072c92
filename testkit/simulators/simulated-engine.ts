/** The simulated speech-to-speech engine as a separate process; a test controls it and reads what it received. */
import { isRecord } from '../../schemas/json.js';
import type { Connection, EngineScript, Reply } from '../../simulators/realtime/world.js';
import { startSimulator } from '../../simulators/support/process.js';
import type { Lifetime } from '../lifetime.js';
import type { TestAuthority } from '../sockets/certificates.js';

export interface SimulatedEngine {
  /** http: */
  readonly url: string;
  /** https:, for clients that trust the authority; null without one. */
  readonly secureUrl: string | null;
  /** Sets its behaviour, and discards earlier records. */
  configure(script: EngineScript): Promise<void>;
  /** Sets the next responses. */
  answer(...replies: readonly Reply[]): Promise<void>;
  connections(): Promise<readonly Connection[]>;
}

/** It ends with the lifetime. With an authority it serves TLS as well. */
export const startEngine = async (
  t: Lifetime,
  authority: TestAuthority | null = null,
): Promise<SimulatedEngine> => {
  const issued = authority?.issue('engine');
  const simulator = await startSimulator(
    new URL('../../simulators/realtime/main.js', import.meta.url),
    issued === undefined ? {} : { SIMULATOR_CERTIFICATE: issued.certificate, SIMULATOR_KEY: issued.key },
  );
  t.teardown(() => simulator.stop());
  const ask = async (path: string, body?: object): Promise<unknown> => {
    const init = body === undefined ? {} : { method: 'PUT', body: JSON.stringify(body) };
    const answer = await fetch(`${simulator.url}/control/${path}`, init);
    if (answer.status !== 200) throw new Error('the simulated engine refused the request');
    return answer.json();
  };
  const secure = await ask('secure');
  return {
    url: simulator.url,
    secureUrl: isRecord(secure) && typeof secure.url === 'string' ? secure.url : null,
    configure: async (script) => {
      await ask('world', script);
    },
    answer: async (...replies) => {
      await ask('replies', { replies });
    },
    // Not validated: it comes from one of our own processes.
    connections: async () => (await ask('connections')) as readonly Connection[],
  };
};
