/** Measures a session against the latency budgets (docs/explanation/media.md, "Latency budgets"): our own part of each delay. */
import type { SessionInput } from '../session/io.js';

export interface SessionLatency {
  /** The carrier's stream is up; `at`: when its `start` arrived, ms. */
  connected(at: number): void;
  /** A frame was sent. `utterance`: the one it belongs to; null for background alone. */
  frameSent(utterance: string | null, cause: SessionInput, arrivedAt: number): void;
  /** The input completed what an interruption needs, except for the voice detector's verdict. */
  speechSufficed(arrivedAt: number): void;
  /** The agent was interrupted; only the cause shows whether by the customer. */
  cleared(cause: SessionInput, arrivedAt: number): void;
  /** A reply of a generation was requested. */
  replyRequested(generation: number, cause: SessionInput, arrivedAt: number): void;
  /** Speech was requested. */
  speechRequested(utterance: string, cause: SessionInput, arrivedAt: number): void;
  /** An engine's reply of a generation starts to sound, as that utterance. */
  engineReplyStarted(utterance: string, generation: number, arrivedAt: number): void;
}

export interface SessionLatencyDeps {
  readonly observe: (measure: string, ms: number) => void;
  /** ms, monotonic */
  readonly now: () => number;
  /** Whether the session starts with a greeting. */
  readonly greets: boolean;
}

export const createSessionLatency = ({ observe, now, greets }: SessionLatencyDeps): SessionLatency => {
  /** Delay that our own steps added to a reply before its first utterance, ms, by generation. */
  const ofGenerations = new Map<number, number>();
  /** The same plus the delay that they added to the utterance. */
  const ofUtterances = new Map<string, number>();
  let connectedAt: number | null = null;
  let lastTick: SessionInput | null = null;
  let sufficedAt: number | null = null;
  const startUtterance = (utterance: string, generation: number, arrivedAt: number): void => {
    // The first utterance of a generation takes over that generation's delay.
    const before = ofGenerations.get(generation);
    if (before === undefined) return;
    ofGenerations.delete(generation);
    ofUtterances.set(utterance, before + now() - arrivedAt);
  };
  return {
    connected: (at) => {
      connectedAt ??= at;
    },
    frameSent: (utterance, cause, arrivedAt) => {
      const at = now();
      const isTick = cause.type === 'tick';
      // Frames that one tick sends leave as one write.
      if (isTick && cause !== lastTick) observe('pacing.lateness', Math.max(0, at - cause.dueMs));
      if (isTick) lastTick = cause;
      else if (connectedAt !== null && greets) {
        observe('greeting.first_frame', at - connectedAt);
        connectedAt = null;
      }
      const before = utterance === null ? undefined : ofUtterances.get(utterance);
      if (utterance === null || before === undefined) return;
      ofUtterances.delete(utterance);
      // An answer that left with a tick had waited behind earlier words: the lateness of the tick is observed above.
      observe('turn.overhead', isTick ? before : before + Math.max(0, at - arrivedAt));
    },
    speechSufficed: (arrivedAt) => {
      sufficedAt = arrivedAt;
    },
    cleared: (cause, arrivedAt) => {
      const voiced = cause.type === 'audio' || cause.type === 'voice';
      // A recognised word interrupts without 200 ms of speech.
      const since = voiced ? sufficedAt : cause.type === 'recognised' ? arrivedAt : null;
      if (since === null) return;
      observe('barge_in.clear', now() - since);
      sufficedAt = null;
    },
    replyRequested: (generation, cause, arrivedAt) => {
      const ms = now() - arrivedAt;
      if (cause.type === 'mark') observe('hold.release', ms);
      ofGenerations.set(generation, ms);
    },
    speechRequested: (utterance, cause, arrivedAt) => {
      if (cause.type !== 'model_text' && cause.type !== 'model_done') return;
      startUtterance(utterance, cause.generation, arrivedAt);
    },
    engineReplyStarted: startUtterance,
  };
};
