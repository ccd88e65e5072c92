/**
 * Compares the recording with what was on the line and with the transcript: speech where a turn says so, every word at
 * its place on its speaker's track, silence where a speaker was silent.
 *
 * Only what a killed process had not yet handed over may be missing: from LOST_ON_KILL_MS before the kill until the loss of the
 * stream.
 */

import { type CallFacts, type CallTimeline, LATE_MS, type Span } from './call-facts.js';
import type { CalleeAudio } from './conversation.js';
import { powerOf } from './loudness.js';
import { type Loudness, STEP_MS } from './recorded-tracks.js';

/** A node hands over its tracks every 3 s; one more second is for the hand-over itself, ms. */
const LOST_ON_KILL_MS = 4_000;
/** Louder than VOICE is a voice, quieter than QUIET is silence: RMS of 16-bit samples. */
const VOICE_LEVEL = 300;
const SILENCE_LEVEL = 60;
/** How far a word may be from its place, ms. */
const OFF_BY_MS = 200;
/**
 * The least similarity of a word and its place in the recording: correlation of the loudness's square root, 1 = the same. Without
 * the root one hard onset, which the codec of the recording softens, outweighs all the rest.
 */
const MIN_LIKENESS = 0.8;
/** A shorter half of a piece could be found at a wrong place, ms. */
const SHORTEST_HALF_MS = 200;
/** Speech is searched for in pieces of this length, ms: when the machine stalls, everything after that moment shifts. */
const PIECE_MS = 800;
/** Share of a stretch's pieces that must be found; the others may contain such a stall. */
const MIN_SHARE_IN_PLACE = 0.6;
/** A shorter stretch proves nothing, ms. */
const SHORTEST_MS = 400;
/** Sound of this length where there should be silence is a fault, ms; shorter sound is an artefact of the codec. */
const STRAY_MS = 100;
const FRAME_BYTES = 160;

interface RecordingFault {
  readonly promise: 'recording_turns' | 'recording_words' | 'recording_silence';
  readonly what: string;
}

export interface RecordingVerdict {
  readonly problems: readonly RecordingFault[];
  /** How far each stretch was from its place, ms. */
  readonly offByMs: readonly number[];
  /** Stretches that were not judged, since the bench itself stalled meanwhile. */
  readonly unjudged: number;
}

type Speaker = 'customer' | 'agent';

