/**
 * What the agent does with the line itself, as tools: it has the customer put through, it presses keys.
 *
 * L1. Nothing of it begins before what the agent said before it has been heard: nobody is put through in mid-sentence.
 * L2. Whoever takes the word before that keeps the line: nothing of it is done, and the model is told so.
 */
import { MOST_KEYS, type PressedKeys, pressedKeys } from '../keys.js';
import { newSpeechAct, type SpeechAct } from '../speech-act.js';
import { nextUtterance } from './speaking.js';
import type { SessionState } from './state.js';
import { endTool } from './tool-book.js';
import type { ToolAtWork } from './tool-state.js';

const NOT_YET = 'The customer spoke before it was begun. Nothing was done.';
const NO_KEYS = `Give 1 to ${MOST_KEYS} of 0123456789*#ABCD, and w for half a second of waiting. Nothing was pressed.`;

/** Begins what has waited for its turn, and ends what has been done. */
export const lookAtLine = (session: SessionState): void => {
  lookAtPressed(session);
  for (const tool of session.tools.open)
    if (tool.onLine !== null && isWaiting(tool) && isFree(session)) begin(session, tool, tool.onLine);
};

const isWaiting = ({ onLine, use, askedAt }: ToolAtWork): boolean =>
  onLine !== null && use === null && askedAt === null;

const lookAtPressed = (session: SessionState): void => {
  for (const tool of session.tools.open)
    if (tool.keys !== null && tool.use === null) lookAtKeys(session, tool, tool.keys);
};

/** Somebody else is answered now: what has not begun is not begun any more. L2 */
export const keepLine = (session: SessionState): void => {
  lookAtPressed(session);
  for (const tool of session.tools.open) if (isWaiting(tool)) endTool(session, tool, 'failed', NOT_YET);
};

/** Whether all that was said so far has been heard, and the customer says nothing. L1, L2 */
const isFree = ({ speech, turn, line, customer }: SessionState): boolean =>
  line === 'up' &&
  turn.type !== 'interrupted' &&
  customer.saying.length === 0 &&
  speech.acts.every(({ open }) => open.length === 0);

const begin = (session: SessionState, tool: ToolAtWork, action: 'transfer' | 'send_digits'): void => {
  const { out, now } = session;
  tool.askedAt = now;
  if (action === 'send_digits') return press(session, tool);
  out.push({ type: 'use_tool', use: tool.id, name: tool.name, arguments: tool.arguments });
};

const press = (session: SessionState, tool: ToolAtWork): void => {
  const keys = pressedKeys(tool.arguments.digits);
  if (keys === null) return endTool(session, tool, 'failed', NO_KEYS);
  const { speech, out, now } = session;
  const act = newSpeechAct('keys', speech.generation);
  act.complete = true;
  speech.acts.push(act);
  const utterance = nextUtterance(session, act, '', keys.endsAtMs.at(-1) ?? 0);
  utterance.chunks = [keys.mulaw];
  utterance.bytes = keys.mulaw.length;
  act.open.push(utterance);
  speech.playout.enqueue(utterance);
  speech.playout.completed(utterance, now, out);
  tool.keys = { act, pressed: keys };
};

/** They are pressed once their sound has been heard, or is cut for good. */
const lookAtKeys = (
  session: SessionState,
  tool: ToolAtWork,
  { act, pressed }: { readonly act: SpeechAct; readonly pressed: PressedKeys },
): void => {
  const { speech, turn } = session;
  const isCut = turn.type === 'interrupted' && turn.cut.some((cut) => cut.act === act);
  if (isCut || speech.acts.includes(act)) return;
  const playedMs = act.parts.reduce((sum, { startsAt, endsAt }) => sum + endsAt - startsAt, 0);
  const count = pressed.endsAtMs.filter((endMs) => endMs <= playedMs + 1).length;
  const all = pressed.endsAtMs.length;
  if (count === all) endTool(session, tool, 'done', 'They were pressed.');
  else endTool(session, tool, 'failed', `Only the first ${count} of ${all} were pressed: somebody spoke.`);
};
