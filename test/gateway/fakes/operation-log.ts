/** What operations have done, and how the next one behaves. */
import type { Caller } from '../../../operations/caller.js';
import type { Written } from '../../../operations/written.js';

/** How an operation behaves: it waits for the promise, then throws the error if there is one. */
export interface Behaviour {
  readonly wait?: Promise<void>;
  readonly error?: unknown;
}

/** Shared by all operations of one gateway. */
export interface OperationLog {
  /** Operations done, as `operationId key` or in the operation's own words; in order. */
  readonly performed: string[];
  next(behaviour: Behaviour): void;
  /** Applies the behaviour set by `next`, once. */
  behave(): Promise<void>;
  /** Applies the behaviour, and records the operation as done. */
  record<T>(caller: Caller, result: T): Promise<Written<T>>;
  /** The same, in the operation's own words. */
  recordAs<T>(entry: string, result: T): Promise<Written<T>>;
}

/** Starts with nothing done. */
export const createOperationLog = (): OperationLog => {
  const performed: string[] = [];
  let coming: Behaviour = {};
  const behave = async (): Promise<void> => {
    const { wait, error } = coming;
    coming = {};
    await wait;
    if (error !== undefined) throw error;
  };
  const recordAs: OperationLog['recordAs'] = async (entry, result) => {
    await behave();
    performed.push(entry);
    return { result, shard: 3, seq: performed.length };
  };
  return {
    performed,
    next: (behaviour) => {
      coming = behaviour;
    },
    behave,
    recordAs,
    record: ({ operationId, idempotencyKey }, result) => recordAs(`${operationId} ${idempotencyKey}`, result),
  };
};
