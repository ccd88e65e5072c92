/** Relays HTTP between two processes, and can lose, duplicate or delay requests and answers. WebSockets pass unchanged. */
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { listening } from '../../../simulators/support/listening.js';

/** What happens to a request. */
export interface Fate {
  /** How long it is held before it is passed on, ms. */
  readonly lateMs?: number;
  /** The connection is closed before the request is passed on, or after. */
  readonly lost?: 'request' | 'answer';
  /**
   * The request is answered with 200 at once, and then passed on this many times: the effect of a sender that ignores
   * answers.
   */
  readonly detached?: number;
}

/** The parts of a request that a fate depends on. */
export interface Relayed {
  readonly method: string;
  readonly path: string;
  readonly body: string;
}

export interface HttpRelay {
  readonly url: string;
  close(): void;
}

export interface HttpRelayOptions {
  /** Ports of this machine to try, in turns; if there are none, connections are closed. */
  readonly targets: () => readonly number[];
  readonly fate: (request: Relayed) => Fate;
}

interface RelayedResponse {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

/** A target that does not answer within this time has failed, ms. */
const TIMEOUT_MS = 16_000;

const forward = (port: number, req: IncomingMessage, body: Buffer): Promise<RelayedResponse> =>
  new Promise((resolve, reject) => {
    const options = { port, host: '127.0.0.1', method: req.method, path: req.url, headers: req.headers };
    const passed = httpRequest({ ...options, agent: false, timeout: TIMEOUT_MS }, (res) => {
      buffer(res).then(
        (answer) => resolve({ status: res.statusCode ?? 502, headers: res.headers, body: answer }),
        reject,
      );
    });
    passed.on('timeout', () => passed.destroy(new Error('no answer in time')));
    passed.on('error', reject);
    passed.end(body);
  });

/** Listens on loopback at a free port. */
export const startHttpRelay = async ({ targets, fate }: HttpRelayOptions): Promise<HttpRelay> => {
  let turn = 0;
  const portsInTurn = (): readonly number[] => {
    const ports = targets();
    turn += 1;
    return ports.map((_, index) => ports[(turn + index) % ports.length] ?? 0);
  };

  /**
   * The answer of the first target that accepts a connection. A request that may have been handled is not repeated:
   * that is the sender's decision.
   */
  const answerOf = async (req: IncomingMessage, body: Buffer): Promise<RelayedResponse | null> => {
    for (const port of portsInTurn()) {
      try {
        return await forward(port, req, body);
      } catch (error) {
        const isUnsent = error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED';
        if (!isUnsent) return null;
      }
    }
    return null;
  };

  const relay = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const body = await buffer(req);
    const {
      lateMs = 0,
      lost,
      detached,
    } = fate({
      method: req.method ?? 'GET',
      path: req.url ?? '/',
      body: body.toString('utf8'),
    });
    if (lost === 'request') return void req.socket.destroy();
    if (detached !== undefined) {
      res.writeHead(200).end();
      await delay(lateMs);
      for (let time = 0; time < detached; time += 1) await answerOf(req, body);
      return;
    }
    await delay(lateMs);
    const answer = await answerOf(req, body);
    if (answer === null || lost === 'answer') return void req.socket.destroy();
    res.writeHead(answer.status, answer.headers).end(answer.body);
  };

  const server = createServer((req, res) => {
    relay(req, res).catch(() => req.socket.destroy());
  });
  server.on('upgrade', (req, client, head) => {
    client.on('error', () => undefined);
    const [port] = portsInTurn();
    if (port === undefined) return void client.destroy();
    const upstream = connect({ port, host: '127.0.0.1', noDelay: true }, () => {
      const lines = req.rawHeaders.flatMap((name, index, all) =>
        index % 2 === 0 ? [`${name}: ${all[index + 1] ?? ''}`] : [],
      );
      upstream.write(`${req.method} ${req.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
      upstream.write(head);
      client.pipe(upstream).pipe(client);
    });
    upstream.on('error', () => client.destroy());
    upstream.on('close', () => client.destroy());
    client.on('close', () => upstream.destroy());
  });
  const port = await listening(server);
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
};
