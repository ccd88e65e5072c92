/**
 * When turns would have been over with other silences, by the facts of recorded sessions. The rules are the session's own
 * (../end-of-turn.ts, ../session/preemptive.ts); the agent's speech, and the customer's answers to it, stay as recorded.
 */
import { type EndOfTurnSettings, likelyOverAt, pauseWith, silenceAfter, turnOverAt } from '../end-of-turn.js';
import type { Heard } from '../greeting-hold.js';
import { plainWords } from '../plain-words.js';
import { MOST_EARLY_A_TURN } from '../session/preemptive.js';
import type { Moment, SessionFacts } from './facts.js';

/** Settings to try; a missing one is as recorded. */
export interface Candidate {
  readonly endOfTurn: Partial<EndOfTurnSettings>;
  readonly preemptive: boolean | null;
}

/** A turn that has ended. */
export interface EndedTurn {
  /** By a silence, or by the recogniser's report, which no setting of ours changes. */
  readonly by: 'silence' | 'recogniser';
  /** From the end of its last word to the decision, ms. */
  readonly overMs: number;
  /** From the end of its last word to the model request that was used, ms: sooner if the request was early. */
  readonly askedMs: number;
  /** The customer went on within the allowed time: they were cut off. */
  isCut: boolean;
  /** Replies that were requested early in it and not used. */
  readonly wasted: number;
}

/** A turn in progress. */
interface Open {
  readonly saying: Heard[];
  overAt: number;
  toldAt: number;
  early: { readonly words: string; readonly atMs: number } | null;
  asked: readonly string[];
  wasted: number;
}

const newTurn = (): Open => ({
  saying: [],
  overAt: Number.POSITIVE_INFINITY,
  toldAt: 0,
  early: null,
  asked: [],
  wasted: 0,
});

/** The turns of one session; `withinMs`: a customer who goes on this soon after the decision was cut off. */
export const turnsWith = (
  facts: SessionFacts,
  candidate: Candidate,
  withinMs: number,
): readonly EndedTurn[] => {
  const settings = { ...facts.endOfTurn, ...candidate.endOfTurn };
  const isEager = candidate.preemptive ?? facts.preemptive;
  const { language } = facts;
  const turns: EndedTurn[] = [];
  let turn = newTurn();
  let last: Heard | null = null;
  let pauseMs = 0;
  let overAt = Number.NEGATIVE_INFINITY;

  const hear = (heard: Heard, atMs: number): void => {
    const before = turns.at(-1);
    if (turn.saying.length === 0 && before !== undefined && heard.startMs < overAt + withinMs)
      before.isCut = true;
    turn.saying.push(heard);
    turn.toldAt = atMs;
    const silenceMs = silenceAfter(textOf(turn.saying), language, pauseMs, settings);
    turn.overAt = turnOverAt(heard.endMs, atMs, silenceMs);
  };

  const end = (by: EndedTurn['by'], atMs: number): void => {
    const endMs = turn.saying.at(-1)?.endMs ?? atMs;
    const { early, wasted } = turn;
    const isUsed = early !== null && early.words === plainWords(textOf(turn.saying));
    const since = (ms: number): number => Math.max(0, ms - endMs);
    turns.push({
      by,
      overMs: since(atMs),
      askedMs: since(isUsed ? early.atMs : atMs),
      isCut: false,
      wasted: wasted + (early !== null && !isUsed ? 1 : 0),
    });
    overAt = atMs;
    turn = newTurn();
  };

  for (const moment of facts.moments) {
    const { atMs, words, isTick, guess, voice } = moment;
    if (words !== null) {
      pauseMs = pauseWith(pauseMs, last, words.heard, settings.mostMs);
      last = words.heard;
      if (words.kind === 'turn') hear(words.heard, atMs);
      if (words.kind === 'turn' && words.heard.endOfUtterance) end('recogniser', atMs);
    }
    if (isTick && atMs >= turn.overAt && guess === null && voice === 'none') end('silence', atMs);
    if (isEager) lookAhead(turn, moment, { language, pauseMs, settings, last });
  }
  return turns;
};

const textOf = (saying: readonly { readonly text: string }[]): string =>
  saying.map(({ text }) => text).join(' ');

/** Requests early as a session does (../session/preemptive.ts), if nothing else prevents that. */
const lookAhead = (
  turn: Open,
  { atMs, guess, voice }: Moment,
  by: {
    readonly language: string;
    readonly pauseMs: number;
    readonly settings: EndOfTurnSettings;
    readonly last: Heard | null;
  },
): void => {
  const text = textOf([...turn.saying, ...(guess === null ? [] : [guess])]);
  const words = plainWords(text);
  const isWithdrawn = guess?.end === 'withdrawn';
  if (turn.early !== null && (isWithdrawn || turn.early.words !== words)) {
    turn.wasted += 1;
    if (isWithdrawn) turn.asked = turn.asked.filter((one) => one !== turn.early?.words);
    turn.early = null;
  }
  const mayAsk = turn.early === null && words !== '' && !turn.asked.includes(words);
  if (!mayAsk || isWithdrawn || turn.asked.length >= MOST_EARLY_A_TURN) return;
  const said = guess ?? by.last;
  if (said === null) return;
  const isFinal = guess === null;
  const toldAt = guess?.toldAt ?? turn.toldAt;
  const likelyAt =
    guess?.end === 'likely'
      ? toldAt
      : likelyOverAt(
          { text, endMs: said.endMs, toldAt, isFinal, voice },
          by.language,
          by.pauseMs,
          by.settings,
        );
  if (likelyAt === null || atMs < likelyAt) return;
  turn.early = { words, atMs };
  turn.asked = [...turn.asked, words];
};
