/** What decides when the customer's turn ends, as the session knows it (policies/end-of-turn.ts). */
import { type TurnContext, turnEndAt, waitAfter } from '../../policies/end-of-turn.js';
import type { SpeechAct } from '../../speech/act.js';
import type { SessionState } from '../state.js';
import { menuSilenceMs } from './phone-menu.js';

/** Characters of the agent's last words that may hold its question. */
const MOST_CHARACTERS = 500;

/** The context of the current turn. */
export const turnContextOf = (session: SessionState): TurnContext => ({
  language: session.brief.language,
  question: saidLast(session),
  pauses: session.customer.pauses,
  heardEnd: session.customer.pause.endProbability,
});

/** When the current turn has ended unless more is heard, ms; null: it has no words. */
export const turnEndOf = (session: SessionState): number | null => {
  const { customer, brief } = session;
  const last = customer.turnWords.at(-1);
  if (last === undefined) return null;
  const text = customer.turnWords.map((heard) => heard.text).join(' ');
  const wait = waitAfter(text, turnContextOf(session), brief.settings.endOfTurn);
  const silenceMs = Math.max(wait.silenceMs, menuSilenceMs(session, text));
  return turnEndAt(last.endMs, customer.reportedAt, { ...wait, silenceMs });
};

/** What the agent, or an operator in its place, said last, whether all of it was heard or not; empty: nothing. */
export const saidLast = ({ turns, speech, turn }: Readonly<SessionState>): string => {
  const acts = turn.type === 'interrupted' ? turn.cut.map(({ act }) => act) : speech.acts;
  const spoken = acts.findLast(({ kind }) => kind !== 'filler');
  if (spoken !== undefined) return textOf(spoken).slice(-MOST_CHARACTERS);
  const last = turns.findLast(({ speaker }) => speaker !== 'customer');
  return last === undefined ? '' : `${last.text} ${last.unheard ?? ''}`.trim().slice(-MOST_CHARACTERS);
};

const textOf = ({ parts, open }: SpeechAct): string =>
  [...parts.map(({ text, unheard }) => `${text} ${unheard}`.trim()), ...open.map(({ text }) => text)].join(
    ' ',
  );
