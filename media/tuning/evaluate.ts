/**
 * When turns would have been over with other silences, by the facts of recorded sessions. The rules are the session's own
 * (../end-of-turn.ts, ../session/preemptive.ts); the agent's speech, and the customer's answers to it, stay as recorded.
 */
import {
  type EndOfTurnSettings,
  likelyEndAt,
  NO_PAUSES,
  pausesWith,
  type TurnContext,
  turnEndAt,
  waitAfter,
} from '../policies/end-of-turn.js';
import type { Heard } from '../policies/greeting-hold.js';
import { MOST_EARLY_A_TURN } from '../session/reply/preemptive.js';
import { plainWords } from '../speech/plain-words.js';
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
  readonly decisionMs: number;
  /** From the end of its last word to the model request that was used, ms: sooner if the request was early. */
  readonly requestMs: number;
  /** The customer went on within the allowed time: they were cut off. */
  isCut: boolean;
  /** Replies that were requested early in it and not used. */
  readonly wasted: number;
}

/** A turn in progress. */
interface OpenTurn {
  readonly turnWords: Heard[];
  endsAt: number;
  reportedAt: number;
  early: { readonly words: string; readonly atMs: number } | null;
  requested: readonly string[];
  wasted: number;
}

const newTurn = (): OpenTurn => ({
  turnWords: [],
  endsAt: Number.POSITIVE_INFINITY,
  reportedAt: 0,
  early: null,
  requested: [],
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
  let pauses = NO_PAUSES;
  let decidedAt = Number.NEGATIVE_INFINITY;

  const hear = (heard: Heard, moment: Moment): void => {
    const before = turns.at(-1);
    if (turn.turnWords.length === 0 && before !== undefined && heard.startMs < decidedAt + withinMs)
      before.isCut = true;
    turn.turnWords.push(heard);
    turn.reportedAt = moment.atMs;
    wait(moment);
  };

  const wait = ({ question, heardEnd }: Moment): void => {
    const latest = turn.turnWords.at(-1);
    if (latest === undefined) return;
    const context = { language, question, pauses, heardEnd };
    turn.endsAt = turnEndAt(
      latest.endMs,
      turn.reportedAt,
      waitAfter(textOf(turn.turnWords), context, settings),
    );
  };

  const end = (by: EndedTurn['by'], atMs: number): void => {
    const endMs = turn.turnWords.at(-1)?.endMs ?? atMs;
    const { early, wasted } = turn;
    const isUsed = early !== null && early.words === plainWords(textOf(turn.turnWords));
    const since = (ms: number): number => Math.max(0, ms - endMs);
    turns.push({
      by,
      decisionMs: since(atMs),
      requestMs: since(isUsed ? early.atMs : atMs),
      isCut: false,
      wasted: wasted + (early !== null && !isUsed ? 1 : 0),
    });
    decidedAt = atMs;
    turn = newTurn();
  };

  let verdict: number | null = null;
  for (const moment of facts.moments) {
    const { atMs, words, isTick, partial, voice } = moment;
    if (words !== null) {
      pauses = pausesWith(pauses, last, words.heard, settings.mostMs);
      last = words.heard;
      if (words.kind === 'turn') hear(words.heard, moment);
      if (words.kind === 'turn' && words.heard.endOfUtterance) end('recogniser', atMs);
    }
    if (moment.heardEnd !== null && moment.heardEnd !== verdict) wait(moment);
    verdict = moment.heardEnd;
    if (isTick && atMs >= turn.endsAt && partial === null && voice === 'none') end('silence', atMs);
    if (isEager) requestEarly(turn, moment, { language, pauses, settings, last });
  }
  return turns;
};

const textOf = (pieces: readonly { readonly text: string }[]): string =>
  pieces.map(({ text }) => text).join(' ');

/** Requests early as a session does (../session/preemptive.ts), if nothing else prevents that. */
const requestEarly = (
  turn: OpenTurn,
  { atMs, question, heardEnd, partial, voice }: Moment,
  context: Pick<TurnContext, 'language' | 'pauses'> & {
    readonly settings: EndOfTurnSettings;
    readonly last: Heard | null;
  },
): void => {
  const text = textOf([...turn.turnWords, ...(partial === null ? [] : [partial])]);
  const words = plainWords(text);
  const isWithdrawn = partial?.end === 'withdrawn';
  if (turn.early !== null && (isWithdrawn || turn.early.words !== words)) {
    turn.wasted += 1;
    if (isWithdrawn) turn.requested = turn.requested.filter((entry) => entry !== turn.early?.words);
    turn.early = null;
  }
  const canRequest = turn.early === null && words !== '' && !turn.requested.includes(words);
  if (!canRequest || isWithdrawn || turn.requested.length >= MOST_EARLY_A_TURN) return;
  const latest = partial ?? context.last;
  if (latest === null) return;
  const isFinal = partial === null;
  const reportedAt = partial?.reportedAt ?? turn.reportedAt;
  const likelyAt =
    partial?.end === 'likely'
      ? reportedAt
      : likelyEndAt(
          { text, endMs: latest.endMs, reportedAt, isFinal, voice },
          { language: context.language, question, pauses: context.pauses, heardEnd },
          context.settings,
        );
  if (likelyAt === null || atMs < likelyAt) return;
  turn.early = { words, atMs };
  turn.requested = [...turn.requested, words];
};
