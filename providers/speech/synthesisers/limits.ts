/** How long a provider may take, and how much it may send. */

/** Deadlines of one request, ms. */
export interface SpeechDeadlines {
  /** A connection, with its upgrade. */
  readonly connectMs: number;
  /** The first audio for somebody who listens: below the session's own 3 s, so that it is told why (docs/media.md "Failure"). */
  readonly firstMs: number;
  /** The first audio of what nobody waits for yet. */
  readonly firstAheadMs: number;
  /** The next piece after one that came. */
  readonly betweenMs: number;
  /** A connection that has sent nothing for an utterance that was left after so long carries no other. */
  readonly silentMs: number;
  /** How long a cancelled utterance may keep its place on a connection before the connection is given up. */
  readonly releaseMs: number;
  /** Between two signs of life that are asked for on a connection; without an answer until the next one it is dead. */
  readonly heartbeatMs: number;
}

export const SPEECH_DEADLINES: SpeechDeadlines = {
  connectMs: 2_000,
  firstMs: 2_800,
  firstAheadMs: 14_000,
  betweenMs: 1_900,
  silentMs: 1_500,
  releaseMs: 3_000,
  heartbeatMs: 15_000,
};

/** Characters of one text; the least that a provider here takes in one piece is 2,000 (Deepgram). */
export const MOST_CHARACTERS = 2_000;

/** One message of a provider: a minute and a half of µ-law in base64. */
export const MOST_MESSAGE_BYTES = 1024 * 1024;

/** Who waits for a place where all are taken; one more is turned away. */
export const MOST_WAITING = 256;

const BYTES_PER_MS = 8;
/** A character may be read out as a whole word, a digit for one. */
const MOST_MS_PER_CHARACTER = 1_000;
const SPARE_MS = 10_000;
const MOST_MS = 5 * 60_000;

/** The audio that a text can have, µ-law bytes; more is a stream that runs away. */
export const mostAudioBytes = (characters: number): number =>
  BYTES_PER_MS * Math.min(MOST_MS, SPARE_MS + characters * MOST_MS_PER_CHARACTER);
