/** A load balancer for several nodes: passes each connection to one that is up, in turn. */
import { connect, createServer } from 'node:net';
import { listening } from '../../simulators/support/listening.js';

/** Passes bytes on without inspecting them. */
export interface Balancer {
  readonly port: number;
  /** Addresses of the nodes that are up, as `http://host:port`. */
  serve(urls: readonly string[]): void;
  /** Closes the connections to a node, on both sides. */
  cut(url: string): void;
  close(): void;
}

/** Listens on loopback at a free port. Without a node, connections are closed. */
export const startBalancer = async (): Promise<Balancer> => {
  let nodes: readonly URL[] = [];
  let turn = 0;
  const open = new Set<{ readonly port: string; readonly close: () => void }>();
  // Frames are 20 ms long: bytes that wait to be sent together with later ones arrive late.
  const server = createServer({ noDelay: true }, (client) => {
    const node = nodes[turn++ % Math.max(1, nodes.length)];
    client.on('error', () => undefined);
    if (node === undefined) return void client.destroy();
    const upstream = connect({ port: Number(node.port), host: node.hostname, noDelay: true });
    upstream.on('error', () => client.destroy());
    upstream.on('close', () => client.destroy());
    const connection = { port: node.port, close: () => upstream.destroy() };
    open.add(connection);
    client.on('close', () => {
      open.delete(connection);
      upstream.destroy();
    });
    client.pipe(upstream).pipe(client);
  });
  const port = await listening(server);
  return {
    port,
    serve: (urls) => {
      nodes = urls.map((url) => new URL(url));
    },
    cut: (url) => {
      for (const { port, close } of [...open]) if (port === new URL(url).port) close();
    },
    close: () => void server.close(),
  };
};
