/** A conversation that an operator takes over, on a manual clock. */
import type { SessionOutput } from '../../../../media/session/io.js';
import { pcmToMulaw } from '../../../../providers/speech/dsp/g711.js';
import { textMessages } from '../../../support/prompts/text-messages.js';
import { briefOf, type Conversation, converse } from '../carrier.js';

/** The line that takes over. */
export const LINE = 'line1';
/** 20 ms of a voice. */
export const VOICE = new Uint8Array(160).map((_, index) => pcmToMulaw(index % 8 < 4 ? 6_000 : -6_000));

/** The operator takes over. */
export const takeOver = (conversation: Conversation, line = LINE): void =>
  conversation.feed({ type: 'take_over', line, by: { type: 'user', id: 'u1' } });

/** The operator speaks for `ms`. */
export const speak = (conversation: Conversation, ms: number): void => {
  for (const until = conversation.now() + ms; conversation.now() < until; ) {
    conversation.feed({ type: 'operator_audio', payload: VOICE });
    conversation.pass(20);
  }
};

/** Feeds a final result of the operator's recogniser; times are on the clock of that recogniser. */
export const understood = (conversation: Conversation, text: string, startMs = 100, endMs = 600): void =>
  conversation.feed({
    type: 'operator_recognised',
    event: { type: 'final', text, startMs, endMs, confidence: 1, endOfUtterance: true },
  });

/** The operator hands back, and no more words follow. */
export const handBack = (conversation: Conversation, note = ''): void => {
  conversation.feed({ type: 'hand_back', note, reason: 'handed_back' });
  conversation.feed({ type: 'operator_words_over' });
};

/** A call that has just connected. */
export const begun = (greeting = ''): Conversation => {
  const conversation = converse(briefOf({}, { greeting }));
  conversation.feed({ type: 'connected' });
  return conversation;
};

/** The messages of the latest request to the model. */
export const lastMessages = (conversation: Conversation) =>
  textMessages(conversation.last('respond')?.messages ?? []);
/** The transcript so far. */
export const turnsOf = (conversation: Conversation) =>
  conversation.turns().map(({ speaker, text }) => `${speaker}: ${text}`);

/** Outputs by which the agent acts on its own. */
export const BY_AGENT: ReadonlySet<SessionOutput['type']> = new Set([
  'respond',
  'synthesise',
  'engine_respond',
  'use_tool',
]);

/** Outputs while an operator had the line. */
export const meanwhile = ({ outputs }: Conversation): readonly SessionOutput[] => {
  const found: SessionOutput[] = [];
  let isTakenOver = false;
  for (const { output } of outputs) {
    if (output.type === 'speaker') isTakenOver = output.line !== null;
    else if (isTakenOver) found.push(output);
  }
  return found;
};
