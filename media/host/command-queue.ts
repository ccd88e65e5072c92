/**
 * A session's commands on their way to the call actor: in order, each retried under its own id until it is committed, so
 * that a call continues while the journal is unavailable and loses nothing.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { type Backoff, steadyBackoffMs } from '../../actors/runtime/backoff.js';
import { isTemporary } from '../../schemas/errors.js';

/** More than a long call ever posts; beyond it the journal has been unavailable for hours. */
const MAX_WAITING = 2_000;
const RETRY: Backoff = { firstMs: 100, longestMs: 2_000 };

export interface CommandQueue<Command> {
  post(command: Command): void;
  /** Resolves when everything posted so far is committed or refused, or after `timeoutMs`. */
  drained(timeoutMs: number): Promise<void>;
}

export interface CommandQueueDeps<Command> {
  readonly send: (command: Command, commandId: string) => Promise<void>;
  readonly newId: () => string;
  /** Called for a command that the actor rejected for good, or that found no room. */
  readonly onDropped: (command: Command, error: unknown) => void;
}

export const createCommandQueue = <Command>(deps: CommandQueueDeps<Command>): CommandQueue<Command> => {
  let waiting = 0;
  let tail: Promise<void> = Promise.resolve();

  const deliver = async (command: Command): Promise<void> => {
    const commandId = deps.newId();
    for (let attempt = 1; ; attempt += 1) {
      try {
        await deps.send(command, commandId);
        return;
      } catch (error) {
        if (!isTemporary(error)) {
          deps.onDropped(command, error);
          return;
        }
        await delay(steadyBackoffMs(attempt, RETRY));
      }
    }
  };

  return {
    post: (command) => {
      if (waiting >= MAX_WAITING) {
        deps.onDropped(command, new Error('too many commands are waiting for the journal'));
        return;
      }
      waiting += 1;
      tail = tail
        .then(() => deliver(command))
        .finally(() => {
          waiting -= 1;
        });
    },
    drained: async (timeoutMs) => {
      await Promise.race([tail, delay(timeoutMs, undefined, { ref: false })]);
    },
  };
};
