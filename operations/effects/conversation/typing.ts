/**
 * Shows the customer that their message was read and that an answer is being written. It is a courtesy: it delays the answer by
 * {@link SETTLING_MS} at most, and its failures are logged by the channel and change nothing.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { timeoutSignal } from '../../../actors/runtime/timeout-signal.js';
import {
  type AccountAccess,
  type AnsweredMessage,
  type MessagingChannel,
  TYPING_SHOWN_MS,
} from '../../../providers/channels/messaging-channel.js';

/** Longest that one request may take, ms. */
const REQUEST_MS = 5_000;
/** Longest that an answer waits for a request, ms: an indicator that arrives after it would promise another answer. */
const SETTLING_MS = 1_000;
/** How often it is shown again; an answer takes a minute at most after what it waits for. */
const MAX_SHOWN = 8;

export interface Typing {
  /** Ends it. Resolves once no request is in flight, or after {@link SETTLING_MS}; never rejects. */
  stop(): Promise<void>;
}

/** `access`: null if the account cannot be used. A channel whose first request fails gets no further one. */
export const showTyping = (
  channel: Pick<MessagingChannel, 'showTyping'>,
  access: () => Promise<AccountAccess | null>,
  message: AnsweredMessage,
  signal: AbortSignal,
): Typing => {
  const stopped = new AbortController();
  const ended = AbortSignal.any([signal, stopped.signal]);
  const run = async (): Promise<void> => {
    const account = await access();
    if (account === null) return;
    // An answer that is ready at once is preceded by the read mark, too.
    for (let shown = 0; shown < MAX_SHOWN && !(shown === 0 ? signal : ended).aborted; shown += 1) {
      // A request that was sent is not aborted with the answer: its mark would be lost.
      const request = AbortSignal.any([signal, timeoutSignal(REQUEST_MS)]);
      if (!(await channel.showTyping(account, message, request))) return;
      await delay(TYPING_SHOWN_MS, undefined, { signal: ended });
    }
  };
  const running = run().catch(() => undefined);
  return {
    stop: async () => {
      stopped.abort();
      const settled = new AbortController();
      const late = delay(SETTLING_MS, undefined, { signal: settled.signal }).catch(() => undefined);
      await Promise.race([running, late]);
      settled.abort();
    },
  };
};
