/**
 * Connections to addresses that businesses wrote down. The check is made where the connection is, for every client.
 *
 * It guarantees:
 * K1. An address that is no name is judged before anything is sent to it; so is the port.
 * K2. Of the addresses of a name only those that are allowed are connected to.
 * K3. The address at the other end is judged again when it is connected, before TLS and before any data.
 */
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { connect as connectSocket, isIP, type LookupFunction, Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { buildConnector, errors } from 'undici';
import { isPublicAddress } from './allowed-address.js';
import { isRefusedPort } from './refused-ports.js';

const KEEP_ALIVE_MS = 60_000;

export interface ConnectionRules {
  /** Addresses of names. */
  readonly lookup: LookupFunction;
  /** In development: nothing is refused. */
  readonly anywhere: boolean;
}

/** An address that connections are not made to. */
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
      if (first === undefined) return callback(new AddressNotAllowed('no public address'), []);
      if (wanted.all === true) callback(null, [...allowed]);
      else callback(null, first.address, first.family);
    });
  };

interface Place {
  /** A name, or an address with or without brackets. */
  readonly host: string;
  readonly port: number;
  /** In which the connection has to be made, its look-up included, ms. */
  readonly timeoutMs: number;
}

type Connected = (error: Error | null, socket: Socket | null) => void;

/** K1 */
const refusalOfPlace = (host: string, port: number): Error | null => {
  if (isIP(host) !== 0 && !isPublicAddress(host)) return new AddressNotAllowed('no public address');
  return isRefusedPort(port) ? new AddressNotAllowed('a port of another protocol') : null;
};

/** Calls back once, never before it returns. */
const connectChecked = (rules: ConnectionRules, place: Place, done: Connected): void => {
  const { anywhere } = rules;
  const host = bareHost(place.host);
  const { port, timeoutMs } = place;
  const refusal = anywhere ? null : refusalOfPlace(host, port);
  if (refusal !== null) return process.nextTick(done, refusal, null);
  const socket = connectSocket({ host, port, lookup: allowedLookup(rules) });
  const timer = setTimeout(() => socket.destroy(new errors.ConnectTimeoutError()), timeoutMs);
  const fail = (error: Error): void => {
    clearTimeout(timer);
    done(error, null);
  };
  socket.once('error', fail);
  socket.once('connect', () => {
    clearTimeout(timer);
    socket.off('error', fail);
    // K3
    if (!anywhere && !isPublicAddress(socket.remoteAddress ?? '')) {
      socket.destroy();
      return done(new AddressNotAllowed('no public address'), null);
    }
    socket.setNoDelay(true);
    socket.setKeepAlive(true, KEEP_ALIVE_MS);
    done(null, socket);
  });
};

const HTTPS_PORT = 443;
const HTTP_PORT = 80;

/** For agents of undici; so long each of connection and TLS may take, ms. */
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

/** For clients that speak through `node:http`, as those of websockets do. Keeps no connection. */
export const checkedAgent = (rules: ConnectionRules, timeoutMs: number, isSecure: boolean): HttpAgent => {
  const agent = isSecure ? new HttpsAgent({ keepAlive: false }) : new HttpAgent({ keepAlive: false });
  agent.createConnection = ({ host, port }, created) => {
    const name = bareHost(host ?? '');
    const place = { host: name, port: Number(port) || (isSecure ? HTTPS_PORT : HTTP_PORT), timeoutMs };
    connectChecked(rules, place, (error, socket) => {
      // Beside an error there is a socket in the types, at which nothing looks.
      if (socket === null) created?.(error, new Socket());
      else
        created?.(null, isSecure ? connectTls({ socket, servername: isIP(name) === 0 ? name : '' }) : socket);
    });
    return undefined;
  };
  return agent;
};
