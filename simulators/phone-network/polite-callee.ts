/** A callee that speaks prepared sentences in turn, whenever the other side is silent. */
import { controlHeaders } from '../support/control-token.js';
import type { CalleeScript, Step } from './callee.js';

/** Ring time, ms. */
const RING_MS = 800;
/** Silence of the other side before it speaks, ms. */
const POLITE_MS = 700;
/** Silence after which it hangs up once it has said everything, ms. */
const PATIENCE_MS = 8_000;
const CONTROL_MS = 5_000;

export interface PreparedSentence {
  readonly text: string;
  /** Base64 µ-law, 8,000 Hz. */
  readonly audio: string;
}

/** The control interface of a network. */
export interface NetworkControl {
  readonly url: string;
  /** Null if it requires none. */
  readonly token: string | null;
}

/** Puts the callee at a number (E.164) of a network. @throws Error when the network refuses it */
export const putPoliteCallee = async (
  { url, token }: NetworkControl,
  number: string,
  sentences: readonly PreparedSentence[],
): Promise<void> => {
  const steps = sentences.map(
    ({ audio, text }): Step => ({ afterSilenceMs: POLITE_MS, do: { type: 'say', audio, text } }),
  );
  const script: Partial<CalleeScript> = {
    ringMs: RING_MS,
    steps: [...steps, { afterSilenceMs: PATIENCE_MS, do: { type: 'hang_up' } }],
  };
  const response = await fetch(`${url}/control/callees/${encodeURIComponent(number)}`, {
    method: 'PUT',
    headers: controlHeaders(token),
    body: JSON.stringify(script),
    signal: AbortSignal.timeout(CONTROL_MS),
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`the simulated network answered ${response.status}`);
};
