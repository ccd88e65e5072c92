/**
 * Tools that act on the line itself: they transfer the customer, consult a colleague while the customer waits, or press keys.
 *
 * L1. An action starts only after all earlier speech of the agent has been heard: no transfer happens in mid-sentence.
 * L2. If another speaker takes the floor before that, the action is not carried out, and the model is informed.
 */
import { MOST_KEYS, type PressedKeys, pressedKeys } from '../../audio/keys.js';
import { newSpeechAct, type SpeechAct } from '../../speech/act.js';
import type { LineAction } from '../../tools.js';
import type { SessionState } from '../state.js';
import { beginTool, endTool } from '../tool-results.js';
import type { StartedTool } from '../tool-state.js';
import { nextUtterance } from '../voice/speaking.js';

const NOT_YET = 'The customer spoke before it started. Nothing was done.';
const NO_KEYS = `Send 1 to ${MOST_KEYS} of 0123456789*#ABCD, with w for a pause of half a second. Nothing was pressed.`;

/** Starts actions whose turn has come, and ends those that are done. */
export const checkLine = (session: SessionState): void => {
  checkPressedKeys(session);
  for (const tool of session.tools.open)
    if (tool.onLine !== null && isWaiting(tool) && isFree(session)) begin(session, tool, tool.onLine);
};

/** Starts a transfer that no model has requested. `speechEndAt`: the end of the words that it answers, ms. */
export const requestTransfer = (session: SessionState, name: string, speechEndAt: number): StartedTool =>
  beginTool(
    session,
    `transfer ${name}`,
    { name, arguments: {}, onLine: 'transfer', refusal: null },
    speechEndAt,
  );

const isWaiting = ({ onLine, use, requestedAt }: StartedTool): boolean =>
  onLine !== null && use === null && requestedAt === null;

const checkPressedKeys = (session: SessionState): void => {
  for (const tool of session.tools.open)
    if (tool.keys !== null && tool.use === null) checkKeys(session, tool, tool.keys);
};

/** Another speaker is being answered now: actions that have not started are cancelled. L2 */
export const cancelWaitingActions = (session: SessionState): void => {
  checkPressedKeys(session);
  for (const tool of session.tools.open) if (isWaiting(tool)) endTool(session, tool, 'failed', NOT_YET);
};

/** Whether all speech so far has been heard, and the customer is silent. L1, L2 */
const isFree = ({ speech, turn, line, customer }: SessionState): boolean =>
  line === 'up' &&
  turn.type !== 'interrupted' &&
  customer.turnWords.length === 0 &&
  customer.keys === null &&
  speech.acts.every(({ open }) => open.length === 0);

const begin = (session: SessionState, tool: StartedTool, action: LineAction): void => {
  const { out, now } = session;
  tool.requestedAt = now;
  if (action === 'send_digits') return press(session, tool);
  out.push({ type: 'use_tool', use: tool.id, name: tool.name, arguments: tool.arguments });
};

const press = (session: SessionState, tool: StartedTool): void => {
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

/** Keys are pressed once their sound has been heard, or was cut for good. */
const checkKeys = (
  session: SessionState,
  tool: StartedTool,
  { act, pressed }: { readonly act: SpeechAct; readonly pressed: PressedKeys },
): void => {
  const { speech, turn } = session;
  const isCut = turn.type === 'interrupted' && turn.cut.some((cut) => cut.act === act);
  if (isCut || speech.acts.includes(act)) return;
  const playedMs = act.parts.reduce((sum, { startsAt, endsAt }) => sum + endsAt - startsAt, 0);
  const count = pressed.endsAtMs.filter((endMs) => endMs <= playedMs + 1).length;
  const all = pressed.endsAtMs.length;
  if (count === all) endTool(session, tool, 'done', 'The keys were pressed.');
  else
    endTool(
      session,
      tool,
      'failed',
      `Only the first ${count} of ${all} keys were pressed, because somebody spoke.`,
    );
};