export const judgeRecording = (
  facts: CallFacts,
  call: CallTimeline,
  audio: CalleeAudio,
): RecordingVerdict => {
  const { tracks } = facts;
  if (typeof tracks === 'string')
    return { problems: [{ promise: 'recording_words', what: tracks }], offByMs: [], unjudged: 0 };
  const problems: RecordingFault[] = [];
  const offByMs: number[] = [];
  let unjudged = 0;
  const lost = call.losses.map((loss, index) => ({
    atMs: (call.deaths[index] ?? loss) - LOST_ON_KILL_MS,
    endMs: loss + LATE_MS,
  }));
  const line = {
    customer: loudnessOf(
      (facts.history?.said ?? []).map(({ text, atMs, endMs }) => ({
        atMs: call.onRecording(atMs),
        audio: audio.get(text)?.subarray(0, (endMs - atMs) * 8) ?? Buffer.alloc(0),
      })),
    ),
    agent: loudnessOf(
      facts.played.map(({ atMs, audio: heard }) => ({ atMs: call.onRecording(atMs), audio: heard })),
    ),
  };
  const stretches: Readonly<Record<Speaker, readonly Span[]>> = {
    customer: (facts.history?.said ?? []).map(({ atMs, endMs }) => onRecording(call, { atMs, endMs })),
    agent: facts.understood.heard.map((speech) => onRecording(call, speech)),
  };

  for (const turn of call.turns) {
    const speaker = turn.speaker === 'customer' ? 'customer' : 'agent';
    const span = { atMs: turn.audioOffsetMs ?? Number.NaN, endMs: turn.audioEndOffsetMs ?? Number.NaN };
    const left = without(span, lost);
    const sure = left.filter((part) => part.endMs - part.atMs >= SHORTEST_MS);
    if (sure.length > 0 && !left.some((part) => loudest(tracks[speaker], part) > VOICE_LEVEL))
      problems.push({
        promise: 'recording_turns',
        what: `silence at ${formatSpan(speaker, span)}: "${turn.text}"`,
      });
    if (!(span.endMs > span.atMs))
      problems.push({ promise: 'recording_turns', what: `a turn without a place: "${turn.text}"` });
  }
  for (const speaker of ['customer', 'agent'] as const) {
    for (const stretch of stretches[speaker]) {
      for (const part of without(stretch, lost)) {
        if (part.endMs - part.atMs < SHORTEST_MS) continue;
        if (isDuringStall(facts, call, part)) {
          unjudged += 1;
          continue;
        }
        const pieces = piecesOf(part).flatMap((piece) => placesOf(line[speaker], tracks[speaker], piece));
        const found = pieces.filter(({ likeness }) => likeness >= MIN_LIKENESS);
        offByMs.push(...found.map(({ offByMs: off }) => Math.abs(off)));
        const inPlace = found.filter(({ offByMs: off }) => Math.abs(off) <= OFF_BY_MS);
        if (inPlace.length < MIN_SHARE_IN_PLACE * pieces.length)
          problems.push({
            promise: 'recording_words',
            what:
              `${pieces.length - inPlace.length} of ${pieces.length} pieces not at their place: ` +
              `${formatSpan(speaker, part)} (off by ms, likeness: ${pieces.map(formatPlace).join('; ')})`,
          });
      }
    }
    const stray = strayMs(line[speaker], tracks[speaker]);
    if (stray.ms > STRAY_MS)
      problems.push({
        promise: 'recording_silence',
        what: `${stray.ms} ms of sound while the ${speaker} was silent, first at ${stray.firstMs} ms`,
      });
  }
  return { problems, offByMs, unjudged };
};

/** While the simulated network or the balancer stalls, frames wait there, and the phone plays them later than it records. */
const isDuringStall = ({ stalls }: CallFacts, { zeroAt }: CallTimeline, { atMs, endMs }: Span): boolean =>
  stalls.some((stall) => stall.atMs - LATE_MS < zeroAt + endMs && stall.endMs + LATE_MS > zeroAt + atMs);

const onRecording = (call: CallTimeline, { atMs, endMs }: Span): Span => ({
  atMs: call.onRecording(atMs),
  endMs: call.onRecording(endMs),
});

const formatSpan = (speaker: Speaker, { atMs, endMs }: Span): string =>
  `${Math.round(atMs)} to ${Math.round(endMs)} ms of the ${speaker}`;

/** The span without the holes. */
const without = (span: Span, holes: readonly Span[]): readonly Span[] =>
  holes.reduce<readonly Span[]>(
    (parts, hole) =>
      parts.flatMap((part) =>
        [
          { atMs: part.atMs, endMs: Math.min(part.endMs, hole.atMs) },
          { atMs: Math.max(part.atMs, hole.endMs), endMs: part.endMs },
        ].filter(({ atMs, endMs }) => endMs > atMs),
      ),
    [span],
  );

/** Loudness of each step of the line, computed from the audio that was on it. */
const loudnessOf = (pieces: readonly { readonly atMs: number; readonly audio: Buffer }[]): Loudness => {
  const end = Math.max(0, ...pieces.map(({ atMs, audio }) => atMs + audio.length / 8));
  const line = new Float64Array(Math.ceil(end / STEP_MS) + 1);
  for (const { atMs, audio } of pieces) {
    for (let frame = 0; frame * FRAME_BYTES < audio.length; frame += 1) {
      const step = Math.round(atMs / STEP_MS) + frame;
      const loud = Math.sqrt(powerOf(audio.subarray(frame * FRAME_BYTES, (frame + 1) * FRAME_BYTES)));
      if (step >= 0 && step < line.length) line[step] = Math.max(line[step] ?? 0, loud);
    }
  }
  return line;
};

