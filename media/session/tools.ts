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
import { ask } from './replying.js';
import { settle } from './settling.js';
import type { Reply, SessionState, ToolAtWork, ToolCall } from './state.js';

const MOST_ROUNDS = 5;
const MOST_USES = 50;
/** Of the arguments of a use, characters. */
const MOST_ARGUMENTS = 4_000;

const TOO_MANY = 'No tool is used any more. Answer with what you know.';
const TOO_LONG = 'What it was given is too long. Nothing was done.';
const NOT_IN_TIME = 'It gave no answer in time. Nobody can tell whether it was done.';
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
  goOnWithResults(session, reply);
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
    beganAt: now,
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
  if (refused || tools.begun > MOST_USES) end(session, tool, 'failed', TOO_MANY);
  else if (isLong) end(session, tool, 'failed', TOO_LONG);
  else out.push({ type: 'use_tool', use: id, name, arguments: tool.arguments });
  return tool;
};

/** Nine letters and digits: what every provider takes as the name of a use, and one of them asks for. */
const useId = (attachmentId: string, count: number): string =>
  `${attachmentId.replaceAll('-', '').slice(0, 6).padEnd(6, '0')}${count.toString(36).padStart(3, '0')}`;

/** A tool has given something. */
export const onToolDone = (session: SessionState, id: string, outcome: ToolOutcome, result: string): void => {
  const tool = session.tools.open.find((each) => each.id === id);
  if (tool === undefined || tool.use !== null) return;
  end(session, tool, outcome, result);
  if (session.turn.type === 'replying') goOnWithResults(session, session.turn);
};

/** Writes down what came of a use. U5 */
const end = (session: SessionState, tool: ToolAtWork, outcome: ToolOutcome, result: string): void => {
  const { tools, out, now } = session;
  const { id, name, at, beganAt } = tool;
  tool.use = { id, name, arguments: tool.arguments, result, outcome };
  const durationMs = Math.round(now - beganAt);
  tools.used.push({ id, name, arguments: tool.arguments, at, result, outcome, durationMs });
  out.push({ type: 'command', command: { type: 'end_tool', id, end: { result, outcome, durationMs } } });
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

/** U4 */
export const lookAtTools = (session: SessionState): void => {
  const { tools, now, brief } = session;
  for (const { id, use, beganAt } of tools.open)
    if (use === null && now >= beganAt + brief.settings.toolMs)
      onToolDone(session, id, 'unknown', NOT_IN_TIME);
};

/** The books are closed: what is still at work is nobody's to wait for. U5 */
export const closeTools = (session: SessionState): void => {
  for (const tool of session.tools.open) if (tool.use === null) end(session, tool, 'unknown', NOBODY_HEARD);
};
