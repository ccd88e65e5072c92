/** Limits of a provider's time and output. */

/** Deadlines of one request, ms. */
export interface SpeechDeadlines {
  /** For a connection, including its upgrade. */
  readonly connectMs: number;
  /** For the first audio for a listener: below the session's own 3 s, so that it gets the reason (docs/explanation/media.md "Failure"). */
  readonly firstMs: number;
  /** For the first audio of speech that is made ahead of its use. */
  readonly firstAheadMs: number;
  /** For the next piece after one that arrived. */
  readonly betweenMs: number;
  /** A connection that sent nothing for an utterance that was abandoned after this time carries no other. */
  readonly silentMs: number;
  /** How long a cancelled utterance may keep its place on a connection before the connection is retired. */
  readonly releaseMs: number;
  /** Interval between pings on a connection; without an answer until the next one, the connection is dead. */
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

/** Characters of one text; the lowest limit of these providers is 2,000 (Deepgram). */
export const MAX_CHARACTERS = 2_000;

/** Size of one provider message: a minute and a half of µ-law in base64. */
export const MAX_MESSAGE_BYTES = 1024 * 1024;

/** Maximum texts that wait for a place when all are taken; any beyond that are refused. */
export const MAX_WAITING = 256;

const BYTES_PER_MS = 8;
/** A character, such as a digit, may be read out as a whole word. */
const MAX_MS_PER_CHARACTER = 1_000;
const SPARE_MS = 10_000;
const MAX_MS = 5 * 60_000;

/** The longest plausible audio of a text, in µ-law bytes; a stream with more is a runaway. */
export const maxAudioBytes = (characters: number): number =>
  BYTES_PER_MS * Math.min(MAX_MS, SPARE_MS + characters * MAX_MS_PER_CHARACTER);
