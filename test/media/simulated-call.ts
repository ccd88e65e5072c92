/**
 * A whole call around a media session, in simulated time: customer, recogniser, model, synthesiser and carrier all
 * act by a script, and each keeps its own account of what truly happened. Nothing here reads the session's state.
 */
import type { Turn } from '../../actors/call/events.js';
import { FRAME_MS, msOf } from '../../media/frames.js';
import { createMediaSession } from '../../media/session/index.js';
import type { SessionBrief, SessionInput, SessionOutput } from '../../media/session/io.js';
import { sessionSettings } from '../../media/settings.js';
import { pcmToMulaw } from '../../providers/speech/g711.js';
import type { WordTiming } from '../../providers/speech/synthesiser.js';
import { createLine, type Line, type LineRules } from './simulated-line.js';
import { silenceOf, soundOf } from './spoken-code.js';

/** What the customer's side sounds like: quiet, a steady noise of so many dBFS, bursts of noise, or a voice. */
export type Sound = 'quiet' | -50 | -40 | -30 | 'bursts' | 'voice';

export type Step =
  | { readonly do: 'pass'; readonly ms: number; readonly sound: Sound }
  /** The customer speaks; the recogniser hears the words, or (none) takes it for noise. */
  | {
      readonly do: 'talk';
      readonly ms: number;
      readonly words: number;
      readonly partial: boolean;
      /** From the end of the sound to the final. */
      readonly lagMs: number;
      readonly endOfUtterance: boolean;
    }
  | { readonly do: 'listen_sound'; readonly lagMs: number }
  | { readonly do: 'dtmf' }
  /** The stream is gone for a while; for `unnoticedMs` before, it is dead without anybody knowing. */
  | { readonly do: 'drop'; readonly unnoticedMs: number; readonly ms: number }
  /** A new stream takes over while the old one is still there. */
  | { readonly do: 'take_over' }
  | { readonly do: 'hold_echoes'; readonly ms: number; readonly lost: boolean }
  | { readonly do: 'recogniser_fails' }
  /** The process does nothing for a while; what came meanwhile is handled at once. */
  | { readonly do: 'stand_still'; readonly ms: number }
  | { readonly do: 'stray'; readonly what: 'mark' | 'future_mark' | 'model' | 'speech' };

type Fault = 'none' | 'fails' | 'stalls';

export interface ModelPlan {
  /** Words of each sentence. */
  readonly sentences: readonly number[];
  readonly firstMs: number;
  readonly tokenMs: number;
  readonly fault: Fault;
  /** Tokens that come before the fault. */
  readonly after: number;
  readonly endCall: boolean;
}

export interface SpeechPlan {
  readonly timed: boolean;
  readonly wordMs: number;
  readonly firstMs: number;
  readonly chunkMs: number;
  readonly gapMs: number;
  readonly fault: Fault | 'empty';
  /** Chunks that come before the fault. */
  readonly after: number;
  /** Goes on bringing audio after it was called off. */
  readonly deaf: boolean;
}

export type Finish =
  /** The customer hangs up; the recogniser may still finish its last words. */
  | { readonly how: 'hang_up'; readonly lagMs: number }
  /** The process is told to stop while the stream is there. */
  | { readonly how: 'closed'; readonly lagMs: number }
  /** Nobody speaks any more: the session has to find its end. */
  | { readonly how: 'wait'; readonly sound: Sound };

export interface World {
  readonly greetingWords: number;
  readonly voice: {
    readonly allowGreetingInterrupt: boolean;
    readonly repeatInterruptedSentence: boolean;
    readonly nudgeAfterSilenceSeconds: number;
    readonly disconnectAfterSilenceSeconds: number;
    readonly maxCallDurationSeconds: number;
  };
  readonly line: LineRules;
  readonly models: readonly ModelPlan[];
  readonly speech: readonly SpeechPlan[];
  readonly steps: readonly Step[];
  readonly finish: Finish;
}

/** One word of one piece of text that the synthesiser was asked for. */
export interface SpokenWord {
  readonly text: string;
  readonly lengthMs: number;
  readonly saying: Saying;
}

export interface Saying {
  readonly utterance: string;
  readonly text: string;
  readonly step: number;
  readonly timed: boolean;
  /** The synthesiser has said by this step that it brought everything. */
  doneStep: number;
}

