/** Webhooks of the simulated provider: signed, and retried until the response is 200, as Meta does. */
import { createHmac } from 'node:crypto';
import { Agent, request } from 'undici';

/** The webhook settings of an app. */
export interface AppSettings {
  /** For WhatsApp. */
  readonly callbackUrl: string;
  /** For Instagram. */
  readonly instagramUrl: string;
  readonly appSecret: string;
  readonly verifyToken: string;
}

const RETRY_MS = { first: 100, most: 2_000 } as const;
/** Meta retries for days; a bench does not run that long. */
const GIVE_UP_MS = 120_000;
const TIMEOUT_MS = 10_000;
const CONNECTIONS = 64;

export interface Deliveries {
  /** Sends in the background; failed deliveries are retried. `onSettled`: called once it was accepted, or given up. */
  deliver(app: 'whatsapp' | 'instagram', body: object, onSettled?: () => void): void;
  /** The number of deliveries in flight or waiting. */
  pending(): number;
  stop(): void;
}

/** Serialises as Meta does: non-ASCII characters are escaped, in lower case. */
const asMetaWrites = (body: object): string =>
  JSON.stringify(body).replace(
    /[\u0080-\uffff]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** X-Hub-Signature-256 (docs/reference/protocols/whatsapp.md "Signature of a delivery"). */
const signed = (appSecret: string, body: string): string =>
  `sha256=${createHmac('sha256', appSecret).update(body).digest('hex')}`;

interface Waiting {
  readonly app: 'whatsapp' | 'instagram';
  readonly body: string;
  readonly since: number;
  readonly waitMs: number;
  readonly onSettled: () => void;
}

export const createDeliveries = (settings: () => AppSettings | null): Deliveries => {
  const dispatcher = new Agent({ connections: CONNECTIONS });
  /** First in, first out: a failed delivery rejoins at the end. */
  const queue: Waiting[] = [];
  let atWork = 0;
  let stopped = false;
  let pending = 0;

  const attempt = async ({ app: name, body }: Waiting): Promise<boolean> => {
    const app = settings();
    if (app === null) return false;
    try {
      const answer = await request(name === 'whatsapp' ? app.callbackUrl : app.instagramUrl, {
        dispatcher,
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-hub-signature-256': signed(app.appSecret, body),
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

  const work = async (): Promise<void> => {
    atWork += 1;
    for (let next = queue.shift(); next !== undefined && !stopped; next = queue.shift()) {
      if ((await attempt(next)) || Date.now() - next.since > GIVE_UP_MS) {
        // First: what follows counts as pending from then on.
        next.onSettled();
        pending -= 1;
      } else {
        const { waitMs } = next;
        const again = { ...next, waitMs: Math.min(waitMs * 2, RETRY_MS.most) };
        setTimeout(() => enqueue(again), waitMs);
      }
    }
    atWork -= 1;
  };

  const enqueue = (delivery: Waiting): void => {
    if (stopped) return;
    queue.push(delivery);
    if (atWork < CONNECTIONS) void work();
  };

  return {
    deliver: (app, body, onSettled = () => undefined) => {
      pending += 1;
      const text = asMetaWrites(body);
      enqueue({ app, body: text, since: Date.now(), waitMs: RETRY_MS.first, onSettled });
    },
    pending: () => pending,
    stop: () => {
      stopped = true;
      void dispatcher.destroy();
    },
  };
};
