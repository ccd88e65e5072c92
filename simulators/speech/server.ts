/** The simulated providers on one port without TLS and one with it, distinguished by their paths. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { isRecord } from '../support/json.js';
import { listening } from '../support/listening.js';
import { cartesia } from './cartesia.js';
import { deepgram } from './deepgram.js';
import { elevenlabs } from './elevenlabs.js';
import { parseBehaviour } from './faults.js';
import { cartesiaPage, elevenlabsPage } from './lists.js';
import { answerJson, answerSpeech } from './openai.js';
import { takeSocket } from './sockets.js';
import { soniox } from './soniox.js';
import { createWorld, type Visit, type World } from './world.js';

const PROVIDERS = [cartesia, deepgram, elevenlabs, soniox] as const;
const MAX_BODY = 1024 * 1024;

export interface SpeechServers {
  readonly url: string;
  close(): void;
}

/** PEM texts. */
interface Certificate {
  readonly certificate: string;
  readonly key: string;
}

/** `key`: the key that all providers require. */
export const startSpeechServers = async (key: string, tls: Certificate): Promise<SpeechServers> => {
  const world = createWorld(key);
  const plain = createServer();
  const secure = createSecureServer({ cert: tls.certificate, key: tls.key });
  const about = { secureUrl: '' };
  const sockets = new WebSocketServer({ noServer: true });
  for (const server of [plain, secure]) attend(server, world, about, sockets);
  const [port, securePort] = [await listening(plain), await listening(secure)];
  about.secureUrl = `https://127.0.0.1:${securePort}`;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      for (const server of [plain, secure]) {
        server.closeAllConnections();
        server.close();
      }
    },
  };
};

const attend = (server: Server, world: World, about: object, sockets: WebSocketServer): void => {
  server.on('request', (req, res) => void answer(world, about, req, res).catch(() => res.destroy()));
  server.on('upgrade', (req, socket, head) => upgrade(world, sockets, req, socket, head));
};

const addressOf = ({ url = '/' }: IncomingMessage): URL => new URL(url, 'http://simulator');

const bearerOf = ({ headers }: IncomingMessage): string | null =>
  headers.authorization?.replace(/^Bearer /, '') ?? null;

/** Whether the request has its answer, or will never get one: because of its key, or a fault that hits every request. */
const isRejected = (
  world: World,
  visit: Visit,
  answerWith: (status: number, headers: string) => void,
): boolean => {
  const fault = world.hits('unauthorised', 'throttled', 'down', 'mute');
  if (fault === 'mute') return true;
  if (fault === 'unauthorised' || !visit.authorised) answerWith(401, '');
  else if (fault === 'throttled') answerWith(429, `Retry-After: ${world.behaviour.retryAfterS}\r\n`);
  else if (fault === 'down') answerWith(503, '');
  else return false;
  return true;
};

const upgrade = (
  world: World,
  sockets: WebSocketServer,
  req: IncomingMessage,
  raw: Duplex,
  head: Buffer,
): void => {
  raw.on('error', () => undefined);
  const { pathname, search, searchParams } = addressOf(req);
  const provider = PROVIDERS.find(({ path }) => path.test(pathname));
  if (provider === undefined) return void raw.end('HTTP/1.1 404 Not Found\r\n\r\n');
  const visit = world.visit(provider.name, `${pathname}${search}`, provider.keyOf(req) === world.key);
  const reject = (status: number, headers: string): void => {
    raw.end(`HTTP/1.1 ${status} No\r\n${headers}Content-Length: 12\r\n\r\nsecret words`);
  };
  if (isRejected(world, visit, reject)) return;
  sockets.handleUpgrade(req, raw, head, (socket) =>
    takeSocket(provider, { world, visit, socket, query: searchParams }),
  );
};

const answer = async (
  world: World,
  about: object,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<void> => {
  const { pathname, search, searchParams } = addressOf(req);
  const route = `${req.method} ${pathname}`;
  if (pathname.startsWith('/control')) return answerControl(world, about, route, req, res);
  const isElevenlabs = pathname === '/v2/voices';
  const key = isElevenlabs ? String(req.headers['xi-api-key']) : bearerOf(req);
  const name = isElevenlabs ? 'elevenlabs' : pathname === '/voices' ? 'cartesia' : 'openai';
  const visit = world.visit(name, `${pathname}${search}`, key === world.key);
  const reject = (status: number, headers: string): void => {
    const [header, value] = headers.trim().split(': ');
    if (header !== undefined && value !== undefined) res.setHeader(header, value);
    answerJson(res, status, { error: { message: 'secret words' } });
  };
  if (isRejected(world, visit, reject)) return;
  if (route === 'GET /v2/voices') return answerJson(res, 200, elevenlabsPage(searchParams));
  if (route === 'GET /voices') return answerJson(res, 200, cartesiaPage(searchParams));
  if (route === 'POST /v1/audio/speech') return answerSpeech(world, visit, await readBody(req), res);
  answerJson(res, 404, { error: 'no such path' });
};

const answerControl = async (
  world: World,
  about: object,
  route: string,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<void> => {
  if (route === 'GET /control') return answerJson(res, 200, about);
  if (route === 'GET /control/visits') return answerJson(res, 200, { visits: world.visits });
  if (route === 'DELETE /control/visits') {
    world.visits.length = 0;
    return answerJson(res, 200, {});
  }
  const behaviour = route === 'PUT /control/behaviour' ? parseBehaviour(await readBody(req)) : null;
  if (behaviour === null) return answerJson(res, 400, { error: 'no such control, or no such fault' });
  world.behaviour = behaviour;
  answerJson(res, 200, behaviour);
};

const readBody = async (req: IncomingMessage): Promise<Readonly<Record<string, unknown>>> => {
  let text = '';
  for await (const piece of req) {
    text += String(piece);
    if (text.length > MAX_BODY) throw new Error('the body is too long');
  }
  const value: unknown = JSON.parse(text);
  return isRecord(value) ? value : {};
};
