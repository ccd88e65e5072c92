/** Requests replies from a speech-to-speech engine, which already knows the conversation (reports.ts). */
import { MESSAGES_BEFORE } from '../../../schemas/agents/knowledge.js';
import { CUT_OFF, heardOf, noteToAgent } from '../../speech/history.js';
import type { Reply, SessionState } from '../state.js';

/** Whether the engine makes the next reply. */
export const usesEngine = ({ engine, now }: SessionState): boolean =>
  engine.listening !== null && now >= engine.avoidedUntil;

/** Requests the reply, for the first time or with results of tools; each time as another response. */
export const requestEngineReply = (session: SessionState, reply: Reply): void => {
  const { engine, tools, out, turns, brief, notes: agentNotes } = session;
  const { generation, cutOff, aside, rounds, timing } = reply;
  engine.responses += 1;
  const response = `${brief.attachmentId.slice(0, 8)}r${engine.responses}`;
  reply.engine = response;
  const isContinuation = rounds.length > 0;
  const newNotes = agentNotes.received.slice(agentNotes.engineKnows).map(noteToAgent);
  agentNotes.engineKnows = agentNotes.received.length;
  const notes = [...(cutOff === null ? [] : [CUT_OFF]), ...(aside === null ? [] : [aside])];
  const last = turns.at(-1);
  const isKnown = aside === null && last?.speaker === 'customer' && timing.finalAt !== null;
  const uses = tools.open.flatMap(({ use }) => use ?? []);
  // This request reports the tools that have ended.
  tools.open = tools.open.filter(({ use }) => use === null);
  out.push({
    type: 'engine_respond',
    generation,
    response,
    notes: [...newNotes, ...(isContinuation ? [] : notes)],
    ...(cutOff === null || isContinuation ? {} : { data: [heardOf(cutOff)] }),
    uses,
    question: !isContinuation && isKnown ? last.text : '',
    before: turns.slice(-1 - MESSAGES_BEFORE, -1).map(({ text }) => text),
  });
};
