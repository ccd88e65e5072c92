/** Effects of a conversation: register its customer, compose answers, fetch media, listen to voice notes, and send the next message. */
import type { ConversationEffect } from './commands.js';
import { mayAskMobile } from './decide.js';
import { awaitedForAnswer } from './media.js';
import type { ConversationState } from './state.js';

export const effects = (state: ConversationState): Readonly<Record<string, ConversationEffect>> => {
  if (state.account === null) return {};
  const { channel, accountId, address } = state.account;
  const owed: Record<string, ConversationEffect> = {};
  if (!state.registered && state.customer !== null)
    owed[state.registrations === 0 ? 'register' : `register-${state.registrations}`] = {
      kind: 'register_participant',
      channel,
      accountId,
      address,
      customer: state.customer,
      contactId: state.contactId,
      gone: state.gone,
      givenMobile: state.givenMobile,
    };
  if (state.reply?.composing === true)
    owed[`reply-${state.reply.turn}`] = {
      kind: 'compose_reply',
      channel,
      accountId,
      address,
      contactId: state.contactId,
      isClaimed: state.isClaimed,
      turn: state.reply.turn,
      mobileAsked: mayAskMobile(state) ? state.mobileAsked : null,
      lastReceivedAt: state.lastReceivedAt,
      lastMessageId: state.lastMessageId,
      awaitsMedia: awaitedForAnswer(state) !== 'nothing',
    };
  for (const messageId of state.notes)
    owed[`transcribe-${messageId}`] = { kind: 'transcribe_note', channel, accountId, messageId };
  for (const comment of state.comments)
    owed[`comment-${comment.id}`] = { kind: 'compose_comment_reply', channel, accountId, address, comment };
  for (const { messageId, campaign, outcome } of state.news)
    owed[`news-${messageId}`] = { kind: 'tell_campaign', messageId, campaign, outcome };
  for (const silence of state.silences)
    owed[`silence-${silence.firstMessageId}`] = { kind: 'note_silence', channel, accountId, ...silence };
  for (const { messageId, type: mediaType, source, attempt, retryAt } of state.media)
    if (retryAt === null)
      owed[`media-${messageId}-${attempt}`] = {
        kind: 'fetch_media',
        channel,
        accountId,
        messageId,
        attempt,
        mediaType,
        source,
      };
  const [head] = state.outbox;
  if (head?.phase.type === 'asking') {
    const { messageId, attempt, content } = head;
    owed[`send-${messageId}-${attempt}`] = {
      kind: 'send_message',
      channel,
      accountId,
      // As the customer wrote last: a channel may know them by another spelling of their number.
      address: (channel === 'whatsapp' ? state.customer?.whatsappId : null) ?? address,
      messageId,
      attempt,
      content,
      contactId: state.contactId,
      campaign: head.campaign,
      lastReceivedAt: state.lastReceivedAt,
      confirmsConsent: head.confirmsConsent === true,
    };
  }
  // An effect, not a timer: the wait restarts in a process that was not listening before.
  if (head?.phase.type === 'unknown') {
    const { messageId, attempt } = head;
    const { silenceMs } = head.phase;
    owed[`silence-${messageId}-${attempt}`] = { kind: 'await_reports', messageId, attempt, silenceMs };
  }
  return owed;
};
