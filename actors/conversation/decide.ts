/**
 * Decisions of a conversation.
 *
 * It guarantees:
 * M1. Messages are sent one after the other, in the order in which they were accepted: the next is submitted once
 *     the provider has accepted or refused the one before.
 * M2. The journal holds that a message is about to be sent before the provider is asked. A message with an unknown
 *     outcome is sent again only after reports were awaited long enough without interruption, and none came.
 * M3. A customer's message counts once, however often the provider delivers it.
 * M4. A message's progress only moves forward; late reports fill in what they add.
 *     A report that may be about a message whose id is still unknown is refused with `not_ready`, to be delivered again.
 * M5. Outside the customer service window only templates are accepted, as they need no window.
 * M6. An agent sends one answer to everything that a customer writes without a pause. If the customer writes again, the
 *     unsent part of an answer is discarded. A reaction or a comment does not count as writing.
 * M7. A comment is answered once, under the post and not in the conversation.
 * M8. A mobile that a person gives counts only while their contact is unknown, and identifies them once.
 * M9. Media of a customer's message is fetched until it is stored or abandoned with a reason. A voice note that an agent
 *     answers is listened to once. Only an answer waits for that, within a bound (await-media.ts).
 * M10. An echoed message is either one that we sent, or one of a human, who thereby takes the conversation over (echo.ts).
 * M11. An answer from the console takes the conversation over, and an agent's unsent messages are discarded.
 * M12. A customer who writes opens a conversation that is done (people.ts).
 */
import type { AnswerSource } from '../../schemas/agents/knowledge.js';
import { assertNever } from '../../schemas/assert.js';
import { DomainError } from '../../schemas/errors.js';
import type { Envelope, TimerDue } from '../runtime/actor.js';
import { amend, amendmentBefore } from './amendments.js';
import type { ConversationCommand, NewMessage } from './commands.js';
import { ended, report, silent } from './delivery.js';
import { echoed, isWithHuman } from './echo.js';
import type { AnsweringAgent, ConversationEvent, Failure, OutboundContent } from './events.js';
import { commentOf, evolve, isKnown } from './evolve.js';
import { keepsMedia, mediaDue, mediaEnded, mediaReceived, transcribes } from './media.js';
import { assertConversation, assigned, byPeople, reopenedBy } from './people.js';
import { silenceDue, silenceNoted } from './silence.js';
import type { ConversationState, Waiting } from './state.js';

/** The customer service window, ms (docs/reference/protocols/whatsapp.md "The 24 hours"). */
export const WINDOW_MS = 24 * 60 * 60 * 1_000;
/** A customer who has not written for this long is considered finished, ms. */
export const DEBOUNCE_MS = 1_500;
/** Most waiting messages of one conversation. */
const MAX_WAITING = 1_000;

/** M5. `at`: ms since the epoch. */
export const windowClosesAt = ({ lastReceivedAt }: ConversationState): number | null =>
  lastReceivedAt === null ? null : lastReceivedAt + WINDOW_MS;

export const decide = (
  state: ConversationState,
  { command, at }: Envelope<ConversationCommand | TimerDue>,
): readonly ConversationEvent[] => withNext(state, first(state, command, at), at);

const first = (
  state: ConversationState,
  command: ConversationCommand | TimerDue,
  at: number,
): readonly ConversationEvent[] => {
  switch (command.type) {
    case 'receive':
      return receive(state, command, at);
    case 'amend':
      return amend(state, command);
    case 'echo':
      return echoed(state, command, superseded(state, ANSWERED_BY_HUMAN));
    case 'confirm_consent':
      return confirmConsent(state, command);
    case 'take':
      assertConversation(state);
      return [
        ...taken(state, command.userId),
        ...(command.assigns === true ? [assigned(command.userId, command.userId)] : []),
      ];
    case 'hand_over':
    case 'give_back':
    case 'mark_read':
    case 'assign':
    case 'set_status':
      return byPeople(state, command);
    case 'send':
    case 'send_template':
    case 'send_rich':
      return send(state, command, at);
    case 'send_ended':
      return ended(state, command.messageId, command.attempt, command.outcome, at);
    case 'replied':
      return replied(state, command, at);
    case 'comment_replied':
      return commentReplied(state, command);
    case 'campaign_told':
      return state.news.some(({ messageId }) => messageId === command.messageId)
        ? [{ type: 'campaign.told', messageId: command.messageId }]
        : [];
    case 'silence_noted':
      return silenceNoted(state, command.firstMessageId);
    case 'media_ended':
      return mediaEnded(state, command.messageId, command.attempt, command.outcome, at);
    case 'transcribed': {
      const { messageId, transcription } = command;
      return state.notes.includes(messageId) ? [{ type: 'media.transcribed', messageId, transcription }] : [];
    }
    case 'silent':
      return silent(state, command.messageId, command.attempt);
    case 'report':
      return report(state, command);
    case 'registered':
      return state.registered ? [] : [registered(state, command)];
    case 'give_mobile':
      return mayAskMobile(state) ? [{ type: 'mobile.given', mobile: command.mobile }] : [];
    case 'mobile_saved':
      return state.account === null
        ? []
        : [{ type: 'mobile.saved', contactId: command.contactId, mobile: command.mobile }];
    case 'contact_gone':
      return state.contactId === command.contactId
        ? [{ type: 'conversation.unlinked', contactId: command.contactId }]
        : [];
    case 'contact_merged':
      return state.contactId === command.from
        ? [{ type: 'conversation.contact_merged', contactId: command.contactId }]
        : [];
    case 'link':
      return state.account === null || (state.contactId === command.contactId && !state.isClaimed)
        ? []
        : [{ type: 'conversation.linked', contactId: command.contactId }];
    case 'timer_due':
      return due(state, at);
    default:
      return assertNever(command);
  }
};

