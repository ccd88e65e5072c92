/** Somebody else's phone, to which a customer is put through: it behaves as its script says, and nobody hears it. */
import { signRequest } from '../../twilio/signature.js';
import type { CalleeScript } from './callee.js';

/** What became of it, in Twilio's words. */
export type DialStatus = 'completed' | 'busy' | 'no-answer' | 'failed';

/** A phone that was dialled for a customer. */
export interface Dialled {
  readonly number: string;
  readonly status: DialStatus;
}

/** How long it takes until it is over, and how that is: somebody who answers talks until their script hangs up. */
export const dialling = (
  { outcome, ringMs, steps }: CalleeScript,
  timeoutMs: number,
): { readonly status: DialStatus; readonly afterMs: number } => {
  if (outcome === 'no_answer' || ringMs >= timeoutMs)
    return { status: 'no-answer', afterMs: Math.min(ringMs, timeoutMs) };
  if (outcome !== 'answer') return { status: outcome, afterMs: ringMs };
  const talkMs = steps.find((step) => step.do.type === 'hang_up')?.atMs ?? 0;
  return { status: 'completed', afterMs: ringMs + talkMs };
};

const TIMEOUT_MS = 15_000;

/** The document that follows, as the other side says; null when it does not. */
export const askWhatFollows = async (
  authToken: string,
  url: string,
  params: Readonly<Record<string, string>>,
): Promise<string | null> => {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-twilio-signature': signRequest(authToken, url, Object.entries(params)),
      },
      body: new URLSearchParams(params).toString(),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return response.ok ? await response.text() : null;
  } catch {
    return null;
  }
};
