/** The agent's reply: requests it from the model, with what the customer has really heard. */
import type { Turn } from '../../../actors/call/events.js';
import { BROKEN_OFF, type ChatMessage } from '../../../providers/llm/language-model.js';
import { joinTexts } from '../../../providers/speech/written-words.js';
import { newSpeechAct, type ReplyTiming, type SpeechAct } from '../../speech/act.js';
import { messagesOf } from '../../speech/history.js';
import type { EarlyReply } from '../early.js';
import { requestEngineReply, usesEngine } from '../engine/request.js';
import { firstOf } from '../preference.js';
import type { Reply, SessionState } from '../state.js';
import { newGeneration, useEarly } from '../voice/early-reply.js';
import { interrupt, yieldTurn } from '../voice/interruption.js';
import { say, sentencesOf } from '../voice/speaking.js';
import { heardSoFar } from '../voice/transcript-ledger.js';
import { cancelWaitingActions } from './line-actions.js';

/**
 * Starts a reply, a generation of its own (M1). `cutOff`: an answer that broke off with the line and is to be repeated.
 * `aside`: a message to the model after the conversation.
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
  const early = cutOff === null && aside === null ? earlyReply(session) : null;
  speech.generation = early?.generation ?? newGeneration(session);
  speech.replies += 1;
  speech.customerFinishedAt = speechEndAt;
  const timing: ReplyTiming = {
    speechEndAt,
    finalAt: now,
    firstTokenAt: early?.firstTokenAt ?? null,
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
    sentences: sentencesOf(session),
    cutOff,
    aside,
    engine: early === null && usesEngine(session) ? '' : null,
    voice: { utterance: null, words: '', kept: [], keptSince: null },
    model: early?.model ?? firstOf(speech.models, now),
    attempt: 1,
    movedAt: early?.movedAt ?? now,
    began: timing.firstTokenAt !== null,
    spoke: false,
    continues: false,
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
  if (early === null) requestReply(session, reply);
  else dropReportedTools(session);
};

/** The reply to the turn that has just ended, if it was requested early. */
const earlyReply = (session: SessionState): EarlyReply | null => {
  if (session.preemptive.early === null) return null;
  cancelWaitingActions(session);
  return useEarly(session, () => conversationOf(session, heardSoFar(session, null)));
};

/** The prompt for a reply that has used no tool yet. */
export const conversationOf = ({ brief, tools, notes }: SessionState, turns: readonly Turn[]) =>
  messagesOf(brief, { turns, toolUses: tools.used, cutOff: null, notes: notes.received });

/** Forgets ended tools, whose results the model now has. */
const dropReportedTools = ({ tools }: SessionState): void => {
  tools.open = tools.open.filter(({ use }) => use === null);
};

/** The text of these acts of a continuing reply, on its way to the customer: the model's next words follow all of it. */
const spokenMessage = (acts: readonly SpeechAct[]): readonly ChatMessage[] => {
  const texts = acts.flatMap(({ parts, open }) => [...parts, ...open].map(({ text }) => text));
  const content = joinTexts(texts);
  return content === '' ? [] : [{ role: 'assistant', content }];
};

/** Requests the reply from the model, for the first time or once more. */
export const requestReply = (session: SessionState, reply: Reply): void => {
  reply.movedAt = session.now;
  reply.began = false;
  reply.sentences = sentencesOf(session);
  reply.calls = [];
  reply.endCall = false;
  cancelWaitingActions(session);
  if (reply.engine !== null) return requestEngineReply(session, reply);
  const { generation, model, cutOff, aside, rounds } = reply;
  const { brief, tools, out, notes, speech } = session;
  // The words and tool uses of this reply so far follow the conversation.
  const isContinuation = rounds.length > 0 || reply.continues;
  const own = new Set(rounds.flat().map(({ id }) => id));
  const spoken = speech.acts.filter((act) => act.kind === 'reply' && act.generation === generation);
  const history = messagesOf(brief, {
    turns: heardSoFar(session, isContinuation ? generation : null).filter((turn) => turn !== cutOff),
    toolUses: tools.used.filter(({ id }) => !own.has(id)),
    cutOff,
    notes: notes.received,
  });
  const messages: readonly ChatMessage[] = [
    ...history,
    ...(aside === null ? [] : [{ role: 'user', content: aside } as const]),
    ...(isContinuation ? spokenMessage(spoken.filter((act) => act !== reply.act)) : []),
    ...rounds.map((uses) => ({ role: 'tools', uses }) as const),
    ...(reply.continues
      ? [...spokenMessage([reply.act]), { role: 'user', content: BROKEN_OFF } as const]
      : []),
  ];
  dropReportedTools(session);
  out.push({ type: 'respond', generation, model, messages });
};