/** M1 */
const withNext = (
  state: ConversationState,
  events: readonly ConversationEvent[],
  at: number,
): readonly ConversationEvent[] => {
  if (events.length === 0) return events;
  const [head] = events.reduce((before, event) => evolve(before, event, at), state).outbox;
  return head?.phase.type === 'queued'
    ? [...events, { type: 'message.submitted', messageId: head.messageId, attempt: 1 }]
    : events;
};

/** M3 */
const receive = (
  state: ConversationState,
  command: Extract<ConversationCommand, { type: 'receive' }>,
  at: number,
): readonly ConversationEvent[] => {
  const { channel, accountId, address, handedBackAt = 0, type: _type, ...rest } = command;
  const { automated, humanHandoff: isAccountWithHuman = false, ...message } = rest;
  if (state.received.includes(message.providerMessageId)) return [];
  const humanHandoff = isAccountWithHuman || isWithHuman(state, handedBackAt, at);
  const answers = automated && !humanHandoff;
  const amendment = amendmentBefore(state, message.providerMessageId);
  const isRevoked = amendment?.type === 'message.revoked';
  const dueAt = answers && !isRevoked ? replyAt(message, at) : null;
  return [
    ...(state.account === null
      ? [{ type: 'conversation.opened', channel, accountId, address } as const]
      : []),
    ...(message.opensWindow ? superseded(state, SUPERSEDED) : []),
    {
      type: 'message.received',
      ...message,
      replyAt: dueAt,
      humanHandoff,
      ...(keepsMedia(message.content) ? { keepsMedia: true } : {}),
      ...(transcribes(message.content, dueAt) ? { transcribes: true } : {}),
    },
    ...mediaReceived(state, message.messageId, message.content),
    ...reopenedBy(state, message),
    ...(amendment === null ? [] : [amendment]),
  ];
};

const replyAt = (
  {
    opensWindow,
    content,
  }: Pick<Extract<ConversationCommand, { type: 'receive' }>, 'opensWindow' | 'content'>,
  at: number,
): number | null => {
  if (opensWindow) return at + DEBOUNCE_MS;
  return commentOf(content) === null ? null : at;
};

/** M6 */
const superseded = ({ outbox }: ConversationState, failure: Failure): readonly ConversationEvent[] =>
  outbox
    .filter(
      ({ author, phase, content, confirmsConsent }) =>
        author === 'agent' &&
        phase.type === 'queued' &&
        content.type !== 'comment_reply' &&
        confirmsConsent !== true,
    )
    .map(({ messageId }) => ({ type: 'message.refused', messageId, failure }));

const SUPERSEDED: Failure = {
  code: 'superseded',
  message: 'The customer sent another message before this one was sent.',
};
const ANSWERED_BY_HUMAN: Failure = {
  code: 'superseded',
  message: 'A human answered before this message was sent.',
};
const TAKEN_BY_HUMAN: Failure = {
  code: 'superseded',
  message: 'A human took over the conversation before this message was sent.',
};

/** M11 */
const taken = (state: ConversationState, userId: string): readonly ConversationEvent[] => [
  ...superseded(state, TAKEN_BY_HUMAN),
  { type: 'conversation.taken', userId },
];

/** M6 */
const replied = (
  state: ConversationState,
  {
    turn,
    recipient,
    messages,
    asksMobile = false,
    givenMobile,
    agent,
    sources = [],
  }: Extract<ConversationCommand, { type: 'replied' }>,
  at: number,
): readonly ConversationEvent[] => {
  if (state.reply?.turn !== turn || !state.reply.composing) return [];
  const closesAt = windowClosesAt(state);
  const open = closesAt !== null && at < closesAt;
  const asks = asksMobile && open && messages.length > 0;
  return [
    { type: 'reply.ended', turn, ...(asks ? { asksMobile } : {}) },
    ...(givenMobile !== undefined && mayAskMobile(state)
      ? [{ type: 'mobile.given', mobile: givenMobile } as const]
      : []),
    ...(open ? messages : []).map(({ messageId, text }): ConversationEvent => {
      const content = { type: 'text', text } as const;
      return answerQueued({ messageId, recipient, content, sources, agent });
    }),
  ];
};

