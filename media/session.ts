/**
 * One live call as a deterministic state machine: inputs with their times go in, outputs come out. It has no
 * clock, no I/O and no randomness, so whatever happened on a call can be run again in milliseconds.
 *
 * It guarantees:
 * M1. Everything belongs to a generation; what an abandoned one still brings is dropped, and its tools never run.
 * M2. The transcript holds what was played, never more (utterance.ts keeps the ledger).
 * M3. Receipts that have arrived are believed before an interruption is judged.
 * M4. Every wait has a deadline, looked at on each tick: hold, words, turn, provider, receipt, silence, length, end.
 *
 * It does not know sockets, providers or the journal; see session-host.ts.
 */

import type { Turn } from '../actors/call/events.js';
import { assertNever } from '../schemas/assert.js';
import type { EndedBy, EndReason } from '../schemas/voice-call.js';
import { asksSomething, isBackchannel } from './backchannel.js';
import { createBackground } from './background-noise.js';
import { msOf } from './frames.js';
import { createGreetingHold, type Heard } from './greeting-hold.js';
import { messagesOf } from './history.js';
import { createJitter, MAX_GAP_MS } from './jitter.js';
import { createPlayout, restOf } from './playout.js';
import { powerOf } from './power.js';
import { createSentences, type Sentences } from './sentences.js';
import type { SessionBrief, SessionInput, SessionOutput } from './session-io.js';
import { silenceAction } from './silence.js';
import { isFinished, newSpeechAct, type ReplyTiming, type SpeechAct, turnOf } from './speech-act.js';
import {
  fullyPlayed,
  fullySent,
  heardText,
  newUtterance,
  sentMs,
  totalMs,
  type Utterance,
  type UtteranceKind,
} from './utterance.js';
import { createVoiceActivity } from './voice-activity.js';

export interface MediaSession {
  /** `atMs` never goes back. The outputs are to be carried out in order. */
  step(input: SessionInput, atMs: number): readonly SessionOutput[];
}

/** A reply that the model is still producing. */
interface Thinking {
  readonly generation: number;
  readonly act: SpeechAct;
  readonly timing: ReplyTiming;
  readonly sentences: Sentences;
  attempt: number;
  askedAt: number;
  endCall: boolean;
}

/** The agent was cut short; whether for good depends on what the customer says. */
interface Interruption {
  readonly atMs: number;
  readonly cut: readonly {
    readonly act: SpeechAct;
    readonly utterances: readonly { readonly utterance: Utterance; readonly heardMs: number }[];
  }[];
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

export const createMediaSession = (brief: SessionBrief): MediaSession => {
  const { settings, phrases } = brief;
  const background =
    brief.backgroundNoise === null
      ? null
      : createBackground(brief.backgroundNoise.key, brief.backgroundNoise.levelPercent);
  const playout = createPlayout(settings.playoutLeadMs, settings.markEveryMs, background);
  let jitter = createJitter();
  const voice = createVoiceActivity();
  const turns: Turn[] = [...brief.turns];
  const synthesis = new Map<
    string,
    { askedAt: number; attempt: number; utterance: Utterance; act: SpeechAct }
  >();
  const greets = brief.greeting !== '' && !brief.resumed;
  const hold = createGreetingHold(greets && !settings.allowGreetingInterrupt, settings.greetingShare);

  let out: SessionOutput[] = [];
  let now = 0;
  let begun = false;
  let connected = false;
  let streamZero: number | null = null;
  /** Of the stream's clock, where its audio ends so far. */
  let streamEndMs = 0;
  /** 0 of the recogniser's clock, which counts what it was fed, over all streams of the call, ms. */
  let recogniserZero = 0;
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
  let ending: Ending | null = null;
  let ended = false;
  /** The sentence to say again at the start of the next reply. */
  let repeat: string | null = null;

  // --- speaking -----------------------------------------------------------------------------------------

  const say = (act: SpeechAct, text: string): Utterance => {
    utterances += 1;
    const utterance = newUtterance(
      `${brief.attachmentId.slice(0, 8)}u${utterances}`,
      act.generation,
      act.kind,
      text,
    );
    act.open.push(utterance);
    playout.enqueue(utterance);
    synthesise(utterance, act, 1);
    return utterance;
  };

  const synthesise = (utterance: Utterance, act: SpeechAct, attempt: number): void => {
    synthesis.set(utterance.id, { askedAt: now, attempt, utterance, act });
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
    if (!interrupted && act.kind === 'reply' && thinking?.act !== act) failures = 0;
  };

  const heard = (
    act: SpeechAct,
    utterance: Utterance,
    playedMs: number,
    proof: 'acked' | 'estimated',
  ): void => {
    act.open = act.open.filter((one) => one !== utterance);
    const startsAt = utterance.startsAt ?? now;
    act.parts.push({
      text: heardText(utterance, playedMs),
      startsAt,
      endsAt: startsAt + playedMs,
      heard: proof,
    });
    if (act.timing !== null) {
      act.timing.firstFrameAt ??= utterance.firstSentAt;
      act.timing.firstPlayedAt ??= utterance.firstPlayedAt;
    }
  };

  const pump = (): void => {
    if (!connected) return;
    playout.pump(now, out);
    settle();
  };

  /** Closes the books on utterances whose end is proven, or will not be. */
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
    if (hold.active && acts.every((act) => act.kind !== 'greeting')) releaseHold(false);
  };