/** Words that the recogniser gave for good. */
export interface Final {
  readonly step: number;
  readonly words: readonly string[];
  /** When the customer truly began and ended to say them. */
  readonly fromMs: number;
  readonly toMs: number;
  readonly listening: boolean;
}

export interface Asked {
  readonly step: number;
  readonly atMs: number;
  /** How many turns had been recorded by then. */
  readonly turns: number;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
}

export interface RecordedTurn {
  readonly step: number;
  readonly atMs: number;
  readonly turn: Turn;
}

/** What happened, as the world knows it. Steps are numbered from 1. */
export interface Account {
  readonly world: World;
  readonly brief: SessionBrief;
  readonly line: Line;
  readonly words: readonly SpokenWord[];
  readonly finals: readonly Final[];
  /** Words that the recogniser has guessed at some time; some never became final. */
  readonly guesses: ReadonlySet<string>;
  /** When the agent was silenced, or its stream was gone. */
  readonly cuts: readonly { readonly step: number; readonly atMs: number }[];
  readonly turns: readonly RecordedTurn[];
  readonly asked: readonly Asked[];
  readonly missingNotes: readonly { readonly step: number; readonly atMs: number }[];
  readonly hangUps: readonly { readonly step: number; readonly atMs: number }[];
  /** After `closed`, or after its end, the session still did this. */
  readonly afterEnd: readonly string[];
  /** The time by which a call on which nobody speaks should have ended; null where the world ended it itself. */
  readonly endDueAt: number | null;
  readonly closedStep: number;
  readonly error: unknown;
  readonly inputs: readonly { readonly input: SessionInput; readonly atMs: number; readonly gave: string }[];
  readonly timeline: readonly string[];
}

/** After its end was decided a session listens on until it is closed, but says and asks nothing more. */
const mayFollowHangUp = (output: SessionOutput): boolean =>
  output.type === 'command'
    ? output.command.type === 'record_turn' || output.command.type === 'note'
    : ['record', 'recognise', 'send_clear', 'cancel_response', 'cancel_synthesis'].includes(output.type);

const NEVER = Number.POSITIVE_INFINITY;

/** A small generator of numbers below 1, always the same. */
const numbers = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
};

const framesOf = (make: (next: () => number, index: number) => number, seed: number): Uint8Array[] => {
  const next = numbers(seed);
  return Array.from({ length: 50 }, () =>
    new Uint8Array(160).map((_, index) => pcmToMulaw(make(next, index))),
  );
};
/** White noise: its root mean square is its peak over the root of 3. */
const noise = (dbfs: number): Uint8Array[] =>
  framesOf((next) => (next() * 2 - 1) * 32_768 * 10 ** (dbfs / 20) * Math.sqrt(3), Math.abs(dbfs));

const QUIET = [new Uint8Array(160).fill(0xff)];
const VOICE = framesOf((next, index) => (index % 2 === 0 ? 1 : -1) * (6_000 + next() * 4_000), 7);
const LOUD_NOISE = noise(-20);
const NOISES = new Map<Sound, readonly Uint8Array[]>([
  ['quiet', QUIET],
  [-50, noise(-50)],
  [-40, noise(-40)],
  [-30, noise(-30)],
  ['voice', VOICE],
]);

/** 300 ms of noise, 300 ms of quiet, and so on. */
const soundAt = (sound: Sound, frame: number): Uint8Array => {
  const pool = sound === 'bursts' ? (frame % 30 < 15 ? LOUD_NOISE : QUIET) : (NOISES.get(sound) ?? QUIET);
  return pool[frame % pool.length] ?? new Uint8Array(160);
};

/** Each word of the agent's is its own, and about as long as words are. */
export const NUDGE = 'nudge1 nudge2 nudge3?';
export const CLOSING = 'close1 close2 close3 close4.';
export const APOLOGY = 'sorry1 sorry2 sorry3.';

const briefOf = (world: World): SessionBrief => ({
  attachmentId: 'attached0',
  instructions: 'Help.',
  greeting: Array.from({ length: world.greetingWords }, (_, index) => `greet${index + 1}`).join(' '),
  language: 'en',
  settings: sessionSettings(world.voice),
  phrases: { nudge: NUDGE, closing: CLOSING, apology: APOLOGY },
  resumed: false,
  turns: [],
  epochMs: 1_000_000,
  backgroundNoise: null,
  confirmsVoice: false,
});