const loudest = (track: Loudness, { atMs, endMs }: Span): number =>
  track
    .subarray(Math.max(0, Math.floor(atMs / STEP_MS)), Math.max(0, Math.ceil(endMs / STEP_MS)))
    .reduce((max, loud) => Math.max(max, loud), 0);

const formatPlace = ({ offByMs, likeness }: Place): string => `${offByMs}, ${likeness.toFixed(2)}`;

const piecesOf = ({ atMs, endMs }: Span): readonly Span[] => {
  const count = Math.max(1, Math.floor((endMs - atMs) / PIECE_MS));
  const length = (endMs - atMs) / count;
  return Array.from({ length: count }, (_, index) => ({
    atMs: atMs + index * length,
    endMs: atMs + (index + 1) * length,
  }));
};

/** The most similar place. */
interface Place {
  readonly offByMs: number;
  readonly likeness: number;
}

/**
 * The places of a piece: of its halves, if it occurs nowhere as a whole. After a dry tick the phone plays the rest of a piece
 * 20 to 40 ms later than the recording has it.
 */
const placesOf = (line: Loudness, track: Loudness, piece: Span): readonly Place[] => {
  const whole = placeOf(line, track, piece);
  const lengthMs = piece.endMs - piece.atMs;
  if (whole.likeness >= MIN_LIKENESS || lengthMs < 2 * SHORTEST_HALF_MS) return [whole];
  const middle = piece.atMs + lengthMs / 2;
  return [
    ...placesOf(line, track, { atMs: piece.atMs, endMs: middle }),
    ...placesOf(line, track, { atMs: middle, endMs: piece.endMs }),
  ];
};

/** Where a piece of the line occurs in a track, near its expected place. */
const placeOf = (line: Loudness, track: Loudness, { atMs, endMs }: Span): Place => {
  const from = Math.max(0, Math.round(atMs / STEP_MS));
  const wanted = line.subarray(from, Math.round(endMs / STEP_MS));
  const reach = (2 * OFF_BY_MS) / STEP_MS;
  let best = { offByMs: 0, likeness: -1 };
  for (let lag = -reach; lag <= reach; lag += 1) {
    const likeness = correlation(wanted, (step) => track[from + lag + step] ?? 0);
    if (likeness > best.likeness) best = { offByMs: lag * STEP_MS, likeness };
  }
  return best;
};

const correlation = (wanted: Loudness, found: (step: number) => number): number => {
  const count = wanted.length;
  let [a, b, aa, bb, ab] = [0, 0, 0, 0, 0];
  wanted.forEach((loud, step) => {
    const x = Math.sqrt(loud);
    const y = Math.sqrt(found(step));
    a += x;
    b += y;
    aa += x * x;
    bb += y * y;
    ab += x * y;
  });
  const spread = Math.sqrt((aa - (a * a) / count) * (bb - (b * b) / count));
  return spread > 0 ? (ab - (a * b) / count) / spread : 0;
};

/** Sound on a track where the line was silent, then and shortly before and after. */
const strayMs = (line: Loudness, track: Loudness): { readonly ms: number; readonly firstMs: number } => {
  const slack = LATE_MS / STEP_MS;
  let steps = 0;
  let first = -1;
  track.forEach((loud, step) => {
    if (loud < SILENCE_LEVEL) return;
    for (let near = Math.max(0, step - slack); near <= step + slack; near += 1) {
      if ((line[near] ?? 0) > 0) return;
    }
    steps += 1;
    if (first < 0) first = step;
  });
  return { ms: steps * STEP_MS, firstMs: first * STEP_MS };
};
