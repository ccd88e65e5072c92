/** Servers in this process, on the loopback address. */
import { once } from 'node:events';
import type { Server } from 'node:net';

/** Makes the server listen on a free port. Resolves with the port. @throws Error if it cannot */
export const listening = async (server: Server): Promise<number> => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return address.port;
};
