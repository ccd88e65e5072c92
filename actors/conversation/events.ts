/** Events of a conversation: one person's messages with one account of ours on one channel. */
import type { AnswerSource } from '../../schemas/agents/knowledge.js';
import type { AccountChannel } from '../../schemas/channels/channel.js';
import type { MessagePayload } from '../../schemas/channels/message-payload.js';
import type { RichContent } from '../../schemas/channels/rich-content.js';
import type { TemplateComponent } from '../../schemas/channels/template.js';
import { eventKind, type VersionsOf } from '../runtime/event-versions.js';

/** The content of a message of ours. */
export type OutboundContent =
  | RichContent
  | { readonly type: 'text'; readonly text: string }
  | {
      readonly type: 'image';
      readonly mediaId: string;
      readonly providerMediaId: string;
      readonly caption: string | null;
    }
  /** An approved template; it may open a conversation. */
  | {
      readonly type: 'template';
      readonly name: string;
      readonly languageCode: string;
      /** Values for its variables, filled in; the `id` of an image is the provider's. Absent: no variables. */
      readonly components?: readonly TemplateComponent[];
    }
  /** A public answer under a comment. */
  | {
      readonly type: 'comment_reply';
      readonly comment: PublicComment;
      readonly text: string;
    };

/** A customer's comment under a post of ours. */
export interface PublicComment {
  /** The provider's id. */
  readonly id: string;
  readonly mediaId: string | null;
  readonly text: string;
}

/** The author of a message of ours. */
export type Author = 'api' | 'agent' | 'human' | 'campaign';

/** The agent that composed a message, and its version; null: unknown. */
export interface AnsweringAgent {
  readonly agentId: string;
  readonly version: number | null;
  /** The split that chose the version; absent: none, and in older journals. */
  readonly splitId?: string;
}

/** The campaign recipient that a message is for. */
export interface MessageCampaign {
  readonly campaignId: string;
  readonly iterationId: string;
  readonly block: number;
  readonly claim: { readonly index: number; readonly revision: number };
}

/** Where the provider holds a customer's media: under an id, or at a URL. */
export interface MediaSource {
  readonly providerMediaId: string | null;
  readonly url?: string;
  readonly mimeType: string | null;
  /** As the customer named it. */
  readonly fileName?: string;
}

/** The content of a customer's message. For unsupported types, only the name and any text are kept. */
export interface InboundContent {
  /** `text`, `image`, `reaction`, `referral`, `comment`, or the provider's name of any other type. */
  readonly type: string;
  readonly text: string | null;
  readonly media: MediaSource | null;
  /**
   * Details of a reaction, a referral or a comment, as sent to subscribers (docs/reference/api.md "Channels, messages,
   * conversations").
   */
  readonly details: Readonly<Record<string, string | null>> | null;
  /** The structured form of a message that is more than its text; absent: it is not. */
  readonly payload?: MessagePayload;
}

/** The customer as the channel identifies them; unreported fields are null. */
export interface CustomerIdentity {
  /** E.164. */
  readonly mobile: string | null;
  readonly whatsappId: string | null;
  readonly userId: string | null;
  readonly username: string | null;
  readonly name: string | null;
}

export type MessageProgress = 'sent' | 'delivered' | 'read' | 'failed';

export interface ClaimedMobile {
  /** E.164. */
  readonly mobile: string;
  /** Whether a contact was created; otherwise the one with the number was found. */
  readonly created: boolean;
}

/** When a message reached each stage of progress, as the provider reports it, ms since the epoch. */
export type Reported = Readonly<Partial<Record<MessageProgress, number>>>;

export interface Failure {
  readonly code: string;
  readonly message: string;
}

/** Fetched media. */
export interface KeptMedia {
  readonly mimeType: string | null;
  readonly sizeBytes: number;
  /** Lower-case hexadecimal. */
  readonly sha256: string;
  /** ms since the epoch. */
  readonly keptUntil: number;
}

/**
 * What a voice note says. `isCut`: whether only its beginning was listened to. `code` of a failure: `turned_off`,
 * `format_unsupported`, `no_words`, `too_late`, `recogniser_failed`, `media_unavailable` or `abandoned`.
 */
export type Transcription =
  | { readonly is: 'understood'; readonly text: string; readonly isCut: boolean }
  | { readonly is: 'failed'; readonly code: string };

/** The messages of an episode, from the first of the customer to the last of either side. */
export interface Silence {
  readonly firstMessageId: string;
  readonly lastMessageId: string;
}

