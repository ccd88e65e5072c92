/**
 * Simulated recognisers: the websockets of all providers that have a dialect, each at its own path. They know nothing of
 * Parley, recognise the words in the audio (support/spoken.ts), and record what they receive.
 *
 * Control: `PUT /control/world` sets the valid key, the vocabulary and the faults (`RecogniserScript` in world.ts), and discards all
 * records; `GET /control/connections` lists the connections since then, in order; `GET /control/secure` returns the address
 * of the same server with TLS.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { dripping } from '../support/dripping.js';
import { listening } from '../support/listening.js';
import type { Dialect } from './dialect.js';
import { assemblyAi } from './dialects/assemblyai.js';
import { deepgramFlux } from './dialects/deepgram-flux.js';
import { deepgramNova } from './dialects/deepgram-nova.js';
import { elevenLabs } from './dialects/elevenlabs.js';
import { openAi } from './dialects/openai.js';
import { soniox } from './dialects/soniox.js';
import { createLine, type OpenConnection } from './line.js';
import { type Connection, type Fault, parseScript, type RecogniserScript } from './world.js';

const DIALECTS: readonly Dialect[] = [assemblyAi, deepgramFlux, deepgramNova, elevenLabs, openAi, soniox];

export interface Simulator {
  /** http: */
  readonly url: string;
  close(): void;
}

interface Certificate {
  readonly certificate: string;
  readonly key: string;
}

/** Starts them on this machine's loopback address; with a certificate on a second port as well, with TLS. */
export const startSimulator = async (tls: Certificate | null): Promise<Simulator> => {
  let script: RecogniserScript = { key: '', words: [], faults: [] };
  let connections: OpenConnection[] = [];
  let secureUrl: string | null = null;
  const control = async (request: IncomingMessage, answer: ServerResponse): Promise<void> => {
    const body = await bodyOf(request);
    const route = `${request.method} ${request.url}`;
    if (route === 'GET /control/secure') return reply(answer, 200, { url: secureUrl });
    if (route === 'GET /control/connections') return reply(answer, 200, connections.map(serialised));
    const world = route === 'PUT /control/world' ? parseScript(JSON.parse(body)) : null;
    if (world === null) return reply(answer, 400, { error: 'not understood' });
    script = world;
    connections = [];
    reply(answer, 200, {});
  };
  const serve = (request: IncomingMessage, answer: ServerResponse): void => {
    control(request, answer).catch(() => reply(answer, 400, { error: 'not understood' }));
  };
  const server = createServer(serve);
  const secure = tls === null ? null : createSecureServer({ cert: tls.certificate, key: tls.key }, serve);
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false, autoPong: false });
  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    const url = new URL(request.url ?? '/', 'http://simulator');
    const connection: OpenConnection = {
      path: request.url ?? '/',
      headers: headersOf(request),
      messages: [],
      audio: [],
      open: false,
    };
    const fault = script.faults[connections.length] ?? { type: 'none' };
    connections.push(connection);
    const dialect = DIALECTS.find(({ path }) => path === url.pathname);
    const refusal = statusFor(dialect, request, url, script, fault);
    if (dialect === undefined || refusal !== null) return refuse(socket, refusal ?? 404, fault);
    const { key } = script;
    const inHeader = dialect.keyOf(request, url) !== null;
    const isKey = (shown: string | null): boolean => (shown === null ? inHeader : shown === key);
    if (fault.type === 'drip') dripping(socket);
    sockets.handleUpgrade(request, socket, head, (client) =>
      createLine(client, { dialect, url, vocabulary: script.words, fault, connection, isKey }),
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

const statusFor = (
  dialect: Dialect | undefined,
  request: IncomingMessage,
  url: URL,
  { key }: RecogniserScript,
  fault: Fault,
): number | null => {
  if (fault.type === 'status') return fault.status;
  if (dialect === undefined) return 404;
  const shown = dialect.keyOf(request, url);
  if (shown !== key && shown !== null) return 401;
  if (shown === null && dialect.keyInMessage !== true) return 401;
  return dialect.complaint(url) === null ? null : 400;
};

const refuse = (socket: Duplex, status: number, fault: Fault): void => {
  const rest = fault.type === 'status' ? fault.retryAfterS : undefined;
  const retryAfter = rest === undefined ? '' : `retry-after: ${rest}\r\n`;
  socket.on('error', () => undefined);
  socket.end(
    `HTTP/1.1 ${status} Refused\r\n${retryAfter}connection: close\r\ncontent-type: application/json\r\n\r\n{"error":"the key secret-of-the-provider"}`,
  );
};

const serialised = ({ audio, ...rest }: OpenConnection): Connection => ({
  ...rest,
  pieces: audio.map(({ length }) => length),
  audio: Buffer.concat(audio).toString('base64'),
});

const headersOf = (request: IncomingMessage): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  let body = '';
  for await (const chunk of request) body += String(chunk);
  return body;
};

const reply = (answer: ServerResponse, status: number, body: object): void => {
  answer.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};
