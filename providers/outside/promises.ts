/**
 * Tests whether an external provider fulfils its contract; `parley providers test` prints the violations. Each line names
 * one thing to fix. Nothing here reaches a call.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { timeoutSignal } from '../../actors/runtime/timeout-signal.js';
import type { Recogniser, RecogniserStream, RecognitionEvent } from '../speech/recogniser.js';
import type { SpeechRequest, Synthesiser } from '../speech/synthesiser.js';

/** Time limit for anything that should end at once, ms. */
const PROMPT_MS = 2_000;
/** How long to listen for events after a stream has ended, ms. */
const QUIET_MS = 500;
const FRAME_BYTES = 160;
const FRAME_MS = 20;
const REQUEST = { language: 'en-US', phrases: [] } as const;

/** Whether the work settles in time. */
const endsInTime = async (work: Promise<unknown>, withinMs = PROMPT_MS): Promise<boolean> => {
  const timeout = new AbortController();
  const settled = work.then(
    () => true,
    () => true,
  );
  const inTime = await Promise.race([settled, delay(withinMs, false, { signal: timeout.signal })]);
  timeout.abort();
  return inTime;
};

const writeAll = (stream: RecogniserStream, mulaw: Uint8Array): void => {
  for (let at = 0; at < mulaw.length; at += FRAME_BYTES) stream.write(mulaw.slice(at, at + FRAME_BYTES));
};

/** Lists the violations. `speech`: µ-law at 8,000 Hz, followed by a pause. */
export const recogniserViolations = async (
  recogniser: Recogniser,
  speech: Uint8Array,
): Promise<readonly string[]> => {
  const violations: string[] = [];
  const silent = recogniser.open(REQUEST, () => undefined);
  if (!(await endsInTime(silent.finish()))) violations.push('finish does not resolve if nothing was written');
  silent.close();

  const events: RecognitionEvent[] = [];
  const stream = recogniser.open(REQUEST, (event) => void events.push(event));
  writeAll(stream, speech);
  const lengthMs = (speech.length / FRAME_BYTES) * FRAME_MS;
  if (!(await endsInTime(stream.finish(), lengthMs + PROMPT_MS)))
    violations.push('finish does not resolve within the length of the audio plus two seconds');
  const countAtFinish = events.length;
  await delay(QUIET_MS);
  if (events.length > countAtFinish) violations.push('events arrive after finish has resolved');
  stream.close();
  const timed = events.flatMap((event) => (event.type === 'failed' ? [] : [event]));
  if (timed.some(({ endMs }) => endMs > lengthMs))
    violations.push('events end after the audio: times are in ms of the written audio');
  const finals = timed.filter(({ type }) => type === 'final');
  if (finals.some(({ startMs }, index) => startMs < (finals[index - 1]?.startMs ?? 0)))
    violations.push('finals are out of order');

  const late: RecognitionEvent[] = [];
  const abandoned = recogniser.open(REQUEST, (event) => void late.push(event));
  writeAll(abandoned, speech);
  abandoned.close();
  const countAtClose = late.length;
  abandoned.close();
  abandoned.write(speech.slice(0, FRAME_BYTES));
  await delay(QUIET_MS);
  if (late.length > countAtClose) violations.push('events arrive after close');
  return violations;
};

/** Plausible range for every voice, ms of audio for each character of the sentence. */
const SHORTEST_MS = 20;
const LONGEST_MS = 400;

export const synthesiserViolations = async (
  synthesiser: Synthesiser,
  request: SpeechRequest,
): Promise<readonly string[]> => {
  const violations: string[] = [];
  let bytes = 0;
  for await (const { mulaw } of synthesiser.synthesise(request, timeoutSignal(20_000))) bytes += mulaw.length;
  const perCharacter = bytes / 8 / request.text.length;
  if (perCharacter < SHORTEST_MS || perCharacter > LONGEST_MS)
    violations.push(
      `${request.text.length} characters take ${Math.round(bytes / 8)} ms: audio must be µ-law at 8,000 Hz, one byte per sample`,
    );

  const gone = synthesiser.synthesise(request, AbortSignal.abort());
  if ((await outcomeOf(gone)) !== 'aborted')
    violations.push('it speaks although the signal was already aborted');

  const stop = new AbortController();
  const hearing = outcomeOf(synthesiser.synthesise(request, stop.signal), () => stop.abort());
  if (!(await endsInTime(hearing)))
    violations.push('it does not stop within two seconds after the signal is aborted');
  return violations;
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
