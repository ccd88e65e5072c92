/** Effects of conversations: sending through the channel, agents' answers, files, and registering the person. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { ConversationCommand, ConversationEffect } from '../../../actors/conversation/commands.js';
import type { AnsweringAgent } from '../../../actors/conversation/events.js';
import { conversation } from '../../../actors/conversation/index.js';
import { recipientsOf } from '../../../actors/recipients/block.js';
import { recipients } from '../../../actors/recipients/index.js';
import type { ActorRef, EffectHandlers } from '../../../actors/runtime/actor.js';
import type { AssetStore } from '../../../providers/assets/asset-store.js';
import type { MessagingChannel } from '../../../providers/channels/messaging-channel.js';
import type { AccountChannel } from '../../../schemas/channels/channel.js';
import { failureWith } from '../../../schemas/errors.js';
import { deriveId } from '../../../schemas/ids.js';
import type { ViewStore } from '../../../views/views.js';
import { servingAgent } from '../../agents/serving.js';
import { accountAccess } from '../../channels/account-access.js';
import { answeringAgent } from '../../channels/answering.js';
import { agentReply, commentReply, type Reply } from '../../conversations/agent-reply.js';
import { channelText } from '../../conversations/channel-text.js';
import { correlationOf } from '../../conversations/conversation-ids.js';
import type { SendPace } from '../../conversations/send-pace.js';
import { textPieces } from '../../conversations/text-pieces.js';
import type { QuestionEmbeddings } from '../../knowledge/question-embeddings.js';
import type { MemoriesDeps } from '../../memory/memories.js';
import type { ModelOf } from '../../model-text.js';
import type { Outreach } from '../../outreach/outreach.js';
import type { OutreachDeps } from '../../outreach/outreach-deps.js';
import { evaluateOutreach, refusedBy } from '../../outreach/rules.js';
import type { AgentTools } from '../../tools/agent-tools.js';
import { mediaArrived } from './await-media.js';
import { type FetchMediaDeps, fetchMedia } from './fetch-media.js';
import { noteSilence } from './note-silence.js';
import { registerParticipant } from './register-participant.js';
import { type TranscribeNoteDeps, transcribeNote } from './transcribe-note.js';
import { showTyping, type Typing } from './typing.js';

export interface ConversationEffectDeps extends OutreachDeps {
  readonly views: ViewStore;
  /** Answers for agents. */
  readonly modelOf: ModelOf;
  /** Vectors of questions to Data Sources; absent or null: sources are searched by words alone. */
  readonly questions?: QuestionEmbeddings | null;
  /** Tools that agents use for their answers. */
  readonly tools: AgentTools;
  readonly channels: ReadonlyMap<AccountChannel, MessagingChannel>;
  readonly pace: SendPace;
  /** How long reports are awaited before a message of unknown outcome counts as not accepted by the provider, ms. */
  readonly reconcileMs: number;
  /** Stores files that customers send, reads images, and listens to voice notes. */
  readonly media: Pick<FetchMediaDeps, 'slots' | 'hasRoom' | 'now' | 'count'> &
    Pick<TranscribeNoteDeps, 'listenersOf' | 'noteSlots' | 'countNote'> & {
      readonly assets: Pick<AssetStore, 'keep' | 'open'>;
    };
  readonly logger: Logger;
  readonly countUnread?: MemoriesDeps['countUnread'];
}

const DISCONNECTED = {
  code: 'channel_not_connected',
  message: 'The account is no longer connected; connect it and send again.',
};

/** The message as the outreach rules judge it. `at`: ms since the epoch. */
const outreachOf = (
  businessId: string,
  effect: Extract<ConversationEffect, { kind: 'send_message' | 'compose_reply' }>,
  at: number,
): Outreach => {
  const { channel, address, contactId, lastReceivedAt } = effect;
  const campaign = effect.kind === 'send_message' ? effect.campaign : null;
  const isAnswer =
    effect.kind === 'compose_reply' || (campaign === null && effect.content.type !== 'template');
  return {
    businessId,
    channel,
    to: channel === 'whatsapp' ? `+${address}` : address,
    contactId,
    purpose: campaign === null ? 'service' : 'marketing',
    iterationId: campaign?.iterationId ?? null,
    at,
    answersAt: isAnswer ? lastReceivedAt : null,
  };
};

