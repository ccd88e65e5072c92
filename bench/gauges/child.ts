/**
 * A process of a bench that answers one request after another over its channel, and ends with the bench, however the
 * bench ends. Both ends are here: {@link startChild} in the bench, {@link answerParent} in the process.
 */
import { fork } from 'node:child_process';

/** A process that answers requests. */
export interface Child {
  readonly pid: number;
  /** @throws Error when the request fails, the process exits, or there is no answer `withinMs` */
  ask<T>(what: string, body?: object, withinMs?: number): Promise<T>;
  /** Ends the process; idempotent. */
  stop(): Promise<void>;
}

interface Question {
  readonly id: number;
  readonly what: string;
  readonly body: string;
}

interface Answer {
  readonly id: number;
  readonly body: string;
  readonly error: string | null;
}

const ANSWER_TIMEOUT_MS = 30_000;

/** Runs a script of this build, which must call {@link answerParent}. */
export const startChild = (script: URL): Child => {
  const child = fork(script, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], execArgv: [] });
  const waiting = new Map<number, (answer: Answer) => void>();
  let lastId = 0;
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const failAll = (error: string): void => {
    for (const [id, answer] of waiting) answer({ id, body: 'null', error });
    waiting.clear();
  };
  child.on('message', (answer: Answer) => waiting.get(answer.id)?.(answer));
  void ended.then(() => failAll('the process has exited'));
  child.on('error', (error) => failAll(error.message));
  return {
    pid: child.pid ?? 0,
    ask: async (what, body = {}, withinMs = ANSWER_TIMEOUT_MS) => {
      lastId += 1;
      const id = lastId;
      const question: Question = { id, what, body: JSON.stringify(body) };
      const answer = await new Promise<Answer>((resolve) => {
        const timedOut = { id, body: 'null', error: `no answer within ${withinMs} ms` };
        const timer = setTimeout(() => resolve(timedOut), withinMs);
        waiting.set(id, (received) => {
          clearTimeout(timer);
          resolve(received);
        });
        if (child.connected) child.send(question);
        else resolve({ id, body: 'null', error: 'the process has exited' });
      });
      waiting.delete(id);
      if (answer.error !== null) throw new Error(`${script.pathname}, ${what}: ${answer.error}`);
      return JSON.parse(answer.body);
    },
    stop: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
};

/** Answers the parent's requests, by name; exits when the parent has gone. */
export const answerParent = (answers: Readonly<Record<string, (body: string) => unknown>>): void => {
  const answer = async ({ id, what, body }: Question): Promise<void> => {
    try {
      const result = await answers[what]?.(body);
      process.send?.({ id, body: JSON.stringify(result ?? null), error: null });
    } catch (error) {
      process.send?.({ id, body: 'null', error: error instanceof Error ? error.message : String(error) });
    }
  };
  process.on('message', (question: Question) => void answer(question));
  process.on('disconnect', () => process.exit(0));
};
