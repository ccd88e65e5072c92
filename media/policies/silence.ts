/** The response to silence: a nudge, then another, then the end (docs/explanation/media.md "Silence"). */
import { FRAME_MS } from '../audio/frames.js';

export interface Quiet {
  /** Since when no one has spoken, ms; our own nudge counts as speech. */
  readonly since: number;
  /** Since when the customer has had the floor without using it, ms; nudges do not count. */
  readonly idleSince: number;
  readonly nudges: number;
}

export interface SilenceRules {
  readonly nudgeAfterMs: number;
  readonly maxNudges: number;
  readonly disconnectAfterMs: number;
}

export type SilenceAction =
  | { readonly type: 'nudge'; readonly dueAt: number }
  | { readonly type: 'disconnect' }
  | null;

/** The clock ticks every 20 ms; acting on the nearer tick halves the largest error. */
const EARLY_MS = FRAME_MS / 2;

export const silenceAction = (quiet: Quiet, rules: SilenceRules, atMs: number): SilenceAction => {
  if (atMs >= quiet.idleSince + rules.disconnectAfterMs) return { type: 'disconnect' };
  const dueAt = quiet.since + rules.nudgeAfterMs;
  return quiet.nudges < rules.maxNudges && atMs >= dueAt - EARLY_MS ? { type: 'nudge', dueAt } : null;
};