export type ConversationEvent =
  | {
      readonly type: 'conversation.opened';
      readonly channel: AccountChannel;
      /** Our account: a phone number id, an Instagram account id. */
      readonly accountId: string;
      /** The person's address on the channel: digits of the mobile, or the channel's id of the person. */
      readonly address: string;
    }
  /** The person is registered as a participant; `contactId` is null while no contact can be created for them. */
  | {
      readonly type: 'conversation.registered';
      readonly contactId: string | null;
      /** The given mobile by which the person was found, and whether a contact was created for it. */
      readonly given?: ClaimedMobile;
    }
  /** The person gave their mobile, E.164, and is to be registered by it. */
  | { readonly type: 'mobile.given'; readonly mobile: string }
  /** The person gave this mobile, E.164, and an agent has saved it to their contact. */
  | { readonly type: 'mobile.saved'; readonly contactId: string; readonly mobile: string }
  | { readonly type: 'conversation.linked'; readonly contactId: string }
  /** The contact was merged into this one. A number that was only typed by the customer stays unverified. */
  | { readonly type: 'conversation.contact_merged'; readonly contactId: string }
  /** The contact is gone; the person is registered again. */
  | { readonly type: 'conversation.unlinked'; readonly contactId: string }
  | {
      readonly type: 'message.received';
      readonly messageId: string;
      readonly providerMessageId: string;
      /** When the customer sent it, by the provider's clock, ms since the epoch. */
      readonly sentAt: number;
      readonly customer: CustomerIdentity;
      readonly content: InboundContent;
      /** Whether it opens the window in which we may write. */
      readonly opensWindow: boolean;
      /**
       * When an agent answers, ms since the epoch, unless the customer writes again (a comment is answered in any case);
       * null: no agent answers it.
       */
      readonly replyAt: number | null;
      /** Whether a human had taken over the account or the conversation. Absent from older builds. */
      readonly humanHandoff?: boolean;
      /** Whether its media is fetched and stored; absent in messages from before media was stored. */
      readonly keepsMedia?: boolean;
      /** Whether it is a voice note that an agent answers, and is transcribed. Absent: no. */
      readonly transcribes?: boolean;
      /** How long both sides are silent before the conversation is analysed, ms. Absent: it is not. */
      readonly silenceMs?: number;
    }
  /** Both sides were silent for the time that the business chose: the episode that the first message began has ended. */
  | ({ readonly type: 'conversation.fell_silent' } & Silence)
  /** The analysis of the episode is requested. */
  | { readonly type: 'conversation.silence_noted'; readonly firstMessageId: string }
  /** The customer has changed a message. `at`: when, by the provider's clock, ms since the epoch. */
  | {
      readonly type: 'message.edited';
      readonly messageId: string;
      /** The provider's id of the message, which may not have arrived yet. */
      readonly originalId: string;
      readonly at: number;
      /** Its text from now on; null: none. */
      readonly text: string | null;
    }
  /** The customer has taken a message back. */
  | {
      readonly type: 'message.revoked';
      readonly messageId: string;
      readonly originalId: string;
      readonly at: number;
    }
  /** A human answered in the channel's own app, at `sentAt` by the provider's clock, and now owns the conversation. */
  | {
      readonly type: 'message.echoed';
      readonly messageId: string;
      readonly providerMessageId: string;
      readonly sentAt: number;
      /** The customer as senders name them: E.164, or the channel's id. */
      readonly recipient: string;
      readonly content: { readonly type: string; readonly text: string | null };
    }
  /** An agent handed the conversation over to the business's people, who now own it. */
  | {
      readonly type: 'conversation.handed_over';
      /** Id of the agent's tool use. */
      readonly useId: string;
      /** What the customer wants, in the agent's words; null: no reason. */
      readonly reason: string | null;
    }
  /** A console user took the conversation and now owns it, as when a human has answered in the channel's app. */
  | { readonly type: 'conversation.taken'; readonly userId: string }
  /** A user gave the conversation back: the agent of the account answers what the customer writes from then on. */
  | { readonly type: 'conversation.given_back'; readonly userId: string }
  /** A user has assigned it to a member of the team; `assigneeId` null: to no member. `userId`: the author. */
  | {
      readonly type: 'conversation.assigned';
      readonly assigneeId: string | null;
      readonly userId: string;
    }
  /** It is done, or open again. `userId` null: opened by the customer or an agent. */
  | {
      readonly type: 'conversation.status_set';
      readonly status: 'open' | 'done';
      readonly userId: string | null;
    }
  /** A user has read what the customer wrote, up to this message. */
  | { readonly type: 'conversation.read'; readonly userId: string; readonly messageId: string }
  /** The message's media is stored. `keptUntil`: ms since the epoch. */
  | ({ readonly type: 'media.kept'; readonly messageId: string } & KeptMedia)
  /** The provider did not deliver the media; it is requested again. */
  | {
      readonly type: 'media.postponed';
      readonly messageId: string;
      readonly retryAt: number;
      readonly code: string;
    }
  | { readonly type: 'media.due'; readonly messageId: string; readonly attempt: number }
  /** Final: the media is not requested again. */
  | { readonly type: 'media.failed'; readonly messageId: string; readonly failure: Failure }
  /** The words of a voice note are known, or finally unknown. */
  | { readonly type: 'media.transcribed'; readonly messageId: string; readonly transcription: Transcription }
  /** The customer has paused, and the agent composes its answer to everything written so far. */
  | { readonly type: 'reply.begun'; readonly turn: number }
  | {
      readonly type: 'reply.ended';
      readonly turn: number;
      /** Whether the answer asks for the mobile; absent: no. */
      readonly asksMobile?: boolean;
    }
  /** The agent answered the comment, or has no answer to it. */
  | { readonly type: 'comment_reply.ended'; readonly commentId: string }
  | {
      readonly type: 'message.queued';
      readonly messageId: string;
      readonly author: Author;
      /** The console user who wrote it. */
      readonly userId?: string;
      /** The recipient as the sender named them: E.164, or the channel's id. */
      readonly recipient: string;
      readonly content: OutboundContent;
      /** Null: the message belongs to no campaign. */
      readonly campaign: MessageCampaign | null;
      /** The agent whose answer it is; absent: no agent's, and in older journals. */
      readonly agent?: AnsweringAgent;
      /** The customer's wish about contact, if the message confirms it. */
      readonly confirmsConsent?: 'stop' | 'start';
      /** The sources of which the model was given text for the agent's answer; absent: none. */
      readonly sources?: readonly AnswerSource[];
    }
  /** Journalled before the provider is asked. */
  | { readonly type: 'message.submitted'; readonly messageId: string; readonly attempt: number }
  | {
      readonly type: 'message.accepted';
      readonly messageId: string;
      readonly providerMessageId: string;
      /** The address by which the channel knows the person, if that is another one. */
      readonly knownAs?: string;
    }
  /** Whether the provider accepted it is unknown; its reports settle that, or `silenceMs` without any. */
  | {
      readonly type: 'message.outcome_unknown';
      readonly messageId: string;
      readonly attempt: number;
      readonly silenceMs: number;
    }
  /** The provider definitely did not accept it, but may later. */
  | {
      readonly type: 'message.postponed';
      readonly messageId: string;
      readonly retryAt: number;
      readonly code: string;
    }
  /** The provider's report; `at` is its time, ms since the epoch. */
  | {
      readonly type: 'message.progressed';
      readonly messageId: string;
      readonly providerMessageId: string | null;
      readonly progress: MessageProgress;
      readonly at: number;
      readonly failure: Failure | null;
      /** Earlier reports on the message, with their times. Absent from older builds. */
      readonly earlier?: Reported;
    }
  /** The campaign has been notified of its message's outcome. */
  | { readonly type: 'campaign.told'; readonly messageId: string }
  /** Finally refused, before the provider accepted it. */
  | { readonly type: 'message.refused'; readonly messageId: string; readonly failure: Failure };

