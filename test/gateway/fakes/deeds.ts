/** What operations have done, and how the next one behaves. */
import type { Caller, Written } from '../../../operations/operations.js';

/** How an operation behaves: it waits for the promise, then throws the error if there is one. */
export interface Behaviour {
  readonly wait?: Promise<void>;
  readonly error?: unknown;
}

/** Shared by all operations of one gateway. */
export interface Deeds {
  /** Operations done, as `operationId key` or in the operation's own words; in order. */
  readonly done: string[];
  next(behaviour: Behaviour): void;
  /** Applies the behaviour set by `next`, once. */
  behave(): Promise<void>;
  /** Applies the behaviour, and records the operation as done. */
  written<T>(caller: Caller, result: T): Promise<Written<T>>;
  /** The same, in the operation's own words. */
  noted<T>(what: string, result: T): Promise<Written<T>>;
}

/** Starts with nothing done. */
export const createDeeds = (): Deeds => {
  const done: string[] = [];
  let coming: Behaviour = {};
  const behave = async (): Promise<void> => {
    const { wait, error } = coming;
    coming = {};
    await wait;
    if (error !== undefined) throw error;
  };
  const noted: Deeds['noted'] = async (what, result) => {
    await behave();
    done.push(what);
    return { result, shard: 3, seq: done.length };
  };
  return {
    done,
    next: (behaviour) => {
      coming = behaviour;
    },
    behave,
    noted,
    written: ({ operationId, idempotencyKey }, result) => noted(`${operationId} ${idempotencyKey}`, result),
  };
};
