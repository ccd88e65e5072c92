/**
 * One live call as a deterministic state machine: inputs with their times go in, outputs come out. It has no
 * clock, no I/O and no randomness, so whatever happened on a call can be run again in milliseconds.
 *
 * It guarantees:
 * M1. Everything belongs to a generation; what an abandoned one still brings is dropped, and its tools never run.
 * M2. The transcript holds what was played, never more (utterance.ts keeps the ledger).
 * M3. Receipts that have arrived are believed before an interruption is judged.
 * M4. Every wait has a deadline, looked at on each tick: hold, words, turn, provider, receipt, silence, length, end.
 *     Sound without words cannot put one off for ever (wordless.ts).
 * M5. However it ends, its books are closed: what was heard of every utterance is a turn, and so is what the customer
 *     said, whether it was answered or not. An utterance is booked once.
 *
 * It does not know sockets, providers or the journal; see live-session.ts.
 */

import type { Turn } from '../actors/call/events.js';
import { assertNever } from '../schemas/assert.js';
import type { EndedBy, EndReason } from '../schemas/voice-call.js';
import { asksSomething, isBackchannel } from './backchannel.js';
import { createBackground } from './background-noise.js';
import { FRAME_MS, msOf } from './frames.js';
import { createGreetingHold, type Heard } from './greeting-hold.js';
import { messagesOf } from './history.js';
import { createJitter } from './jitter.js';
import { createPlayout, restOf } from './playout.js';
import { createPowerMeter } from './power.js';
import { createSentences, type Sentences } from './sentences.js';
import type { SessionBrief, SessionInput, SessionOutput } from './session-io.js';
import { silenceAction } from './silence.js';
import {
  type HeardPart,
  isFinished,
  newSpeechAct,
  type ReplyTiming,
  type SpeechAct,
  turnOf,
} from './speech-act.js';
import {
  fullyPlayed,
  fullySent,
  heardText,
  newUtterance,
  playedAt,
  reckonedMs,
  totalMs,
  type Utterance,
  type UtteranceKind,
  wordTimes,
} from './utterance.js';
import { createVoiceGate } from './voice-gate.js';
import { createWordless } from './wordless.js';

export interface MediaSession {
  /** `atMs` never goes back. The outputs are to be carried out in order. */
  step(input: SessionInput, atMs: number): readonly SessionOutput[];
}

/** A reply that the model is still producing. */
interface Thinking {
  readonly generation: number;
  readonly act: SpeechAct;
  readonly timing: ReplyTiming;
  sentences: Sentences;
  /** An answer that broke off with the line, and is given again. */
  readonly cutOff: Turn | null;
  attempt: number;
  /** When the model was asked, or last brought something. */
  movedAt: number;
  /** Whether this attempt has brought anything. */
  began: boolean;
  /** Whether a sentence of it has been said. */
  spoke: boolean;
  endCall: boolean;
}

/** Audio that is being made. */
interface Making {
  readonly utterance: Utterance;
  readonly act: SpeechAct;
  readonly attempt: number;
  /** When it was asked for, or last brought something. */
  movedAt: number;
}

/** An act that was cut, with what of its open utterances had been heard by then. */
interface CutAct {
  readonly act: SpeechAct;
  /** Whether the model was still making it. */
  readonly unfinished: boolean;
  readonly utterances: readonly { readonly utterance: Utterance; readonly heardMs: number }[];
}

/** The agent was cut short; whether for good depends on what the customer says. */
interface Interruption {
  readonly atMs: number;
  /** No longer among the acts that are spoken: nobody else judges them meanwhile. */
  readonly cut: readonly CutAct[];
}

interface Ending {
  readonly by: EndedBy;
  readonly reason: EndReason;
  /** The last words' receipt is not waited for any longer than this. */
  readonly deadlineAt: number;
}

/** Replies that fail one after the other before the call is given up. */
const MAX_FAILURES = 2;
/** Attempts of one provider request: the first, and one more. */
const MAX_ATTEMPTS = 2;
/** A recogniser that fails again within this time has failed twice in a row, ms. */
const RECOGNISER_MEMORY_MS = 60_000;
/** How fast the agent speaks, until its own audio tells: 150 words a minute. */
const USUAL_PACE = { ms: 6_700, characters: 100 } as const;
/** Takes what is sent to nobody. */
const NOBODY = { push: () => 0 } as const;
/** Streams of which a late final may still tell. */
const MAX_ZEROS = 16;
/** A greeting that plays for this long without a receipt has begun all the same, ms. */
const GREETING_BEGAN_MS = 1_000;

