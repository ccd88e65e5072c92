/**
 * Keeps a speech-to-speech engine informed of the agent's speech: it knows what the customer has heard, and no more.
 *
 * X1. Speech of other voices is reported to the engine as it begins, and corrected once it is known how much of it was
 *     heard.
 * X2. The engine's own speech is cut off at the ms that was played, by the same account as the transcript (transcript-ledger.ts).
 */

import { joinTexts } from '../../../providers/speech/written-words.js';
import type { SpeechAct } from '../../speech/act.js';
import { byColleague } from '../../speech/history.js';
import type { SessionState } from '../state.js';

/** Another voice is about to speak. X1 */
export const reportBegun = (session: SessionState, act: SpeechAct, text: string): void => {
  const { engine, out } = session;
  if (engine.listening === null || text === '') return;
  const id = engine.reportedSpeech.get(act)?.id ?? nextId(session);
  engine.reportedSpeech.set(act, { id, text });
  out.push({ type: 'engine_say', id, text });
};

/** An operator has spoken in place of the agent. */
export const reportColleague = (session: SessionState, text: string): void => {
  const { engine, out } = session;
  if (engine.listening !== null)
    out.push({ type: 'engine_say', id: nextId(session), text: byColleague(text) });
};

/** An act has ended. */
export const reportHeard = (session: SessionState, act: SpeechAct): void => {
  const { engine, out } = session;
  const reported = engine.reportedSpeech.get(act);
  engine.reportedSpeech.delete(act);
  if (engine.listening === null) return;
  const byOthers = act.parts.filter(
    ({ response, endsAt, startsAt }) => response === null && endsAt > startsAt,
  );
  const text = joinTexts(byOthers.map((part) => part.text));
  if (text !== (reported?.text ?? ''))
    out.push({ type: 'engine_say', id: reported?.id ?? nextId(session), text });
  // X2
  for (const response of new Set(act.parts.flatMap((part) => part.response ?? [])))
    out.push({
      type: 'engine_heard',
      response,
      playedMs: act.parts.reduce((sum, part) => sum + (part.response === response ? part.playedMs : 0), 0),
    });
};

const nextId = ({ engine, brief }: SessionState): string => {
  engine.reports += 1;
  return `${brief.attachmentId.slice(0, 8)}s${engine.reports}`;
};
