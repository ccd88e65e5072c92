/** Reaches an actor wherever it is activated, and activates it here if no node answers for it: S1, S3, S5 and S7 of system.ts. */
import { errors, type NatsConnection } from '@nats-io/transport-node';
import { DomainError, refusedBecause } from '../../../schemas/errors.js';
import { type CommandOutcome, Moved, NotUnderstood } from '../activation.js';
import type { ActorRef, Envelope } from '../actor.js';
import type { RuntimeEvent } from '../metrics.js';
import type { Connection } from '../nats/connection.js';
import { actorSubject, readersSubject } from '../subjects.js';
import type { TroubleBook } from '../trouble/book.js';
import { answerTo, type Directory } from './directory.js';
import type { NodeLease } from './node-lease.js';
import { type ActorRequest, formatForwarded, formatRequest, parseReply } from './wire.js';

/** How long an ask may take by default, ms. */
export const ASK_TIMEOUT_MS = 10_000;
/** A node that does not answer for this long, ms, may be gone: the request is sent again, to whichever node answers by then. */
const ELSEWHERE_MS = 2_000;
/** How often in a row an actor may have moved before the request is refused. */
const MAX_MOVES = 10;

export interface ActorRouterDeps {
  readonly nc: NatsConnection;
  readonly connection: Pick<Connection, 'ask'>;
  readonly directory: Pick<Directory, 'find' | 'activate' | 'relinquish'>;
  readonly nodeLease: Pick<NodeLease, 'holds' | 'held' | 'abandoned' | 'isAlone'>;
  /** ms since the epoch */
  readonly now: () => number;
  readonly count: (what: RuntimeEvent) => void;
  readonly trouble: Pick<TroubleBook, 'note'>;
}

export interface ActorRouter {
  /**
   * Sends a request to the actor. It may be sent more than once, and is recognised by its commandId or its due time.
   * @throws DomainError as the actor does; journal_unavailable after `timeoutMs`
   */
  send(ref: ActorRef, request: ActorRequest, timeoutMs: number): Promise<CommandOutcome>;
  /** Passes a result on to a build that knows `version` of the actor's kind. Throws as {@link send} does. */
  passOn(ref: ActorRef, envelope: Envelope<unknown>, version: number): Promise<void>;
}

export const createActorRouter = (deps: ActorRouterDeps): ActorRouter => {
  const { now } = deps;
  return {
    send: (ref, request, timeoutMs) => within(timeoutMs, dispatch(deps, ref, request, now() + timeoutMs)), // S3
    passOn: async (ref, envelope, version) => {
      const request: ActorRequest = { type: 'command', envelope, timeoutMs: ASK_TIMEOUT_MS };
      try {
        await passOn(deps, ref, request, version, now() + ASK_TIMEOUT_MS);
      } catch (error) {
        throw error instanceof Moved ? new DomainError('upgrade_in_progress') : error;
      }
    },
  };
};

/** S1 */
const dispatch = async (
  deps: ActorRouterDeps,
  ref: ActorRef,
  request: ActorRequest,
  deadline: number,
): Promise<CommandOutcome> => {
  const { directory, nodeLease, now } = deps;
  const requestedAt = now();
  const subject = actorSubject(ref);
  for (let moves = 0; moves <= MAX_MOVES && now() <= deadline; moves += 1) {
    try {
      if (!nodeLease.holds()) await nodeLease.held();
      if (now() > deadline) break;
      const isHere = nodeLease.isAlone() || directory.find(ref) !== null;
      const outcome = isHere
        ? null
        : await requestElsewhere(deps, subject, formatRequest(request), deadline, (answered) =>
            untilAbandoned(deps, subject, now() - requestedAt, answered),
          );
      return outcome ?? (await requestHere(deps, ref, request, deadline));
    } catch (error) {
      if (!(error instanceof Moved)) throw error;
    }
  }
  throw new DomainError('journal_unavailable');
};

const requestHere = async (
  deps: ActorRouterDeps,
  ref: ActorRef,
  request: ActorRequest,
  deadline: number,
): Promise<CommandOutcome> => {
  const { directory } = deps;
  try {
    return await answerTo(directory.activate(ref), request, deadline);
  } catch (error) {
    if (!(error instanceof NotUnderstood)) throw error;
    directory.relinquish(ref, error.message);
    // It comes from our own build: no other node would know it either.
    if (error.version === null) throw new DomainError('internal');
    return passOn(deps, ref, request, error.version, deadline, error.message);
  }
};

/** S5 */
const passOn = async (
  deps: ActorRouterDeps,
  ref: ActorRef,
  request: ActorRequest,
  version: number,
  deadline: number,
  reason = `${ref.kind} is needed in version ${version}`,
): Promise<CommandOutcome> => {
  const { count, trouble, now } = deps;
  const text = formatForwarded({ ref, request });
  const outcome = await requestElsewhere(
    deps,
    readersSubject(ref.kind, version),
    text,
    deadline,
    neverAbandoned,
  );
  if (outcome === null) {
    const error = new NotUnderstood(`${reason}; no node reads version ${version}`, version);
    const failing = { kind: 'actor', what: ref.kind, ref, key: '' } as const;
    void trouble.note(failing, error, { attempts: 1, since: now() });
    throw new DomainError('upgrade_in_progress');
  }
  count('passed_on');
  return outcome;
};

/**
 * Null when no node answers on the subject, or no living one has the actor; throws Moved when the one that should
 * answer did not.
 */
const requestElsewhere = async (
  { nc, connection, now }: ActorRouterDeps,
  subject: string,
  text: string,
  deadline: number,
  abandoned: (answered: AbortSignal) => Promise<null>,
): Promise<CommandOutcome | null> => {
  const answered = new AbortController();
  try {
    const timeout = Math.min(Math.max(1, deadline - now()), ELSEWHERE_MS);
    const response = connection.ask(() => nc.request(subject, text, { timeout }), timeout);
    const reply = await Promise.race([response, abandoned(answered.signal)]);
    if (reply !== null) return parseReply(reply.string());
    // A late answer is ignored.
    response.catch(() => undefined);
    return null;
  } catch (error) {
    if (isNoResponders(error)) return null;
    if (error instanceof DomainError || error instanceof Moved) throw error;
    if (error instanceof errors.TimeoutError) throw new Moved();
    throw refusedBecause('journal_unavailable', error);
  } finally {
    answered.abort();
  }
};

/** S7: null when no living node has the actor; never settles if an answer comes first. */
const untilAbandoned = (
  { nodeLease, count }: ActorRouterDeps,
  subject: string,
  waitedMs: number,
  answered: AbortSignal,
): Promise<null> =>
  new Promise((resolve) => {
    void nodeLease.abandoned(subject, waitedMs, answered).then((isAbandoned) => {
      if (!isAbandoned) return;
      count('taken_over');
      resolve(null);
    });
  });

/** Any node that reads the version may answer. */
const neverAbandoned = (): Promise<null> => new Promise(() => undefined);

const isNoResponders = (error: unknown): boolean =>
  error instanceof errors.NoRespondersError ||
  (error instanceof errors.RequestError && error.isNoResponders());

const within = <T>(ms: number, work: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new DomainError('journal_unavailable')), ms);
    const end =
      <V>(settle: (value: V) => void) =>
      (value: V): void => {
        clearTimeout(timer);
        settle(value);
      };
    work.then(end(resolve), end(reject));
  });
