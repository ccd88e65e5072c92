/**
 * Tools that the model uses while it makes a reply: an order is looked up, an appointment is booked. The reply waits for what
 * they give, and goes on from there.
 *
 * U1. A tool is begun once the model has ended the answer that asks for it, never for one that was given up before (M1).
 * U2. What has begun runs to its end: nobody can take it back. What it gives is told to the model by the next reply at the
 *     latest, whoever that answers.
 * U3. The same use is not begun again while it is at work, or before a model was told what it gave: who was interrupted while a
 *     table was booked does not book two.
 * U4. Nobody waits for a tool for longer than `toolMs`, in a reply there are {@link MOST_ROUNDS} rounds at the most, and in a
 *     call {@link MOST_USES} uses.
 * U5. Every use is written down before anybody is asked to do it, and again when it ends, or when the books are closed.
 */
import type { ToolOutcome } from '../../providers/llm/language-model.js';
import { newSpeechAct } from '../speech-act.js';
import { lookAtLine } from './line-actions.js';
import { ask } from './replying.js';
import { settle } from './settling.js';
import type { Reply, SessionState } from './state.js';
import { endTool } from './tool-book.js';
import type { ToolAtWork, ToolCall } from './tool-state.js';

const MOST_ROUNDS = 5;
const MOST_USES = 50;
/** Of the arguments of a use, characters. */
const MOST_ARGUMENTS = 4_000;

const TOO_MANY = 'No tool is used any more. Answer with what you know.';
const TOO_LONG = 'What it was given is too long. Nothing was done.';
const NOT_IN_TIME = 'It gave no answer in time. Nobody can tell whether it was done.';
const ENDED_BEFORE = 'The call was over before it was begun. Nothing was done.';
const NOBODY_HEARD = 'Nobody heard what came of it. Nobody can tell whether it was done.';

/** Whether the reply still asks for tools after it was told that there are no more. */
export const goesRound = (reply: Reply): boolean => reply.rounds.length > MOST_ROUNDS;

/** The model has ended an answer that asks for tools: the reply goes on when they have all given something. */
export const useTools = (session: SessionState, reply: Reply): void => {
  const { speech, brief, out } = session;
  // Where the tools are quick nobody hears it.
  if (reply.rounds.length === 0) out.push({ type: 'prepare', text: brief.phrases.stillWorking });
  reply.round = begin(session, reply);
  // What was said before is heard while the tools are at work: a turn of its own.
  reply.act.complete = true;
  reply.act = newSpeechAct('reply', reply.generation, reply.spoke ? null : reply.timing);
  reply.spoke = false;
  speech.acts.push(reply.act);
  settle(session);
  goOn(session);
};

/** Begins what the answer asks for. U1 */
export const begin = (session: SessionState, reply: Reply): readonly ToolAtWork[] => {
  const { calls } = reply;
  reply.calls = [];
  const refused = reply.rounds.length >= MOST_ROUNDS;
  // A model may ask for the same twice in one answer. U3
  return [...new Set(calls.map((call) => toolOf(session, reply, call, refused)))];
};

const toolOf = (session: SessionState, reply: Reply, call: ToolCall, refused: boolean): ToolAtWork => {
  const { tools, brief, now, out } = session;
  const key = JSON.stringify([call.name, Object.entries(call.arguments).sort()]);
  const same = tools.open.find((tool) => tool.key === key);
  if (same !== undefined) return same; // U3
  const isLong = key.length > MOST_ARGUMENTS;
  tools.begun += 1;
  const tool: ToolAtWork = {
    id: useId(brief.attachmentId, tools.begun),
    key,
    name: call.name,
    arguments: isLong ? {} : call.arguments,
    onLine: call.onLine,
    beganAt: now,
    askedAt: null,
    keys: null,
    // After what it answers, and before the answer.
    at: Math.round(brief.epochMs + reply.timing.speechEndAt),
    use: null,
  };
  const { id, name, at } = tool;
  tools.open.push(tool);
  out.push({
    type: 'command',
    command: { type: 'begin_tool', use: { id, name, arguments: tool.arguments, at } },
  });
  if (refused || tools.begun > MOST_USES) endTool(session, tool, 'failed', TOO_MANY);
  else if (isLong) endTool(session, tool, 'failed', TOO_LONG);
  else if (tool.onLine === null) {
    tool.askedAt = now;
    out.push({ type: 'use_tool', use: id, name, arguments: tool.arguments });
  }
  return tool;
};

/** Nine letters and digits: what every provider takes as the name of a use, and one of them asks for. */
const useId = (attachmentId: string, count: number): string =>
  `${attachmentId.replaceAll('-', '').slice(0, 6).padEnd(6, '0')}${count.toString(36).padStart(3, '0')}`;

/** A tool has given something. */
export const onToolDone = (session: SessionState, id: string, outcome: ToolOutcome, result: string): void => {
  const tool = session.tools.open.find((each) => each.id === id);
  if (tool === undefined || tool.use !== null) return;
  endTool(session, tool, outcome, result);
  goOn(session);
};

const goOnWithResults = (session: SessionState, reply: Reply): void => {
  if (reply.round === null) return;
  const given = reply.round.flatMap(({ use }) => (use === null ? [] : [use]));
  if (given.length < reply.round.length) return;
  reply.rounds.push(given);
  reply.round = null;
  reply.attempt = 1;
  ask(session, reply);
};

/** Whoever is put through is not spoken to any more: the line goes in a moment. */
const isLeaving = ({ onLine, use }: ToolAtWork): boolean => onLine === 'transfer' && use?.outcome === 'done';

const goOn = (session: SessionState): void => {
  const { turn } = session;
  if (turn.type !== 'replying' || turn.round === null) return;
  if (!turn.round.some(isLeaving)) return goOnWithResults(session, turn);
  turn.act.complete = true;
  session.turn = { type: 'open' };
  settle(session);
};

/** U4 */
export const lookAtTools = (session: SessionState): void => {
  const { tools, now, brief } = session;
  lookAtLine(session);
  for (const tool of tools.open) {
    const { use, askedAt, keys } = tool;
    if (use === null && keys === null && askedAt !== null && now >= askedAt + brief.settings.toolMs)
      endTool(session, tool, 'unknown', NOT_IN_TIME);
  }
  goOn(session);
};

/** The books are closed: what is still at work is nobody's to wait for. U5 */
export const closeTools = (session: SessionState): void => {
  lookAtLine(session);
  for (const tool of session.tools.open) {
    if (tool.use !== null) continue;
    if (tool.askedAt === null) endTool(session, tool, 'failed', ENDED_BEFORE);
    // What came of a transfer the call is told by its carrier, and this session is over because of it.
    else if (tool.onLine !== 'transfer') endTool(session, tool, 'unknown', NOBODY_HEARD);
  }
};
