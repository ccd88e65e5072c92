/**
 * The connections to one provider. Each path (a voice, a model) that was used recently has a warm one: it is opened for
 * the first utterance, carries as many as the protocol allows, and is closed after it has been idle for long enough.
 *
 * If all places are taken, utterances wait: those with a listener go before those made ahead, and otherwise in order of
 * arrival. At most {@link MAX_WAITING} wait.
 */
import type { ConnectionGuard } from '../../../egress/connection-guard.js';
import type { DialectLimits, Received, SpeechDialect, Utterance } from '../dialect.js';
import { SynthesisFailure } from '../failure.js';
import { MAX_WAITING, type SpeechDeadlines } from '../limits.js';
import { chooseConnection } from './choose-connection.js';
import { type Connection, openConnection } from './connection.js';

export interface PoolOptions {
  readonly dialect: SpeechDialect;
  readonly key: string;
  /** Base address of WebSockets, without a trailing slash. */
  readonly address: string;
  readonly deadlines: SpeechDeadlines;
  /** Decides where connections may go. */
  readonly guard?: ConnectionGuard | undefined;
}

/** An utterance that has a place, or waits for one. */
interface UtteranceHandle {
  /** Ends the utterance, finished or not. Idempotent. */
  cancel(): void;
}

export interface ConnectionPool {
  /**
   * Begins an utterance, or queues it for a place. `listener` receives all its messages.
   * @throws SynthesisFailure `unavailable` if too many wait
   */
  begin(
    utterance: Utterance,
    options: { readonly background: boolean },
    listener: (received: Received) => void,
  ): UtteranceHandle;
  /** Number of connections, of utterances on them, and of utterances that wait. */
  counts(): { readonly connections: number; readonly carried: number; readonly waiting: number };
  close(): Promise<void>;
}

interface Waiter {
  readonly utterance: Utterance;
  readonly path: string;
  readonly background: boolean;
  readonly listener: (received: Received) => void;
  /** Null while it waits. */
  connection: Connection | null;
}

/** Interval between checks for idle connections, ms. */
const SWEEP_MS = 1_000;

export const createPool = ({ dialect, key, address, deadlines, guard }: PoolOptions): ConnectionPool => {
  const { limits } = dialect;
  let connections: readonly Connection[] = [];
  /** Includes connections that are being closed. */
  const all = new Set<Connection>();
  const waiters = new Set<Waiter>();
  let sweeper: NodeJS.Timeout | null = null;
  let closed = false;

  const open = (path: string): Connection => {
    const connection = openConnection({
      dialect,
      path,
      url: `${address}${path}`,
      key,
      deadlines,
      guard,
      onChange: () => {
        connections = connections.filter((each) => each.state() !== 'ended');
        serveWaiters();
      },
    });
    connections = [...connections, connection];
    all.add(connection);
    void connection.ended.then(() => all.delete(connection));
    sweeper ??= setInterval(sweep, SWEEP_MS).unref();
    return connection;
  };

  const connectionFor = (path: string): Connection | null => {
    const states = connections.map((connection) => ({
      path: connection.path,
      openedAt: connection.openedAt,
      usable: connection.state() === 'usable',
      taken: connection.taken(),
      begun: connection.begun(),
    }));
    const choice = chooseConnection(states, path, limits, performance.now());
    if (choice.type === 'wait') return null;
    if (choice.type === 'open') return open(path);
    const chosen = connections[choice.index];
    if (choice.type === 'use') return chosen ?? null;
    chosen?.close();
    connections = connections.filter((each) => each !== chosen);
    return open(path);
  };

  const tryToBegin = (waiter: Waiter): boolean => {
    waiter.connection = continuing(connections, limits, waiter) ?? connectionFor(waiter.path);
    waiter.connection?.begin(waiter.utterance, waiter.listener);
    return waiter.connection !== null;
  };

  const serveWaiters = (): void => {
    if (closed) return;
    const inTurn = [...waiters].sort((a, b) => Number(a.background) - Number(b.background));
    for (const waiter of inTurn) if (waiters.has(waiter) && tryToBegin(waiter)) waiters.delete(waiter);
  };

  const sweep = (): void => {
    const now = performance.now();
    for (const connection of connections) {
      const idleSince = connection.idleSince();
      const isOld = now - connection.openedAt >= limits.ageMs;
      if (isOld || (idleSince !== null && now - idleSince >= limits.idleMs)) connection.retire();
    }
    // Some utterances may wait for a connection that can begin more again.
    serveWaiters();
    if (connections.length > 0 || sweeper === null) return;
    clearInterval(sweeper);
    sweeper = null;
  };

  return {
    begin: (utterance, { background }, listener) => {
      if (closed) throw new SynthesisFailure('unavailable', `${dialect.name} is closed`);
      const path = dialect.path(utterance.voice, utterance.language);
      const waiter: Waiter = { utterance, path, background, listener, connection: null };
      if (!tryToBegin(waiter)) {
        if (waiters.size >= MAX_WAITING)
          throw new SynthesisFailure('unavailable', `too many texts are queued for ${dialect.name}`);
        waiters.add(waiter);
      }
      return {
        cancel: () => {
          waiters.delete(waiter);
          waiter.connection?.leave(utterance.id);
        },
      };
    },
    counts: () => ({
      connections: connections.length,
      carried: connections.reduce((sum, connection) => sum + connection.taken(), 0),
      waiting: waiters.size,
    }),
    close: async () => {
      closed = true;
      if (sweeper !== null) clearInterval(sweeper);
      const failure = new SynthesisFailure('unavailable', `${dialect.name} was closed`);
      for (const { utterance, listener } of waiters) listener({ type: 'failed', id: utterance.id, failure });
      waiters.clear();
      for (const connection of all) connection.close();
      await Promise.all([...all].map(({ ended }) => ended));
    },
  };
};

/** The connection that speaks the reply already: its next utterance continues there. */
const continuing = (
  connections: readonly Connection[],
  { perConnection }: DialectLimits,
  { path, utterance: { reply } }: Waiter,
): Connection | undefined =>
  reply === null
    ? undefined
    : connections.find(
        (connection) =>
          connection.path === path &&
          connection.state() === 'usable' &&
          connection.taken() < perConnection &&
          connection.continues(reply),
      );
