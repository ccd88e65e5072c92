/** A conversation that somebody beside the call takes over; time is steered by hand. */
import type { SessionOutput } from '../../media/session/io.js';
import { pcmToMulaw } from '../../providers/speech/g711.js';
import { saidMessages } from '../support/said-messages.js';
import { briefOf, type Conversation, converse } from './carrier.js';

/** The line that takes over. */
export const LINE = 'line1';
/** 20 ms of somebody's voice. */
export const VOICE = new Uint8Array(160).map((_, index) => pcmToMulaw(index % 8 < 4 ? 6_000 : -6_000));

/** Somebody beside the call speaks from now on. */
export const takeOver = (conversation: Conversation, line = LINE): void =>
  conversation.feed({ type: 'take_over', line, by: { type: 'user', id: 'u1' } });

/** The operator speaks for so long. */
export const speak = (conversation: Conversation, ms: number): void => {
  for (const until = conversation.now() + ms; conversation.now() < until; ) {
    conversation.feed({ type: 'operator_audio', payload: VOICE });
    conversation.pass(20);
  }
};

/** What they said since `fromMs` of their recogniser's clock is understood. */
export const understood = (conversation: Conversation, text: string, startMs = 100, endMs = 600): void =>
  conversation.feed({
    type: 'operator_recognised',
    event: { type: 'final', text, startMs, endMs, confidence: 1, endOfUtterance: true },
  });

/** They hand back, and their words are all understood. */
export const handBack = (conversation: Conversation, note = ''): void => {
  conversation.feed({ type: 'hand_back', note, reason: 'handed_back' });
  conversation.feed({ type: 'operator_words_over' });
};

/** A call that has begun. */
export const begun = (greeting = ''): Conversation => {
  const conversation = converse(briefOf({}, { greeting }));
  conversation.feed({ type: 'connected' });
  return conversation;
};

/** What the model was told last. */
export const told = (conversation: Conversation) =>
  saidMessages(conversation.last('respond')?.messages ?? []);
/** The transcript so far. */
export const turnsOf = (conversation: Conversation) =>
  conversation.turns().map(({ speaker, text }) => `${speaker}: ${text}`);

/** What the agent does by itself. */
export const BY_AGENT: ReadonlySet<SessionOutput['type']> = new Set([
  'respond',
  'synthesise',
  'engine_respond',
  'use_tool',
]);

/** Outputs while somebody beside the call had the line. */
export const meanwhile = ({ outputs }: Conversation): readonly SessionOutput[] => {
  const found: SessionOutput[] = [];
  let has = false;
  for (const { output } of outputs) {
    if (output.type === 'speaker') has = output.line !== null;
    else if (has) found.push(output);
  }
  return found;
};
