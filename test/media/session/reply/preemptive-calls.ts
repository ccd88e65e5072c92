/** Helpers for calls with preemptive replies: models are asked before a turn has ended. */
import type { SessionBrief } from '../../../../media/session/io.js';
import { sessionSettings } from '../../../../media/settings.js';
import { briefOf, type CarrierRules, type Conversation, converse } from '../carrier.js';

/** The agent's answer. */
export const ANSWER = 'We are open from noon.';

/** A call that has been connected, and silent, for a second. */
export const quiet = (change: Partial<SessionBrief> = {}, rules: CarrierRules = {}): Conversation => {
  const settings = { ...sessionSettings({ fillerAfterSeconds: 2 }), preemptive: true };
  const conversation = converse(briefOf({}, { greeting: '', settings, ...change }), rules);
  conversation.feed({ type: 'connected' });
  conversation.pass(1_000);
  return conversation;
};

/** Reported events of preemptive replies. */
export const counted = ({ outputs }: Conversation) =>
  outputs.flatMap(({ output }) => (output.type === 'preemptive' ? [output.what] : []));
/** Requests to models; times in ms, from the end of the first second. */
export const requests = ({ outputs }: Conversation) =>
  outputs.flatMap(({ output, atMs }) =>
    output.type === 'respond'
      ? [{ early: output.early === true, atMs: atMs - 1_000, last: output.messages.at(-1) }]
      : [],
  );
/** Texts requested from the synthesiser. */
export const spoken = ({ outputs }: Conversation) =>
  outputs.flatMap(({ output }) => (output.type === 'synthesise' ? [output.text] : []));
/** Cancelled generations. */
export const cancelled = ({ outputs }: Conversation) =>
  outputs.flatMap(({ output }) => (output.type === 'cancel_response' ? [output.generation] : []));
/** The transcript. */
export const texts = (conversation: Conversation) =>
  conversation.turns().map(({ speaker, text }) => `${speaker}: ${text}`);

/** Feeds a partial result for the last `lengthMs`. */
export const feedPartial = (
  conversation: Conversation,
  text: string,
  end: 'likely' | 'withdrawn' | null = null,
  lengthMs = 400,
): void => {
  const endMs = conversation.now();
  const event = { type: 'partial', text, startMs: endMs - lengthMs, endMs } as const;
  conversation.feed({ type: 'recognised', event: end === null ? event : { ...event, end } });
};
