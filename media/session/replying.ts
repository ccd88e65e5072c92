/** The agent's reply: asking the model, with what the customer has really heard. */
import type { Turn } from '../../actors/call/events.js';
import type { ChatMessage } from '../../providers/llm/language-model.js';
import { messagesOf } from '../history.js';
import { createSentences } from '../sentences.js';
import { newSpeechAct, type ReplyTiming } from '../speech-act.js';
import { heardSoFar } from './books.js';
import { interrupt, yieldTurn } from './interruption.js';
import { keepLine } from './line-actions.js';
import { firstOf } from './preference.js';
import { say } from './speaking.js';
import type { Reply, SessionState } from './state.js';

/**
 * Begins a reply, a generation of its own (M1). `cutOff`: an answer that broke off with the line, to be given again.
 * `aside`: what the model is told after the conversation.
 */
export const respond = (
  session: SessionState,
  speechEndAt: number,
  cutOff: Turn | null = null,
  aside: string | null = null,
): void => {
  const { speech, now } = session;
  if (session.turn.type === 'replying') {
    // The customer went on before the answer was complete.
    interrupt(session);
    yieldTurn(session, '');
  }
  speech.generation += 1;
  speech.askedToSpeakAt = speechEndAt;
  const timing: ReplyTiming = {
    speechEndAt,
    finalAt: now,
    firstTokenAt: null,
    firstAudioAt: null,
    firstFrameAt: null,
    firstPlayedAt: null,
  };
  const act = newSpeechAct('reply', speech.generation, timing);
  speech.acts.push(act);
  const reply: Reply = {
    type: 'replying',
    generation: speech.generation,
    act,
    timing,
    sentences: createSentences(),
    cutOff,
    aside,
    model: firstOf(speech.models, now),
    attempt: 1,
    movedAt: now,
    began: false,
    spoke: false,
    calls: [],
    round: null,
    rounds: [],
    endCall: false,
  };
  session.turn = reply;
  if (speech.repeat !== null) {
    say(session, act, speech.repeat);
    speech.repeat = null;
  }
  ask(session, reply);
};

/** What is on its way to the customer of a reply that goes on: what the model says next follows all of it. */
const saidOf = ({ speech }: SessionState, generation: number): string =>
  speech.acts
    .filter((act) => act.kind === 'reply' && act.generation === generation)
    .flatMap(({ parts, open }) => [...parts, ...open].map(({ text }) => text))
    .filter((text) => text !== '')
    .join(' ');

/** Asks the model, for the first time or once more. */
export const ask = (session: SessionState, reply: Reply): void => {
  reply.movedAt = session.now;
  reply.began = false;
  reply.sentences = createSentences();
  reply.calls = [];
  keepLine(session);
  const { generation, model, cutOff, aside, rounds } = reply;
  const { brief, tools, out } = session;
  // What this reply has said and used so far follows the conversation.
  const goesOn = rounds.length > 0;
  const own = new Set(rounds.flat().map(({ id }) => id));
  const said = goesOn ? saidOf(session, generation) : '';
  const told = messagesOf(brief.instructions, {
    turns: heardSoFar(session, goesOn ? generation : null).filter((turn) => turn !== cutOff),
    toolUses: tools.used.filter(({ id }) => !own.has(id)),
    cutOff,
  });
  const messages: readonly ChatMessage[] = [
    ...told,
    ...(aside === null ? [] : [{ role: 'user', content: aside } as const]),
    ...(said === '' ? [] : [{ role: 'assistant', content: said } as const]),
    ...rounds.map((uses) => ({ role: 'tools', uses }) as const),
  ];
  // Of what has ended the model is told now.
  tools.open = tools.open.filter(({ use }) => use === null);
  out.push({ type: 'respond', generation, model, messages });
};
