/** A subscriber: keeps what it receives, checks signatures as the spec says, and answers as a test sets. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listening } from '../../simulators/support/listening.js';
import type { Lifetime } from '../lifetime.js';

/** One delivery. */
interface Received {
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Readonly<Record<string, unknown>>;
  /** The body as it arrived. */
  readonly text: string;
  /** Whether the signature is valid for the secret of the path. */
  readonly signed: boolean;
  /** ms since the epoch */
  readonly at: number;
}

/** Answers a delivery, or does not; `index`: the number of earlier deliveries to its path. */
type Behaviour = (req: IncomingMessage, res: ServerResponse, index: number) => void;

/** A server that keeps what subscribers receive. */
export interface Receiver {
  readonly url: string;
  readonly port: number;
  readonly received: readonly Received[];
  /** The deliveries to one path, in order. */
  on(path: string): readonly Received[];
  /** Sets the secret that deliveries to the path are signed with. */
  secret(path: string, secret: string): void;
  /** Sets how the path answers; 204 by default. */
  behave(path: string, behaviour: Behaviour): void;
}

/** It ends with the lifetime. */
export const startReceiver = async (t: Lifetime): Promise<Receiver> => {
  const received: Received[] = [];
  const secrets = new Map<string, string>();
  const behaviours = new Map<string, Behaviour>();

  const verify = (path: string, req: IncomingMessage, body: Buffer): boolean => {
    const secret = secrets.get(path);
    const timestamp = String(req.headers['x-service-timestamp']);
    if (secret === undefined || Math.abs(Date.now() / 1_000 - Number(timestamp)) > 300) return false;
    const expected = createHmac('sha256', secret)
      .update(Buffer.concat([Buffer.from(`${timestamp}.`), body]))
      .digest('hex');
    const signature = String(req.headers['x-service-signature']);
    return (
      signature.length === expected.length && timingSafeEqual(Buffer.from(signature), Buffer.from(expected))
    );
  };

  const server = createServer(async (req, res) => {
    const path = req.url ?? '';
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(Buffer.from(chunk));
    const bytes = Buffer.concat(chunks);
    const text = bytes.toString('utf8');
    const body: Record<string, unknown> = JSON.parse(text || '{}');
    const { headers } = req;
    const index = received.filter((delivery) => delivery.path === path).length;
    received.push({ path, headers, body, text, signed: verify(path, req, bytes), at: Date.now() });
    const behaviour = behaviours.get(path);
    if (behaviour === undefined) res.writeHead(204).end();
    else behaviour(req, res, index);
  });
  const port = await listening(server);
  t.teardown(() => {
    server.close();
    server.closeAllConnections();
  });
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    received,
    on: (path) => received.filter((delivery) => delivery.path === path),
    secret: (path, secret) => void secrets.set(path, secret),
    behave: (path, behaviour) => void behaviours.set(path, behaviour),
  };
};
