/** What the model brings for the reply that it makes; what it brings for another generation is dropped (M1). */
import { note } from './books.js';
import { end } from './ending.js';
import { fail, MAX_ATTEMPTS } from './failing.js';
import { abandon } from './interruption.js';
import { ask } from './replying.js';
import { settle } from './settling.js';
import { say } from './speaking.js';
import type { Reply, SessionState } from './state.js';

/** The reply of that generation, if the model still makes it. */
const replyOf = ({ turn }: SessionState, generation: number): Reply | null =>
  turn.type === 'replying' && turn.generation === generation ? turn : null;

const moved = ({ now }: SessionState, reply: Reply): void => {
  reply.movedAt = now;
  reply.began = true;
  reply.timing.firstTokenAt ??= now;
};

const sentence = (session: SessionState, reply: Reply, text: string): void => {
  reply.spoke = true;
  say(session, reply.act, text);
};

export const onModelText = (session: SessionState, generation: number, text: string): void => {
  const reply = replyOf(session, generation);
  if (reply === null) return;
  moved(session, reply);
  for (const piece of reply.sentences.push(text)) sentence(session, reply, piece);
};

export const onModelTool = (session: SessionState, generation: number, name: string): void => {
  const reply = replyOf(session, generation);
  if (reply === null || name !== 'end_call') return;
  moved(session, reply);
  reply.endCall = true;
};

export const onModelDone = (session: SessionState, generation: number): void => {
  const reply = replyOf(session, generation);
  if (reply === null) return;
  const rest = reply.sentences.rest();
  if (rest !== '') sentence(session, reply, rest);
  reply.act.complete = true;
  session.turn = { type: 'open' };
  if (reply.endCall) end(session, 'agent', 'agent_hangup');
  else if (!reply.spoke) note(session, 'model_said_nothing');
  settle(session);
};

/** A reply that has begun ends at its last whole sentence; one that has not is asked for once more. */
export const onModelFailed = (session: SessionState, generation: number): void => {
  const reply = replyOf(session, generation);
  if (reply === null) return;
  if (!reply.spoke && reply.attempt < MAX_ATTEMPTS) {
    reply.attempt += 1;
    note(session, 'model_retried');
    ask(session, reply);
    return;
  }
  abandon(session);
  if (reply.spoke) note(session, 'model_failed');
  else fail(session, 'model_failed');
  settle(session);
};
