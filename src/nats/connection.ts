/** The connection of a process to its NATS server. */
import {
  errors,
  type NatsConnection,
  NatsConnectionImpl,
  setTransportFactory,
} from '@nats-io/transport-node';
import { NodeTransport, nodeResolveHost } from '@nats-io/transport-node/lib/node_transport.js';
import { type NatsAccess, natsOptions } from '../../actors/runtime/nats/access.js';
import { ConfigError } from '../config/error.js';

/** Pause between two attempts to reach a lost server, ms. */
const RECONNECT_WAIT_MS = 250;

/**
 * Writes everything that is sent in one turn of the event loop at once. The client flushes after each message, and each
 * flush is a system call: a third of a busy node's main thread (docs/explanation/performance.md).
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

/**
 * Connects to NATS for good: after the loss of a server, the next one of its cluster serves, or the same one once it is
 * back.
 * @throws ConfigError if the server cannot be reached, rejects us, or is not the expected one
 */
export const connectNats = async (nats: NatsAccess, name: string): Promise<NatsConnection> => {
  setTransportFactory({ factory: () => new CoalescingTransport(), dnsResolveFn: nodeResolveHost });
  const connecting = NatsConnectionImpl.connect({
    ...natsOptions(nats),
    name,
    maxReconnectAttempts: -1,
    reconnectTimeWait: RECONNECT_WAIT_MS,
    waitOnFirstConnect: false,
    // Capturing a stack trace for each request, in case it fails, costs more than the request.
    noAsyncTraces: true,
  });
  return connecting.catch((error: unknown) => {
    throw new ConfigError(`${nats.url} cannot be used: ${reasonOf(error)}`);
  });
};

const reasonOf = (error: unknown): string => {
  if (error instanceof errors.AuthorizationError || error instanceof errors.UserAuthenticationExpiredError)
    return `the server rejected the credentials (${error.message}); check PARLEY_NATS_CREDS, PARLEY_NATS_NKEY, or PARLEY_NATS_USER and PARLEY_NATS_PASSWORD`;
  return `${error instanceof Error ? error.message : String(error)}; check PARLEY_NATS_URL, and with TLS also PARLEY_NATS_CA, PARLEY_NATS_CERT and PARLEY_NATS_KEY`;
};
