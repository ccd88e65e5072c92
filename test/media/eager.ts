/** Calls whose models are asked before a turn is over, and what can be seen of that. */
import type { SessionBrief } from '../../media/session/io.js';
import { sessionSettings } from '../../media/settings.js';
import { briefOf, type CarrierRules, type Conversation, converse } from './carrier.js';

/** What the agent says. */
export const ANSWER = 'We are open from noon.';

/** A call that was up for a second, on which nobody has said anything. */
export const quiet = (change: Partial<SessionBrief> = {}, rules: CarrierRules = {}): Conversation => {
  const settings = { ...sessionSettings({}), preemptive: true };
  const conversation = converse(briefOf({}, { greeting: '', settings, ...change }), rules);
  conversation.feed({ type: 'connected' });
  conversation.pass(1_000);
  return conversation;
};

/** What became of replies that were asked for early. */
export const counted = ({ outputs }: Conversation) =>
  outputs.flatMap(({ output }) => (output.type === 'preemptive' ? [output.what] : []));
/** What models were asked; ms since the first second was over. */
export const requests = ({ outputs }: Conversation) =>
  outputs.flatMap(({ output, atMs }) =>
    output.type === 'respond'
      ? [{ early: output.early === true, atMs: atMs - 1_000, last: output.messages.at(-1) }]
      : [],
  );
/** What was to be made. */
export const spoken = ({ outputs }: Conversation) =>
  outputs.flatMap(({ output }) => (output.type === 'synthesise' ? [output.text] : []));
/** Generations that were given up. */
export const cancelled = ({ outputs }: Conversation) =>
  outputs.flatMap(({ output }) => (output.type === 'cancel_response' ? [output.generation] : []));
/** The transcript. */
export const texts = (conversation: Conversation) =>
  conversation.turns().map(({ speaker, text }) => `${speaker}: ${text}`);

/** The recogniser guesses at what was said in the last `lengthMs`. */
export const guess = (
  conversation: Conversation,
  text: string,
  end: 'likely' | 'withdrawn' | null = null,
  lengthMs = 400,
): void => {
  const endMs = conversation.now();
  const event = { type: 'partial', text, startMs: endMs - lengthMs, endMs } as const;
  conversation.feed({ type: 'recognised', event: end === null ? event : { ...event, end } });
};
