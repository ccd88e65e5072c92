/**
 * Tools that the model uses while it makes a reply: an order is looked up, an appointment is booked. The reply waits for
 * their results, and continues from there.
 *
 * U1. A tool starts once the model has completed the answer that requests it, never for an answer that was abandoned
 *     before (M1).
 * U2. A started tool runs to its end: it cannot be cancelled. The model gets its result with the next reply at the
 *     latest, whatever that answers.
 * U3. The same use is not started again while it is running, or before a model got its result: a customer who interrupts
 *     while a table is booked does not book two.
 * U4. No tool is awaited for longer than `toolMs` (a consultation: `consultMs`), a reply has at most {@link MOST_ROUNDS} rounds, and a call at most
 *     {@link MOST_USES} uses.
 * U5. Every use is written down before its execution is requested, and again when it ends, or when the transcript is
 *     finalised.
 * U6. A result that no reply has reported begins one as soon as neither side speaks, once. An operator who has the floor
 *     meanwhile has answered it.
 * U7. A call that cannot be carried out, because its arguments do not fit, ends at once with the reason as its result.
 */
import { TOOL_RETURNED, type ToolOutcome } from '../../../providers/llm/language-model.js';
import { SWITCH_LANGUAGE_TOOL } from '../../../schemas/agents/tool.js';
import { newSpeechAct } from '../../speech/act.js';
import type { Reply, SessionState } from '../state.js';
import { beginTool, endTool } from '../tool-results.js';
import type { StartedTool, ToolCall } from '../tool-state.js';
import { agentIsSilent, customerSpeaks, isMachine } from '../turn/callee.js';
import { switchLanguage } from '../turn/language.js';
import { checkLine } from '../turn/line-actions.js';
import { hasPressedForMenu } from '../turn/phone-menu.js';
import { requestReply, respond } from '../turn/replying.js';
import { settle } from '../turn/settling.js';

const MOST_ROUNDS = 5;
const MOST_USES = 50;
/** Most characters of a use's arguments. */
const MOST_ARGUMENTS = 4_000;

const TOO_MANY = 'No more tools can be used. Answer with what you know.';
const TOO_LONG = 'The arguments are too long. Nothing was done.';
const NOT_IN_TIME = 'There was no result in time. It is unknown whether it was done.';
const ENDED_BEFORE = 'The call ended before it started. Nothing was done.';
const ENDED_DURING = 'The call ended before there was a result. It is unknown whether it was done.';

/** Whether the reply still requests tools after the model learned that there are no more. */
export const exceedsRounds = (reply: Reply): boolean => reply.rounds.length > MOST_ROUNDS;

/** The model has completed an answer that requests tools: the reply continues when all of them have returned. */
export const useTools = (session: SessionState, reply: Reply): void => {
  const { speech, brief, out } = session;
  // If the tools are quick, it is never heard.
  if (reply.rounds.length === 0) out.push({ type: 'prepare', text: brief.phrases.stillWorking });
  reply.round = begin(session, reply);
  // Earlier speech is heard while the tools run: it is a turn of its own.
  reply.act.complete = true;
  reply.act = newSpeechAct('reply', reply.generation, reply.spoke ? null : reply.timing);
  reply.spoke = false;
  reply.continues = false;
  speech.acts.push(reply.act);
  settle(session);
  continueReply(session);
};

/** Starts the tools that the answer requests. U1 */
export const begin = (session: SessionState, reply: Reply): readonly StartedTool[] => {
  const { calls } = reply;
  reply.calls = [];
  const refused = reply.rounds.length >= MOST_ROUNDS;
  // A model may request the same use twice in one answer. U3
  return [...new Set(calls.map((call) => toolOf(session, reply, call, refused)))];
};

