/** `parley listen`: a receiver for integrators. Prints each verified delivery as a line of JSON. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';

export interface ListenOptions {
  readonly port: number;
  readonly host: string;
  readonly secret: string;
}

/** How far a timestamp may be from now, seconds (docs/reference/api.md "Channels, messages, conversations"). */
const TOLERANCE_S = 300;
const MAX_BODY_BYTES = 1024 * 1024;
/** Of a secret as libraries of Standard Webhooks take it. */
const STANDARD_PREFIX = 'whsec_';
/** Number of event ids that are remembered, to detect duplicates. */
const MAX_REMEMBERED = 10_000;

export interface Listener {
  readonly url: string;
  close(): void;
}

interface DeliverySignature {
  readonly timestamp: string;
  readonly signature: string;
  /** Signatures of secrets that were replaced, with spaces in between; absent: none. */
  readonly previous?: string;
}

/** Why a delivery fails verification; null if it passes. `secret`: as `signingSecret` or as `standardSecret`. */
export const problemOf = (
  secret: string,
  { timestamp, signature, previous = '' }: DeliverySignature,
  body: Uint8Array,
  nowMs: number,
): string | null => {
  if (!/^\d{1,12}$/.test(timestamp)) return 'X-Service-Timestamp is missing or not a number';
  if (Math.abs(nowMs / 1_000 - Number(timestamp)) > TOLERANCE_S)
    return 'X-Service-Timestamp is more than 5 minutes away from now';
  const expected = createHmac('sha256', keyOf(secret)).update(`${timestamp}.`).update(body).digest();
  const isGenuine = [signature, ...previous.split(' ')].some((candidate) => {
    const received = Buffer.from(candidate, 'hex');
    return received.length === expected.length && timingSafeEqual(received, expected);
  });
  return isGenuine ? null : 'X-Service-Signature does not match this body and secret';
};

/** The key of a secret in either of its forms. */
const keyOf = (secret: string): Buffer =>
  secret.startsWith(STANDARD_PREFIX)
    ? Buffer.from(secret.slice(STANDARD_PREFIX.length), 'base64')
    : Buffer.from(secret);

const read = async (req: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of req) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > MAX_BODY_BYTES) throw new Error('the body is larger than any delivery');
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
};

/** Answers 204 to verified deliveries and 401 to others. `print` gets one object per delivery. */
export const listen = async (
  { port, host, secret }: ListenOptions,
  print: (line: object) => void,
): Promise<Listener> => {
  const seen = new Set<string>();
  const server = createServer((req, res) => {
    void (async () => {
      const body = await read(req);
      const header = (name: string): string => String(req.headers[name] ?? '');
      const stamped = {
        timestamp: header('x-service-timestamp'),
        signature: header('x-service-signature'),
        previous: header('x-service-signature-previous'),
      };
      const problem = problemOf(secret, stamped, body, Date.now());
      if (problem !== null) {
        print({ verified: false, problem });
        res.writeHead(401, { 'content-type': 'text/plain' }).end(problem);
        return;
      }
      const event: Record<string, unknown> = JSON.parse(body.toString('utf8'));
      const eventId = header('x-service-event-id');
      const isTest = header('x-service-test') === 'true';
      print({ verified: true, duplicate: seen.has(eventId), ...(isTest ? { test: true } : {}), event });
      seen.add(eventId);
      const [oldest] = seen;
      if (seen.size > MAX_REMEMBERED && oldest !== undefined) seen.delete(oldest);
      res.writeHead(204).end();
    })().catch((error: unknown) => {
      print({ verified: false, problem: error instanceof Error ? error.message : String(error) });
      if (!res.headersSent) res.writeHead(400).end();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const address = server.address();
  const bound = typeof address === 'object' && address !== null ? address.port : port;
  return {
    url: `http://${host}:${bound}/`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
};
