/**
 * Runs one media session: feeds it what sockets, clock and providers bring, and carries out what it decides.
 * All decisions are the session's (session.ts); here is only the carrying out.
 */

import { setTimeout as delay } from 'node:timers/promises';
import type { CallCommand } from '../actors/call/commands.js';
import type { RecordingTracks } from '../providers/recordings/recording-store.js';
import { decodeMulaw, encodeMulaw } from '../providers/speech/g711.js';
import type { RecogniserStream } from '../providers/speech/recogniser.js';
import { prepareSpeech } from '../providers/speech/speech-cache.js';
import { assertNever } from '../schemas/assert.js';
import { withKnowledge } from './history.js';
import { forAttempt, type MediaProviders } from './providers.js';
import { createMediaSession } from './session.js';
import type { SessionBrief, SessionInput, SessionOutput } from './session-io.js';
import { END_CALL } from './tools.js';

/** Where outbound audio goes: the socket of the moment, in its carrier's dialect. */
export interface AudioSink {
  audio(payload: Uint8Array): void;
  mark(name: string): void;
  clear(): void;
}

export interface LiveSessionDeps {
  readonly brief: SessionBrief;
  readonly voiceId: string;
  readonly providers: MediaProviders;
  readonly tracks: RecordingTracks;
  /** What the agent's sources say on a question. */
  readonly knowledge: (question: string) => readonly string[];
  readonly post: (command: CallCommand) => void;
  readonly observe: (measure: string, ms: number) => void;
  /** Told once that the session has failed by a fault of ours: it takes nothing more but its end. */
  readonly onFailed: (error: unknown) => void;
  /** Told why a provider failed the call; what the call does about it is the session's. */
  readonly onProviderFailed: (what: 'model' | 'speech', error: unknown) => void;
  /** ms, monotonic; the session's own clock is this less `originMs`. */
  readonly now: () => number;
  readonly originMs: number;
  /** Hears every step with its time, for a session log. */
  readonly onStep?: (input: SessionInput, atMs: number, outputs: readonly SessionOutput[]) => void;
}

export interface LiveSession {
  /** Feeds an input that came at `arrivedAt` (monotonic ms). */
  feed(input: SessionInput, arrivedAt?: number): void;
  /** Takes the socket of the moment; null while there is none. */
  attach(sink: AudioSink | null): void;
  /**
   * Ends the session: waits a moment for the recogniser's last words, has the session write down what was heard, and
   * stops the providers. Nothing is fed any more. Idempotent.
   */
  finish(): Promise<void>;
}

/** How long the recogniser may take for what was said last, ms: the offline one may be learning its phrases. */
const LAST_WORDS_MS = 4_000;

