/** A proxy to a nats-server that can hold back single connections: data that the server sends them waits. */
import { connect, createServer, type Socket } from 'node:net';
import { listening } from '../../simulators/support/listening.js';
import type { Lifetime } from '../lifetime.js';

/** A proxy that initially holds nothing back. */
export interface HoldingProxy {
  /** Address for clients, in place of the server's own. */
  readonly url: string;
  /** Holds back what the server sends to connections of this name, present and future ones. */
  hold(name: string): void;
  /** Sends what was held back, in order. */
  release(): void;
}

/** Starts a proxy in front of the server at `url`; it ends with the test. */
export const startHoldingProxy = async (t: Lifetime, url: string): Promise<HoldingProxy> => {
  const { hostname, port } = new URL(url);
  const sockets = new Set<Socket>();
  /** With the name that each client reports. */
  const names = new Map<Socket, string>();
  let held: string | null = null;
  const settle = (): void => {
    for (const [server, name] of names) {
      if (name === held) server.pause();
      else server.resume();
    }
  };
  const proxy = createServer((client) => {
    const server = connect(Number(port), hostname);
    for (const socket of [client, server]) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        names.delete(server);
        client.destroy();
        server.destroy();
      });
    }
    client.on('data', (data) => {
      const [, name] = /^CONNECT .*"name":"([^"]+)"/m.exec(data.toString('latin1')) ?? [];
      if (name !== undefined) {
        names.set(server, name);
        settle();
      }
      server.write(data);
    });
    server.on('data', (data) => client.write(data));
  });
  const at = await listening(proxy);
  t.teardown(() => {
    for (const socket of sockets) socket.destroy();
    proxy.close();
  });
  return {
    url: `nats://127.0.0.1:${at}`,
    hold: (name) => {
      held = name;
      settle();
    },
    release: () => {
      held = null;
      settle();
    },
  };
};
