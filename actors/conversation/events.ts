/** What happened in a conversation: one person's messages with one account of ours on one channel. */
import type { AccountChannel } from '../../schemas/channel.js';
import type { TemplateComponent } from '../../schemas/template.js';
import { eventKind, type VersionsOf } from '../runtime/event-versions.js';

/** What a message of ours says. */
export type OutboundContent =
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
      /** Values for its variables, filled; `id` of an image is the provider's. Absent where it has none. */
      readonly components?: readonly TemplateComponent[];
    }
  /** A public answer under a comment. */
  | {
      readonly type: 'comment_reply';
      readonly comment: PublicComment;
      readonly text: string;
    };

/** What a customer wrote under a post of ours. */
export interface PublicComment {
  /** The provider's. */
  readonly id: string;
  readonly mediaId: string | null;
  readonly text: string;
}

/** Who wrote a message of ours. */
export type Author = 'api' | 'agent' | 'human' | 'campaign';

/** The campaign's recipient that a message is for. */
export interface MessageCampaign {
  readonly campaignId: string;
  readonly iterationId: string;
  readonly block: number;
  readonly claim: { readonly index: number; readonly revision: number };
}

/** Where the provider has what a customer sent: under an id, or at an address. */
export interface MediaSource {
  readonly providerMediaId: string | null;
  readonly url?: string;
  readonly mimeType: string | null;
  /** As the customer named it. */
  readonly fileName?: string;
}

/** What a customer's message says. Of types that are not handled only the name and the text, if any, are kept. */
export interface InboundContent {
  /** `text`, `image`, `reaction`, `referral`, `comment`, or the provider's name for what else there is. */
  readonly type: string;
  readonly text: string | null;
  readonly media: MediaSource | null;
  /**
   * What subscribers are told of a reaction, a referral or a comment (docs/contract.md "Channels, messages,
   * conversations").
   */
  readonly details: Readonly<Record<string, string | null>> | null;
}

/** How the channel names the customer; what it does not tell is null. */
export interface CustomerIdentity {
  /** E.164. */
  readonly mobile: string | null;
  readonly whatsappId: string | null;
  readonly userId: string | null;
  readonly username: string | null;
  readonly name: string | null;
}

export type MessageProgress = 'sent' | 'delivered' | 'read' | 'failed';

export interface GivenMobile {
  /** E.164. */
  readonly mobile: string;
  /** Whether a contact was made; else the one that has the number was found. */
  readonly created: boolean;
}

/** When a message came how far, as the provider tells it, ms since the epoch. */
export type Reported = Readonly<Partial<Record<MessageProgress, number>>>;

export interface Failure {
  readonly code: string;
  readonly message: string;
}

/** What was fetched. */
export interface KeptMedia {
  readonly mimeType: string | null;
  readonly sizeBytes: number;
  /** Lower-case hexadecimal. */
  readonly sha256: string;
  /** ms since the epoch. */
  readonly keptUntil: number;
}

