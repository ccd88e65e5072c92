/** Webhooks of the simulated provider: signed, repeated until they are answered with 200, as Meta does. */
import { setTimeout as delay } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { signMeta } from '../meta-signature.js';

export interface AppSettings {
  readonly callbackUrl: string;
  readonly appSecret: string;
  readonly verifyToken: string;
}

const RETRY_MS = { first: 100, most: 2_000 } as const;
/** Meta tries for days; a bench does not last so long. */
const GIVE_UP_MS = 120_000;
const TIMEOUT_MS = 10_000;
const CONNECTIONS = 64;

export interface Deliveries {
  /** Sends it in its own time; what cannot be delivered is tried again. */
  deliver(body: object): void;
  /** Under way or waiting. */
  pending(): number;
  stop(): void;
}

/** As Meta writes it: what is not ASCII is escaped, in lower case. */
export const asMetaWrites = (body: object): string =>
  JSON.stringify(body).replace(
    /[\u0080-\uffff]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

export const createDeliveries = (settings: () => AppSettings | null): Deliveries => {
  const dispatcher = new Agent({ connections: CONNECTIONS });
  let stopped = false;
  let pending = 0;

  const attempt = async (body: string): Promise<boolean> => {
    const app = settings();
    if (app === null) return false;
    try {
      const answer = await request(app.callbackUrl, {
        dispatcher,
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-hub-signature-256': signMeta(app.appSecret, body),
        },
        body,
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      await answer.body.dump();
      return answer.statusCode === 200;
    } catch {
      return false;
    }
  };

  const run = async (body: string): Promise<void> => {
    const began = Date.now();
    for (let wait: number = RETRY_MS.first; !stopped; wait = Math.min(wait * 2, RETRY_MS.most)) {
      if ((await attempt(body)) || Date.now() - began > GIVE_UP_MS) return;
      await delay(wait);
    }
  };

  return {
    deliver: (body) => {
      pending += 1;
      void run(asMetaWrites(body)).finally(() => {
        pending -= 1;
      });
    },
    pending: () => pending,
    stop: () => {
      stopped = true;
      void dispatcher.destroy();
    },
  };
};
