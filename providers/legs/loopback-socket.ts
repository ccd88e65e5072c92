/** A UDP socket on this machine's loopback that hears, and is heard by, one other port. */
import { createSocket } from 'node:dgram';

export interface LoopbackSocket {
  readonly port: number;
  /** From now on nobody else's packets arrive, and `send` goes there. */
  connect(port: number): Promise<void>;
  /** Lost like any datagram where there is no room. */
  send(packet: Uint8Array): void;
  close(): void;
}

/** @throws Error when there is no port to be had */
export const openLoopbackSocket = async (onPacket: (packet: Uint8Array) => void): Promise<LoopbackSocket> => {
  const socket = createSocket('udp4');
  let isOpen = true;
  let isConnected = false;
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject);
    socket.bind(0, '127.0.0.1', () => {
      socket.off('error', reject);
      resolve();
    });
  });
  // The other side may have closed its port: what was sent there is refused, and nobody misses it.
  socket.on('error', () => undefined);
  socket.on('message', (packet) => {
    if (isConnected && isOpen) onPacket(packet);
  });
  return {
    port: socket.address().port,
    connect: (port) =>
      new Promise((resolve, reject) =>
        socket.connect(port, '127.0.0.1', (error?: Error) => {
          if (error !== undefined && error !== null) return reject(error);
          isConnected = true;
          resolve();
        }),
      ),
    send: (packet) => {
      if (isOpen && isConnected) socket.send(packet, () => undefined);
    },
    close: () => {
      if (!isOpen) return;
      isOpen = false;
      socket.close();
    },
  };
};
