/**
 * Runs one media session: feeds it the input of sockets, clock and providers, and carries out its outputs. The session
 * makes all decisions (session/index.ts); this file only carries them out.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { SessionCommand } from '../../actors/call/commands.js';
import type { ChatMessage, Passage } from '../../providers/llm/language-model.js';
import { withFacts } from '../../providers/llm/untrusted.js';
import type { RecordingTracks, TrackName } from '../../providers/recordings/recording-store.js';
import { createMulawDecoder } from '../../providers/speech/dsp/g711.js';
import type { RecogniserStream, RecognitionRequest } from '../../providers/speech/recogniser.js';
import { prepareSpeech } from '../../providers/speech/speech-cache.js';
import type { VoiceStream } from '../../providers/speech/voice-detector.js';
import type { KnowledgeQuestion } from '../../schemas/agents/knowledge.js';
import { assertNever } from '../../schemas/assert.js';
import { type MediaProviders, numbered } from '../providers.js';
import { createMediaSession, type MediaSession } from '../session/index.js';
import type {
  DisclosureOutcome,
  PreemptiveCount,
  SessionBrief,
  SessionInput,
  SessionOutput,
} from '../session/io.js';
import { type AgentSpeech, spokenRequest } from '../speech/spoken-request.js';
import { createEngineRequests, type EngineRequests } from './engine-requests.js';
import {
  createProviderRequests,
  type ProviderRequests,
  type ProviderRequestsDeps,
} from './provider-requests.js';
import { createSessionLatency, type SessionLatency } from './session-latency.js';
import { createTurnJudge, type TurnJudge } from './turn-judge.js';

/** Destination of outbound audio: the current socket, in its carrier's dialect. */
interface AudioSink {
  audio(payload: Uint8Array): void;
  mark(name: string): void;
  clear(): void;
  /** Everything sent while `work` runs leaves as one write. */
  together(work: () => void): void;
}

export interface LiveSessionDeps {
  readonly brief: SessionBrief;
  /** How the agent speaks in a language, BCP 47. */
  readonly speechIn: (language: string) => AgentSpeech;
  /** The call continues in this language. */
  readonly onLanguage: (language: string) => void;
  readonly timeZone: ProviderRequestsDeps['timeZone'];
  readonly onUsage: ProviderRequestsDeps['onUsage'];
  readonly providers: MediaProviders;
  readonly tracks: RecordingTracks;
  /** Passages of the agent's sources that match a question. */
  readonly knowledge: (question: KnowledgeQuestion) => Promise<readonly Passage[]>;
  /** The agent's tools, and how they are used. */
  readonly tools: Pick<ProviderRequestsDeps, 'tools' | 'useTool'>;
  /** Receives the audio of either side as it is recorded; must not take time. */
  readonly onHeard: (side: TrackName, mulaw: Uint8Array) => void;
  readonly post: (command: SessionCommand) => void;
  /** Called when the speaker to the customer changes: that line, or the agent (null). */
  readonly onSpeaker: (line: string | null) => void;
  readonly observe: (measure: string, ms: number) => void;
  /** Counts the outcomes of replies that are requested before the turn has ended. */
  readonly countPreemptive: (what: PreemptiveCount) => void;
  /** Called with the outcome of the session's disclosure. */
  readonly countDisclosure: (outcome: DisclosureOutcome) => void;
  /** Called once if the session fails by a fault of ours: after that it accepts only its end. */
  readonly onFailed: (error: unknown) => void;
  /** Called with the reason when a provider fails; the session decides what the call does about it. */
  readonly onProviderFailed: (what: 'model' | 'speech' | 'recognition', error: unknown) => void;
  /** Does work that can wait, or not, as PacingClock.spare. */
  readonly spare: (work: () => void) => void;
  /** ms, monotonic; the session's own clock is this minus `originMs`. */
  readonly now: () => number;
  readonly originMs: number;
  /** Receives every step with its time, for a session log; null: no log is kept. */
  readonly onStep: ((input: SessionInput, atMs: number, outputs: readonly SessionOutput[]) => void) | null;
}

