/** The simulated recognisers as a separate process; a test controls them and reads what they received. */
import { isRecord } from '../../schemas/json.js';
import type { Connection, RecogniserScript } from '../../simulators/recognition/world.js';
import { startSimulator } from '../../simulators/support/process.js';
import type { Lifetime } from '../lifetime.js';
import type { TestAuthority } from '../sockets/certificates.js';

export interface SimulatedRecognisers {
  /** http: */
  readonly url: string;
  /** https:, for clients that trust the authority; null without one. */
  readonly secureUrl: string | null;
  /** Sets their behaviour, and discards earlier records. */
  configure(script: RecogniserScript): Promise<void>;
  connections(): Promise<readonly Connection[]>;
}

/** They end with the lifetime. With an authority they serve TLS as well. */
export const startRecognisers = async (
  t: Lifetime,
  authority: TestAuthority | null = null,
): Promise<SimulatedRecognisers> => {
  const issued = authority?.issue('recogniser');
  const simulator = await startSimulator(
    new URL('../../simulators/recognition/main.js', import.meta.url),
    issued === undefined ? {} : { SIMULATOR_CERTIFICATE: issued.certificate, SIMULATOR_KEY: issued.key },
  );
  t.teardown(() => simulator.stop());
  const ask = async (path: string, body?: RecogniserScript): Promise<unknown> => {
    const init = body === undefined ? {} : { method: 'PUT', body: JSON.stringify(body) };
    const answer = await fetch(`${simulator.url}/control/${path}`, init);
    if (answer.status !== 200) throw new Error('the simulated recognisers refused the request');
    return answer.json();
  };
  const secure = await ask('secure');
  return {
    url: simulator.url,
    secureUrl: isRecord(secure) && typeof secure.url === 'string' ? secure.url : null,
    configure: async (script) => {
      await ask('world', script);
    },
    // Not validated: it comes from one of our own processes.
    connections: async () => (await ask('connections')) as readonly Connection[],
  };
};