/** A customer's change of a message. */
export type AmendedEvent = Extract<
  ConversationEvent,
  { readonly type: 'message.edited' | 'message.revoked' }
>;

/** Each event with the version of the kind that is needed to read it (runtime/event-versions.ts). */
export const CONVERSATION_EVENTS = {
  'conversation.opened': 1,
  'conversation.registered': 1,
  'conversation.linked': 1,
  'conversation.contact_merged': 8,
  'conversation.unlinked': 2,
  'mobile.given': 2,
  'mobile.saved': 4,
  'conversation.fell_silent': 9,
  'conversation.silence_noted': 9,
  'message.received': 1,
  'message.edited': 7,
  'message.revoked': 7,
  'message.echoed': 2,
  'conversation.handed_over': 3,
  'conversation.taken': 5,
  'conversation.given_back': 5,
  'conversation.read': 5,
  'conversation.assigned': 10,
  'conversation.status_set': 10,
  'media.kept': 2,
  'media.postponed': 2,
  'media.due': 2,
  'media.failed': 2,
  'media.transcribed': 6,
  'reply.begun': 1,
  'reply.ended': 1,
  'comment_reply.ended': 1,
  'campaign.told': 1,
  // Version 2: carries template values, which readers must not ignore. Version 7: content of further types.
  'message.queued': 7,
  'message.submitted': 1,
  'message.accepted': 1,
  'message.outcome_unknown': 1,
  'message.postponed': 1,
  'message.progressed': 1,
  'message.refused': 1,
} as const satisfies VersionsOf<ConversationEvent>;

/** The kind, for readers of its events. */
export const CONVERSATION_KIND = eventKind<ConversationEvent>('conversation', CONVERSATION_EVENTS);
