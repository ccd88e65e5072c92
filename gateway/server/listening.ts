/** Listens on an address with uWebSockets. */

import type { TemplatedApp, us_listen_socket } from 'uWebSockets.js';
import { createServer } from 'node:net';

export interface ListenAddress {
  readonly host: string;
  /** 0: a free port. */
  readonly port: number;
}

/** The address is not available for listening. */
export class ListenFailure extends Error {
  override readonly name = 'ListenFailure';
}

/** By system error code. */
const REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'the port is in use; choose another one, or stop the program that uses it',
  EACCES: 'this user may not use the port; choose one above 1023',
  EADDRNOTAVAIL: 'this machine does not have that address; choose one of its own',
  ENOTFOUND: 'the host name has no address; choose an address of this machine',
};

const failure = ({ host, port }: ListenAddress, code: string): ListenFailure =>
  new ListenFailure(`cannot listen on ${host}:${port}: ${REASONS[code] ?? code}`);

/**
 * Refuses an address that is in use. uSockets shares a numeric port with every other listener that shares it: of two services
 * on one port, each would get every other request.
 * @throws ListenFailure when another program listens on the address
 */
export const checkPortIsFree = async (address: ListenAddress): Promise<void> => {
  const { host, port } = address;
  if (port === 0) return;
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once('error', ({ code = 'unknown reason' }: NodeJS.ErrnoException) =>
      reject(failure(address, code)),
    );
    probe.listen({ host, port, exclusive: true }, resolve);
  });
  await new Promise((resolve) => probe.close(resolve));
};

/**
 * Listens on an address; its port is shared with other such listeners. @throws ListenFailure when the address is not available
 */
export const listenOn = (app: TemplatedApp, address: ListenAddress): Promise<us_listen_socket> =>
  new Promise((resolve, reject) => {
    app.listen(address.host, address.port, (opened) => {
      if (opened) resolve(opened);
      else reject(failure(address, 'EADDRINUSE'));
    });
  });

/** A port that is free now. A port opened as 0 is not shared (uSockets shares numeric ports only). */
export const freePort = (host: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, host, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });

/** Turns a host that is listened on into one that is reachable from this machine, for use in a URL. */
export const reachable = (host: string): string => {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
};
