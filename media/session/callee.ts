/** Who is at the other end: whether they speak, and whether they are a machine. */
import type { Voice } from '../end-of-turn.js';
import type { SessionState } from './state.js';

/** Whether the customer is taken to be speaking: what sounds like it, as long as words come now and then. */
export const customerSpeaks = ({ inbound }: SessionState): boolean =>
  inbound.voice.speaking() && inbound.wordless.trusted();

/** The same, told apart from the pauses between words. */
export const voiceOf = (session: SessionState): Voice => {
  if (!customerSpeaks(session)) return 'none';
  return session.inbound.voice.loud() ? 'loud' : 'pausing';
};

/** Whether a machine was recognised (voicemail.ts). */
export const isMachine = ({ voicemail }: SessionState): boolean => voicemail.type !== 'looking';
