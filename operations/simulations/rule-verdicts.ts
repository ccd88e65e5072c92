/** Verdicts of rules, whose patterns are a client's: they are matched in a thread of low priority, for a limited time. */
import { on } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { timeoutSignal } from '../../actors/runtime/timeout-signal.js';
import { unlessAborted } from '../../actors/runtime/unless-aborted.js';
import { createThreadPool } from '../../providers/scheduling/thread-pool.js';
import type { RehearsedConversation } from '../../schemas/simulations/conversation.js';
import type { Criterion } from '../../schemas/simulations/criterion.js';
import type { Verdict } from '../../schemas/simulations/verdict.js';

/** Of all rules of a conversation, ms; they take a few ms unless a pattern backtracks without end. */
const RULES_MS = 5_000;
/** Until a thread begins, which yields to calls and has to start first, ms. */
const START_MS = 120_000;
const LIMITS = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 8 };
const KEPT_MS = 15_000;

export interface RuleTask {
  readonly conversation: RehearsedConversation;
  readonly criteria: readonly Criterion[];
}

/** What the thread reports of a task, in this order. */
export type RuleMessage =
  | { readonly type: 'began' }
  | { readonly type: 'judged'; readonly verdicts: readonly Verdict[] };

/** A verdict for each criterion; all are undecided if their patterns take too long. @throws the reason of `signal` */
export type JudgeByRules = (task: RuleTask, signal: AbortSignal) => Promise<readonly Verdict[]>;

export interface RuleThreads {
  readonly judge: JudgeByRules;
  /** Ends all threads. */
  close(): Promise<void>;
}

/** @throws the reason of `signal`; TimeoutError; the thread's error */
const verdictsFrom = async (
  thread: Worker,
  task: RuleTask,
  { signal, limitMs }: { readonly signal: AbortSignal; readonly limitMs: number },
): Promise<readonly Verdict[]> => {
  const start = timeoutSignal(START_MS);
  const messages = on(thread, 'message', { signal: AbortSignal.any([signal, start]) });
  try {
    thread.postMessage(task);
    await messages.next();
    const limit = AbortSignal.any([signal, timeoutSignal(limitMs)]);
    const { value } = await unlessAborted(messages.next(), limit);
    const [message]: readonly RuleMessage[] = value;
    if (message?.type !== 'judged') throw new Error('the thread has not answered');
    return message.verdicts;
  } finally {
    await messages.return?.();
  }
};

export const createRuleThreads = (limitMs: number = RULES_MS): RuleThreads => {
  const script = new URL('./rule-worker.js', import.meta.url);
  const threads = createThreadPool({ script, limits: LIMITS, nice: 10, maxIdle: 1, idleMs: KEPT_MS });
  return {
    judge: async (task, signal) => {
      if (task.criteria.length === 0) return [];
      signal.throwIfAborted();
      const thread = threads.take();
      let hasAnswered = false;
      try {
        const verdicts = await verdictsFrom(thread, task, { signal, limitMs });
        hasAnswered = true;
        return verdicts;
      } catch {
        signal.throwIfAborted();
        const reason = 'the patterns of the rules take too long; write simpler ones';
        return task.criteria.map(({ name }) => ({ criterion: name, outcome: 'error', reason }));
      } finally {
        if (hasAnswered) threads.release(thread);
        else await threads.end(thread);
      }
    },
    close: () => threads.close(),
  };
};