/** Null if the agent shows nothing: it is turned off, or the message is unknown. */
const typingFor = (
  deps: ConversationEffectDeps,
  ref: ActorRef,
  {
    channel: name,
    accountId,
    address,
    lastMessageId,
  }: Extract<ConversationEffect, { kind: 'compose_reply' }>,
  agentId: string,
  signal: AbortSignal,
): Typing | null => {
  const channel = deps.channels.get(name);
  const agent = deps.views.agent(ref.business, agentId);
  if (channel === undefined || agent?.status !== 'active' || agent.chatSettings?.typingIndicator === false)
    return null;
  if (lastMessageId === null) return null;
  const id = deriveId('channel-account', name, accountId);
  const message = { address, providerMessageId: lastMessageId };
  return showTyping(channel, () => accountAccess(deps, ref.business, id), message, signal);
};

/** The agent in the version that composes an answer now. `recipient`: null for an answer in public. */
const byVersion = (
  { views }: ConversationEffectDeps,
  businessId: string,
  agentId: string,
  recipient: string | null,
): AnsweringAgent => {
  const published = views.agent(businessId, agentId);
  if (published === null || recipient === null)
    return { agentId, version: views.agentVersionOf(businessId, agentId) };
  const { agent, splitId } = servingAgent(views, published, { businessId, recipient, campaignId: null });
  const version = agent.version ?? views.agentVersionOf(businessId, agentId);
  return { agentId, version, ...(splitId === null ? {} : { splitId }) };
};

/** Waits for reports of the provider, which arrive at the conversation itself. */
const awaitReports: EffectHandlers<
  Extract<ConversationEffect, { readonly kind: 'await_reports' }>,
  ConversationCommand
>['await_reports'] = async ({ effect: { messageId, attempt, silenceMs }, signal }) => {
  await delay(silenceMs, undefined, { signal });
  return { type: 'silent', messageId, attempt };
};

/** Answers a customer's public comment, unless a human or a backend has taken over meanwhile. */
const composeCommentReply =
  (
    deps: ConversationEffectDeps,
  ): EffectHandlers<
    Extract<ConversationEffect, { readonly kind: 'compose_comment_reply' }>,
    ConversationCommand
  >['compose_comment_reply'] =>
  async ({ ref, effect, signal }) => {
    const { channel, address, comment } = effect;
    const replied = { type: 'comment_replied', comment, recipient: address } as const;
    const agentId = await answeringAgent(deps, ref.business, effect);
    if (agentId === null) return { ...replied, message: null };
    const agent = byVersion(deps, ref.business, agentId, null);
    const request = { businessId: ref.business, agentId, text: comment.text };
    const { text, sources } = await commentReply(deps, request, signal);
    const [piece] = textPieces(channelText(text, channel), channel);
    const isStillOurs = (await answeringAgent(deps, ref.business, effect)) === agentId;
    if (piece === undefined || !isStillOurs) return { ...replied, message: null };
    return {
      ...replied,
      message: { messageId: deriveId(ref.id, 'comment-reply', comment.id), text: piece },
      agent,
      sources,
    };
  };