export interface LiveSession {
  /** Feeds an input that arrived at `arrivedAt` (monotonic ms). */
  feed(input: SessionInput, arrivedAt?: number): void;
  /** Takes the current socket; null while there is none. */
  attach(sink: AudioSink | null): void;
  /** As MediaSession.currentWords. */
  currentWords(): string;
  /**
   * Ends the session: waits a moment for the recogniser's last words, has the session write down what was heard, and
   * stops the providers. Nothing is fed afterwards. Idempotent.
   */
  finish(): Promise<void>;
}

/** How long the recogniser may take for the last words, ms: the offline one may still be learning its phrases. */
const LAST_WORDS_MS = 4_000;

export const createLiveSession = (deps: LiveSessionDeps): LiveSession => new SessionRunner(deps);

class SessionRunner implements LiveSession {
  readonly #deps: LiveSessionDeps;
  readonly #session: MediaSession;
  readonly #requests: ProviderRequests;
  readonly #engine: EngineRequests;
  readonly #latency: SessionLatency;
  readonly #voice: VoiceStream | undefined;
  readonly #turnJudge: TurnJudge | null;
  /** In the present language. */
  #speech: AgentSpeech;
  #recogniser: RecogniserStream | null = null;
  #operatorRecogniser: RecogniserStream | null = null;
  #operatorWords: Promise<void> | null = null;
  readonly #decode = createMulawDecoder();
  #sink: AudioSink | null = null;
  #closed = false;
  #failed = false;
  #finishing: Promise<void> | null = null;