const toolOf = (session: SessionState, reply: Reply, call: ToolCall, refused: boolean): StartedTool => {
  const { tools, now, out, brief } = session;
  const key = JSON.stringify([call.name, Object.entries(call.arguments).sort()]);
  const same = tools.open.find((tool) => tool.key === key && tool.refusal === null);
  if (call.refusal === null && same !== undefined) return same; // U3
  const isLong = key.length > MOST_ARGUMENTS;
  const written = isLong ? { ...call, arguments: {} } : call;
  const tool = beginTool(session, key, written, reply.timing.speechEndAt);
  if (refused || tools.useCount > MOST_USES) endTool(session, tool, 'failed', TOO_MANY);
  else if (isLong) endTool(session, tool, 'failed', TOO_LONG);
  else if (call.refusal !== null)
    endTool(session, tool, 'failed', call.refusal); // U7
  else if (tool.name === SWITCH_LANGUAGE_TOOL && brief.languages !== undefined) {
    const { outcome, result } = switchLanguage(session, tool.arguments.language);
    endTool(session, tool, outcome, result);
  } else if (tool.onLine === null) {
    tool.requestedAt = now;
    out.push({ type: 'use_tool', use: tool.id, name: tool.name, arguments: tool.arguments });
  }
  return tool;
};

/** A tool has returned. */
export const onToolDone = (session: SessionState, id: string, outcome: ToolOutcome, result: string): void => {
  const tool = session.tools.open.find((candidate) => candidate.id === id);
  if (tool === undefined || tool.use !== null) return;
  endTool(session, tool, outcome, result);
  continueReply(session);
};

const continueWithResults = (session: SessionState, reply: Reply): void => {
  if (reply.round === null) return;
  const results = reply.round.flatMap(({ use }) => (use === null ? [] : [use]));
  if (results.length < reply.round.length) return;
  reply.rounds.push(results);
  reply.round = null;
  reply.attempt = 1;
  requestReply(session, reply);
};

/** A transferred customer gets no more speech: the line goes in a moment. */
const isLeaving = ({ onLine, use }: StartedTool): boolean => onLine === 'transfer' && use?.outcome === 'done';

const continueReply = (session: SessionState): void => {
  const { turn } = session;
  if (turn.type !== 'replying' || turn.round === null) return;
  if (!turn.round.some(isLeaving) && !hasPressedForMenu(session, turn))
    return continueWithResults(session, turn);
  // Keys that were pressed for a menu are not commented on: what it says next is answered.
  if (hasPressedForMenu(session, turn)) for (const tool of turn.round) tool.isAwaited = false;
  turn.act.complete = true;
  session.turn = { type: 'open' };
  settle(session);
};

/** U4 */
export const checkTools = (session: SessionState): void => {
  const { tools, now, brief } = session;
  checkLine(session);
  for (const tool of tools.open) {
    const { use, requestedAt, keys, onLine } = tool;
    const limitMs = onLine === 'consult' ? brief.settings.consultMs : brief.settings.toolMs;
    if (use === null && keys === null && requestedAt !== null && now >= requestedAt + limitMs)
      endTool(session, tool, 'unknown', NOT_IN_TIME);
  }
  continueReply(session);
  reportLateResults(session);
};

/** U6 */
const reportLateResults = (session: SessionState): void => {
  const { tools, now } = session;
  if (agentIsSilent(session)) {
    for (const tool of tools.open) if (tool.use !== null) tool.isAwaited = false;
    return;
  }
  const late = tools.open.some((tool) => tool.use !== null && tool.isAwaited && !isLeaving(tool));
  if (late && isQuiet(session)) respond(session, now, null, TOOL_RETURNED);
};

/** Whether the line is up and neither side speaks, or is about to. */
const isQuiet = (session: SessionState): boolean => {
  const { line, phase, ending, turn, customer, recognition, speech, engine } = session;
  const isOpen = line === 'up' && phase === 'open' && ending.type === 'none' && turn.type === 'open';
  return (
    isOpen &&
    !isMachine(session) &&
    !customer.hold.active &&
    customer.turnWords.length === 0 &&
    customer.keys === null &&
    recognition.partial === null &&
    engine.dueAnswer === null &&
    !customerSpeaks(session) &&
    speech.acts.length === 0
  );
};

/** The transcript is finalised: tools that still run are not awaited. U5 */
export const closeTools = (session: SessionState): void => {
  checkLine(session);
  for (const tool of session.tools.open) {
    if (tool.use !== null) continue;
    if (tool.requestedAt === null) endTool(session, tool, 'failed', ENDED_BEFORE);
    // The carrier reports the result of a transfer to the call, and this session has ended because of it.
    else if (tool.onLine !== 'transfer') endTool(session, tool, 'unknown', ENDED_DURING);
  }
};
