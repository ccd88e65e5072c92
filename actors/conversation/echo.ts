/**
 * Decisions of a conversation about messages of our account that the provider echoes. Those that we sent are recognised by
 * the provider's id, or by their text while that id is unknown; the others were typed by a human in the channel's app.
 *
 * A human who answers takes over only this conversation: a conversation has one owner (docs/reference/api.md "Who answers"),
 * and the account's `humanHandoffActive` would silence the agent for all customers. The takeover lasts until the account
 * is handed back (`humanHandoffActive: false`), or for the length of a window after their last answer.
 */
import { DomainError } from '../../schemas/errors.js';
import type { ConversationCommand } from './commands.js';
import type { ConversationEvent } from './events.js';
import type { ConversationState, Waiting } from './state.js';

type Echo = Extract<ConversationCommand, { readonly type: 'echo' }>;

/** How long a human owns a conversation after their last answer, ms. */
export const HUMAN_MS = 24 * 60 * 60 * 1_000;

/** Whether a human owns the conversation at this moment. */
export const isWithHuman = ({ humanAt }: ConversationState, handedBackAt: number, at: number): boolean =>
  humanAt !== null && humanAt > handedBackAt && at - humanAt < HUMAN_MS;

/** Ignores whitespace, because providers may trim texts. */
const sameWords = (text: string, other: string | null): boolean =>
  other !== null && text.replaceAll(/\s+/g, ' ').trim() === other.replaceAll(/\s+/g, ' ').trim();

const mayHaveBeenSent = ({ phase }: Waiting): boolean => phase.type !== 'queued';

/** The id of our message, as far as known by now; null: a human's message. @throws DomainError not_ready while undecidable */
const ownMessageIdIn = (state: ConversationState, { providerMessageId, content }: Echo): string | null => {
  const { taken, outbox, account } = state;
  const reported = taken.find((message) => message.providerMessageId === providerMessageId);
  if (reported !== undefined) return reported.messageId;
  // WhatsApp echoes only messages that were typed in its app.
  if (account?.channel !== 'instagram' || content.type !== 'text') return null;
  const sending = outbox.find(
    (message) =>
      mayHaveBeenSent(message) &&
      message.content.type === 'text' &&
      sameWords(message.content.text, content.text),
  );
  if (sending !== undefined) return sending.messageId;
  // The message's id is about to become known; the provider delivers the echo again.
  if (outbox[0]?.phase.type === 'asking') throw new DomainError('not_ready');
  return (
    taken.find(({ repeated }) => repeated !== null && sameWords(repeated, content.text))?.messageId ?? null
  );
};

/** `superseded`: the events that discard an agent's unsent messages. */
export const echoed = (
  state: ConversationState,
  echo: Echo,
  superseded: readonly ConversationEvent[],
): readonly ConversationEvent[] => {
  const { providerMessageId, messageId, sentAt, recipient, content } = echo;
  if (state.received.includes(providerMessageId)) return [];
  const ownMessageId = ownMessageIdIn(state, echo);
  if (ownMessageId !== null) {
    const reported = state.taken.find((message) => message.messageId === ownMessageId)?.reported ?? {};
    if (reported.sent !== undefined || reported.failed !== undefined) return [];
    const progress = { progress: 'sent', at: sentAt, failure: null } as const;
    return [{ type: 'message.progressed', messageId: ownMessageId, providerMessageId, ...progress }];
  }
  const { channel, accountId, address, contactId } = echo;
  return [
    ...(state.account === null
      ? [{ type: 'conversation.opened', channel, accountId, address } as const]
      : []),
    ...(state.contactId === null && contactId !== null
      ? [{ type: 'conversation.linked', contactId } as const]
      : []),
    ...superseded,
    { type: 'message.echoed', messageId, providerMessageId, sentAt, recipient, content },
  ];
};