export const createMediaSession = (brief: SessionBrief): MediaSession => {
  const { settings, phrases } = brief;
  const background =
    brief.backgroundNoise === null
      ? null
      : createBackground(brief.backgroundNoise.key, brief.backgroundNoise.levelPercent);
  const playout = createPlayout(settings.playoutLeadMs, settings.markEveryMs, background);
  let jitter = createJitter();
  const voice = createVoiceGate(createPowerMeter(), brief.confirmsVoice);
  const turns: Turn[] = [...brief.turns];
  const synthesis = new Map<string, Making>();
  const wordless = createWordless(settings.wordlessSpeechMs);
  const greets = brief.greeting !== '' && !brief.resumed;
  const hold = createGreetingHold(greets && !settings.allowGreetingInterrupt, settings.greetingShare);

  let out: SessionOutput[] = [];
  let now = 0;
  let begun = false;
  let connected = false;
  let streamZero: number | null = null;
  /** 0 of the recogniser's clock, which counts what it was fed, over all streams of the call, ms. */
  let recogniserZeros: { readonly fedMs: number; readonly zero: number }[] = [];
  let fedMs = 0;
  let acts: SpeechAct[] = [];
  let generation = 0;
  let utterances = 0;
  let turnCount = 0;
  let thinking: Thinking | null = null;
  let interruption: Interruption | null = null;
  /** What the customer has said in the turn that goes on now. */
  let saying: Heard[] = [];
  let turnDeadline: number | null = null;
  let receiptsMissing = false;
  let anyReceipt = false;
  let quietSince = 0;
  let idleSince = 0;
  let nudges = 0;
  let nudgeDue: { readonly utterance: string; readonly dueAt: number } | null = null;
  let failures = 0;
  let recogniserAttempts = 1;
  let recogniserFailedAt = Number.NEGATIVE_INFINITY;
  /** The recogniser's latest guess that is not final yet. */
  let guess: (Heard & { readonly toldAt: number }) | null = null;
  /** A guess that was believed because nothing final came; what of it comes after all is not said twice. */
  let believed: Heard | null = null;
  let greetingBegan = !greets;
  /** How long the agent's speech has taken so far, and for how much text. */
  let pace: { readonly ms: number; readonly characters: number } = USUAL_PACE;
  let ending: Ending | null = null;
  let ended = false;
  /** `closing` has come: nothing is said or asked any more. */
  let leaving = false;
  let closed = false;
  /** The sentence to say again at the start of the next reply. */
  let repeat: string | null = null;

  // --- speaking -----------------------------------------------------------------------------------------

  const say = (act: SpeechAct, text: string): Utterance => {
    const utterance = nextUtterance(act, text, (text.length * pace.ms) / pace.characters);
    act.open.push(utterance);
    playout.enqueue(utterance);
    synthesise(utterance, act, 1);
    return utterance;
  };

  const nextUtterance = (act: SpeechAct, text: string, expectedMs: number): Utterance => {
    utterances += 1;
    const id = `${brief.attachmentId.slice(0, 8)}u${utterances}`;
    return newUtterance(id, act.generation, act.kind, text, expectedMs);
  };

  const synthesise = (utterance: Utterance, act: SpeechAct, attempt: number): void => {
    synthesis.set(utterance.id, { movedAt: now, attempt, utterance, act });
    out.push({ type: 'synthesise', utterance: utterance.id, attempt, text: utterance.text });
  };

  const speak = (kind: UtteranceKind, text: string): Utterance => {
    const act = newSpeechAct(kind, generation);
    act.complete = true;
    acts.push(act);
    return say(act, text);
  };

  const note = (code: string): void => {
    out.push({ type: 'command', command: { type: 'note', note: { code, atMs: Math.round(now) } } });
  };

  const record = (turn: Turn): void => {
    turns.push(turn);
    out.push({ type: 'command', command: { type: 'record_turn', turn } });
  };

  const nextTurnId = (): string => {
    turnCount += 1;
    return `${brief.attachmentId.slice(0, 8)}-${turnCount}`;
  };

  /** Writes down what was heard of an act that is over. */
  const finish = (act: SpeechAct, interrupted: boolean): void => {
    acts = acts.filter((one) => one !== act);
    const turn = turnOf(act, nextTurnId(), brief.epochMs, interrupted);
    if (turn !== null) {
      record(turn);
      quietSince = Math.max(quietSince, turn.audioEndOffsetMs ?? 0);
      if (act.kind !== 'nudge') idleSince = Math.max(idleSince, quietSince);
    }
    if (turn !== null && !interrupted && act.kind === 'reply' && thinking?.act !== act) failures = 0;
  };

  const heard = (
    act: SpeechAct,
    utterance: Utterance,
    playedMs: number,
    proof: 'acked' | 'estimated',
  ): void => {
    act.open = act.open.filter((one) => one !== utterance);
    act.parts.push(partOf(utterance, playedMs, proof));
    if (act.timing !== null) {
      act.timing.firstFrameAt ??= utterance.firstSentAt;
      act.timing.firstPlayedAt ??= utterance.firstPlayedAt;
    }
  };

  const partOf = (utterance: Utterance, playedMs: number, proof: 'acked' | 'estimated'): HeardPart => {
    const startsAt = utterance.startsAt ?? now;
    const endsAt = playedAt(utterance, playedMs) ?? startsAt;
    return { text: heardText(utterance, playedMs), startsAt, endsAt, heard: proof };
  };

  /** The conversation as the customer has heard it so far, with what waits for its last receipts. */
  const heardSoFar = (): readonly Turn[] => {
    const open = acts.flatMap((act) => {
      const parts = act.open.map((utterance) => partOf(utterance, heardMs(utterance), proof()));
      return turnOf({ ...act, parts: [...act.parts, ...parts] }, 'open', brief.epochMs, false) ?? [];
    });
    const answered = turns.at(-1)?.speaker === 'customer' ? turns.length - 1 : turns.length;
    return [...turns.slice(0, answered), ...open, ...turns.slice(answered)];
  };

  const pump = (): void => {
    if (!connected) return;
    playout.pump(now, out);
    settle();
  };

  /** Closes the books on utterances whose end is proven, or will not be; those that were cut are not among them. */
  const settle = (): void => {
    for (const act of [...acts]) {
      for (const utterance of [...act.open]) {
        const empty = utterance.complete && utterance.bytes === 0;
        const late =
          fullySent(utterance) &&
          utterance.endsAt !== null &&
          now > utterance.endsAt + settings.receiptGraceMs;
        if (!empty && !late && !fullyPlayed(utterance)) continue;
        if (late && !fullyPlayed(utterance)) missReceipts();
        playout.settle(utterance);
        heard(act, utterance, totalMs(utterance), fullyPlayed(utterance) ? 'acked' : 'estimated');
      }
      if (isFinished(act)) finish(act, false);
    }
    if (hold.active && !greeting()) releaseHold();
  };

  /** Whether the greeting is being spoken, or will be spoken on. */
  const greeting = (): boolean =>
    [...acts, ...(interruption?.cut ?? []).map(({ act }) => act)].some(({ kind }) => kind === 'greeting');

  const missReceipts = (): void => {
    if (receiptsMissing) return;
    receiptsMissing = true;
    note('receipts_missing');
  };

  // --- listening ----------------------------------------------------------------------------------------

  const onAudio = (timestampMs: number, payload: Uint8Array, waitedMs: number): void => {
    for (const ordered of jitter.push(timestampMs, payload)) {
      // A leap is a new count, not an hour of silence: what comes now is said now.
      if (streamZero === null || ordered.restarted) {
        // What came before the recording's clock began to run lies at its beginning.
        streamZero = Math.max(0, now - waitedMs) - ordered.streamMs;
        recogniserZeros = [...recogniserZeros, { fedMs, zero: now - waitedMs - fedMs }].slice(-MAX_ZEROS);
      }
      fedMs += msOf(ordered.payload.length);
      const atMs = streamZero + ordered.streamMs;
      out.push(...voice.hear(ordered.payload));
      out.push({ type: 'recognise', payload: ordered.payload });
      out.push({ type: 'record', track: 'customer', atMs, payload: ordered.payload });
    }
    if (voice.speaking()) wordless.heard(msOf(payload.length));
    lookAtVoice();
  };

  /** A sound that is too short to interrupt does not put silence off either: noise has such bumps. */
  const lookAtVoice = (): void => {
    if (!speaking() || voice.speechMs() < settings.bargeInMs) return;
    active();
    if (voice.loud() && mayInterrupt()) interrupt();
  };

  /** Whether the customer is taken to be speaking: what sounds like it, as long as words come now and then. */
  const speaking = (): boolean => voice.speaking() && wordless.trusted();

  const mayInterrupt = (): boolean =>
    !hold.active && interruption === null && ending === null && playout.speaking(now);

  const active = (): void => {
    quietSince = now;
    idleSince = now;
  };

  const onHeard = (said: Heard): void => {
    active();
    nudges = 0;
    if (hold.active) {
      hold.hold(said);
      return;
    }
    // In the middle of what the customer says it is one of their words.
    const listening = saying.length === 0 && isBackchannel(said.text, brief.language);
    if (interruption === null && ending === null && (playout.speaking(now) || thinking !== null)) {
      if (listening) return recordCustomer([said]);
      interrupt();
    }
    if (interruption !== null) {
      if (listening && !leaving) {
        recordCustomer([said]);
        goOn();
        return;
      }
      yieldTurn(said.text);
    }
    saying.push(said);
    if (said.endOfUtterance) endTurn();
    else turnDeadline = now + settings.endOfTurnMs;
  };

  const recordCustomer = (said: readonly Heard[]): void => {
    const first = said[0];
    const last = said.at(-1);
    if (first === undefined || last === undefined) return;
    record({
      turnId: nextTurnId(),
      speaker: 'customer',
      text: said.map((one) => one.text).join(' '),
      at: Math.round(brief.epochMs + first.startMs),
      audioOffsetMs: Math.max(0, Math.round(first.startMs)),
      audioEndOffsetMs: Math.max(0, Math.round(last.endMs)),
      interrupted: false,
      heard: 'acked',
      latencies: null,
    });
  };

  /** The customer's turn is over: it gets one answer. */
  const endTurn = (): void => {
    const said = saying;
    saying = [];
    turnDeadline = null;
    voice.restart();
    // Whoever was cut by a lost line comes first.
    if (said.length > 0) yieldTurn(said.map(({ text }) => text).join(' '));
    recordCustomer(said);
    const last = said.at(-1);
    if (last !== undefined && ending === null && !leaving) respond(last.endMs);
  };

  /** Lets go what was held during the greeting; one turn answers it all. */
  const releaseHold = (): void => {
    const released = hold.release();
    if (released.length === 0) return;
    saying.push(...released);
    endTurn();
  };

  // --- interruption -------------------------------------------------------------------------------------

  /** Stops everything that is being said or made; who was cut, and where, is kept until it is clear what for. */
  const cutAll = (): Interruption => {
    estimateWithoutReceipts();
    // What was queued at the carrier is gone with its stream.
    const dropped = new Set(playout.clear(now, connected ? out : NOBODY));
    const unfinished = thinking?.act;
    abandon();
    const cut = acts.map((act) => ({
      act,
      unfinished: act === unfinished,
      utterances: act.open
        .filter((utterance) => dropped.has(utterance))
        .map((utterance) => ({ utterance, heardMs: heardMs(utterance) })),
    }));
    acts = [];
    for (const { utterances: ones } of cut) {
      for (const { utterance } of ones) {
        if (synthesis.delete(utterance.id)) out.push({ type: 'cancel_synthesis', utterance: utterance.id });
      }
    }
    return { atMs: now, cut };
  };

  const interrupt = (): void => {
    interruption = cutAll();
  };

  /** A carrier that has never echoed, though a mark is long overdue, gives no receipts. */
  const estimateWithoutReceipts = (): void => {
    const overdue = playout
      .open()
      .some(({ startsAt }) => startsAt !== null && now > startsAt + FRAME_MS + settings.receiptGraceMs);
    if (!anyReceipt && overdue) missReceipts();
  };

  /** M2: by receipts alone; where a carrier gives none, by the clock, and never beyond what was sent. */
  const heardMs = (utterance: Utterance): number => {
    if (anyReceipt || !receiptsMissing) return utterance.ackedMs;
    return reckonedMs(utterance, now);
  };

  const proof = (): 'acked' | 'estimated' => (anyReceipt || !receiptsMissing ? 'acked' : 'estimated');

  /** The customer has taken the word, or the call is over. */
  const yieldTurn = (words: string): void => {
    if (interruption === null) return;
    const { cut } = interruption;
    interruption = null;
    for (const { act, unfinished, utterances: ones } of cut) {
      const whole =
        !unfinished &&
        ones.every(({ utterance, heardMs: played }) => utterance.complete && played >= totalMs(utterance));
      for (const { utterance, heardMs: played } of ones) {
        if (
          repeat === null &&
          settings.repeatInterruptedSentence &&
          played > 0 &&
          played < totalMs(utterance)
        )
          repeat = utterance.text;
        heard(act, utterance, played, proof());
      }
      finish(act, !whole);
    }
    if (repeat !== null && asksSomething(words, brief.language)) repeat = null;
  };

  /** It was a cough, or a sound of listening: what was cleared is said from where it was cut. */
  const goOn = (): void => {
    if (interruption === null || ended) return;
    const { cut } = interruption;
    interruption = null;
    acts.unshift(...cut.map(({ act }) => act));
    for (const { act, utterances: ones } of cut) {
      act.complete = true;
      for (const { utterance, heardMs: played } of ones) {
        heard(act, utterance, played, proof());
        const said = heardText(utterance, played);
        const text =
          played === 0
            ? utterance.text
            : utterance.text
                .split(/\s+/)
                .slice(said === '' ? 0 : said.split(' ').length)
                .join(' ');
        if (utterance.complete) resay(act, utterance, text, played);
        else if (text !== '') say(act, text);
      }
      if (isFinished(act)) finish(act, false);
    }
    pump();
  };

  const resay = (act: SpeechAct, cut: Utterance, text: string, playedMs: number): void => {
    const rest = restOf(cut, playedMs);
    if (rest.length === 0) return;
    const again = nextUtterance(act, text, Math.max(0, cut.expectedMs - playedMs));
    again.chunks = [rest];
    again.bytes = rest.length;
    again.complete = true;
    again.truncated = cut.truncated;
    again.words = wordTimes(cut)
      .filter((word) => word.endMs > playedMs)
      .map((word) => ({
        ...word,
        startMs: Math.max(0, word.startMs - playedMs),
        endMs: word.endMs - playedMs,
      }));
    act.open.push(again);
    playout.enqueue(again);
  };

  // --- replying -----------------------------------------------------------------------------------------

  /** M1: whatever the model or the synthesiser still bring for it is dropped. */
  const abandon = (): void => {
    if (thinking === null) return;
    out.push({ type: 'cancel_response', generation: thinking.generation });
    thinking.act.complete = true;
    thinking = null;
  };

  const respond = (speechEndAt: number, cutOff: Turn | null = null): void => {
    if (thinking !== null) {
      // The customer went on before the answer was complete.
      interruption = cutAll();
      yieldTurn('');
    }
    generation += 1;
    const timing: ReplyTiming = {
      speechEndAt,
      finalAt: now,
      firstTokenAt: null,
      firstAudioAt: null,
      firstFrameAt: null,
      firstPlayedAt: null,
    };
    const act = newSpeechAct('reply', generation, timing);
    acts.push(act);
    thinking = {
      generation,
      act,
      timing,
      sentences: createSentences(),
      cutOff,
      attempt: 1,
      movedAt: now,
      began: false,
      spoke: false,
      endCall: false,
    };
    if (repeat !== null) {
      say(act, repeat);
      repeat = null;
    }
    ask(thinking);
  };

  const ask = (reply: Thinking): void => {
    reply.movedAt = now;
    reply.began = false;
    reply.sentences = createSentences();
    const { generation, attempt, cutOff } = reply;
    const conversation = heardSoFar().filter((turn) => turn !== cutOff);
    const messages = messagesOf(brief.instructions, conversation, cutOff);
    out.push({ type: 'respond', generation, attempt, messages });
  };

  /** The model has brought something for the reply that it makes. */
  const moved = (reply: Thinking): void => {
    reply.movedAt = now;
    reply.began = true;
    reply.timing.firstTokenAt ??= now;
  };

  const onModelDone = (reply: Thinking): void => {
    const rest = reply.sentences.rest();
    if (rest !== '') sentence(reply, rest);
    reply.act.complete = true;
    thinking = null;
    if (reply.endCall) end('agent', 'agent_hangup');
    else if (!reply.spoke) note('model_said_nothing');
    settle();
  };

  const sentence = (reply: Thinking, text: string): void => {
    reply.spoke = true;
    say(reply.act, text);
  };

  /** A reply that has begun ends at its last whole sentence; one that has not is asked for once more. */
  const onModelFailed = (reply: Thinking): void => {
    if (!reply.spoke && reply.attempt < MAX_ATTEMPTS) {
      reply.attempt += 1;
      note('model_retried');
      ask(reply);
      return;
    }
    abandon();
    if (reply.spoke) note('model_failed');
    else fail('model_failed');
    settle();
  };

  const onSpeechFailed = (id: string): void => {
    const pending = synthesis.get(id);
    if (pending === undefined) return;
    synthesis.delete(id);
    const { utterance, act, attempt } = pending;
    if (attempt < MAX_ATTEMPTS && utterance.bytes === 0) {
      note('synthesiser_retried');
      synthesise(utterance, act, attempt + 1);
      return;
    }
    // A reply that cannot be said on ends here; an apology is not followed by its rest.
    if (thinking?.act === act) abandon();
    // What there is of it may play; what is missing was never said.
    utterance.truncated = true;
    playout.completed(utterance, now, out);
    settle();
    if (act.kind === 'apology') end('provider', 'speech_provider_failed');
    else if (act.kind === 'greeting' && utterance.bytes > 0) note('speech_provider_failed');
    else fail('speech_provider_failed');
  };

  const fail = (reason: 'model_failed' | 'speech_provider_failed'): void => {
    note(reason);
    failures += 1;
    if (ending !== null) return;
    speak('apology', phrases.apology);
    if (failures >= MAX_FAILURES) end('provider', reason);
  };

  // --- ending -------------------------------------------------------------------------------------------

  const end = (by: EndedBy, reason: EndReason): void => {
    if (ending !== null) return;
    // What was cut before is not gone on with: the last words are the last.
    yieldTurn('');
    const left = acts
      .flatMap((act) => act.open)
      .reduce((sum, utterance) => sum + totalMs(utterance) - utterance.ackedMs, 0);
    ending = { by, reason, deadlineAt: now + left + settings.receiptGraceMs };
  };

  const lookAtEnd = (): void => {
    if (ending === null || ended) return;
    // The words may not have been synthesised when the end was decided: their length counts from then on.
    const waiting = acts.some((act) => act.open.length > 0);
    const lastEnd = Math.max(ending.deadlineAt, waiting ? playout.endsAt() + settings.receiptGraceMs : 0);
    const stuck = now > ending.deadlineAt + 2 * settings.stallMs + 60_000;
    if (waiting && now < lastEnd && !stuck) return;
    ended = true;
    out.push({ type: 'command', command: { type: 'hang_up', by: ending.by, reason: ending.reason } });
  };

  // --- time ---------------------------------------------------------------------------------------------

  const tick = (): void => {
    pump();
    lookAtDeadlines();
    lookAtSilence();
    lookAtEnd();
  };

  const lookAtDeadlines = (): void => {
    if (
      interruption !== null &&
      connected &&
      now >= interruption.atMs + settings.wordlessMs &&
      !speaking() &&
      saying.length === 0
    )
      goOn();
    if (guess !== null && now >= guess.toldAt + settings.stallMs && !speaking()) believeGuess();
    if (turnDeadline !== null && now >= turnDeadline && !speaking()) endTurn();
    if (thinking !== null && stalled(thinking, thinking.began)) {
      out.push({ type: 'cancel_response', generation: thinking.generation });
      onModelFailed(thinking);
    }
    for (const [id, pending] of synthesis) {
      if (!stalled(pending, pending.utterance.bytes > 0)) continue;
      out.push({ type: 'cancel_synthesis', utterance: id });
      onSpeechFailed(id);
    }
    if (!greetingBegan) lookAtGreeting();
    if (now >= settings.maxDurationMs && ending === null) {
      if (playout.speaking(now) || thinking !== null) interruption ??= cutAll();
      yieldTurn('');
      speak('closing', phrases.closing);
      end('system', 'max_duration');
    }
  };

  const stalled = ({ movedAt }: { readonly movedAt: number }, began: boolean): boolean =>
    now >= movedAt + (began ? settings.chunkStallMs : settings.stallMs);

  /** Whoever goes on with this call elsewhere is not to greet again once the customer has heard us. */
  const lookAtGreeting = (): void => {
    const begun = acts
      .filter(({ kind }) => kind === 'greeting')
      .flatMap(({ open }) => open)
      .some(
        ({ ackedMs, startsAt }) => ackedMs > 0 || (startsAt !== null && now >= startsAt + GREETING_BEGAN_MS),
      );
    if (!begun) return;
    greetingBegan = true;
    out.push({ type: 'command', command: { type: 'begin_greeting' } });
  };

  const lookAtSilence = (): void => {
    if (!connected || ending !== null || thinking !== null || interruption !== null || saying.length > 0)
      return;
    if (acts.length > 0 || speaking()) return;
    const action = silenceAction({ since: quietSince, idleSince, nudges }, settings, now);
    if (action === null) return;
    if (action.do === 'disconnect') {
      end('system', 'silence');
      return;
    }
    nudges += 1;
    nudgeDue = { utterance: speak('nudge', phrases.nudge).id, dueAt: action.dueAt };
  };

  // --- inputs -------------------------------------------------------------------------------------------

  const begin = (): void => {
    begun = true;
    quietSince = now;
    idleSince = now;
    out.push({ type: 'open_recogniser', attempt: 1 });
    if (greets) speak('greeting', brief.greeting);
    for (const text of [phrases.nudge, phrases.apology, phrases.closing]) out.push({ type: 'prepare', text });
    if (brief.resumed) takeOver();
  };

  /** Goes on where an earlier session was cut off: the line is not left silent in the middle of an answer. */
  const takeOver = (): void => {
    const last = turns.at(-1);
    if (last?.speaker === 'customer') return respond(now);
    const cutOff = last === undefined ? brief.greeting !== '' : last.interrupted;
    if (!cutOff) return;
    const asked = turns.some(({ speaker }) => speaker === 'customer');
    if (last === undefined || !asked) speak('nudge', phrases.nudge);
    else respond(now, last);
  };

  /** M5. */
  const closeBooks = (): void => {
    if (closed) return;
    interruption ??= cutAll();
    yieldTurn('');
    leaving = true;
    believeGuess();
    recordCustomer([...hold.release(), ...saying]);
    closed = true;
  };

  const lose = (): void => {
    connected = false;
    interruption ??= cutAll();
  };

  const onInput = (input: SessionInput): void => {
    switch (input.type) {
      case 'connected':
        // A stream that takes over ends the one before it.
        if (connected) lose();
        connected = true;
        // Another stream counts from another zero.
        streamZero = null;
        jitter = createJitter();
        if (!begun) begin();
        else goOn();
        pump();
        return;
      case 'disconnected':
        lose();
        return;
      case 'closing':
        leaving = true;
        abandon();
        return;
      case 'closed':
        closeBooks();
        return;
      case 'audio':
        onAudio(input.timestampMs, input.payload, input.waitedMs ?? 0);
        return;
      case 'voice':
        out.push(...voice.judge(input.sound, input.speech));
        lookAtVoice();
        return;
      case 'mark': {
        const utterance = playout.receipt(input.name, now);
        if (utterance === null) return;
        anyReceipt = true;
        if (
          utterance.kind === 'greeting' &&
          utterance.complete &&
          hold.satisfied(utterance.ackedMs, totalMs(utterance))
        )
          releaseHold();
        if (!greetingBegan) lookAtGreeting();
        settle();
        lookAtEnd();
        return;
      }
      case 'dtmf':
        active();
        note(`dtmf_${input.digit}`);
        return;
      case 'tick':
        tick();
        return;
      case 'recognised':
        onRecognised(input.event);
        return;
      case 'model_text': {
        if (thinking?.generation !== input.generation) return;
        moved(thinking);
        for (const text of thinking.sentences.push(input.text)) sentence(thinking, text);
        return;
      }
      case 'model_tool':
        if (thinking?.generation === input.generation && input.name === 'end_call') {
          moved(thinking);
          thinking.endCall = true;
        }
        return;
      case 'model_done':
        if (thinking?.generation === input.generation) onModelDone(thinking);
        return;
      case 'model_failed':
        if (thinking?.generation === input.generation) onModelFailed(thinking);
        return;
      case 'speech_audio': {
        const pending = synthesis.get(input.utterance);
        if (pending === undefined) return;
        const { utterance, act } = pending;
        if (act.timing !== null) act.timing.firstAudioAt ??= now;
        pending.movedAt = now;
        utterance.chunks.push(input.payload);
        utterance.bytes += input.payload.length;
        utterance.words.push(...input.words);
        pump();
        if (nudgeDue?.utterance === utterance.id && utterance.firstSentAt !== null) {
          out.push({
            type: 'observe',
            measure: 'nudge.accuracy',
            ms: Math.abs(utterance.firstSentAt - nudgeDue.dueAt),
          });
          nudgeDue = null;
        }
        return;
      }
      case 'speech_done': {
        const pending = synthesis.get(input.utterance);
        if (pending === undefined) return;
        synthesis.delete(input.utterance);
        playout.completed(pending.utterance, now, out);
        pace = {
          ms: pace.ms + totalMs(pending.utterance),
          characters: pace.characters + pending.utterance.text.length,
        };
        pump();
        return;
      }
      case 'speech_failed':
        onSpeechFailed(input.utterance);
        return;
      default:
        assertNever(input);
    }
  };

  const onRecognised = (event: Extract<SessionInput, { type: 'recognised' }>['event']): void => {
    switch (event.type) {
      case 'partial': {
        const text = event.text.trim();
        if (text === '') return;
        wordless.word();
        active();
        guess = { ...heardAt(event, text, true), toldAt: now };
        if (!isBackchannel(text, brief.language) && mayInterrupt()) interrupt();
        return;
      }
      case 'final': {
        guess = null;
        const text = event.text.trim();
        if (text === '') return;
        wordless.word();
        const said = notSaidYet(heardAt(event, text, event.endOfUtterance));
        if (said !== null) onHeard(said);
        return;
      }
      case 'failed':
        onRecogniserFailed();
        return;
      default:
        assertNever(event);
    }
  };

  const heardAt = (
    { startMs, endMs }: { readonly startMs: number; readonly endMs: number },
    text: string,
    endOfUtterance: boolean,
  ): Heard => {
    // A stream that came back has moved what was fed since, not what was fed before.
    const zero =
      (recogniserZeros.findLast(({ fedMs: from }) => from <= startMs) ?? recogniserZeros[0])?.zero ?? 0;
    return { text, startMs: zero + startMs, endMs: zero + endMs, endOfUtterance };
  };

  /** Nobody will make it final any more, or not soon: it is what was said. */
  const believeGuess = (): void => {
    if (guess === null) return;
    const { text, startMs, endMs } = guess;
    guess = null;
    believed = { text, startMs, endMs, endOfUtterance: false };
    onHeard(believed);
  };

  /** What a final adds to a guess that was believed before it came; null when it adds nothing. */
  const notSaidYet = (said: Heard): Heard | null => {
    const before = believed;
    believed = null;
    if (before === null || said.startMs >= before.endMs || !said.text.startsWith(before.text)) return said;
    const text = said.text.slice(before.text.length).trim();
    return text === '' ? null : { ...said, text, startMs: before.endMs };
  };

  const onRecogniserFailed = (): void => {
    believeGuess();
    if (leaving) return;
    recogniserAttempts = now - recogniserFailedAt > RECOGNISER_MEMORY_MS ? 2 : recogniserAttempts + 1;
    recogniserFailedAt = now;
    if (recogniserAttempts <= MAX_ATTEMPTS) {
      note('recogniser_retried');
      // The new one begins to count where it begins to listen.
      fedMs = 0;
      recogniserZeros = [];
      streamZero = null;
      out.push({ type: 'open_recogniser', attempt: recogniserAttempts });
      return;
    }
    note('speech_provider_failed');
    if (ending === null) speak('apology', phrases.apology);
    end('provider', 'speech_provider_failed');
  };

  return {
    step: (input, atMs) => {
      if (closed) return [];
      now = Math.max(now, atMs);
      out = [];
      onInput(input);
      for (const frame of playout.played(now))
        out.push({ type: 'record', track: 'agent', atMs: frame.atMs, payload: frame.payload });
      return out;
    },
  };
};
