/** Helpers for calls whose agent must speak a disclosure first. */
import type { SessionBrief } from '../../../../media/session/io.js';
import type { VoiceSettings } from '../../../../schemas/agents/voice-settings.js';
import { briefOf, type CarrierRules, type Conversation, converse, MS_PER_CHARACTER } from '../carrier.js';

export const DISCLOSURE = 'This call is made by an AI and is recorded.';
export const GREETING = 'Hello there, how can I help?';
export const DISCLOSURE_MS = DISCLOSURE.length * MS_PER_CHARACTER;
export const GREETING_MS = GREETING.length * MS_PER_CHARACTER;
/** How much of the disclosure must be heard, ms. */
export const PROVEN_MS = DISCLOSURE_MS * 0.95;

export const answered = (
  rules: CarrierRules = {},
  change: Partial<SessionBrief> = {},
  voice: VoiceSettings = {},
): Conversation => {
  const conversation = converse(briefOf(voice, { disclosure: DISCLOSURE, ...change }), rules);
  conversation.feed({ type: 'connected' });
  return conversation;
};
export const closed = (conversation: Conversation): Conversation => {
  for (const type of ['disconnected', 'closing', 'closed'] as const) conversation.feed({ type });
  return conversation;
};
export const disclosed = (conversation: Conversation) =>
  conversation.commands().filter(({ type }) => type === 'disclose');
export const outcomes = (conversation: Conversation) =>
  conversation.outputs.flatMap(({ output }) => (output.type === 'disclosure' ? [output.outcome] : []));
export const synthesised = (conversation: Conversation) =>
  conversation.outputs.flatMap(({ output }) => (output.type === 'synthesise' ? [output.text] : []));
export const transcriptOf = (conversation: Conversation) =>
  conversation.turns().map(({ speaker, text }) => `${speaker}: ${text}`);
export const hangUps = (conversation: Conversation) =>
  conversation.commands().flatMap((command) => (command.type === 'hang_up' ? [command.reason] : []));
