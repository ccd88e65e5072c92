/**
 * What nodes say to each other: on an actor's subject commands, wakes, retries and claims, and the replies to all but the last; on
 * the subject of those who read a version of a kind (system.ts, S5) commands, wakes and retries with the actor they are for.
 *
 * Nodes of several builds speak it. What a build adds may be absent, and what it does not know it ignores or refuses.
 *
 * A query travels as a command of a reserved type, as a timer that is due does. A request of a type of its own would be
 * refused by a build that does not know queries, and its asker told to wait for an upgrade; a command that a build does
 * not know makes its activation give way (directory.ts, D5), and the asker goes on by itself. A query whose name is not
 * known is met alike.
 */
import { DomainError, isErrorCode } from '../../schemas/errors.js';
import { isRecord } from '../../schemas/json.js';
import { type CommandOutcome, Moved } from './activation.js';
import type { ActorRef, Envelope } from './actor.js';
import type { ActivationClaim } from './claims.js';
import { checkRef } from './subjects.js';

/** A query in the place of a command; activate.ts knows it before anything is decided. */
export interface Query {
  readonly type: 'query';
  readonly name: string;
  readonly args: readonly unknown[];
}

/** Whether what came as a command is a query. */
export const isQuery = (command: unknown): command is Query =>
  isRecord(command) &&
  command.type === 'query' &&
  typeof command.name === 'string' &&
  Array.isArray(command.args);

export type Request =
  | {
      readonly type: 'command';
      readonly envelope: Envelope<unknown>;
      /** How long the asker waits from now, ms: clocks of nodes need not agree. */
      readonly timeoutMs: number;
    }
  | { readonly type: 'wake'; readonly name: string; readonly dueAt: number }
  /** See `owed` of the answer: whether the effect `key` is still owed. An empty key: only load the actor. */
  | { readonly type: 'retry'; readonly key: string }
  | { readonly type: 'claim'; readonly claim: ActivationClaim };

/** What is asked of an actor; claims are the directory's own. */
export type Question = Exclude<Request, { readonly type: 'claim' }>;

/** A question and whom it is for. */
export interface Passed {
  readonly ref: ActorRef;
  readonly question: Question;
}

type Reply =
  | ({ readonly is: 'done' } & CommandOutcome)
  | { readonly is: 'moved' }
  | {
      readonly is: 'refused';
      readonly code: string;
      readonly message: string;
      readonly details: DomainError['details'];
    };

export const formatRequest = (request: Request): string => JSON.stringify(request);

/** @throws Error for what no node of ours says */
export const parseRequest = (text: string): Request => {
  const value: unknown = JSON.parse(text);
  if (isRecord(value)) {
    const { type, envelope, timeoutMs, name, dueAt, key, claim } = value;
    if (type === 'command' && isEnvelope(envelope) && typeof timeoutMs === 'number')
      return { type, envelope, timeoutMs };
    if (type === 'wake' && typeof name === 'string' && typeof dueAt === 'number')
      return { type, name, dueAt };
    if (type === 'retry' && typeof key === 'string') return { type, key };
    if (type === 'claim' && isClaim(claim)) return { type, claim };
  }
  throw new Error('not a request to an actor');
};

export const formatPassed = ({ ref, question }: Passed): string => JSON.stringify({ ref, ...question });

/** @throws Error for what no node of ours says */
export const parsePassed = (text: string): Passed => {
  const question = parseRequest(text);
  const value: unknown = JSON.parse(text);
  if (question.type === 'claim' || !isRecord(value) || !isRecord(value.ref))
    throw new Error('not a request that was passed on');
  const { kind, business, id } = value.ref;
  if (typeof kind !== 'string' || typeof business !== 'string' || typeof id !== 'string')
    throw new Error('not the address of an actor');
  const ref = { kind, business, id };
  checkRef(ref);
  return { ref, question };
};

const isEnvelope = (value: unknown): value is Envelope<unknown> =>
  isRecord(value) && typeof value.commandId === 'string' && typeof value.at === 'number';

const isClaim = (value: unknown): value is ActivationClaim =>
  isRecord(value) && typeof value.at === 'number' && typeof value.node === 'string';

/** The reply that carries what `work` gives or throws: a DomainError travels whole, anything else as `internal`. */
export const replyOf = async (work: Promise<CommandOutcome>): Promise<string> => {
  let reply: Reply;
  try {
    reply = { is: 'done', ...(await work) };
  } catch (error) {
    reply = error instanceof Moved ? { is: 'moved' } : refusal(error);
  }
  return JSON.stringify(reply);
};

const refusal = (error: unknown): Reply => {
  const { code, message, details } = error instanceof DomainError ? error : new DomainError('internal');
  return { is: 'refused', code, message, details };
};

/** @throws what {@link replyOf} was given; `upgrade_in_progress` for a refusal that only a newer build knows */
export const parseReply = (text: string): CommandOutcome => {
  const value: unknown = JSON.parse(text);
  if (!isRecord(value)) throw new DomainError('internal');
  const { is, answer, seq, code, message, details } = value;
  if (is === 'done' && typeof seq === 'number') return { answer, seq };
  if (is === 'moved') throw new Moved();
  if (is !== 'refused') throw new DomainError('internal');
  // Who asks again may come to a node that can say what it means.
  if (!isErrorCode(code)) throw new DomainError('upgrade_in_progress');
  throw new DomainError(code, String(message), Array.isArray(details) ? details.filter(isDetail) : []);
};

const isDetail = (value: unknown): value is DomainError['details'][number] =>
  isRecord(value) && typeof value.path === 'string' && typeof value.message === 'string';