export const conversationEffects = (
  deps: ConversationEffectDeps,
): EffectHandlers<ConversationEffect, ConversationCommand> => {
  const { actors, channels, pace, reconcileMs } = deps;
  return {
    send_message: async ({ ref, effect, resumed, signal, assertOurs }) => {
      const { messageId, attempt, channel: name, accountId, address, content } = effect;
      const ended = { type: 'send_ended', messageId, attempt } as const;
      // The message may have been sent already; only the provider's reports can show that. (conversation, M2)
      if (resumed) return { ...ended, outcome: { is: 'unknown', silenceMs: reconcileMs } };
      const channel = channels.get(name);
      const id = deriveId('channel-account', name, accountId);
      const access = channel === undefined ? null : await accountAccess(deps, ref.business, id);
      if (channel === undefined || access === null)
        return { ...ended, outcome: { is: 'refused', failure: DISCONNECTED } };
      await pace.slot(accountId, signal);
      // An answer under the customer's own public comment is not outreach.
      if (content.type !== 'comment_reply' && !effect.confirmsConsent) {
        const refusal = refusedBy(
          await evaluateOutreach(deps, outreachOf(ref.business, effect, deps.media.now())),
        );
        if (refusal !== null)
          return { ...ended, outcome: { is: 'refused', failure: failureWith(refusal.code) } };
      }
      const correlation = correlationOf(ref.id, messageId);
      assertOurs();
      const outcome = await channel.send(
        access,
        { to: address, content, correlation, again: attempt > 1 },
        signal,
      );
      return outcome.is === 'unknown'
        ? { ...ended, outcome: { is: 'unknown', silenceMs: reconcileMs } }
        : { ...ended, outcome };
    },

    compose_reply: async ({ ref, effect, signal }) => {
      const { channel, address, contactId, isClaimed, mobileAsked, turn } = effect;
      const recipient = /^\d+$/.test(address) ? `+${address}` : address;
      const nothing = { type: 'replied', turn, recipient, messages: [] } as const;
      const agentId = await answeringAgent(deps, ref.business, effect);
      if (agentId === null) return nothing;
      const answered = outreachOf(ref.business, effect, deps.media.now());
      if (refusedBy(await evaluateOutreach(deps, answered)) !== null) return nothing;
      const agent = byVersion(deps, ref.business, agentId, recipient);
      const answerId = deriveId(ref.id, 'reply', String(turn));
      const composed = { conversationId: ref.id, answerId, agentId, contactId, recipient };
      const request = { businessId: ref.business, ...composed };
      const compose = async (): Promise<Reply> => {
        if (effect.awaitsMedia) {
          await mediaArrived(async () => {
            const { answer } = await actors.query(conversation, ref, 'get');
            return answer.awaits ?? 'nothing';
          }, signal);
          await deps.views.catchUp(ref.business);
        }
        return agentReply(
          { ...deps, assets: deps.media.assets },
          { ...request, isClaimed, mobileAsked },
          signal,
        );
      };
      const typing = typingFor(deps, ref, effect, agentId, signal);
      const reply = await compose().finally(() => typing?.stop());
      // The model takes seconds: a human or a backend may have taken over meanwhile.
      if ((await answeringAgent(deps, ref.business, effect)) !== agentId) return nothing;
      const messages = textPieces(channelText(reply.text, channel), channel).map((piece, index) => ({
        messageId: deriveId(ref.id, 'reply', String(turn), String(index)),
        text: piece,
      }));
      const { asksMobile, givenMobile, sources } = reply;
      return {
        ...nothing,
        messages,
        sources,
        agent,
        asksMobile,
        ...(givenMobile === null ? {} : { givenMobile }),
      };
    },

    compose_comment_reply: composeCommentReply(deps),

    fetch_media: fetchMedia({ ...deps, ...deps.media }),

    transcribe_note: transcribeNote({ ...deps, ...deps.media }),

    tell_campaign: async ({ ref, effect: { messageId, campaign, outcome } }) => {
      await actors.ask(recipients, recipientsOf(ref.business, campaign), {
        type: 'attempt_ended',
        claim: campaign.claim,
        outcome,
      });
      return { type: 'campaign_told', messageId };
    },

    note_silence: noteSilence(deps),

    await_reports: awaitReports,

    register_participant: ({ ref, effect }) => registerParticipant(actors, ref, effect),
  };
};
