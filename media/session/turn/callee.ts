/** The callee: whether the customer speaks, whether a machine answered, and whether the agent has the floor at all. */
import type { Voice } from '../../policies/end-of-turn.js';
import type { SessionState } from '../state.js';

/** Whether the customer counts as speaking: a sound like a voice, as long as words come now and then. */
export const customerSpeaks = (session: SessionState): boolean =>
  session.inbound.voice.speaking() && (session.inbound.wordless.trusted() || engineHears(session));

/** How long the start of speech that an engine hears is believed, ms: it reports no words before the speaker has finished. */
const MOST_SPEECH_MS = 30_000;

/** Whether an engine hears speech that has not finished. */
export const engineHears = ({ engine: { speechSince }, now }: SessionState): boolean =>
  speechSince !== null && now < speechSince + MOST_SPEECH_MS;

/** The same, distinguished from the pauses between words. */
export const voiceOf = (session: SessionState): Voice => {
  if (!customerSpeaks(session)) return 'none';
  return session.inbound.voice.loud() ? 'loud' : 'pausing';
};

/** Whether a machine was recognised (voicemail.ts). */
export const isMachine = ({ voicemail }: SessionState): boolean => voicemail.type !== 'undecided';

/** Until when the answer waits because a machine may be speaking (hearing/answerer.ts), ms; null: it does not wait. */
export const answerDelayedUntil = ({ voicemail }: SessionState): number | null =>
  voicemail.type === 'undecided' && voicemail.suspicion !== null ? voicemail.suspicion.until : null;

/** Whether an operator speaks in place of the agent (operator.ts). */
export const agentIsSilent = ({ operator }: SessionState): boolean => operator.type !== 'none';
