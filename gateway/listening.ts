/** Listening on an address, with uWebSockets. */

import type { TemplatedApp, us_listen_socket } from 'uWebSockets.js';
import { createServer } from 'node:net';

export interface ListenAddress {
  readonly host: string;
  /** 0 = a free one. */
  readonly port: number;
}

/** The address cannot be listened on. */
export class ListenFailure extends Error {
  override readonly name = 'ListenFailure';
}

/** By the system's codes. */
const REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program uses the port; give another one, or end that program',
  EACCES: 'this user may not use the port; give one above 1023',
  EADDRNOTAVAIL: 'this machine has no such address; give one that it has',
  ENOTFOUND: 'there is no such address; give one that this machine has',
};

const failure = ({ host, port }: ListenAddress, code: string): ListenFailure =>
  new ListenFailure(`cannot listen on ${host}:${port}: ${REASONS[code] ?? code}`);

/**
 * Whoever listens with uSockets shares a port that is given as a number with whoever else does: of two services on one port each
 * would get every other request.
 * @throws ListenFailure when somebody listens there
 */
export const refuseTaken = async (address: ListenAddress): Promise<void> => {
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

/** Shares the port with whoever else listens so. @throws ListenFailure when the address cannot be listened on */
export const listenOn = (app: TemplatedApp, address: ListenAddress): Promise<us_listen_socket> =>
  new Promise((resolve, reject) => {
    app.listen(address.host, address.port, (opened) => {
      if (opened) resolve(opened);
      else reject(failure(address, 'EADDRINUSE'));
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
