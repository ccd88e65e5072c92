/** The reply that was requested before the turn was over: how it is used or discarded (preemptive.ts has the rules). */
import type { ChatMessage } from '../../../providers/llm/language-model.js';
import { plainWords } from '../../speech/plain-words.js';
import type { EarlyReply, SentenceAhead } from '../early.js';
import type { PreemptiveCount } from '../io.js';
import type { SessionState } from '../state.js';

/** A model's prompt in a form to compare: of the customer's text only the bare words count. */
export const promptKeyOf = (messages: readonly ChatMessage[]): string =>
  JSON.stringify(
    messages.map((message) =>
      message.role === 'user' ? { ...message, content: plainWords(message.content) } : message,
    ),
  );

/** A new generation number. */
export const newGeneration = ({ speech }: SessionState): number => {
  speech.generations += 1;
  return speech.generations;
};

export const discard = (
  session: SessionState,
  early: EarlyReply,
  why: Exclude<PreemptiveCount, 'begun' | 'used'>,
): void => {
  session.preemptive.early = null;
  session.out.push({ type: 'cancel_response', generation: early.generation });
  cancelAhead(session, early);
  session.out.push({ type: 'preemptive', what: why });
};

/** Stops the synthesis of its first sentence. */
export const cancelAhead = ({ out }: SessionState, early: EarlyReply): void => {
  if (early.ahead !== null) out.push({ type: 'cancel_synthesis', utterance: early.ahead.utterance });
  early.ahead = null;
};

/** A sentence of the reply that is spoken now, if it was synthesised ahead; the caller must speak it. */
export const takeAhead = ({ preemptive }: SessionState, text: string): SentenceAhead | null => {
  const ahead = preemptive.used?.ahead ?? null;
  if (preemptive.used === null || ahead?.text !== text) return null;
  preemptive.used.ahead = null;
  return ahead;
};

/**
 * The reply to a finished turn, if it was requested early with the same prompt; null: it must be requested. Its output so
 * far is applied as if it arrived now, once everything that the input leads to is done (preemptive.ts).
 */
export const useEarly = (
  session: SessionState,
  messages: () => readonly ChatMessage[],
): EarlyReply | null => {
  const { preemptive, out, now } = session;
  const { early } = preemptive;
  if (early === null) return null;
  if (early.promptKey !== promptKeyOf(messages())) {
    discard(session, early, 'changed');
    return null;
  }
  preemptive.early = null;
  preemptive.used = early;
  out.push({ type: 'preemptive', what: 'used' });
  out.push({ type: 'observe', measure: 'preemptive.head_start', ms: now - early.requestedAt });
  return early;
};
