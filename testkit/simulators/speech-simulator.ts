/** The simulated speech providers as a separate process; a test controls them and reads what they received. */
import { isRecord } from '../../schemas/json.js';
import type { Behaviour } from '../../simulators/speech/faults.js';
import type { Visit } from '../../simulators/speech/world.js';
import { startSimulator } from '../../simulators/support/process.js';
import { createAuthority } from '../sockets/certificates.js';

export interface SpeechSimulator {
  /** The base address of each provider, without TLS; OpenAI's is followed by `/v1`. */
  readonly url: string;
  readonly secureUrl: string;
  /** PEM of the authority that signed its certificate. */
  readonly authority: string;
  /** Values that are left out have their defaults; `times` is then unlimited. */
  behave(behaviour: Partial<Behaviour>): Promise<void>;
  /** Connections and requests since the start or the last `forget`. */
  visits(): Promise<readonly Visit[]>;
  forget(): Promise<void>;
  stop(): Promise<void>;
}

/** `key`: the key that all providers require. */
export const startSpeechSimulator = async (key: string): Promise<SpeechSimulator> => {
  const authority = createAuthority('speech simulator');
  const issued = authority.issue('speech providers');
  const { url, stop } = await startSimulator(new URL('../../simulators/speech/main.js', import.meta.url), {
    SPEECH_KEY: key,
    SIMULATOR_CERTIFICATE: issued.certificate,
    SIMULATOR_KEY: issued.key,
  });
  const control = async (method: string, path: string, body?: object): Promise<unknown> => {
    const answer = await fetch(`${url}/control${path}`, {
      method,
      body: body === undefined ? null : JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${method} ${path} returned ${answer.status}`);
    return answer.json();
  };
  const about = await control('GET', '');
  if (!isRecord(about)) throw new Error('the simulator does not report its addresses');
  return {
    url,
    secureUrl: String(about.secureUrl),
    authority: authority.certificate,
    behave: async (behaviour) => {
      await control('PUT', '/behaviour', { times: Number.MAX_SAFE_INTEGER, ...behaviour });
    },
    visits: async () => {
      const answer = await control('GET', '/visits');
      return isRecord(answer) && Array.isArray(answer.visits) ? answer.visits : [];
    },
    forget: async () => {
      await control('DELETE', '/visits');
    },
    stop,
  };
};
