/** Listening on an address, with uWebSockets. */

import type { TemplatedApp, us_listen_socket } from 'uWebSockets.js';
import { createServer } from 'node:net';

export interface ListenAddress {
  readonly host: string;
  /** 0 = a free one. */
  readonly port: number;
}

/** @throws Error when the address cannot be listened on */
export const listenOn = (app: TemplatedApp, { host, port }: ListenAddress): Promise<us_listen_socket> =>
  new Promise((resolve, reject) => {
    app.listen(host, port, (opened) => {
      if (opened) resolve(opened);
      else reject(new Error(`cannot listen on ${host}:${port}; is another program using the port?`));
    });
  });

/** A port that nobody uses now. One that was opened as 0 is not shared (uSockets asks for that with a number only). */
export const freePort = (host: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, host, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });

/** A host that is listened on, as part of an address that can be reached from here. */
export const reachable = (host: string): string => {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
};
