/**
 * The transcript: the agent's speech as it was heard, and the customer's words.
 *
 * B1. A turn holds what was played, never more; by receipts, or by the clock if the carrier sends none (M2).
 * B2. An act is booked once: it leaves the active acts when its turn is written.
 */
import type { Turn } from '../../../actors/call/events.js';
import { joinTexts } from '../../../providers/speech/written-words.js';
import { FRAME_MS } from '../../audio/frames.js';
import type { Heard } from '../../policies/greeting-hold.js';
import type { LostSpeech } from '../../policies/not-understood.js';
import { type HeardPart, type SpeechAct, turnOf } from '../../speech/act.js';
import {
  fullySent,
  heardText,
  playedAt,
  reckonedMs,
  type Utterance,
  unheardText,
} from '../../speech/utterance.js';
import { reportHeard } from '../engine/reports.js';
import { withSources } from '../reply/sources.js';
import type { SessionState } from '../state.js';

/** Notifies the call of something that is no turn. `speech`: what it is about, ms. */
export const note = ({ out, now }: SessionState, code: string, speech?: LostSpeech): void => {
  const place =
    speech === undefined
      ? {}
      : { audioOffsetMs: Math.round(speech.startMs), audioEndOffsetMs: Math.round(speech.endMs) };
  out.push({ type: 'command', command: { type: 'note', note: { code, atMs: Math.round(now), ...place } } });
};

const record = ({ turns, out }: SessionState, turn: Turn): void => {
  turns.push(turn);
  out.push({ type: 'command', command: { type: 'record_turn', turn } });
};

const nextTurnId = (session: SessionState): string => {
  session.turnCount += 1;
  return `${session.brief.attachmentId.slice(0, 8)}-${session.turnCount}`;
};

/** Writes down what was heard of a finished act. B2. */
export const finish = (session: SessionState, act: SpeechAct, interrupted: boolean): void => {
  const { speech, silence, turn: state } = session;
  speech.acts = speech.acts.filter((other) => other !== act);
  reportHeard(session, act);
  const turn = turnOf(act, nextTurnId(session), session.brief.epochMs, interrupted);
  if (turn === null) return;
  record(session, withSources(session, act, turn));
  silence.quietSince = Math.max(silence.quietSince, turn.audioEndOffsetMs ?? 0);
  if (act.kind !== 'nudge') silence.idleSince = Math.max(silence.idleSince, silence.quietSince);
  const isInProgress = state.type === 'replying' && state.act === act;
  if (!interrupted && act.kind === 'reply' && !isInProgress) speech.failures = 0;
};

/** Books an utterance of an act that has ended, and of which `playedMs` were heard. */
export const bookUtterance = (
  session: SessionState,
  act: SpeechAct,
  utterance: Utterance,
  playedMs: number,
  proof: HeardPart['heard'],
): void => {
  act.open = act.open.filter((part) => part !== utterance);
  act.parts.push(partOf(session, utterance, playedMs, proof));
  if (act.timing === null) return;
  act.timing.firstFrameAt ??= utterance.firstSentAt;
  act.timing.firstPlayedAt ??= utterance.firstPlayedAt;
};

const partOf = (
  { now }: SessionState,
  utterance: Utterance,
  playedMs: number,
  proof: HeardPart['heard'],
): HeardPart => {
  const startsAt = utterance.startsAt ?? now;
  const endsAt = playedAt(utterance, playedMs) ?? startsAt;
  const { response } = utterance;
  return {
    text: heardText(utterance, playedMs),
    unheard: unheardText(utterance, playedMs),
    isGlued: utterance.isGlued,
    startsAt,
    endsAt,
    heard: proof,
    playedMs: Math.max(0, playedMs - utterance.repeatedMs),
    response,
  };
};

/**
 * The conversation as the customer has heard it so far, including what waits for its last receipts, without the open part
 * of the reply of generation `excluded`.
 */
