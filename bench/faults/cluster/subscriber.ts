/** A webhook receiver that can refuse, hang, be slow or be unreachable, and records every attempt that reaches it. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { isRecord } from '../../../schemas/json.js';
import { listening } from '../../../simulators/support/listening.js';
import type { Chance } from '../chance.js';
import type { DeliveryRecord } from '../history.js';

/** How it treats an event that it sees for the first time; later attempts are always accepted. */
type Behaviour =
  | { readonly type: 'accepts'; readonly lateMs: number }
  | { readonly type: 'refuses' | 'hangs' | 'is_away'; readonly share: number };

export interface Subscriber {
  readonly deliveries: readonly DeliveryRecord[];
  url(subscription: string): string;
  behave(next: Behaviour): void;
  close(): void;
}

/** Listens on loopback at a free port. */
export const startSubscriber = async (chance: Chance): Promise<Subscriber> => {
  const deliveries: DeliveryRecord[] = [];
  const seen = new Set<string>();
  let behaviour: Behaviour = { type: 'accepts', lateMs: 0 };

  const answer = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const at = Date.now();
    const subscription = (req.url ?? '/').slice(1);
    const event: unknown = JSON.parse(await text(req));
    if (!isRecord(event)) return void res.writeHead(400).end();
    const { retryNumber, ...body } = event;
    const key = `${subscription} ${String(body.eventId)}`;
    const current = behaviour;
    const isFailed = current.type !== 'accepts' && !seen.has(key) && chance.isLikely(current.share);
    seen.add(key);
    deliveries.push({
      subscription,
      eventId: String(body.eventId),
      eventType: String(body.eventType),
      about: String(body.callId ?? body.campaignId ?? body.conversationId ?? ''),
      retryNumber: Number(retryNumber),
      body: JSON.stringify(body),
      at,
      accepted: !isFailed,
    });
    if (!isFailed) {
      if (current.type === 'accepts') await delay(current.lateMs);
      return void res.writeHead(204).end();
    }
    if (current.type === 'refuses') return void res.writeHead(500).end();
    if (current.type === 'is_away') return void req.socket.destroy();
    // No answer: the request hangs until the sender times out.
  };

  const server = createServer((req, res) => {
    answer(req, res).catch(() => req.socket.destroy());
  });
  const port = await listening(server);
  return {
    deliveries,
    url: (subscription) => `http://127.0.0.1:${port}/${subscription}`,
    behave: (next) => {
      behaviour = next;
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
};
