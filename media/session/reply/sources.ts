/** The sources of replies: an early reply has them before it is used, a reply that uses tools for all of its turns. */
import type { Turn } from '../../../actors/call/events.js';
import type { AnswerSource } from '../../../schemas/agents/knowledge.js';
import type { SpeechAct } from '../../speech/act.js';
import type { SessionState } from '../state.js';

/** Replies whose sources are kept: the latest turn may be written down after the next reply was requested. */
const MOST_REPLIES = 8;

/** A request that is repeated replaces its sources. */
export const onModelSources = (
  { speech }: SessionState,
  generation: number,
  sources: readonly AnswerSource[],
): void => {
  const others = speech.sources.filter((kept) => kept.generation !== generation);
  speech.sources = [...others, { generation, sources }].slice(-MOST_REPLIES);
};

/** The turn of an act with the sources of its reply, if it has any. */
export const withSources = ({ speech }: SessionState, act: SpeechAct, turn: Turn): Turn => {
  if (act.kind !== 'reply') return turn;
  const { sources = [] } = speech.sources.find(({ generation }) => generation === act.generation) ?? {};
  return sources.length === 0 ? turn : { ...turn, sources };
};
