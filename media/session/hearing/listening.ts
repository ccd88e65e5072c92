/**
 * The customer's audio: in order, on the recording's clock, to the recogniser and the voice gate.
 *
 * A stream's position on that clock follows from when its audio arrives, which may be late, and is never early: a node
 * that takes calls over is busy, and finds the first seconds of their streams waiting in its sockets. So until a second has
 * brought no frame that is less late, the zero of a stream follows the least late of its frames, and its recording so far is
 * moved. Audio from before the recording's clock started is not recorded: to keep it, all that follows would have to move.
 */
import { BYTES_PER_MS, FRAME_MS, msOf } from '../../audio/frames.js';
import { createJitter } from '../../audio/jitter.js';
import type { SessionState } from '../state.js';
import { customerSpeaks } from '../turn/callee.js';
import { canInterrupt, onSoundOver } from './overlap.js';
import { judgeSound } from './voicemail.js';

/** Most streams to which a late final may still belong. */
const MAX_ZEROS = 16;

/** How long the zero of a stream may still move after its beginning, and after its last move, ms … */
const SETTLES_MS = 1_000;
/** … but not for longer than this after its beginning, ms: the audio is kept as long. */
const SETTLES_WITHIN_MS = 10_000;
/** A carrier that sends more than this at once is not catching up, ms. */
const LATEST_MS = 3_000;

/** Another stream counts from another zero. */
export const resetStream = ({ inbound }: SessionState): void => {
  inbound.streamZero = null;
  inbound.jitter = createJitter();
};

/** `waitedMs`: how long the audio waited in this process. */
export const onAudio = (
  session: SessionState,
  timestampMs: number,
  payload: Uint8Array,
  waitedMs: number,
): void => {
  const { inbound, recognition, speech, now, out } = session;
  for (const ordered of inbound.jitter.push(timestampMs, payload)) {
    // A leap is a new count, not an hour of silence: this audio is spoken now.
    if (inbound.streamZero === null || ordered.restarted) {
      inbound.streamZero = now - waitedMs - ordered.streamMs;
      inbound.unsettled = [];
      inbound.settlesAt = now + SETTLES_MS;
      inbound.settlesBy = now + SETTLES_WITHIN_MS;
      const { fedMs, zeros } = recognition;
      recognition.zeros = [...zeros, { fedMs, zero: now - waitedMs - fedMs }].slice(-MAX_ZEROS);
    } else settleZero(session, now - waitedMs - ordered.streamMs);
    const { streamMs, payload: heard } = ordered;
    if (now < inbound.settlesAt) inbound.unsettled.push({ streamMs, payload: heard });
    recognition.fedMs += msOf(ordered.payload.length);
    const atMs = (inbound.streamZero ?? 0) + ordered.streamMs;
    judgeSound(session, ordered.payload);
    out.push(...inbound.voice.hear(ordered.payload, inbound.echo.heard(atMs, ordered.payload)));
    const loudness = inbound.voice.loud() ? inbound.voice.level() : 0;
    inbound.speaker.sound(atMs, loudness, ordered.payload.length);
    inbound.loudest = Math.max(inbound.loudest, loudness);
    out.push({ type: 'recognise', payload: ordered.payload });
    record(session, atMs, ordered.payload);
  }
  if (inbound.voice.speaking()) inbound.wordless.heard(msOf(payload.length));
  // Speech while the agent speaks is an interruption.
  if (speech.playout.speaking(now)) inbound.notUnderstood.restart();
  else if (inbound.voice.confirmed()) inbound.notUnderstood.voice(msOf(payload.length), now);
  checkVoice(session);
};

/** Records what was said since the recording's clock started. `again`: it was recorded before, at another position. */
const record = ({ out }: SessionState, atMs: number, payload: Uint8Array, again?: true): void => {
  const missed = Math.max(0, Math.ceil(-atMs * BYTES_PER_MS));
  if (missed >= payload.length) return;
  out.push({
    type: 'record',
    track: 'customer',
    atMs: Math.max(0, atMs),
    payload: payload.subarray(missed),
    ...(again === undefined ? {} : { again }),
  });
};

/** Moves the stream to where the current frame shows that it began, and records again what was recorded too late. */
const settleZero = (session: SessionState, zero: number): void => {
  const { inbound, recognition, now } = session;
  if (inbound.unsettled.length === 0 || inbound.streamZero === null) return;
  if (now >= inbound.settlesAt) {
    inbound.unsettled = [];
    return;
  }
  const earlierMs = inbound.streamZero - zero;
  if (earlierMs < FRAME_MS || earlierMs > LATEST_MS) return;
  inbound.streamZero = zero;
  inbound.settlesAt = Math.min(now + SETTLES_MS, inbound.settlesBy);
  const last = recognition.zeros.at(-1);
  if (last !== undefined)
    recognition.zeros = [...recognition.zeros.slice(0, -1), { ...last, zero: last.zero - earlierMs }];
  for (const { streamMs, payload } of inbound.unsettled) record(session, zero + streamMs, payload, true);
};

/** Takes the voice model's verdict on a sound. */
export const onVoice = (session: SessionState, sound: number, speech: boolean): void => {
  session.out.push(...session.inbound.voice.judge(sound, speech));
  checkVoice(session);
};

/** A sound too short to interrupt does not postpone the silence deadlines either: noise has such bumps. */
const checkVoice = (session: SessionState): void => {
  const { inbound, brief } = session;
  reportSufficientSpeech(session);
  if (!customerSpeaks(session) || inbound.voice.speechMs() < brief.settings.bargeInMs) return;
  restartSilence(session);
  if (inbound.voice.loud() && canInterrupt(session)) onSoundOver(session);
};

const reportSufficientSpeech = (session: SessionState): void => {
  const { inbound, brief, out } = session;
  const { voice, wordless } = inbound;
  const suffices =
    voice.undisputedMs() >= brief.settings.bargeInMs && wordless.trusted() && canInterrupt(session);
  if (suffices && !inbound.suffices) out.push({ type: 'speech_suffices' });
  inbound.suffices = suffices;
};

/** The customer did something: the silence starts again. */
export const restartSilence = ({ silence, now }: SessionState): void => {
  silence.lossNudgeAt = null;
  silence.quietSince = now;
  silence.idleSince = now;
};
