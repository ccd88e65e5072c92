/** Handles the model's output for the current reply; output for another generation is dropped (M1). */

import { END_CALL } from '../../tools.js';
import { postpone } from '../hearing/engine-listening.js';
import { avoid } from '../preference.js';
import type { Reply, SessionState } from '../state.js';
import type { ToolCall } from '../tool-state.js';
import { attempts, end, fail } from '../turn/ending.js';
import { requestReply } from '../turn/replying.js';
import { settle } from '../turn/settling.js';
import { addWords } from '../voice/engine-utterance.js';
import { abandon } from '../voice/interruption.js';
import { say } from '../voice/speaking.js';
import { note } from '../voice/transcript-ledger.js';
import { completeVoice, leaveEngine } from './engine.js';
import { begin, exceedsRounds, useTools } from './tools.js';

/** The reply of that generation, if the model is still making it. */
const replyOf = ({ turn }: SessionState, generation: number): Reply | null =>
  turn.type === 'replying' && turn.generation === generation ? turn : null;

const noteProgress = ({ now }: SessionState, reply: Reply): void => {
  reply.movedAt = now;
  reply.began = true;
  reply.timing.firstTokenAt ??= now;
};

const speakSentence = (session: SessionState, reply: Reply, text: string): void => {
  reply.spoke = true;
  say(session, reply.act, text);
};

export const onModelText = (session: SessionState, generation: number, text: string): void => {
  const reply = replyOf(session, generation);
  if (reply === null) return;
  noteProgress(session, reply);
  if (reply.engine !== null) return addWords(session, reply, text);
  for (const piece of reply.sentences.push(text)) speakSentence(session, reply, piece);
};

export const onModelTool = (session: SessionState, generation: number, call: ToolCall): void => {
  const reply = replyOf(session, generation);
  if (reply === null) return;
  noteProgress(session, reply);
  if (call.name === END_CALL.name) reply.endCall = true;
  else reply.calls.push(call);
};

export const onModelDone = (session: SessionState, generation: number): void => {
  const reply = replyOf(session, generation);
  if (reply === null) return;
  if (reply.engine !== null && !completeVoice(session, reply)) return onModelFailed(session, generation);
  const rest = reply.sentences.rest();
  if (rest !== '') speakSentence(session, reply, rest);
  // A goodbye during a transfer does not hang up on the customer.
  const hangsUp = reply.endCall && !reply.calls.some(({ onLine }) => onLine === 'transfer');
  if (reply.calls.length > 0 && !hangsUp) {
    if (exceedsRounds(reply)) giveUpReply(session);
    else useTools(session, reply);
    return;
  }
  // A goodbye does not wait for tools that run beside it.
  begin(session, reply);
  reply.act.complete = true;
  session.turn = { type: 'open' };
  if (hangsUp) end(session, 'agent', 'agent_hangup');
  else if (!reply.spoke) note(session, 'model_said_nothing');
  settle(session);
};

/** A reply that has begun ends at its last whole sentence; one that has not is requested again. */
export const onModelFailed = (session: SessionState, generation: number): void => {
  const reply = replyOf(session, generation);
  if (reply === null) return;
  if (reply.engine !== null) {
    if (!leaveEngine(session, reply)) giveUpReply(session);
    else if (!postpone(session, reply)) requestReply(session, reply);
    return;
  }
  const { models } = session.brief.providers;
  avoid(session.speech.models, reply.model, models, session.now);
  if (!reply.spoke && reply.attempt < attempts(models)) {
    reply.attempt += 1;
    reply.model = (reply.model % models) + 1;
    note(session, 'model_retried');
    requestReply(session, reply);
    return;
  }
  giveUpReply(session);
};

/** Gives up the rest of the current reply. */
export const giveUpReply = (session: SessionState): void => {
  const reply = session.turn;
  if (reply.type !== 'replying') return;
  abandon(session);
  if (reply.spoke) note(session, 'model_failed');
  else fail(session, 'model_failed');
  settle(session);
};
