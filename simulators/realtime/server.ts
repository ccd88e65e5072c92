/**
 * A simulated OpenAI Realtime. It knows nothing of Parley, recognises the words in the audio (support/spoken.ts), gives
 * the replies that a test sets, and records what it receives.
 *
 * Control: `PUT /control/world` (`EngineScript` in world.ts) sets its behaviour, and discards all records; `PUT /control/replies`
 * sets the next responses, and discards nothing; `GET /control/connections` lists the connections; `GET /control/secure`
 * returns the address of the same server with TLS.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { dripping } from '../support/dripping.js';
import { isRecord } from '../support/json.js';
import { listening } from '../support/listening.js';
import { createConversation } from './conversation.js';
import { type OpenConnection, openSession } from './session.js';
import {
  type Connection,
  type ConnectionFault,
  DEFAULT_SCRIPT,
  type EngineScript,
  parseScript,
  type Reply,
} from './world.js';

interface Simulator {
  /** http: */
  readonly url: string;
  close(): void;
}

interface Certificate {
  readonly certificate: string;
  readonly key: string;
}

/** Starts it on this machine's loopback address; with a certificate on a second port as well, with TLS. */
export const startServer = async (tls: Certificate | null): Promise<Simulator> => {
  let script: EngineScript = DEFAULT_SCRIPT;
  let replies: Reply[] = [...DEFAULT_SCRIPT.replies];
  let connections: OpenConnection[] = [];
  let secureUrl: string | null = null;
  const control = async (request: IncomingMessage, answer: ServerResponse): Promise<void> => {
    const body = await bodyOf(request);
    const route = `${request.method} ${request.url}`;
    if (route === 'GET /control/secure') return reply(answer, 200, { url: secureUrl });
    if (route === 'GET /control/connections') return reply(answer, 200, connections.map(serialised));
    const settings: unknown = JSON.parse(body);
    if (route === 'PUT /control/replies' && isRecord(settings)) {
      const world = parseScript({ ...script, replies: settings.replies });
      if (world === null) return reply(answer, 400, { error: 'not understood' });
      replies = [...world.replies];
      return reply(answer, 200, {});
    }
    const world = route === 'PUT /control/world' ? parseScript(settings) : null;
    if (world === null) return reply(answer, 400, { error: 'not understood' });
    script = world;
    replies = [...world.replies];
    connections = [];
    reply(answer, 200, {});
  };
  const serve = (request: IncomingMessage, answer: ServerResponse): void => {
    control(request, answer).catch(() => reply(answer, 400, { error: 'not understood' }));
  };
  const nextReply = (): Reply => (replies.length > 1 ? replies.shift() : replies[0]) ?? { text: 'Hello.' };
  const server = createServer(serve);
  const secure = tls === null ? null : createSecureServer({ cert: tls.certificate, key: tls.key }, serve);
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false, autoPong: false });
  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    const connection: OpenConnection = {
      path: request.url ?? '/',
      headers: headersOf(request),
      messages: [],
      audio: [],
      complaints: [],
      items: createConversation(),
      open: true,
    };
    const fault = script.faults?.[connections.length] ?? { type: 'none' };
    connections.push(connection);
    const refusal = refusalOf(request, script, fault);
    if (refusal !== null) {
      connection.open = false;
      return refuse(socket, refusal, fault);
    }
    if (fault.type === 'drip') dripping(socket);
    sockets.handleUpgrade(request, socket, head, (client) =>
      openSession(client, connection, script, fault, nextReply),
    );
  };
  server.on('upgrade', upgrade);
  secure?.on('upgrade', upgrade);
  const url = `http://127.0.0.1:${await listening(server)}`;
  if (secure !== null) secureUrl = `https://127.0.0.1:${await listening(secure)}`;
  return {
    url,
    close: () => {
      for (const client of sockets.clients) client.terminate();
      for (const listener of [server, secure]) {
        listener?.close();
        listener?.closeAllConnections();
      }
    },
  };
};

const refusalOf = (
  request: IncomingMessage,
  { key }: EngineScript,
  fault: ConnectionFault,
): number | null => {
  if (fault.type === 'status') return fault.status;
  const url = new URL(request.url ?? '/', 'http://simulator');
  if (url.pathname !== '/v1/realtime') return 404;
  if (request.headers.authorization !== `Bearer ${key}`) return 401;
  return url.searchParams.get('model') === null ? 400 : null;
};

const refuse = (socket: Duplex, status: number, fault: ConnectionFault): void => {
  socket.on('error', () => undefined);
  const retry =
    fault.type === 'status' && fault.retryAfter !== undefined ? `retry-after: ${fault.retryAfter}\r\n` : '';
  socket.end(
    `HTTP/1.1 ${status} Refused\r\nconnection: close\r\n${retry}content-type: application/json\r\n\r\n{"error":"the key secret-of-the-provider"}`,
  );
};

const serialised = ({ audio, items, ...rest }: OpenConnection): Connection => ({
  ...rest,
  conversation: items.list(),
  audio: Buffer.concat(audio).toString('base64'),
});

const headersOf = (request: IncomingMessage): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  let body = '';
  for await (const chunk of request) body += String(chunk);
  return body === '' ? 'null' : body;
};

const reply = (answer: ServerResponse, status: number, body: object): void => {
  answer.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};