export type ConversationEvent =
  | {
      readonly type: 'conversation.opened';
      readonly channel: AccountChannel;
      /** Ours: a phone number id, an Instagram account id. */
      readonly accountId: string;
      /** Theirs on the channel: digits of the mobile, or the channel's id of the person. */
      readonly address: string;
    }
  /** The person is known as a participant; `contactId` is null while no contact can be made of them. */
  | {
      readonly type: 'conversation.registered';
      readonly contactId: string | null;
      /** By which mobile that the person gave they were found, and whether a contact was made for it. */
      readonly given?: GivenMobile;
    }
  /** The person gave their mobile, E.164: they are to be made known by it. */
  | { readonly type: 'mobile.given'; readonly mobile: string }
  /** The person, who is the contact, gave this mobile, E.164, and an agent has saved it to the contact. */
  | { readonly type: 'mobile.saved'; readonly contactId: string; readonly mobile: string }
  | { readonly type: 'conversation.linked'; readonly contactId: string }
  /** The contact is gone: whoever writes on is made known anew. */
  | { readonly type: 'conversation.unlinked'; readonly contactId: string }
  | {
      readonly type: 'message.received';
      readonly messageId: string;
      readonly providerMessageId: string;
      /** When the customer sent it, by the provider's clock, ms since the epoch. */
      readonly sentAt: number;
      readonly customer: CustomerIdentity;
      readonly content: InboundContent;
      /** Whether it opens the time in which we may write. */
      readonly opensWindow: boolean;
      /**
       * When an agent answers, unless the customer writes on (a comment is answered in any case), ms since the epoch;
       * null: it is not an agent's to answer.
       */
      readonly replyAt: number | null;
      /** Whether a human had taken over the account or the conversation. Older builds left it out. */
      readonly humanHandoff?: boolean;
      /** Whether what it carries is fetched and kept; absent in what was received before that was done. */
      readonly keepsMedia?: boolean;
    }
  /** A human answered in the channel's own app, by the provider's clock at `sentAt`: theirs is the conversation now. */
  | {
      readonly type: 'message.echoed';
      readonly messageId: string;
      readonly providerMessageId: string;
      readonly sentAt: number;
      /** As the customer is named for senders: E.164, or the channel's id. */
      readonly recipient: string;
      readonly content: { readonly type: string; readonly text: string | null };
    }
  /** An agent handed the conversation over to the business's people: theirs it is now. */
  | {
      readonly type: 'conversation.handed_over';
      /** Of the agent's tool. */
      readonly useId: string;
      /** What the customer wants, in the agent's words; null: it said nothing. */
      readonly reason: string | null;
    }
  /** A user of the console took the conversation: theirs it is, as when a human has answered in the channel's app. */
  | { readonly type: 'conversation.taken'; readonly userId: string }
  /** A user gave it back: the agent of the account answers what the customer writes from then on. */
  | { readonly type: 'conversation.given_back'; readonly userId: string }
  /** A user has read what the customer wrote, up to this message. */
  | { readonly type: 'conversation.read'; readonly userId: string; readonly messageId: string }
  /** What the message carries lies here now. `keptUntil`: ms since the epoch. */
  | ({ readonly type: 'media.kept'; readonly messageId: string } & KeptMedia)
  /** The provider did not give it; it is asked again. */
  | {
      readonly type: 'media.postponed';
      readonly messageId: string;
      readonly retryAt: number;
      readonly code: string;
    }
  | { readonly type: 'media.due'; readonly messageId: string; readonly attempt: number }
  /** For good. */
  | { readonly type: 'media.failed'; readonly messageId: string; readonly failure: Failure }
  /** The customer has paused: the agent thinks about its answer to all that was written. */
  | { readonly type: 'reply.begun'; readonly turn: number }
  | {
      readonly type: 'reply.ended';
      readonly turn: number;
      /** The answer asks for the mobile. */
      readonly asksMobile?: boolean;
    }
  /** The agent answered the comment, or has nothing to say to it. */
  | { readonly type: 'comment_reply.ended'; readonly commentId: string }
  | {
      readonly type: 'message.queued';
      readonly messageId: string;
      readonly author: Author;
      /** The user of the console who wrote it. */
      readonly userId?: string;
      /** As the sender named them: E.164, or the channel's id. */
      readonly recipient: string;
      readonly content: OutboundContent;
      /** Null when it is none of a campaign's. */
      readonly campaign: MessageCampaign | null;
      /** What the customer wants about contact, where the message confirms that. */
      readonly confirmsConsent?: 'stop' | 'start';
    }
  /** In the journal before the provider is asked. */
  | { readonly type: 'message.submitted'; readonly messageId: string; readonly attempt: number }
  | { readonly type: 'message.accepted'; readonly messageId: string; readonly providerMessageId: string }
  /** Nobody knows whether the provider took it: its reports tell, or `silenceMs` without any. */
  | {
      readonly type: 'message.outcome_unknown';
      readonly messageId: string;
      readonly attempt: number;
      readonly silenceMs: number;
    }
  /** The provider took it for certain not, and may in a while. */
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
      /** What was reported of it before, with its times. Older builds left it out. */
      readonly earlier?: Reported;
    }
  /** The campaign knows what became of its message. */
  | { readonly type: 'campaign.told'; readonly messageId: string }
  /** Refused for good before the provider took it. */
  | { readonly type: 'message.refused'; readonly messageId: string; readonly failure: Failure };

/** With the versions that it takes to read them (runtime/event-versions.ts). */
export const CONVERSATION_EVENTS = {
  'conversation.opened': 1,
  'conversation.registered': 1,
  'conversation.linked': 1,
  'conversation.unlinked': 2,
  'mobile.given': 2,
  'mobile.saved': 4,
  'message.received': 1,
  'message.echoed': 2,
  'conversation.handed_over': 3,
  'conversation.taken': 5,
  'conversation.given_back': 5,
  'conversation.read': 5,
  'media.kept': 2,
  'media.postponed': 2,
  'media.due': 2,
  'media.failed': 2,
  'reply.begun': 1,
  'reply.ended': 1,
  'comment_reply.ended': 1,
  'campaign.told': 1,
  // With values for a template, which must be heeded.
  'message.queued': 2,
  'message.submitted': 1,
  'message.accepted': 1,
  'message.outcome_unknown': 1,
  'message.postponed': 1,
  'message.progressed': 1,
  'message.refused': 1,
} as const satisfies VersionsOf<ConversationEvent>;

/** The kind, for those who read its events. */
export const CONVERSATION_KIND = eventKind<ConversationEvent>('conversation', CONVERSATION_EVENTS);
