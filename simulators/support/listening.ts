/** Servers on this machine's loopback address. */
import { once } from 'node:events';
import type { Server } from 'node:net';

/** Makes the server listen on the port; 0: a free one. Resolves with the port. @throws Error if it cannot */
export const listening = async (server: Server, port = 0): Promise<number> => {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return address.port;
};
