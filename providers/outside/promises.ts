/**
 * Tests whether an external provider fulfils its contract; `parley providers test` prints the violations. Each line names
 * one thing to fix. Nothing here reaches a call.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Recogniser, RecogniserStream, RecognitionEvent } from '../speech/recogniser.js';
import type { SpeechRequest, Synthesiser } from '../speech/synthesiser.js';

/** Time limit for anything that should end at once, ms. */
const AT_ONCE_MS = 2_000;
/** How long to listen for events after a stream has ended, ms. */
const QUIET_MS = 500;
const FRAME_BYTES = 160;
const FRAME_MS = 20;
const REQUEST = { language: 'en-US', phrases: [] } as const;

/** Whether the work settles in time. */
const ends = async (work: Promise<unknown>, withinMs = AT_ONCE_MS): Promise<boolean> => {
  const late = new AbortController();
  const over = work.then(
    () => true,
    () => true,
  );
  const inTime = await Promise.race([over, delay(withinMs, false, { signal: late.signal })]);
  late.abort();
  return inTime;
};

const writeAll = (stream: RecogniserStream, mulaw: Uint8Array): void => {
  for (let at = 0; at < mulaw.length; at += FRAME_BYTES) stream.write(mulaw.slice(at, at + FRAME_BYTES));
};

/** Lists the violations. `speech`: µ-law at 8,000 Hz, followed by a pause. */
export const brokenByRecogniser = async (
  recogniser: Recogniser,
  speech: Uint8Array,
): Promise<readonly string[]> => {
  const broken: string[] = [];
  const silent = recogniser.open(REQUEST, () => undefined);
  if (!(await ends(silent.finish()))) broken.push('finish does not resolve where nothing was written');
  silent.close();

  const events: RecognitionEvent[] = [];
  const stream = recogniser.open(REQUEST, (event) => void events.push(event));
  writeAll(stream, speech);
  const lengthMs = (speech.length / FRAME_BYTES) * FRAME_MS;
  if (!(await ends(stream.finish(), lengthMs + AT_ONCE_MS)))
    broken.push('finish does not resolve within the length of what was written and two seconds');
  const told = events.length;
  await delay(QUIET_MS);
  if (events.length > told) broken.push('events come after finish has resolved');
  stream.close();
  const timed = events.flatMap((event) => (event.type === 'failed' ? [] : [event]));
  if (timed.some(({ endMs }) => endMs > lengthMs))
    broken.push('events end after the audio: times are ms of what was written');
  const finals = timed.filter(({ type }) => type === 'final');
  if (finals.some(({ startMs }, index) => startMs < (finals[index - 1]?.startMs ?? 0)))
    broken.push('finals do not come in the order of what was said');

  const late: RecognitionEvent[] = [];
  const left = recogniser.open(REQUEST, (event) => void late.push(event));
  writeAll(left, speech);
  left.close();
  const before = late.length;
  left.close();
  left.write(speech.slice(0, FRAME_BYTES));
  await delay(QUIET_MS);
  if (late.length > before) broken.push('events come after close');
  return broken;
};

/** Plausible range for every voice, ms of audio for each character of the sentence. */
const SHORTEST_MS = 20;
const LONGEST_MS = 400;

export const brokenBySynthesiser = async (
  synthesiser: Synthesiser,
  request: SpeechRequest,
): Promise<readonly string[]> => {
  const broken: string[] = [];
  let bytes = 0;
  for await (const { mulaw } of synthesiser.synthesise(request, AbortSignal.timeout(20_000)))
    bytes += mulaw.length;
  const perCharacter = bytes / 8 / request.text.length;
  if (perCharacter < SHORTEST_MS || perCharacter > LONGEST_MS)
    broken.push(
      `${request.text.length} characters take ${Math.round(bytes / 8)} ms: audio is µ-law at 8,000 Hz, a byte a sample`,
    );

  const gone = synthesiser.synthesise(request, AbortSignal.abort());
  if ((await outcomeOf(gone)) !== 'aborted') broken.push('it speaks although the signal was aborted before');

  const stop = new AbortController();
  const hearing = outcomeOf(synthesiser.synthesise(request, stop.signal), () => stop.abort());
  if (!(await ends(hearing))) broken.push('it does not stop within two seconds after the signal is aborted');
  return broken;
};

const outcomeOf = async (
  chunks: AsyncIterable<unknown>,
  onChunk: () => void = () => undefined,
): Promise<'spoken' | 'aborted'> => {
  try {
    for await (const _chunk of chunks) onChunk();
    return 'spoken';
  } catch {
    return 'aborted';
  }
};