/** What tells two lists of outputs apart, without their audio. */
export const gist = (outputs: readonly SessionOutput[]): string =>
  outputs
    .map((output) =>
      'payload' in output ? `${output.type} ${output.payload.length}` : JSON.stringify(output),
    )
    .join('\n');

/** How long a call may take to find its end once nobody speaks: noise, stalls, apologies, nudges and receipts included. */
const END_WITHIN_MS = 40_000;

/** Plays the whole call. `watch` keeps a timeline for people. */
export const playCall = (world: World, watch = false): Account => {
  const brief = briefOf(world);
  const { settings } = brief;
  const session = createMediaSession(brief);
  const words: SpokenWord[] = [];
  const finals: Final[] = [];
  const cuts: { step: number; atMs: number }[] = [];
  const guesses = new Set<string>();
  const turns: RecordedTurn[] = [];
  const asked: Asked[] = [];
  const missingNotes: { step: number; atMs: number }[] = [];
  const hangUps: { step: number; atMs: number }[] = [];
  const afterEnd: string[] = [];
  const inputs: { input: SessionInput; atMs: number; gave: string }[] = [];
  const timeline: string[] = [];

  let now = 0;
  let step = 0;
  let connected = false;
  let closedStep = NEVER;
  let frameCount = 0;
  let streamMs = 0;
  let order = 0;
  let coming: { readonly atMs: number; readonly order: number; readonly act: () => void }[] = [];
  /** Of the recogniser that listens now: which it is, and how much it was given. */
  let recogniser = 0;
  let recogniserMs = 0;
  let finalAt = 0;
  let said = 0;
  let replies = 0;
  let sayings = 0;
  const responding = new Map<number, number>();
  const speaking = new Map<string, Saying>();

  const at = (atMs: number, act: () => void): void => {
    order += 1;
    const entry = { atMs: Math.max(now, atMs), order, act };
    let index = coming.length;
    while (index > 0 && (coming[index - 1]?.atMs ?? 0) > entry.atMs) index -= 1;
    coming.splice(index, 0, entry);
  };
  const over = (): boolean => hangUps.length > 0 || closedStep !== NEVER;
  const tell = (line: string): void => {
    if (watch) timeline.push(`${String(Math.round(now)).padStart(6)}  ${line}`);
  };
  /** Audio that comes in many pieces is one line. */
  let telling = '';
  const tellInput = (input: SessionInput): void => {
    if (input.type === 'audio' || input.type === 'tick') return;
    const piece = input.type === 'speech_audio' ? input.utterance : '';
    if (piece === '' || piece !== telling) tell(`-> ${inputText(input)}`);
    telling = piece;
  };

  const line = createLine(world.line, {
    at,
    deliver: (mark) => {
      if (closedStep !== NEVER) return;
      if (mark.deliveredStep === NEVER) {
        mark.deliveredStep = step + 1;
        mark.deliveredAt = now;
      }
      feed({ type: 'mark', name: mark.name });
    },
  });

  const feed = (input: SessionInput): void => {
    step += 1;
    tellInput(input);
    const wasClosed = closedStep < step;
    const wasOver = hangUps.length > 0;
    const outputs = session.step(input, now);
    inputs.push({ input, atMs: now, gave: gist(outputs) });
    for (const output of outputs) {
      if (wasClosed || (wasOver && !mayFollowHangUp(output))) afterEnd.push(output.type);
      carryOut(output);
    }
  };

  const carryOut = (output: SessionOutput): void => {
    switch (output.type) {
      case 'send_audio':
        if (connected) line.audio(now, step, output.payload, output.utterance);
        return;
      case 'send_mark':
        if (connected) line.mark(now, output.name);
        return;
      case 'send_clear':
        tell('     <- clear');
        if (connected) line.clear(now, step);
        cuts.push({ step, atMs: now });
        return;
      case 'recognise':
        recogniserMs += msOf(output.payload.length);
        return;
      case 'open_recogniser':
        tell('     <- open recogniser');
        recogniser += 1;
        recogniserMs = 0;
        return;
      case 'respond':
        tell(`     <- respond g${output.generation}.${output.attempt}`);
        asked.push({ step, atMs: now, turns: turns.length, messages: output.messages });
        respond(output.generation);
        return;
      case 'cancel_response':
        tell(`     <- cancel response g${output.generation}`);
        responding.delete(output.generation);
        return;
      case 'synthesise':
        tell(`     <- synthesise ${output.utterance}.${output.attempt} "${output.text}"`);
        synthesise(output.utterance, output.text);
        return;
      case 'cancel_synthesis': {
        tell(`     <- cancel synthesis ${output.utterance}`);
        speaking.delete(output.utterance);
        return;
      }
      case 'command':
        onCommand(output);
        return;
      default:
        return;
    }
  };

  const onCommand = ({ command }: Extract<SessionOutput, { type: 'command' }>): void => {
    if (command.type === 'record_turn') {
      const { turn } = command;
      tell(
        `     <- TURN ${turn.speaker}: "${turn.text}" ${turn.audioOffsetMs}-${turn.audioEndOffsetMs} ${turn.heard}${turn.interrupted ? ' interrupted' : ''}`,
      );
      turns.push({ step, atMs: now, turn });
    } else if (command.type === 'note') {
      tell(`     <- note ${command.note.code}`);
      if (command.note.code === 'receipts_missing') missingNotes.push({ step, atMs: now });
    } else if (command.type === 'hang_up') {
      tell(`     <- HANG UP ${command.by} ${command.reason}`);
      hangUps.push({ step, atMs: now });
    }
  };

  // --- model and synthesiser ----------------------------------------------------------------------------

  const respond = (generation: number): void => {
    const plan = world.models[replies % world.models.length];
    if (plan === undefined) return;
    replies += 1;
    const reply = replies;
    responding.set(generation, reply);
    const live = (act: () => void) => (): void => {
      if (responding.get(generation) === reply && closedStep === NEVER) act();
    };
    let index = 0;
    const tokens = plan.sentences.flatMap((count) =>
      Array.from({ length: count }, (_, place) => {
        index += 1;
        return `reply${reply}w${index}${place === count - 1 ? '. ' : ' '}`;
      }),
    );
    const came = plan.fault === 'none' ? tokens : tokens.slice(0, plan.after);
    let atMs = now + plan.firstMs;
    for (const text of came) {
      at(
        atMs,
        live(() => feed({ type: 'model_text', generation, text })),
      );
      atMs += plan.tokenMs;
    }
    if (plan.fault === 'fails')
      at(
        atMs,
        live(() => feed({ type: 'model_failed', generation })),
      );
    if (plan.fault !== 'none') return;
    if (plan.endCall)
      at(
        atMs,
        live(() => feed({ type: 'model_tool', generation, name: 'end_call' })),
      );
    at(
      atMs,
      live(() => feed({ type: 'model_done', generation })),
    );
  };

  const synthesise = (utterance: string, text: string): void => {
    const plan = world.speech[sayings % world.speech.length];
    if (plan === undefined) return;
    sayings += 1;
    const saying: Saying = { utterance, text, step, timed: plan.timed, doneStep: NEVER };
    speaking.set(utterance, saying);
    const live = (act: () => void) => (): void => {
      const current = speaking.get(utterance);
      const wanted = current === saying || (plan.deaf && current === undefined);
      if (wanted && closedStep === NEVER) act();
    };
    const pieces: Uint8Array[] = plan.timed ? [silenceOf(40)] : [];
    const timings: WordTiming[] = [];
    let lengthMs = plan.timed ? 40 : 0;
    for (const [index, word] of text
      .split(/\s+/)
      .filter((one) => one !== '')
      .entries()) {
      const wordMs = plan.timed ? plan.wordMs + (index % 3) * 70 : plan.wordMs;
      words.push({ text: word, lengthMs: wordMs, saying });
      pieces.push(soundOf(words.length - 1, wordMs));
      timings.push({ word, startMs: lengthMs, endMs: lengthMs + wordMs });
      lengthMs += wordMs;
    }
    if (plan.timed) pieces.push(silenceOf(50));
    const audio = Buffer.concat(pieces);
    let atMs = now + plan.firstMs;
    let fromMs = 0;
    const whole = plan.fault === 'none';
    const chunks = plan.fault === 'empty' ? 0 : whole ? NEVER : plan.after;
    for (let count = 0; count < chunks && fromMs * 8 < audio.length; count += 1) {
      const toMs = fromMs + plan.chunkMs;
      const payload = new Uint8Array(audio.subarray(fromMs * 8, toMs * 8));
      const begun = timings.filter(({ startMs }) => startMs >= fromMs && startMs < toMs);
      const chunkWords = plan.timed ? begun : [];
      at(
        atMs,
        live(() => feed({ type: 'speech_audio', utterance, payload, words: chunkWords })),
      );
      fromMs = toMs;
      atMs += plan.gapMs;
    }
    if (plan.fault === 'fails')
      at(
        atMs,
        live(() => feed({ type: 'speech_failed', utterance })),
      );
    if (whole || plan.fault === 'empty')
      at(
        atMs,
        live(() => {
          if (saying.doneStep === NEVER && speaking.get(utterance) === saying && whole)
            saying.doneStep = step + 1;
          feed({ type: 'speech_done', utterance });
        }),
      );
  };

  // --- time and the customer ----------------------------------------------------------------------------

  const handle = (untilMs: number, still: boolean): void => {
    for (let next = coming[0]; next !== undefined && next.atMs <= untilMs; next = coming[0]) {
      coming.shift();
      if (!still) now = Math.max(now, next.atMs);
      next.act();
    }
  };

  const hear = (sound: Sound, waitedMs = 0): void => {
    frameCount += 1;
    if (!connected || closedStep !== NEVER) return;
    feed({ type: 'audio', timestampMs: streamMs, payload: soundAt(sound, frameCount), waitedMs });
    streamMs += FRAME_MS;
  };

  const pass = (ms: number, sound: Sound, until = over): void => {
    for (const end = now + ms; now < end && !until(); ) {
      const to = now + FRAME_MS;
      handle(to, false);
      now = to;
      hear(sound);
      if (closedStep === NEVER) feed({ type: 'tick', dueMs: now });
    }
  };

  const standStill = (ms: number): void => {
    const to = now + ms;
    now = to;
    handle(to, true);
    for (let passed = FRAME_MS; passed <= ms; passed += FRAME_MS) hear('quiet', ms - passed);
    feed({ type: 'tick', dueMs: now });
  };

  const talk = (
    ms: number,
    text: readonly string[],
    lagMs: number,
    endOfUtterance: boolean,
    partialMs: number | null,
  ): void => {
    const listener = recogniser;
    const startMs = recogniserMs;
    const fromMs = now;
    const listens = (act: () => void) => (): void => {
      if (recogniser === listener && closedStep === NEVER) act();
    };
    if (partialMs !== null && text[0] !== undefined) {
      const guess = text[0];
      at(
        Math.max(finalAt, now + partialMs),
        listens(() => {
          guesses.add(guess);
          feed({
            type: 'recognised',
            event: { type: 'partial', text: guess, startMs, endMs: recogniserMs },
          });
        }),
      );
    }
    pass(ms, 'voice');
    if (text.length === 0 || over() || recogniser !== listener) return;
    const toMs = now;
    const endMs = recogniserMs;
    // One after the other, as one stream gives them.
    finalAt = Math.max(finalAt, now + lagMs);
    at(
      finalAt,
      listens(() => {
        finals.push({ step: step + 1, words: text, fromMs, toMs, listening: text[0] === 'mm' });
        feed({
          type: 'recognised',
          event: { type: 'final', text: text.join(' '), startMs, endMs, confidence: 1, endOfUtterance },
        });
      }),
    );
  };

  const connect = (): void => {
    line.open(now);
    connected = true;
    streamMs = 0;
    feed({ type: 'connected' });
  };

  const disconnect = (): void => {
    if (!connected) return;
    connected = false;
    line.close(now, step + 1);
    cuts.push({ step: step + 1, atMs: now });
    feed({ type: 'disconnected' });
  };

  /** As the process does it: it stops, lets the recogniser finish for a while, and closes the books. */
  const close = (lagMs: number): void => {
    if (closedStep !== NEVER) return;
    feed({ type: 'closing' });
    pass(lagMs, 'quiet', () => false);
    if (connected) line.close(now, step + 1);
    connected = false;
    closedStep = step + 1;
    feed({ type: 'closed' });
  };

  const strays: Readonly<Record<Extract<Step, { do: 'stray' }>['what'], () => void>> = {
    mark: () => feed({ type: 'mark', name: 'nobody:0:400' }),
    future_mark: () => {
      const last = line.marks.at(-1);
      const [id = 'x', generation = '0'] = last?.name.split(':') ?? [];
      feed({ type: 'mark', name: `${id}:${generation}:999999` });
    },
    model: () => feed({ type: 'model_text', generation: 999, text: 'stale1 stale2. ' }),
    speech: () => feed({ type: 'speech_audio', utterance: 'attacheu99', payload: silenceOf(100), words: [] }),
  };

  const perform = (one: Step): void => {
    tell(`== ${JSON.stringify(one)}`);
    switch (one.do) {
      case 'pass':
        return pass(one.ms, one.sound);
      case 'talk': {
        if (one.words > 0) said += 1;
        const text = Array.from({ length: one.words }, (_, index) => `cust${said}w${index + 1}`);
        return talk(one.ms, text, one.lagMs, one.endOfUtterance, one.partial ? Math.min(240, one.ms) : null);
      }
      case 'listen_sound':
        return talk(160, ['mm', 'hm'], one.lagMs, true, null);
      case 'dtmf':
        return feed({ type: 'dtmf', digit: '5' });
      case 'drop':
        if (!connected) return;
        line.vanish(now);
        pass(one.unnoticedMs, 'quiet');
        if (over()) return;
        disconnect();
        pass(one.ms, 'quiet');
        if (over()) return;
        if (one.ms > settings.reconnectMs) close(0);
        else connect();
        return;
      case 'take_over':
        line.close(now, step + 1);
        return connect();
      case 'hold_echoes':
        return line.holdEchoes(now + one.ms, one.lost);
      case 'recogniser_fails':
        return feed({ type: 'recognised', event: { type: 'failed', reason: 'gone' } });
      case 'stand_still':
        return standStill(one.ms);
      case 'stray':
        return strays[one.what]();
    }
  };

  /** After a decided end the carrier closes the stream; then the books are closed. */
  const afterHangUp = (): void => {
    if (closedStep !== NEVER) return;
    pass(300, 'quiet', () => false);
    disconnect();
    close(300);
  };

  let endDueAt: number | null = null;
  let error: unknown = null;
  try {
    connect();
    for (const one of world.steps) if (!over()) perform(one);
    if (!over()) {
      tell(`== ${JSON.stringify(world.finish)}`);
      if (world.finish.how === 'wait') {
        endDueAt = Math.min(
          now + settings.disconnectAfterMs + END_WITHIN_MS,
          Math.max(now, settings.maxDurationMs) + END_WITHIN_MS,
        );
        pass(endDueAt - now, world.finish.sound);
      } else {
        if (world.finish.how === 'hang_up') disconnect();
        close(world.finish.lagMs);
      }
    }
    if (hangUps.length > 0) afterHangUp();
    // Whatever may still come, comes.
    if (closedStep !== NEVER) {
      now += 5_000;
      feed({ type: 'tick', dueMs: now });
    }
  } catch (thrown) {
    error = thrown;
  }
  coming = [];
  return {
    world,
    brief,
    line,
    words,
    finals,
    guesses,
    cuts,
    turns,
    asked,
    missingNotes,
    hangUps,
    afterEnd,
    endDueAt,
    closedStep,
    error,
    inputs,
    timeline,
  };
};

const inputText = (input: SessionInput): string => {
  switch (input.type) {
    case 'mark':
      return `mark ${input.name}`;
    case 'recognised':
      return input.event.type === 'failed'
        ? 'recogniser failed'
        : `${input.event.type} "${input.event.text}" ${input.event.startMs}-${input.event.endMs}`;
    case 'model_text':
      return `model g${input.generation} "${input.text}"`;
    case 'speech_audio':
      return `audio of ${input.utterance}, ${msOf(input.payload.length)} ms and on`;
    case 'speech_done':
    case 'speech_failed':
      return `${input.type} ${input.utterance}`;
    case 'model_done':
    case 'model_failed':
      return `${input.type} g${input.generation}`;
    default:
      return input.type;
  }
};
