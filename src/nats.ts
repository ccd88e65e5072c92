/** The connection of a process to its NATS server. */
import { type NatsConnection, NatsConnectionImpl, setTransportFactory } from '@nats-io/transport-node';
import { NodeTransport, nodeResolveHost } from '@nats-io/transport-node/lib/node_transport.js';

/** Between two attempts to reach a server that went away, ms. */
const RECONNECT_WAIT_MS = 250;

/**
 * Writes what is sent in one turn of the event loop at once. The client flushes after each message, and each flush is a
 * system call: a third of a busy node's main thread (docs/performance.md).
 */
class CoalescingTransport extends NodeTransport {
  private corked = false;

  override send(frame: Uint8Array): void {
    if (!this.corked) {
      const { socket } = this;
      this.corked = true;
      socket.cork();
      setImmediate(() => {
        this.corked = false;
        socket.uncork();
      });
    }
    super.send(frame);
  }
}

/** Connects to NATS for good: a server that goes away comes back to the same connection. */
export const connectNats = (url: string, name: string): Promise<NatsConnection> => {
  setTransportFactory({ factory: () => new CoalescingTransport(), dnsResolveFn: nodeResolveHost });
  return NatsConnectionImpl.connect({
    servers: url,
    name,
    maxReconnectAttempts: -1,
    reconnectTimeWait: RECONNECT_WAIT_MS,
    waitOnFirstConnect: false,
    // A stack for each request, in case it fails, costs more than the request.
    noAsyncTraces: true,
  });
};
