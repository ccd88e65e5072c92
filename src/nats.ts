/** The connection of a process to its NATS server. */
import { connect, type NatsConnection } from '@nats-io/transport-node';

/** Between two attempts to reach a server that went away, ms. */
const RECONNECT_WAIT_MS = 250;

/** Connects to NATS for good: a server that goes away comes back to the same connection. */
export const connectNats = (url: string, name: string): Promise<NatsConnection> =>
  connect({
    servers: url,
    name,
    maxReconnectAttempts: -1,
    reconnectTimeWait: RECONNECT_WAIT_MS,
    waitOnFirstConnect: false,
  });
