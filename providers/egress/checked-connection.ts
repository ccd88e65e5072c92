/**
 * Connections to addresses that businesses configured. The check happens at the connection itself, for every client.
 *
 * It guarantees:
 * K1. An IP literal is checked before anything is sent to it; so is the port.
 * K2. Connections to a name use only its allowed addresses.
 * K3. The remote address is checked again once connected, before TLS and before any data.
 */
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { connect as connectSocket, isIP, type LookupFunction, Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { buildConnector, errors } from 'undici';
import { isPublicAddress, isRefusedPort } from './allowed-address.js';

const KEEP_ALIVE_MS = 60_000;

export interface ConnectionRules {
  /** Resolves names to addresses. */
  readonly lookup: LookupFunction;
  /** For development: no address is refused. */
  readonly anywhere: boolean;
}

/** The address or port is not allowed. */
class AddressNotAllowed extends Error {
  override readonly name = 'AddressNotAllowed';
  readonly code = 'ADDRESS_NOT_ALLOWED';
}

const bareHost = (host: string): string => host.replace(/^\[|\]$/g, '');

/** K2 */
const allowedLookup =
  ({ lookup, anywhere }: ConnectionRules): LookupFunction =>
  (hostname, wanted, callback) => {
    lookup(hostname, { ...wanted, all: true }, (error, found) => {
      if (error !== null) return callback(error, []);
      const addresses = Array.isArray(found) ? found : [];
      const allowed = anywhere ? addresses : addresses.filter(({ address }) => isPublicAddress(address));
      const [first] = allowed;
      if (first === undefined) return callback(new AddressNotAllowed('not a public address'), []);
      if (wanted.all === true) callback(null, [...allowed]);
      else callback(null, first.address, first.family);
    });
  };

interface Target {
  /** A name, or an IP address with or without brackets. */
  readonly host: string;
  readonly port: number;
  /** Time limit for connecting, including the look-up, ms. */
  readonly timeoutMs: number;
}

type ConnectCallback = (error: Error | null, socket: Socket | null) => void;

/** K1 */
const refusalOfTarget = (host: string, port: number): Error | null => {
  if (isIP(host) !== 0 && !isPublicAddress(host)) return new AddressNotAllowed('not a public address');
  return isRefusedPort(port) ? new AddressNotAllowed('a port of a protocol other than HTTP') : null;
};

/** Calls back once, never synchronously. */
const connectChecked = (rules: ConnectionRules, target: Target, callback: ConnectCallback): void => {
  const { anywhere } = rules;
  const host = bareHost(target.host);
  const { port, timeoutMs } = target;
  const refusal = anywhere ? null : refusalOfTarget(host, port);
  if (refusal !== null) return process.nextTick(callback, refusal, null);
  const socket = connectSocket({ host, port, lookup: allowedLookup(rules) });
  const timer = setTimeout(() => socket.destroy(new errors.ConnectTimeoutError()), timeoutMs);
  const fail = (error: Error): void => {
    clearTimeout(timer);
    callback(error, null);
  };
  socket.once('error', fail);
  socket.once('connect', () => {
    clearTimeout(timer);
    socket.off('error', fail);
    // K3
    if (!anywhere && !isPublicAddress(socket.remoteAddress ?? '')) {
      socket.destroy();
      return callback(new AddressNotAllowed('not a public address'), null);
    }
    socket.setNoDelay(true);
    socket.setKeepAlive(true, KEEP_ALIVE_MS);
    callback(null, socket);
  });
};

const HTTPS_PORT = 443;
const HTTP_PORT = 80;

/** A connector for undici agents. `timeoutMs` limits the connection and the TLS handshake each, ms. */
export const checkedConnector = (rules: ConnectionRules, timeoutMs: number): buildConnector.connector => {
  const secure = buildConnector({ timeout: timeoutMs });
  return (options, callback) => {
    const isSecure = options.protocol === 'https:';
    const port = Number(options.port) || (isSecure ? HTTPS_PORT : HTTP_PORT);
    connectChecked(rules, { host: options.hostname, port, timeoutMs }, (error, socket) => {
      if (socket === null) return callback(error ?? new AddressNotAllowed('no connection'), null);
      if (isSecure) secure({ ...options, httpSocket: socket }, callback);
      else callback(null, socket);
    });
  };
};

/** An agent for clients built on `node:http`, such as websocket clients. It keeps no connection alive. */
export const checkedAgent = (rules: ConnectionRules, timeoutMs: number, isSecure: boolean): HttpAgent => {
  const agent = isSecure ? new HttpsAgent({ keepAlive: false }) : new HttpAgent({ keepAlive: false });
  agent.createConnection = ({ host, port }, created) => {
    const name = bareHost(host ?? '');
    const target = { host: name, port: Number(port) || (isSecure ? HTTPS_PORT : HTTP_PORT), timeoutMs };
    connectChecked(rules, target, (error, socket) => {
      // The types require a socket next to the error; nothing reads it.
      if (socket === null) created?.(error, new Socket());
      else
        created?.(null, isSecure ? connectTls({ socket, servername: isIP(name) === 0 ? name : '' }) : socket);
    });
    return undefined;
  };
  return agent;
};
