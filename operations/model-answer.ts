/** Answers of language models that must have a shape: a model that fails or answers with something else is retried. */
import { setTimeout as delay } from 'node:timers/promises';
import { timeoutSignal } from '../actors/runtime/timeout-signal.js';
import type { LanguageModel, ModelRequest } from '../providers/llm/language-model.js';
import { Stalled, type StallLimits, WRITTEN_LIMITS } from '../providers/stalls.js';
import { textOf } from './model-text.js';

/** Attempts in total. */
const ATTEMPTS = 2;

export interface AnswerLimits {
  /** Time for all attempts, ms. */
  readonly answerMs: number;
  /** Pause before a failed model is retried, ms. */
  readonly pauseMs: number;
  readonly stalls: StallLimits;
}

const DEFAULT_LIMITS: AnswerLimits = { answerMs: 60_000, pauseMs: 1_000, stalls: WRITTEN_LIMITS };

export type ModelAnswer<Value> =
  | { readonly is: 'read'; readonly value: Value }
  | { readonly is: 'failed'; readonly failure: 'model_failed' | 'model_too_slow' | 'unusable' };

export interface AnswerRequest<Value> {
  readonly request: ModelRequest;
  /** Null: the answer is unusable. */
  readonly read: (text: string) => Value | null;
  /** Receives each error of the model. */
  readonly onFailed: (error: unknown) => void;
  /** Absent: a minute, with the limits of written answers. */
  readonly limits?: AnswerLimits | undefined;
}

/** Returns the cause if the model gives no usable answer. @throws the reason of `signal` */
export const answerOf = async <Value>(
  model: LanguageModel,
  { request, read, onFailed, limits = DEFAULT_LIMITS }: AnswerRequest<Value>,
  signal: AbortSignal,
): Promise<ModelAnswer<Value>> => {
  const deadline = timeoutSignal(limits.answerMs);
  const limit = AbortSignal.any([signal, deadline]);
  let failure: Extract<ModelAnswer<Value>, { readonly is: 'failed' }>['failure'] | null = null;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    try {
      if (failure === 'model_failed') await delay(limits.pauseMs, undefined, { signal: limit });
      const value = read(await textOf(model, request, limit, limits.stalls));
      if (value !== null) return { is: 'read', value };
      failure = 'unusable';
    } catch (error) {
      signal.throwIfAborted();
      onFailed(error);
      if (deadline.aborted) return { is: 'failed', failure: 'model_too_slow' };
      failure = error instanceof Stalled ? 'model_too_slow' : 'model_failed';
    }
  }
  return { is: 'failed', failure: failure ?? 'model_failed' };
};