/** A message of the agent's answer. */
const answerQueued = ({
  messageId,
  recipient,
  content,
  sources,
  agent,
}: {
  readonly messageId: string;
  readonly recipient: string;
  readonly content: OutboundContent;
  readonly sources: readonly AnswerSource[];
  readonly agent: AnsweringAgent | undefined;
}): ConversationEvent => ({
  type: 'message.queued',
  messageId,
  author: 'agent',
  recipient,
  content,
  campaign: null,
  ...(sources.length === 0 ? {} : { sources }),
  ...(agent === undefined ? {} : { agent }),
});

/** M8. Whether the person, on Instagram, was registered without a contact. */
export const mayAskMobile = ({ account, registered, contactId }: ConversationState): boolean =>
  account?.channel === 'instagram' && registered && contactId === null;

/** M8. A contact that an operator has linked in the meantime is not merely claimed. */
const registered = (
  state: ConversationState,
  { contactId, given: mobile }: Extract<ConversationCommand, { type: 'registered' }>,
): ConversationEvent => ({
  type: 'conversation.registered',
  contactId,
  ...(mobile === undefined || state.contactId !== null ? {} : { given: mobile }),
});

/** M7 */
const commentReplied = (
  state: ConversationState,
  {
    comment,
    recipient,
    message,
    sources = [],
    agent,
  }: Extract<ConversationCommand, { type: 'comment_replied' }>,
): readonly ConversationEvent[] => {
  if (!state.comments.some(({ id }) => id === comment.id)) return [];
  const ended = { type: 'comment_reply.ended', commentId: comment.id } as const;
  if (message === null) return [ended];
  const { messageId, text } = message;
  const content = { type: 'comment_reply', comment, text } as const;
  return [ended, answerQueued({ messageId, recipient, content, sources, agent })];
};

const send = (
  state: ConversationState,
  { messageId, author, userId, recipient, content, campaign, opens }: NewMessage,
  at: number,
): readonly ConversationEvent[] => {
  if (isKnown(state, messageId)) return [];
  const closesAt = windowClosesAt(state);
  const inWindow = closesAt !== null && at < closesAt;
  const mayOpen = content.type === 'template' && (state.account !== null || opens !== null);
  if (!inWindow && !mayOpen) throw new DomainError('conversation_window_closed');
  if (state.outbox.length >= MAX_WAITING) throw new DomainError('conversation_outbox_full');
  return [
    ...(state.account === null && opens !== null ? opened(opens) : []),
    ...(userId === undefined ? [] : taken(state, userId)),
    {
      type: 'message.queued',
      messageId,
      author,
      recipient,
      content,
      campaign,
      ...(userId === undefined ? {} : { userId }),
    },
  ];
};

const opened = ({
  channel,
  accountId,
  address,
  contactId,
}: NonNullable<NewMessage['opens']>): readonly ConversationEvent[] => [
  { type: 'conversation.opened', channel, accountId, address },
  ...(contactId === null ? [] : [{ type: 'conversation.linked', contactId } as const]),
];

const due = (state: ConversationState, at: number): readonly ConversationEvent[] => [
  ...sendingDue(state, at),
  ...mediaDue(state, at),
  ...silenceDue(state, at),
];

const sendingDue = (
  { outbox: [head], reply }: ConversationState,
  at: number,
): readonly ConversationEvent[] => [
  ...(reply !== null && !reply.composing && reply.dueAt <= at
    ? [{ type: 'reply.begun', turn: reply.turn } as const]
    : []),
  ...(head !== undefined && isDue(head, at)
    ? [{ type: 'message.submitted', messageId: head.messageId, attempt: head.attempt + 1 } as const]
    : []),
];

const isDue = ({ phase }: Waiting, at: number): boolean => phase.type === 'postponed' && phase.retryAt <= at;

/** Queues the confirmation, which is sent even if the customer writes again. */
const confirmConsent = (
  state: ConversationState,
  { messageId, wish, text, isRepeated }: Extract<ConversationCommand, { type: 'confirm_consent' }>,
): readonly ConversationEvent[] => {
  if (state.account === null || isKnown(state, messageId)) return [];
  if (isRepeated && state.confirmedConsent === wish) return [];
  const { channel, address } = state.account;
  return [
    {
      type: 'message.queued',
      messageId,
      author: 'agent',
      recipient: channel === 'whatsapp' ? `+${address}` : address,
      content: { type: 'text', text },
      campaign: null,
      confirmsConsent: wish,
    },
  ];
};