export const createLiveSession = (deps: LiveSessionDeps): LiveSession => {
  const { brief, providers, now } = deps;
  const session = createMediaSession(brief);
  const responses = new Map<number, AbortController>();
  const syntheses = new Map<string, AbortController>();
  /** What our own steps added to a reply so far, ms (turn.overhead). */
  const overhead = new Map<string, number>();
  let recogniser: RecogniserStream | null = null;
  const voice = providers.voiceDetector?.open(({ sound, speech }) => feed({ type: 'voice', sound, speech }));
  let sink: AudioSink | null = null;
  let closed = false;
  let failed = false;
  let finishing: Promise<void> | null = null;
  let connectedAt: number | null = null;

  const feed = (input: SessionInput, arrivedAt = now()): void => {
    if (closed || (failed && input.type !== 'closed')) return;
    const atMs = Math.max(0, now() - deps.originMs);
    if (input.type === 'connected') connectedAt ??= arrivedAt;
    try {
      const outputs = session.step(input, atMs);
      deps.onStep?.(input, atMs, outputs);
      for (const output of outputs) carryOut(output, input, arrivedAt);
    } catch (error) {
      if (failed) return;
      failed = true;
      deps.onFailed(error);
    }
  };

  const carryOut = (output: SessionOutput, cause: SessionInput, arrivedAt: number): void => {
    switch (output.type) {
      case 'send_audio':
        sink?.audio(output.payload);
        observeFrame(output.utterance, cause, arrivedAt);
        return;
      case 'send_mark':
        sink?.mark(output.name);
        return;
      case 'send_clear':
        sink?.clear();
        if (cause.type === 'audio') deps.observe('barge_in.clear', now() - arrivedAt);
        return;
      case 'recognise':
        recogniser?.write(decodeMulaw(output.payload));
        return;
      case 'confirm_voice':
        voice?.show(output.sound, decodeMulaw(output.payload));
        return;
      case 'voice_over':
        voice?.over(output.sound);
        return;
      case 'open_recogniser':
        openRecogniser(output.attempt);
        return;
      case 'respond':
        if (cause.type === 'mark') deps.observe('hold.release', now() - arrivedAt);
        overhead.set(`g${output.generation}`, now() - arrivedAt);
        void respond(output);
        return;
      case 'cancel_response':
        responses.get(output.generation)?.abort();
        responses.delete(output.generation);
        return;
      case 'synthesise':
        if (cause.type === 'model_text' || cause.type === 'model_done')
          countOverhead(`g${cause.generation}`, output.utterance, now() - arrivedAt);
        void synthesise(output);
        return;
      case 'cancel_synthesis':
        syntheses.get(output.utterance)?.abort();
        syntheses.delete(output.utterance);
        return;
      case 'prepare':
        void prepareSpeech(providers.synthesisers[0], {
          text: output.text,
          voiceId: deps.voiceId,
          language: brief.language,
        });
        return;
      case 'record':
        deps.tracks.write(output.track, output.atMs, output.payload);
        return;
      case 'command':
        deps.post(output.command);
        return;
      case 'observe':
        deps.observe(output.measure, output.ms);
        return;
      default:
        assertNever(output);
    }
  };

  /** The first utterance of a generation carries that generation's overhead on. */
  const countOverhead = (generation: string, utterance: string, ms: number): void => {
    const before = overhead.get(generation);
    if (before === undefined) return;
    overhead.delete(generation);
    overhead.set(utterance, before + ms);
  };

  const observeFrame = (utterance: string | null, cause: SessionInput, arrivedAt: number): void => {
    const at = now();
    if (cause.type === 'tick') {
      deps.observe('pacing.lateness', Math.max(0, at - cause.dueMs));
      return;
    }
    if (connectedAt !== null && !brief.resumed && brief.greeting !== '') {
      deps.observe('greeting.first_frame', at - connectedAt);
      connectedAt = null;
    }
    const before = utterance === null ? undefined : overhead.get(utterance);
    if (utterance === null || before === undefined) return;
    overhead.delete(utterance);
    deps.observe('turn.overhead', before + at - arrivedAt);
  };

  const openRecogniser = (attempt: number): void => {
    recogniser?.close();
    recogniser = forAttempt(providers.recognisers, attempt).open(
      { language: brief.language, phrases: providers.phrasesOf(brief.instructions) },
      (event) => feed({ type: 'recognised', event }),
    );
  };

  const respond = async ({
    generation,
    attempt,
    messages,
  }: Extract<SessionOutput, { type: 'respond' }>): Promise<void> => {
    const abort = new AbortController();
    responses.get(generation)?.abort();
    responses.set(generation, abort);
    try {
      for await (const event of forAttempt(providers.models, attempt).respond(
        { messages: withKnowledge(messages, deps.knowledge), tools: [END_CALL] },
        abort.signal,
      )) {
        if (abort.signal.aborted) return;
        if (event.type === 'text') feed({ type: 'model_text', generation, text: event.text });
        else feed({ type: 'model_tool', generation, name: event.name });
      }
      if (!abort.signal.aborted) feed({ type: 'model_done', generation });
    } catch (error) {
      if (abort.signal.aborted) return;
      deps.onProviderFailed('model', error);
      feed({ type: 'model_failed', generation });
    }
  };

  const synthesise = async ({
    utterance,
    attempt,
    text,
  }: Extract<SessionOutput, { type: 'synthesise' }>): Promise<void> => {
    const abort = new AbortController();
    syntheses.set(utterance, abort);
    try {
      const request = { text, voiceId: deps.voiceId, language: brief.language };
      for await (const chunk of forAttempt(providers.synthesisers, attempt).synthesise(
        request,
        abort.signal,
      )) {
        if (abort.signal.aborted) return;
        feed({ type: 'speech_audio', utterance, payload: encodeMulaw(chunk.pcm), words: chunk.words ?? [] });
      }
      if (!abort.signal.aborted) feed({ type: 'speech_done', utterance });
    } catch (error) {
      if (abort.signal.aborted) return;
      deps.onProviderFailed('speech', error);
      feed({ type: 'speech_failed', utterance });
    } finally {
      if (syntheses.get(utterance) === abort) syntheses.delete(utterance);
    }
  };

  const finish = async (): Promise<void> => {
    sink = null;
    feed({ type: 'disconnected' });
    feed({ type: 'closing' });
    if (recogniser !== null)
      await Promise.race([recogniser.finish(), delay(LAST_WORDS_MS, undefined, { ref: false })]);
    feed({ type: 'closed' });
    closed = true;
    recogniser?.close();
    voice?.close();
    for (const abort of [...responses.values(), ...syntheses.values()]) abort.abort();
  };

  return {
    feed,
    attach: (next) => {
      sink = next;
    },
    finish: () => {
      finishing ??= finish();
      return finishing;
    },
  };
};