export const heardSoFar = (session: SessionState, excluded: number | null): readonly Turn[] => {
  const { turns, speech, brief, customer } = session;
  const open = speech.acts.flatMap((act) => {
    if (act.kind === 'reply' && act.generation === excluded) return [];
    const parts = act.open.map((utterance) =>
      partOf(session, utterance, heardMs(session, utterance), proofOf(session)),
    );
    return turnOf({ ...act, parts: [...act.parts, ...parts] }, 'open', brief.epochMs, false) ?? [];
  });
  const answered = turns.at(-1)?.speaker === 'customer' ? turns.length - customer.latestTurns : turns.length;
  return [...turns.slice(0, answered), ...open, ...turns.slice(answered)];
};

/** Whether the clock decides what was heard, because the carrier sends no receipts. */
export const receiptsAreMissing = (session: SessionState): boolean => !byReceipts(session);

const byReceipts = ({ speech }: SessionState): boolean => speech.anyReceipt || !speech.receiptsMissing;

/** How much of an utterance the customer has heard by now, ms; never more than was sent. B1. */
export const heardMs = (session: SessionState, utterance: Utterance): number =>
  byReceipts(session) ? utterance.ackedMs : reckonedMs(utterance, session.now);

export const proofOf = (session: SessionState): HeardPart['heard'] =>
  byReceipts(session) ? 'acked' : 'estimated';

export const noteMissingReceipts = (session: SessionState): void => {
  if (session.speech.receiptsMissing) return;
  session.speech.receiptsMissing = true;
  note(session, 'receipts_missing');
};

/** Whether its last receipt should have arrived by now. */
export const isOverdue = ({ now, brief }: SessionState, utterance: Utterance): boolean =>
  fullySent(utterance) && utterance.endsAt !== null && now > utterance.endsAt + brief.settings.receiptGraceMs;

/** A carrier that has never echoed a mark, although one is long overdue, sends no receipts. */
export const estimateWithoutReceipts = (session: SessionState): void => {
  const { speech, now, brief } = session;
  const overdue = speech.playout
    .open()
    .some(({ startsAt }) => startsAt !== null && now > startsAt + FRAME_MS + brief.settings.receiptGraceMs);
  if (!speech.anyReceipt && overdue) noteMissingReceipts(session);
};

/** Records the customer's words as one turn, and keys as turns of their own; no words make no turn. */
export const recordCustomer = (session: SessionState, heard: readonly Heard[]): void => {
  const parts = partsOf(heard);
  if (parts.length > 0) session.customer.latestTurns = parts.length;
  for (const part of parts) record(session, customerTurn(session, part, nextTurnId(session)));
};

/** Consecutive words, and each entry of keys. */
const partsOf = (heard: readonly Heard[]): readonly (readonly Heard[])[] => {
  const parts: Heard[][] = [];
  for (const next of heard) {
    const part = parts.at(-1);
    const isWords = next.isKeys !== true && part?.[0]?.isKeys !== true;
    if (part !== undefined && isWords) part.push(next);
    else parts.push([next]);
  }
  return parts;
};

/** Records an operator's words as one turn. */
export const recordHuman = (session: SessionState, heard: readonly Heard[]): Turn => {
  // There is no proof that the customer heard it.
  const turn: Turn = {
    ...customerTurn(session, heard, nextTurnId(session)),
    speaker: 'human',
    heard: 'estimated',
  };
  record(session, turn);
  // An operator's words may arrive after those of the customer who answered them.
  session.turns.sort((a, b) => a.at - b.at);
  return turn;
};

/** The customer's words, as a turn. */
export const customerTurn = (
  { brief }: SessionState,
  heard: readonly Pick<Heard, 'text' | 'startMs' | 'endMs' | 'isKeys'>[],
  turnId: string,
): Turn => {
  const startMs = heard[0]?.startMs ?? 0;
  return {
    turnId,
    speaker: 'customer',
    text: joinTexts(heard.map(({ text }) => text)),
    at: Math.round(brief.epochMs + startMs),
    audioOffsetMs: Math.max(0, Math.round(startMs)),
    audioEndOffsetMs: Math.max(0, Math.round(heard.at(-1)?.endMs ?? startMs)),
    interrupted: false,
    heard: 'acked',
    latencies: null,
    ...(heard[0]?.isKeys === true ? { keys: true } : {}),
  };
};