  constructor(deps: LiveSessionDeps) {
    const { brief, providers, observe, now } = deps;
    const feed = (input: SessionInput): void => this.feed(input);
    this.#deps = deps;
    this.#speech = deps.speechIn(brief.language);
    this.#session = createMediaSession(brief);
    this.#latency = createSessionLatency({ observe, now, greets: speaksFirst(brief) });
    this.#voice = providers.voiceDetector?.open(({ sound, speech }) =>
      feed({ type: 'voice', sound, speech }),
    );
    this.#turnJudge = brief.judgesTurns === true ? turnJudgeOf(providers) : null;
    this.#engine = createEngineRequests({
      instructions: brief.instructions,
      voiceId: this.#speech.voiceId,
      language: brief.language,
      knowledge: deps.knowledge,
      tools: deps.tools.tools,
      wallClock: () => brief.epochMs + now() - deps.originMs,
      timeZone: deps.timeZone ?? providers.timeZone,
      feed,
      onFailed: deps.onProviderFailed,
    });
    this.#requests = createProviderRequests({
      providers,
      speech: () => this.#speech,
      timeZone: deps.timeZone,
      onUsage: deps.onUsage,
      knowledge: deps.knowledge,
      tools: deps.tools.tools,
      useTool: deps.tools.useTool,
      feed,
      onFailed: deps.onProviderFailed,
    });
    void this.#noteKeys();
  }

  async #noteKeys(): Promise<void> {
    const tools = await this.#deps.tools.tools;
    if (tools.some(({ onLine }) => onLine === 'send_digits')) this.feed({ type: 'can_press_keys' });
  }

  feed(input: SessionInput, arrivedAt = this.#deps.now()): void {
    if (this.#closed || (this.#failed && input.type !== 'closed')) return;
    const { now, originMs, onStep, onFailed, spare } = this.#deps;
    const atMs = Math.max(0, now() - originMs);
    if (input.type === 'connected') this.#latency.connected(arrivedAt);
    try {
      const outputs = this.#session.step(input, atMs);
      onStep?.(input, atMs, outputs);
      if (this.#sink !== null && sendsSeveral(outputs))
        this.#sink.together(() => this.#carryOutAll(outputs, input, arrivedAt));
      else this.#carryOutAll(outputs, input, arrivedAt);
      if (input.type === 'audio') spare(this.#session.workAhead);
    } catch (error) {
      if (this.#failed) return;
      this.#failed = true;
      onFailed(error);
    }
  }

  attach(sink: AudioSink | null): void {
    this.#sink = sink;
  }

  currentWords(): string {
    return this.#session.currentWords();
  }

  finish(): Promise<void> {
    this.#finishing ??= this.#finish();
    return this.#finishing;
  }

  async #finish(): Promise<void> {
    this.#sink = null;
    this.feed({ type: 'disconnected' });
    this.feed({ type: 'closing' });
    const lastWords = this.#recogniser?.finish();
    const all = [lastWords, this.#operatorWords].flatMap((words) => words ?? []);
    if (all.length > 0)
      await Promise.race([Promise.all(all), delay(LAST_WORDS_MS, undefined, { ref: false })]);
    this.feed({ type: 'closed' });
    this.#closed = true;
    this.#recogniser?.close();
    this.#operatorRecogniser?.close();
    this.#voice?.close();
    this.#requests.cancelAll();
  }

  #carryOutAll(outputs: readonly SessionOutput[], cause: SessionInput, arrivedAt: number): void {
    for (const output of outputs) this.#carryOut(output, cause, arrivedAt);
  }

  #carryOut(output: SessionOutput, cause: SessionInput, arrivedAt: number): void {
    switch (output.type) {
      case 'send_audio':
        this.#sink?.audio(output.payload);
        return this.#latency.frameSent(output.utterance, cause, arrivedAt);
      case 'send_mark':
        return this.#sink?.mark(output.name);
      case 'send_clear':
        this.#sink?.clear();
        return this.#latency.cleared(cause, arrivedAt);
      case 'recognise':
        this.#turnJudge?.hear(output.payload);
        return this.#recogniser?.write(output.payload);
      case 'judge_turn':
        return this.#turnJudge?.judge((probability) =>
          this.feed({ type: 'turn_judged', pause: output.pause, probability }),
        );
      case 'confirm_voice':
        return this.#voice?.show(output.sound, this.#decode(output.payload));
      case 'voice_over':
        return this.#voice?.end(output.sound);
      case 'open_recogniser':
        return this.#openRecogniser(output.recogniser);
      case 'language':
        this.#speech = this.#deps.speechIn(output.language);
        return this.#deps.onLanguage(output.language);
      case 'open_operator_recogniser':
        return this.#openOperatorRecogniser(output.recogniser);
      case 'recognise_operator':
        return this.#operatorRecogniser?.write(output.payload);
      case 'finish_operator_recogniser':
        return this.#finishOperatorRecogniser();
      case 'speaker':
        return this.#deps.onSpeaker(output.line);
      case 'open_engine':
        return this.#openEngine(output.engine, output.messages);
      case 'engine_converse':
      case 'engine_say':
      case 'engine_heard':
        return this.#engine.send(output);
      case 'engine_respond':
        this.#latency.replyRequested(output.generation, cause, arrivedAt);
        return this.#engine.send(output);
      case 'engine_speaks':
        return this.#latency.engineReplyStarted(output.utterance, output.generation, arrivedAt);
      case 'respond':
        // No customer waits yet for an early reply.
        if (output.early !== true) this.#latency.replyRequested(output.generation, cause, arrivedAt);
        return this.#requests.respond(output);
      case 'question_ahead':
        return void this.#deps.knowledge(output.question).catch(() => undefined);
      case 'use_tool':
        return this.#requests.use(output);
      case 'cancel_response':
        this.#engine.cancelResponse(output.generation);
        return this.#requests.cancelResponse(output.generation);
      case 'ask_answerer':
        return this.#requests.askAnswerer(output);
      case 'cancel_question':
        return this.#requests.cancelQuestion(output.question);
      case 'synthesise':
        this.#latency.speechRequested(output.utterance, cause, arrivedAt);
        return this.#requests.synthesise(output);
      case 'cancel_synthesis':
        return this.#requests.cancelSynthesis(output.utterance);
      case 'prepare':
        return this.#prepare(output);
      case 'record':
        if (output.again !== true) this.#deps.onHeard(output.track, output.payload);
        return this.#deps.tracks.write(output.track, output.atMs, output.payload);
      case 'command':
        return this.#deps.post(output.command);
      case 'speech_suffices':
        return this.#latency.speechSufficed(arrivedAt);
      case 'observe':
        return this.#deps.observe(output.measure, output.ms);
      case 'preemptive':
        return this.#deps.countPreemptive(output.what);
      case 'disclosure':
        return this.#deps.countDisclosure(output.outcome);
      default:
        assertNever(output);
    }
  }

  #openRecogniser(number: number): void {
    const { brief, providers, onProviderFailed } = this.#deps;
    this.#recogniser?.close();
    this.#recogniser = numbered(providers.recognisers, number).open(
      {
        ...this.#languages(),
        phrases: this.#phrases(),
        likelyEnds: brief.settings.preemptive,
      },
      (event) => {
        if (event.type === 'failed') onProviderFailed('recognition', new Error(event.reason));
        this.feed({ type: 'recognised', event });
      },
    );
    const unheard = this.#engine.takeUnheard();
    if (unheard.length > 0) this.#recogniser.write(unheard);
  }

  /** What the customer speaks, and may speak instead. */
  #languages(): Pick<RecognitionRequest, 'language' | 'furtherLanguages'> {
    const { languages = [] } = this.#deps.brief;
    const { language } = this.#speech;
    const others = languages.flatMap((entry) => (entry.language === language ? [] : [entry.language]));
    return others.length === 0 ? { language } : { language, furtherLanguages: others };
  }

  /** The phrases that the recogniser listens for, with the facts that the instructions refer to. */
  #phrases(): readonly string[] {
    const { brief, providers } = this.#deps;
    return providers.phrasesOf(brief.instructions).map((phrase) => withFacts(phrase, brief.facts ?? {}));
  }

  #openOperatorRecogniser(number: number): void {
    const { providers, onProviderFailed } = this.#deps;
    this.#operatorRecogniser?.close();
    const opened = numbered(providers.recognisers, number).open(
      { ...this.#languages(), phrases: this.#phrases() },
      (event) => {
        if (this.#operatorRecogniser !== opened) return;
        if (event.type === 'failed') onProviderFailed('recognition', new Error(event.reason));
        this.feed({ type: 'operator_recognised', event });
      },
    );
    this.#operatorRecogniser = opened;
  }

  #finishOperatorRecogniser(): void {
    const finished = this.#operatorRecogniser;
    if (finished === null) return;
    this.#operatorWords = finished.finish().then(() => {
      if (this.#operatorRecogniser !== finished) return;
      this.#operatorRecogniser = null;
      finished.close();
      this.feed({ type: 'operator_words_over' });
    });
  }

  #openEngine(number: number, messages: readonly ChatMessage[]): void {
    this.#recogniser?.close();
    const engine = this.#deps.providers.engines[number - 1];
    this.#recogniser = engine === undefined ? null : this.#engine.open(engine, messages);
  }

  /** Uses the first synthesiser; if it fails, its fallback has the speech ready instead. */
  #prepare(
    output: Pick<Extract<SessionOutput, { readonly type: 'prepare' }>, 'text' | 'inMs'>,
    number = 1,
  ): void {
    const { providers, onProviderFailed } = this.#deps;
    const { synthesisers } = providers;
    const { text, inMs } = output;
    const { request, hasWords } = spokenRequest(this.#speech, text);
    if (!hasWords) return;
    const due = inMs === undefined ? { background: true } : { inMs };
    void prepareSpeech(numbered(synthesisers, number), { ...request, ...due }, (error) => {
      onProviderFailed('speech', error);
      if (number < synthesisers.length && !this.#closed) this.#prepare(output, number + 1);
    });
  }
}

const turnJudgeOf = ({ turnDetector = null }: MediaProviders): TurnJudge | null =>
  turnDetector === null ? null : createTurnJudge(turnDetector);

/** Whether the agent speaks as soon as the line is up. */
const speaksFirst = ({ resumed, greeting, disclosure = '', disclosed = false }: SessionBrief): boolean =>
  (disclosure !== '' && !disclosed) || (!resumed && greeting !== '');

/** Whether several messages could leave as one write to the socket. */
const sendsSeveral = (outputs: readonly SessionOutput[]): boolean => {
  let sends = 0;
  for (const { type } of outputs)
    if (type === 'send_audio' || type === 'send_mark' || type === 'send_clear') sends += 1;
  return sends > 1;
};
