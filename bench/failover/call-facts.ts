/** What is known of one call from both sides, on one clock: the recording's, whose 0 is when media was first attached. */
import type { CallHistory } from '../../providers/carriers/loopback/network/simulated-call.js';
import type { VoiceTranscriptTurn } from '../../schemas/voice-call.js';
import type { CallDetail } from '../../testkit/api-client.js';
import type { NetworkCall } from '../../testkit/network-client.js';
import type { Understood } from './agent-speech.js';
import type { RecordedTracks } from './recorded-tracks.js';

export interface CallFacts {
  readonly callId: string;
  readonly detail: CallDetail;
  /** Calls of the network that were placed for it. */
  readonly placed: readonly NetworkCall[];
  /** Null where the network has no such call. */
  readonly history: CallHistory | null;
  readonly understood: Understood;
  /** What the callee heard, as it came, for the recording. */
  readonly played: readonly { readonly atMs: number; readonly audio: Buffer }[];
  /** A text where there is no recording to be had: why. */
  readonly tracks: RecordedTracks | string;
}

/** A stretch of time, ms. */
export interface Span {
  readonly atMs: number;
  readonly endMs: number;
}

/** The call on the recording's clock. */
export interface Timed {
  /** 0 of the recording's clock, ms since the epoch. */
  readonly zeroAt: number;
  /** From the call's clock (ms since the answer). */
  readonly onRecording: (callMs: number) => number;
  /** Streams that carried the call. */
  readonly streams: readonly Span[];
  /** How many streams were opened and closed again before they could carry anything. */
  readonly stillborn: number;
  /** When a session said to the journal that it had the call's media. */
  readonly attached: readonly number[];
  /** When a stream was lost while the call went on. */
  readonly losses: readonly number[];
  readonly turns: readonly VoiceTranscriptTurn[];
}

/**
 * Words that were said this long before their stream was lost are in the journal, ms: the recogniser waits for 300 ms of
 * silence, listens, and the turn is committed. What is younger may die with the process that heard it.
 */
const HEARD_WITHIN_MS = 2_000;

/** Whether something that ended at `endMs` may have died with its process. */
export const mayBeLost = ({ losses }: Timed, endMs: number): boolean =>
  losses.some((loss) => loss >= endMs - LATE_MS && loss <= endMs + HEARD_WITHIN_MS);

/** A stream that lasted for less was never the call's: what it interrupted goes on, ms. */
const STILLBORN_MS = 1_000;

/** The two sides' clocks may differ by so much: a tick, a socket, a busy machine, ms. */
export const LATE_MS = 300;

/** Null: the call never had media. */
export const timed = ({ detail, history }: CallFacts): Timed | null => {
  const at = (event: string): readonly number[] =>
    detail.diagnostics.timeline.flatMap((entry) => (entry.event === event ? [Date.parse(entry.at)] : []));
  const attached = at('call.media_attached');
  const zero = attached[0];
  if (zero === undefined || history === null || history.answeredAt === null) return null;
  const { answeredAt } = history;
  const onRecording = (callMs: number): number => answeredAt + callMs - zero;
  const over = history.endedAt ?? Number.POSITIVE_INFINITY;
  const opened = history.streams.flatMap(({ openedAtMs, closedAtMs }) =>
    openedAtMs === null
      ? []
      : [{ atMs: onRecording(openedAtMs), endMs: onRecording(closedAtMs ?? over - answeredAt) }],
  );
  const streams = opened.filter(
    ({ atMs, endMs }, index) => endMs - atMs >= STILLBORN_MS || index === opened.length - 1,
  );
  return {
    zeroAt: zero,
    onRecording,
    streams,
    stillborn: opened.length - streams.length,
    attached: attached.map((each) => each - zero),
    // The network closes the last stream itself when the call ends, unless a lost stream is why it ends: its document has no other.
    losses: streams
      .map(({ endMs }) => endMs)
      .filter((endMs) => history.endedBy === 'document' || endMs + zero < over),
    turns: detail.transcript,
  };
};
