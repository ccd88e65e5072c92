/** A UDP socket on the loopback interface that exchanges packets with exactly one other port. */
import { createSocket } from 'node:dgram';

export interface LoopbackSocket {
  readonly port: number;
  /** Sends to this port from now on, and receives only from it. */
  connect(port: number): Promise<void>;
  /** May be lost like any datagram if buffers are full. */
  send(packet: Uint8Array): void;
  close(): void;
}

/** @throws Error when no port is available */
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
  // The peer may have closed its port; its refusals of further packets are ignored.
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
