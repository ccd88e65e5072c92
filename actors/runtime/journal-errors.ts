/** The errors of the journal. */
import { JetStreamApiError, JetStreamError } from '@nats-io/jetstream';
import { jserrors } from '@nats-io/jetstream/internal';
import { errors } from '@nats-io/transport-node';

/** The journal cannot be used as it is; the message begins with `journal_unusable`, and says what to do. */
export class JournalUnusable extends Error {
  override readonly name = 'JournalUnusable';

  constructor(message: string, options?: ErrorOptions) {
    super(`journal_unusable: ${message}`, options);
  }
}

/** Another writer has written to this actor: the caller's state is stale. Nothing was written. */
export class JournalConflict extends Error {
  override readonly name = 'JournalConflict';
}

/** No answer: the request may or may not have been carried out. */
export class JournalUnavailable extends Error {
  override readonly name = 'JournalUnavailable';
}

/** Messages of an actor are missing that others name: nothing is answered from the rest of its history (history.ts). */
export class JournalDamaged extends Error {
  override readonly name = 'JournalDamaged';
  /** Sequence of the missing message; null if nothing names it. */
  readonly seq: number | null;

  constructor(message: string, seq: number | null = null) {
    super(message);
    this.seq = seq;
  }
}

/** A message of an actor exists but holds no commit. */
export class MessageUnreadable extends Error {
  override readonly name = 'MessageUnreadable';
  /** Sequence of the message in its shard's stream. */
  readonly seq: number;

  constructor(seq: number, cause: unknown) {
    super(`message ${seq} cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
    this.seq = seq;
  }
}

/** JetStream's code for "wrong last sequence". */
const WRONG_LAST_SEQUENCE = 10_071;
/** The same, because another message of the subject is on its way to the replicas: perhaps our own, sent before. */
const ANOTHER_UNDER_WAY = 10_164;
/** A message with the same id is still on its way to the replicas: its outcome is open, not refused. */
const SAME_ID_UNDER_WAY = 10_158;
/** "insufficient resources" of the server, and of the account's or the stream's own limits. */
const NO_ROOM: readonly number[] = [10_023, 10_047, 10_077];
const NOT_FOUND = 404;

/** A direct read past the last message of a subject is answered with status 404. */
export const isNotFound = (error: unknown): boolean =>
  error instanceof JetStreamError && 'code' in error && error.code === NOT_FOUND;

/** Another message has taken the place. Nothing was written. */
export const isWrongLastSequence = (error: unknown): boolean =>
  error instanceof JournalConflict
    ? isWrongLastSequence(error.cause)
    : error instanceof JetStreamApiError && error.code === WRONG_LAST_SEQUENCE;

/** Why the server does not store: it reports that it has no room, or the stream is not there; null: another reason. */
export const refusalOf = (error: unknown): 'full' | 'offline' | null => {
  if (error instanceof JournalUnavailable) return refusalOf(error.cause);
  if (error instanceof JetStreamApiError) return NO_ROOM.includes(error.code) ? 'full' : null;
  return error instanceof jserrors.JetStreamNotEnabled ? 'offline' : null;
};

/** A consumer cannot be created, because of itself or of its store; "stream is offline", without and with a reason. */
const STORE_DAMAGED: readonly number[] = [10_012, 10_104, 10_118, 10_194];

/** An error that ended a start, with a remedy if it is about the journal's server. Any other error is returned as it is. */
export const asUnusable = (error: unknown): unknown => {
  if (error instanceof JetStreamApiError && STORE_DAMAGED.includes(error.code))
    return new JournalUnusable(
      `nats-server responded "${error.message}": a file of its store is damaged. Restore a replica or a backup of the store. If its log or this message names a consumer, you can instead stop the server and delete the folder of that consumer under obs/: it is recreated.`,
      { cause: error },
    );
  if (refusalOf(error) === 'full')
    return new JournalUnusable(
      'nats-server has no room for the journal. Free space on its disk or raise its JetStream limits, then start the node again.',
      { cause: error },
    );
  const failure = asJournalError(error);
  return failure instanceof JournalUnavailable
    ? new JournalUnusable(
        `nats-server did not answer while the node started ("${failure.message}"). Check that it is running where PARLEY_NATS_URL points, that JetStream is enabled and that most of its servers can reach each other, then start the node again.`,
        { cause: error },
      )
    : error;
};

/**
 * A client's error as {@link JournalConflict} or {@link JournalUnavailable}. Any other error (a message too large, a
 * malformed header) is a fault of ours and is returned as it is.
 */
export const asJournalError = (error: unknown): unknown => {
  if (error instanceof JetStreamApiError) {
    if (isWrongLastSequence(error) || error.code === ANOTHER_UNDER_WAY)
      return new JournalConflict(error.message, { cause: error });
    return error.status >= 500 || error.code === SAME_ID_UNDER_WAY ? unavailable(error) : error;
  }
  return isUnreachable(error) ? unavailable(error) : error;
};

/** Whether the error is about the server, and not about the contents of the journal. */
export const isServerError = (error: unknown): boolean =>
  error instanceof JournalUnavailable ||
  error instanceof JournalConflict ||
  error instanceof JetStreamApiError ||
  isUnreachable(error);

const unavailable = (cause: Error): JournalUnavailable => new JournalUnavailable(cause.message, { cause });

const isUnreachable = (error: unknown): error is Error =>
  error instanceof errors.TimeoutError ||
  error instanceof errors.RequestError ||
  error instanceof errors.NoRespondersError ||
  error instanceof errors.ConnectionError ||
  error instanceof errors.ClosedConnectionError ||
  error instanceof errors.DrainingConnectionError ||
  // The client's name for "no responders" to a publish: a stream has none while its replicas elect a leader.
  error instanceof jserrors.JetStreamNotEnabled ||
  error instanceof JetStreamError;
