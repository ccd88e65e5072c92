/** Who is on the line: whether the customer speaks, whether they are a machine, and whether the agent has the word at all. */
import type { Voice } from '../end-of-turn.js';
import type { SessionState } from './state.js';

/** Whether the customer is taken to be speaking: what sounds like it, as long as words come now and then. */
export const customerSpeaks = (session: SessionState): boolean =>
  session.inbound.voice.speaking() && (session.inbound.wordless.trusted() || engineHears(session));

/** An engine tells no words before somebody has finished; so long it is believed that somebody speaks, ms. */
const MOST_SPEECH_MS = 30_000;

/** Whether an engine hears somebody who has not finished. */
export const engineHears = ({ engine: { speechSince }, now }: SessionState): boolean =>
  speechSince !== null && now < speechSince + MOST_SPEECH_MS;

/** The same, told apart from the pauses between words. */
export const voiceOf = (session: SessionState): Voice => {
  if (!customerSpeaks(session)) return 'none';
  return session.inbound.voice.loud() ? 'loud' : 'pausing';
};

/** Whether a machine was recognised (voicemail.ts). */
export const isMachine = ({ voicemail }: SessionState): boolean => voicemail.type !== 'looking';

/** Whether somebody beside the call speaks in the place of the agent (operator.ts). */
export const agentIsSilent = ({ operator }: SessionState): boolean => operator.type !== 'none';
