/** The simulated providers of speech beside a test: started, directed and asked what they received. */
import { startSimulator } from '../../providers/simulator-process.js';
import { isRecord } from '../../schemas/json.js';
import type { Behaviour } from './faults.js';
import type { Visit } from './world.js';

export interface SpeechSimulator {
  /** Without TLS; the base address of each provider, but OpenAI's has `/v1` behind it. */
  readonly url: string;
  readonly secureUrl: string;
  /** PEM of who signed its certificate. */
  readonly authority: string;
  /** What is left out is as usual. */
  behave(behaviour: Partial<Behaviour>): Promise<void>;
  /** Connections and requests since the start or the last `forget`. */
  visits(): Promise<readonly Visit[]>;
  forget(): Promise<void>;
  stop(): Promise<void>;
}

/** `key`: what all providers ask for. */
export const startSpeechSimulator = async (key: string): Promise<SpeechSimulator> => {
  const { url, stop } = await startSimulator(new URL('./main.js', import.meta.url), { SPEECH_KEY: key });
  const control = async (method: string, path: string, body?: object): Promise<unknown> => {
    const answer = await fetch(`${url}/control${path}`, {
      method,
      body: body === undefined ? null : JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${method} ${path} was answered ${answer.status}`);
    return answer.json();
  };
  const about = await control('GET', '');
  if (!isRecord(about)) throw new Error('the simulator does not say where it is');
  return {
    url,
    secureUrl: String(about.secureUrl),
    authority: String(about.authority),
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
