/** What stands before several nodes: passes each connection to one that is up, in turns. */
import { connect, createServer } from 'node:net';

export interface Balancer {
  readonly port: number;
  /** Addresses of the nodes that are up, as `http://host:port`. */
  serve(urls: readonly string[]): void;
  close(): void;
}

/** Listens on loopback at a free port. Without a node, connections are closed. */
export const startBalancer = async (): Promise<Balancer> => {
  let nodes: readonly URL[] = [];
  let turn = 0;
  const server = createServer((client) => {
    const node = nodes[turn++ % Math.max(1, nodes.length)];
    client.on('error', () => undefined);
    if (node === undefined) return void client.destroy();
    const upstream = connect(Number(node.port), node.hostname);
    upstream.on('error', () => client.destroy());
    upstream.on('close', () => client.destroy());
    client.on('close', () => upstream.destroy());
    client.pipe(upstream).pipe(client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the balancer has no port');
  return {
    port: address.port,
    serve: (urls) => {
      nodes = urls.map((url) => new URL(url));
    },
    close: () => void server.close(),
  };
};
