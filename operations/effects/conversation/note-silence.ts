/** Requests the analysis of an episode of a conversation that fell silent, if its business still wants that. */
import { business } from '../../../actors/business/index.js';
import type { ConversationCommand, ConversationEffect } from '../../../actors/conversation/commands.js';
import { conversationAnalysis, episodeAnalysisId } from '../../../actors/conversation-analysis/index.js';
import type { EffectHandlers } from '../../../actors/runtime/actor.js';
import type { ActorClient } from '../../../actors/runtime/actor-client.js';
import type { ViewStore } from '../../../views/views.js';

type NotingSilence = Extract<ConversationEffect, { readonly kind: 'note_silence' }>;

/** The agent that is assigned to the account decides what is found, also if a human or a backend has answered. */
export const noteSilence =
  ({
    actors,
    views,
  }: {
    readonly actors: ActorClient;
    readonly views: Pick<ViewStore, 'channelAccounts'>;
  }): EffectHandlers<NotingSilence, ConversationCommand>['note_silence'] =>
  async ({ ref, effect: { channel, accountId, firstMessageId, lastMessageId } }) => {
    const noted = { type: 'silence_noted', firstMessageId } as const;
    const { answer } = await actors.query(business, { business: ref.business, id: ref.business }, 'get');
    if ((answer.conversationSilenceMinutes ?? null) === null) return noted;
    const account = views
      .channelAccounts(ref.business)
      .find((candidate) => candidate.channel === channel && candidate.accountId === accountId);
    await actors.ask(
      conversationAnalysis,
      { business: ref.business, id: episodeAnalysisId(ref.id, firstMessageId) },
      {
        type: 'prepare',
        agentId: account?.agentId ?? null,
        episode: { conversationId: ref.id, firstMessageId, lastMessageId },
      },
    );
    return noted;
  };
