/** What both sides know of one call, on one clock: the recording's, whose 0 is the moment media was first attached. */

import type { VoiceTranscriptTurn } from '../../schemas/calls/voice-call.js';
import type { CallHistory } from '../../simulators/phone-network/call-history.js';
import type { CallDetail } from '../../testkit/api/client.js';
import type { NetworkCall } from '../../testkit/simulators/network-client.js';
import type { RecognisedSpeech } from './agent-speech.js';
import type { RecordedTracks } from './recorded-tracks.js';

export interface CallFacts {
  readonly callId: string;
  readonly detail: CallDetail;
  /** The network's calls that were placed for it. */
  readonly placed: readonly NetworkCall[];
  /** Null if the network has no such call. */
  readonly history: CallHistory | null;
  readonly understood: RecognisedSpeech;
  /** What the callee heard, as it arrived, for comparison with the recording. */
  readonly played: readonly { readonly atMs: number; readonly audio: Buffer }[];
  /** A text says why there is no recording. */
  readonly tracks: RecordedTracks | string;
  /** When the bench's own processes stalled, ms since the epoch: what was on the line then has no certain place. */
  readonly stalls: readonly Span[];
}

export interface Kill {
  /** When the signal was sent, ms since the epoch. */
  readonly at: number;
  /** When the process had exited, ms since the epoch. */
  readonly goneAt: number;
  readonly node: number;
  /** Calls live at that moment. */
  readonly up: number;
}

/** A stretch of time, ms. */
export interface Span {
  readonly atMs: number;
  readonly endMs: number;
}

/** The call on the recording's clock. */
export interface CallTimeline {
  /** 0 of the recording's clock, ms since the epoch. */
  readonly zeroAt: number;
  /** Converts from the call's clock (ms since the answer). */
  readonly onRecording: (callMs: number) => number;
  /** Streams that carried the call. */
  readonly streams: readonly Span[];
  /** How many streams were opened and closed again before they could carry anything. */
  readonly stillborn: number;
  /** When a session reported to the journal that it had the call's media. */
  readonly attached: readonly number[];
  /** When a stream was lost while the call continued. */
  readonly losses: readonly number[];
  /** When the process of each loss was killed: a busy machine closes its sockets up to seconds later. */
  readonly deaths: readonly number[];
  readonly turns: readonly VoiceTranscriptTurn[];
}

/**
 * Words spoken at least this long before their stream was lost are in the journal, ms: the recogniser waits for 300 ms
 * of silence, recognises, and the turn is committed. Later words may be lost with the process that heard them.
 */
const HEARD_WITHIN_MS = 2_000;

/** Whether something that ended at `endMs` may have been lost with its process. */
export const mayBeLost = ({ losses, deaths }: CallTimeline, endMs: number): boolean =>
  losses.some((loss, index) => loss >= endMs - LATE_MS && (deaths[index] ?? loss) <= endMs + HEARD_WITHIN_MS);

/** A stream lost within this time after its node was gone was lost because of it, ms. */
const BY_KILL_MS = 2_000;

/** The kill that lost a stream at `at`, ms since the epoch. */
export const killOf = (kills: readonly Kill[], at: number): Kill | undefined =>
  kills.find((kill) => at >= kill.at - 50 && at <= kill.goneAt + BY_KILL_MS);

/** A shorter stream on which nothing was heard never carried the call: the interruption before it continues, ms. */
const STILLBORN_MS = 1_000;

/** How far the clocks of the two sides may differ: a tick, a socket, a busy machine, ms. */
export const LATE_MS = 300;

/** Null if the call never had media. */
export const timelineOf = (
  { detail, history, played }: CallFacts,
  kills: readonly Kill[] = [],
): CallTimeline | null => {
  const at = (event: string): readonly number[] =>
    detail.diagnostics.timeline.flatMap((entry) => (entry.event === event ? [Date.parse(entry.at)] : []));
  const attached = at('call.media_attached');
  const zero = attached[0];
  if (zero === undefined || history === null || history.answeredAt === null) return null;
  const { answeredAt } = history;
  const onRecording = (callMs: number): number => answeredAt + callMs - zero;
  const endedAt = history.endedAt ?? Number.POSITIVE_INFINITY;
  const opened = history.streams.flatMap(({ openedAtMs, closedAtMs }) =>
    openedAtMs === null
      ? []
      : [{ atMs: onRecording(openedAtMs), endMs: onRecording(closedAtMs ?? endedAt - answeredAt) }],
  );
  const heardAt = played.map(({ atMs }) => onRecording(atMs));
  const streams = opened.filter(
    ({ atMs, endMs }, index) =>
      endMs - atMs >= STILLBORN_MS ||
      index === opened.length - 1 ||
      heardAt.some((heard) => heard >= atMs && heard < endMs),
  );
  // The network closes the last stream itself when the call ends, unless the call ends because a stream was lost: its
  // document has no other.
  const losses = streams
    .map(({ endMs }) => endMs)
    .filter((endMs) => history.endedBy === 'document' || endMs + zero < endedAt);
  return {
    zeroAt: zero,
    onRecording,
    streams,
    stillborn: opened.length - streams.length,
    attached: attached.map((each) => each - zero),
    losses,
    deaths: losses.map((loss) => Math.min(loss, (killOf(kills, zero + loss)?.at ?? zero + loss) - zero)),
    turns: detail.transcript,
  };
};
