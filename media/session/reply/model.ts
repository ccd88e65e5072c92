/**
 * Handles the model's output for the current reply; output for another generation is dropped (M1).
 *
 * Z1. A reply that fails before its first words is requested from the next model, or once more from the only one.
 * Z2. A reply that breaks off after its first words is continued from there once; if that fails, too, the agent says that
 *     something went wrong.
 * Z3. An answer without words or tools is requested once more, and then from each other model.
 */

import { NOT_UNDERSTOOD } from '../../../providers/llm/language-model.js';
import { hasWords } from '../../../providers/speech/written-words.js';
import { spokenText } from '../../speech/spoken/spoken-forms.js';
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
import { formsOf, say, sentencesOf } from '../voice/speaking.js';
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

/** A piece without words, an emoji or the ruler of a table, is not spoken: a synthesiser would refuse it. */
const speakSentence = (session: SessionState, reply: Reply, text: string): void => {
  const forms = formsOf(session, text);
  if (!hasWords(spokenText(forms))) return;
  reply.spoke = true;
  say(session, reply.act, text, forms);
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

/** `isDeliberate`: an answer without words is no fault. */
export const onModelDone = (session: SessionState, generation: number, isDeliberate = false): void => {
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
  const isEmpty = !reply.spoke && !hangsUp;
  if (isEmpty && !isDeliberate && requestsAgain(session, reply)) return;
  // A goodbye does not wait for tools that run beside it.
  begin(session, reply);
  reply.act.complete = true;
  session.turn = { type: 'open' };
  if (hangsUp) end(session, 'agent', 'agent_hangup');
  else if (isEmpty) note(session, 'model_said_nothing');
  settle(session);
};

/** Requests an empty answer again; false: each model has failed to give one. Z3 */
const requestsAgain = (session: SessionState, reply: Reply): boolean => {
  const { models } = session.brief.providers;
  // An engine may leave a sound unanswered, and an early end of its response is reported as a failure.
  if (reply.engine !== null || reply.attempt > models) return false;
  reply.attempt += 1;
  if (reply.attempt > 2) reply.model = (reply.model % models) + 1;
  note(session, 'model_retried');
  requestReply(session, reply);
  return true;
};

/** Z1 Z2 */
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
  if (reply.spoke && reply.endCall && reply.calls.length === 0) {
    // The goodbye was complete; half a sentence after it is not spoken.
    reply.sentences = sentencesOf(session);
    return onModelDone(session, generation);
  }
  const triesAgain = reply.spoke ? !reply.continues : reply.attempt < attempts(models);
  if (triesAgain) {
    reply.continues = reply.spoke;
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
  const { apology, notUnderstood } = session.brief.phrases;
  abandon(session);
  fail(session, 'model_failed', reply.aside === NOT_UNDERSTOOD ? notUnderstood : apology);
  settle(session);
};
