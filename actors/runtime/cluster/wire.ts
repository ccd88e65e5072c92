/**
 * The protocol between nodes: on an actor's subject commands, wakes, retries and claims, and the replies to all but
 * claims; on the subject for readers of a version of a kind (system.ts, S5) commands, wakes and retries with the actor
 * they are for.
 *
 * Nodes of several builds speak it. What a build adds may be absent, and a build ignores or refuses what it does not
 * know.
 *
 * A query travels as a command of a reserved type, as a due timer does. A build without queries would refuse a request
 * of a separate type, and its caller would have to wait for an upgrade; a command that a build does not know makes its
 * activation yield (directory.ts, D5), and the caller continues by itself. The same holds for a query whose name is not
 * known.
 */
import { DomainError, isErrorCode } from '../../../schemas/errors.js';
import { isRecord } from '../../../schemas/json.js';
import { type CommandOutcome, Moved } from '../activation.js';
import type { ActorRef, Envelope } from '../actor.js';
import { checkRef } from '../subjects.js';
import type { ActivationClaim } from './claims.js';

/** A query in the place of a command; activate.ts recognises it before anything is decided. */
export interface Query {
  readonly type: 'query';
  readonly name: string;
  readonly args: readonly unknown[];
}

/** Whether a command is a query. */
export const isQuery = (command: unknown): command is Query =>
  isRecord(command) &&
  command.type === 'query' &&
  typeof command.name === 'string' &&
  Array.isArray(command.args);

export type Request =
  | {
      readonly type: 'command';
      readonly envelope: Envelope<unknown>;
      /** How long the caller waits from now, ms: clocks of nodes need not agree. */
      readonly timeoutMs: number;
    }
  | { readonly type: 'wake'; readonly name: string; readonly dueAt: number }
  /** `owed` in the answer: whether the effect `key` is still owed. An empty key: only load the actor. */
  | { readonly type: 'retry'; readonly key: string }
  | { readonly type: 'claim'; readonly claim: ActivationClaim };

/** A request to an actor; claims are the directory's own. */
export type ActorRequest = Exclude<Request, { readonly type: 'claim' }>;

/** A request and the actor that it is for. */
export interface ForwardedRequest {
  readonly ref: ActorRef;
  readonly request: ActorRequest;
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

/** @throws Error for text that no node of ours sends */
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

export const formatForwarded = ({ ref, request }: ForwardedRequest): string =>
  JSON.stringify({ ref, ...request });

/** @throws Error for text that no node of ours sends */
export const parseForwarded = (text: string): ForwardedRequest => {
  const request = parseRequest(text);
  const value: unknown = JSON.parse(text);
  if (request.type === 'claim' || !isRecord(value) || !isRecord(value.ref))
    throw new Error('not a forwarded request');
  const { kind, business, id } = value.ref;
  if (typeof kind !== 'string' || typeof business !== 'string' || typeof id !== 'string')
    throw new Error('not the address of an actor');
  const ref = { kind, business, id };
  checkRef(ref);
  return { ref, request };
};

const isEnvelope = (value: unknown): value is Envelope<unknown> =>
  isRecord(value) && typeof value.commandId === 'string' && typeof value.at === 'number';

const isClaim = (value: unknown): value is ActivationClaim =>
  isRecord(value) && typeof value.at === 'number' && typeof value.node === 'string';

/** The reply that carries the result or error of `work`: a DomainError travels whole, anything else as `internal`. */
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

/** @throws the error that {@link replyOf} encoded; `upgrade_in_progress` for a refusal that only a newer build knows */
export const parseReply = (text: string): CommandOutcome => {
  const value: unknown = JSON.parse(text);
  if (!isRecord(value)) throw new DomainError('internal');
  const { is, answer, seq, code, message, details } = value;
  if (is === 'done' && typeof seq === 'number') return { answer, seq };
  if (is === 'moved') throw new Moved();
  if (is !== 'refused') throw new DomainError('internal');
  // A repeated request may reach a node that can say what it means.
  if (!isErrorCode(code)) throw new DomainError('upgrade_in_progress');
  throw new DomainError(code, String(message), Array.isArray(details) ? details.filter(isDetail) : []);
};

const isDetail = (value: unknown): value is DomainError['details'][number] =>
  isRecord(value) && typeof value.path === 'string' && typeof value.message === 'string';
