/**
 * The quick answers of a business: texts that its people insert into their messages. The actor's id is the business's.
 *
 * Q1. A repeated request saves one answer, and there are at most MAX_QUICK_ANSWERS.
 * Q2. No two answers have the same shortcut.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Author } from '../../schemas/accounts/audit.js';
import { assertNever } from '../../schemas/assert.js';
import { MAX_QUICK_ANSWERS } from '../../schemas/conversations/quick-answer.js';
import { DomainError } from '../../schemas/errors.js';
import type { Actor, Envelope, TimerDue } from '../runtime/actor.js';
import { QUICK_ANSWERS_EVENTS, type QuickAnswersEvent, type StoredQuickAnswer } from './events.js';

type QuickAnswersCommand =
  /** Refused with `too_many_quick_answers`, `quick_answer_shortcut_taken`. */
  | { readonly type: 'save'; readonly answer: StoredQuickAnswer; readonly by?: Author }
  /** Omitted fields stay. Refused with `quick_answer_not_found`, `quick_answer_shortcut_taken`. */
  | ({
      readonly type: 'change';
      readonly quickAnswerId: string;
      readonly by?: Author;
    } & Partial<Omit<StoredQuickAnswer, 'quickAnswerId'>>)
  /** Refused with `quick_answer_not_found`. */
  | { readonly type: 'remove'; readonly quickAnswerId: string; readonly by?: Author };

interface QuickAnswersReplies {
  /** Null: it was removed by a later command. */
  readonly save: StoredQuickAnswer | null;
  readonly change: StoredQuickAnswer | null;
}

interface QuickAnswersQueries {
  /** In the order in which they were saved. */
  get(): readonly StoredQuickAnswer[];
}

/** In the order in which they were saved. */
type QuickAnswersState = readonly StoredQuickAnswer[];

const decide = (
  state: QuickAnswersState,
  { command }: Envelope<QuickAnswersCommand | TimerDue>,
): readonly QuickAnswersEvent[] => {
  switch (command.type) {
    case 'timer_due':
      return [];
    case 'save': {
      const { answer } = command;
      // Q1
      if (answerIn(state, answer.quickAnswerId) !== null) return [];
      if (state.length >= MAX_QUICK_ANSWERS) throw new DomainError('too_many_quick_answers');
      refuseTaken(state, answer);
      return [{ type: 'answer.saved', answer, ...authorIn(command) }];
    }
    case 'change': {
      const { quickAnswerId } = command;
      const before = requireAnswer(state, quickAnswerId);
      const { shortcut = before.shortcut, title = before.title, text = before.text } = command;
      const answer = { quickAnswerId, shortcut, title, text };
      refuseTaken(state, answer);
      return isDeepStrictEqual(answer, before)
        ? []
        : [{ type: 'answer.saved', answer, ...authorIn(command) }];
    }
    case 'remove':
      requireAnswer(state, command.quickAnswerId);
      return [{ type: 'answer.removed', quickAnswerId: command.quickAnswerId, ...authorIn(command) }];
    default:
      return assertNever(command);
  }
};

const authorIn = ({ by }: { readonly by?: Author }): { readonly by?: Author } =>
  by === undefined ? {} : { by };

/** Q2. @throws DomainError quick_answer_shortcut_taken */
const refuseTaken = (state: QuickAnswersState, { quickAnswerId, shortcut }: StoredQuickAnswer): void => {
  const isTaken = state.some(
    (answer) => answer.shortcut === shortcut && answer.quickAnswerId !== quickAnswerId,
  );
  if (isTaken) throw new DomainError('quick_answer_shortcut_taken');
};

/** @throws DomainError quick_answer_not_found */
const requireAnswer = (state: QuickAnswersState, id: string): StoredQuickAnswer => {
  const answer = answerIn(state, id);
  if (answer === null) throw new DomainError('quick_answer_not_found');
  return answer;
};

const answerIn = (state: QuickAnswersState, id: string): StoredQuickAnswer | null =>
  state.find(({ quickAnswerId }) => quickAnswerId === id) ?? null;

const evolve = (state: QuickAnswersState, event: QuickAnswersEvent): QuickAnswersState => {
  switch (event.type) {
    case 'answer.saved': {
      const { answer } = event;
      if (answerIn(state, answer.quickAnswerId) === null) return [...state, answer];
      return state.map((before) => (before.quickAnswerId === answer.quickAnswerId ? answer : before));
    }
    case 'answer.removed':
      return state.filter(({ quickAnswerId }) => quickAnswerId !== event.quickAnswerId);
    default:
      return assertNever(event);
  }
};

export const quickAnswers: Actor<
  QuickAnswersState,
  QuickAnswersCommand,
  QuickAnswersEvent,
  never,
  QuickAnswersReplies,
  QuickAnswersQueries
> = {
  kind: 'quick-answers',
  events: QUICK_ANSWERS_EVENTS,
  initial: () => [],
  decide,
  evolve,
  timers: () => ({}),
  effects: () => ({}),
  replies: {
    save: (state, { answer }) => answerIn(state, answer.quickAnswerId),
    change: (state, { quickAnswerId }) => answerIn(state, quickAnswerId),
  },
  queries: (state) => ({ get: () => state }),
  snapshotEvery: 50,
};