  const missReceipts = (): void => {
    if (receiptsMissing) return;
    receiptsMissing = true;
    note('receipts_missing');
  };

  // --- listening ----------------------------------------------------------------------------------------

  const onAudio = (timestampMs: number, payload: Uint8Array): void => {
    for (const ordered of jitter.push(timestampMs, payload)) {
      // A leap is a new count, not an hour of silence: what comes now is said now.
      if (streamZero === null || ordered.streamMs - streamEndMs > MAX_GAP_MS) {
        streamZero = now - ordered.streamMs;
        recogniserZero = now - fedMs;
      }
      streamEndMs = ordered.streamMs + msOf(ordered.payload.length);
      fedMs += msOf(ordered.payload.length);
      const atMs = streamZero + ordered.streamMs;
      voice.push(powerOf(ordered.payload), ordered.payload.length);
      out.push({ type: 'recognise', payload: ordered.payload });
      out.push({ type: 'record', track: 'customer', atMs, payload: ordered.payload });
    }
    if (voice.speaking()) active();
    if (voice.loud() && voice.speechMs() >= settings.bargeInMs && mayInterrupt()) interrupt();
  };

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
    if (interruption === null && playout.speaking(now) && ending === null) {
      if (isBackchannel(said.text, brief.language)) {
        recordCustomer([said]);
        return;
      }
      interrupt();
    }
    if (interruption !== null) {
      if (isBackchannel(said.text, brief.language)) {
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
    recordCustomer(said);
    const last = said.at(-1);
    if (last !== undefined && ending === null) respond(last.endMs);
  };

  /** Lets go what was held during the greeting; one turn answers it all. */
  const releaseHold = (proven: boolean): void => {
    const released = hold.release();
    if (!proven) missReceipts();
    if (released.length === 0) return;
    saying.push(...released);
    endTurn();
  };

  // --- interruption -------------------------------------------------------------------------------------

  /** Stops everything that is being said or made; who was cut, and where, is kept until it is clear what for. */
  const cutAll = (): Interruption => {
    const dropped = new Set(playout.clear(now, out));
    abandon();
    const cut = acts.map((act) => ({
      act,
      utterances: act.open
        .filter((utterance) => dropped.has(utterance))
        .map((utterance) => ({ utterance, heardMs: heardMs(utterance) })),
    }));
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

  /** M2: by receipts alone; where a carrier gives none, by the clock, and never beyond what was sent. */
  const heardMs = (utterance: Utterance): number => {
    if (anyReceipt || !receiptsMissing) return utterance.ackedMs;
    return utterance.startsAt === null
      ? 0
      : Math.min(sentMs(utterance), Math.max(0, now - utterance.startsAt));
  };

  const proof = (): 'acked' | 'estimated' => (anyReceipt || !receiptsMissing ? 'acked' : 'estimated');

  /** The customer has taken the word. */
  const yieldTurn = (words: string): void => {
    if (interruption === null) return;
    const { cut } = interruption;
    interruption = null;
    for (const { act, utterances: ones } of cut) {
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
      finish(act, true);
    }
    if (repeat !== null && asksSomething(words, brief.language)) repeat = null;
  };

  /** It was a cough, or a sound of listening: what was cleared is said from where it was cut. */
  const goOn = (): void => {
    if (interruption === null) return;
    const { cut } = interruption;
    interruption = null;
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
    utterances += 1;
    const again = newUtterance(
      `${brief.attachmentId.slice(0, 8)}u${utterances}`,
      act.generation,
      act.kind,
      text,
    );
    again.chunks = [rest];
    again.bytes = rest.length;
    again.complete = true;
    again.words = cut.words
      .filter((word) => word.startMs >= playedMs)
      .map((word) => ({ ...word, startMs: word.startMs - playedMs, endMs: word.endMs - playedMs }));
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

  const respond = (speechEndAt: number): void => {
    if (thinking !== null) {
      // Nothing of it was heard: the customer went on before the answer came.
      const { act } = thinking;
      abandon();
      if (act.open.length > 0) {
        interruption = cutAll();
        yieldTurn('');
      } else acts = acts.filter((one) => one !== act);
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
      attempt: 1,
      askedAt: now,
      endCall: false,
    };
    if (repeat !== null) {
      say(act, repeat);
      repeat = null;
    }
    ask(thinking);
  };

  const ask = (reply: Thinking): void => {
    reply.askedAt = now;
    out.push({
      type: 'respond',
      generation: reply.generation,
      attempt: reply.attempt,
      messages: messagesOf(brief.instructions, turns),
    });
  };

  const onModelDone = (reply: Thinking): void => {
    const rest = reply.sentences.rest();
    if (rest !== '') say(reply.act, rest);
    reply.act.complete = true;
    thinking = null;
    if (reply.endCall) end('agent', 'agent_hangup');
    else if (reply.act.open.length === 0 && reply.act.parts.length === 0) {
      acts = acts.filter((act) => act !== reply.act);
      note('model_said_nothing');
    }
    settle();
  };

  const onModelFailed = (reply: Thinking): void => {
    if (reply.attempt < MAX_ATTEMPTS && reply.timing.firstTokenAt === null) {
      reply.attempt += 1;
      note('model_retried');
      ask(reply);
      return;
    }
    abandon();
    if (reply.act.open.length === 0) acts = acts.filter((act) => act !== reply.act);
    fail('model_failed');
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
    // What there is of it may play; what is missing was never said.
    playout.completed(utterance, out);
    if (utterance.bytes === 0) {
      playout.settle(utterance);
      act.open = act.open.filter((one) => one !== utterance);
      if (isFinished(act)) finish(act, false);
    }
    if (act.kind === 'apology') end('provider', 'speech_provider_failed');
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
      now >= interruption.atMs + settings.wordlessMs &&
      !voice.speaking() &&
      saying.length === 0
    )
      goOn();
    if (turnDeadline !== null && now >= turnDeadline && !voice.speaking()) endTurn();
    if (
      thinking !== null &&
      thinking.timing.firstTokenAt === null &&
      now >= thinking.askedAt + settings.stallMs
    ) {
      out.push({ type: 'cancel_response', generation: thinking.generation });
      onModelFailed(thinking);
    }
    for (const [id, pending] of synthesis) {
      if (pending.utterance.bytes > 0 || now < pending.askedAt + settings.stallMs) continue;
      out.push({ type: 'cancel_synthesis', utterance: id });
      onSpeechFailed(id);
    }
    if (now >= settings.maxDurationMs && ending === null) {
      if (playout.speaking(now)) {
        interruption = cutAll();
        yieldTurn('');
      }
      speak('closing', phrases.closing);
      end('system', 'max_duration');
    }
  };

  const lookAtSilence = (): void => {
    if (!connected || ending !== null || thinking !== null || interruption !== null || saying.length > 0)
      return;
    if (acts.length > 0 || voice.speaking()) return;
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
    const last = turns.at(-1);
    if (brief.resumed && last?.speaker === 'customer') respond(now);
  };

  const onInput = (input: SessionInput): void => {
    switch (input.type) {
      case 'connected':
        connected = true;
        // Another stream counts from another zero.
        streamZero = null;
        jitter = createJitter();
        if (!begun) begin();
        else goOn();
        pump();
        return;
      case 'disconnected':
        connected = false;
        // What was queued at the carrier is gone with its stream.
        if (interruption === null) interruption = cutAll();
        out = out.filter((one) => one.type !== 'send_clear');
        return;
      case 'audio':
        onAudio(input.timestampMs, input.payload);
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
          releaseHold(true);
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
        thinking.timing.firstTokenAt ??= now;
        for (const sentence of thinking.sentences.push(input.text)) say(thinking.act, sentence);
        return;
      }
      case 'model_tool':
        if (thinking?.generation === input.generation && input.name === 'end_call') {
          thinking.timing.firstTokenAt ??= now;
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
        playout.completed(pending.utterance, out);
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
      case 'partial':
        active();
        if (event.text !== '' && !isBackchannel(event.text, brief.language) && mayInterrupt()) interrupt();
        return;
      case 'final': {
        if (event.text.trim() === '') return;
        const zero = recogniserZero;
        onHeard({
          text: event.text.trim(),
          startMs: zero + event.startMs,
          endMs: zero + event.endMs,
          endOfUtterance: event.endOfUtterance,
        });
        return;
      }
      case 'failed':
        recogniserAttempts += 1;
        if (recogniserAttempts <= MAX_ATTEMPTS) {
          note('recogniser_retried');
          // The new one begins to count where it begins to listen.
          fedMs = 0;
          streamZero = null;
          out.push({ type: 'open_recogniser', attempt: recogniserAttempts });
          return;
        }
        note('speech_provider_failed');
        if (ending === null) speak('apology', phrases.apology);
        end('provider', 'speech_provider_failed');
        return;
      default:
        assertNever(event);
    }
  };

  return {
    step: (input, atMs) => {
      now = Math.max(now, atMs);
      out = [];
      if (!ended || input.type === 'audio' || input.type === 'tick') onInput(input);
      for (const frame of playout.played(now))
        out.push({ type: 'record', track: 'agent', atMs: frame.atMs, payload: frame.payload });
      return out;
    },
  };
};
