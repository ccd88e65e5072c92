/** What a conversation can be told and asked, and what it owes. */
import type { AccountChannel } from '../../schemas/channel.js';
import type {
  Author,
  CustomerIdentity,
  Failure,
  GivenMobile,
  InboundContent,
  KeptMedia,
  MediaSource,
  MessageCampaign,
  MessageProgress,
  OutboundContent,
  PublicComment,
} from './events.js';

/** What came of asking the provider to send a message. */
export type SendOutcome =
  | { readonly is: 'accepted'; readonly providerMessageId: string }
  | { readonly is: 'refused'; readonly failure: Failure }
  /** Not taken, for certain. `afterMs`: when to ask again. */
  | { readonly is: 'postponed'; readonly afterMs: number; readonly code: string }
  /** `silenceMs`: how long without any report says that it was not taken. */
  | { readonly is: 'unknown'; readonly silenceMs: number };

/** What came of asking the provider for what a customer sent. */
export type MediaOutcome =
  | ({ readonly is: 'kept' } & KeptMedia)
  | { readonly is: 'refused'; readonly failure: Failure }
  /** It may be had later. */
  | { readonly is: 'postponed'; readonly code: string };

/** A message of ours, to be sent in its turn. */
export interface NewMessage {
  readonly messageId: string;
  readonly author: Author;
  /** The user of the console who wrote it, and takes the conversation by that. */
  readonly userId?: string;
  readonly recipient: string;
  readonly content: OutboundContent;
  readonly campaign: MessageCampaign | null;
  /** Whom a template may be sent to although nobody has written yet; null: an open conversation is needed. */
  readonly opens: {
    readonly channel: AccountChannel;
    readonly accountId: string;
    readonly address: string;
    /** Null where nobody knows who has the address. */
    readonly contactId: string | null;
  } | null;
}

/** The command that sends it. */
export const sending = (message: NewMessage): Extract<ConversationCommand, NewMessage> => {
  const { content } = message;
  const hasValues = content.type === 'template' && content.components !== undefined;
  return { type: hasValues ? 'send_template' : 'send', ...message };
};

export type ConversationCommand =
  /** A customer wrote. The same provider message again changes nothing. */
  | {
      readonly type: 'receive';
      readonly channel: AccountChannel;
      readonly accountId: string;
      readonly address: string;
      readonly messageId: string;
      readonly providerMessageId: string;
      readonly sentAt: number;
      readonly customer: CustomerIdentity;
      readonly content: InboundContent;
      readonly opensWindow: boolean;
      /** Whether an agent answers on the account at this moment. */
      readonly automated: boolean;
      /** Whether a human has taken over the account. Default: nobody has. */
      readonly humanHandoff?: boolean;
      /** When humans last handed the account back, ms since the epoch; absent: never. */
      readonly handedBackAt?: number;
    }
  /**
   * The provider tells a message of ours: one that we sent, or one that a human typed in its app. The same again changes
   * nothing. Refused with `not_ready` when it may be of one that is being sent.
   */
  | {
      readonly type: 'echo';
      readonly channel: AccountChannel;
      readonly accountId: string;
      readonly address: string;
      /** Ours, should it be new. */
      readonly messageId: string;
      readonly providerMessageId: string;
      readonly sentAt: number;
      readonly recipient: string;
      readonly content: { readonly type: string; readonly text: string | null };
      /** Who has the address; null where nobody knows. */
      readonly contactId: string | null;
    }
  /** An agent hands the conversation over to people. The same use again changes nothing. */
  | { readonly type: 'hand_over'; readonly useId: string; readonly reason: string | null }
  /** Tells the customer that contact has ended or resumes, as they asked. The same message again changes nothing. */
  | {
      readonly type: 'confirm_consent';
      readonly messageId: string;
      readonly wish: 'stop' | 'start';
      readonly text: string;
      /** Whether contact stood like that already: then it is confirmed only where no message has confirmed it yet. */
      readonly isRepeated: boolean;
    }
  /** A user takes it over. All three are refused with `conversation_not_found` where nothing was ever said. */
  | { readonly type: 'take'; readonly userId: string }
  | { readonly type: 'give_back'; readonly userId: string }
  | { readonly type: 'mark_read'; readonly userId: string; readonly messageId: string }
  /** Refused with `conversation_window_closed`, `conversation_outbox_full`. The same id again changes nothing. */
  | ({ readonly type: 'send' } & NewMessage)
  /** The same of a template with values: a build that does not know these must not send it without them. */
  | ({ readonly type: 'send_template' } & NewMessage)
  | { readonly type: 'campaign_told'; readonly messageId: string }
  | {
      readonly type: 'send_ended';
      readonly messageId: string;
      readonly attempt: number;
      readonly outcome: SendOutcome;
    }
  /** The agent's answer, in as many messages as it takes; none when it has nothing to say. */
  | {
      readonly type: 'replied';
      readonly turn: number;
      readonly recipient: string;
      readonly messages: readonly { readonly messageId: string; readonly text: string }[];
      /** Whether the answer asks for the mobile. Default: no. */
      readonly asksMobile?: boolean;
      /** The mobile that the customer gave, E.164; left out where they gave none. */
      readonly givenMobile?: string;
    }
  /** The agent's public answer to a comment; null when it has nothing to say. */
  | {
      readonly type: 'comment_replied';
      readonly comment: PublicComment;
      readonly recipient: string;
      readonly message: { readonly messageId: string; readonly text: string } | null;
    }
  /** What came of fetching what a message carries. */
  | {
      readonly type: 'media_ended';
      readonly messageId: string;
      readonly attempt: number;
      readonly outcome: MediaOutcome;
    }
  /** The provider was listened to for as long as it takes, and said nothing of the attempt. */
  | { readonly type: 'silent'; readonly messageId: string; readonly attempt: number }
  /**
   * The provider reports on a message of ours, named by our id or by its own; late and repeated ones are harmless. Refused
   * with `not_ready` when it may be of one that is being sent.
   */
  | {
      readonly type: 'report';
      readonly messageId: string | null;
      readonly providerMessageId: string | null;
      readonly progress: MessageProgress;
      readonly at: number;
      readonly failure: Failure | null;
    }
  | { readonly type: 'registered'; readonly contactId: string | null; readonly given?: GivenMobile }
  /** The person gave their mobile, E.164, and nobody knows yet who they are; else it changes nothing. */
  | { readonly type: 'give_mobile'; readonly mobile: string }
  /** An agent has saved the person's mobile, E.164, to the contact that they are. */
  | { readonly type: 'mobile_saved'; readonly contactId: string; readonly mobile: string }
  /** The contact that somebody who writes was is gone. Harmless when it is another one by now. */
  | { readonly type: 'contact_gone'; readonly contactId: string }
  /** Whose conversation it is turned out later. */
  | { readonly type: 'link'; readonly contactId: string };

export type ConversationEffect =
  | {
      readonly kind: 'send_message';
      readonly channel: AccountChannel;
      readonly accountId: string;
      readonly address: string;
      readonly messageId: string;
      readonly attempt: number;
      readonly content: OutboundContent;
      readonly contactId: string | null;
      readonly campaign: MessageCampaign | null;
      /** When the customer last wrote, ms since the epoch; null: never. */
      readonly lastReceivedAt: number | null;
      /** It confirms what the customer wants about contact, and is sent whatever is suppressed. */
      readonly confirmsConsent: boolean;
    }
  /** Listen to the provider for `silenceMs`; answers `silent`. */
  | {
      readonly kind: 'await_reports';
      readonly messageId: string;
      readonly attempt: number;
      readonly silenceMs: number;
    }
  /** Have the agent of the account answer; answers `replied`. */
  | {
      readonly kind: 'compose_reply';
      readonly channel: AccountChannel;
      readonly accountId: string;
      readonly address: string;
      readonly contactId: string | null;
      /** Whether the person is taken for the contact because they gave its mobile: nobody has checked that. */
      readonly isClaimed: boolean;
      /** How often answers have asked for their mobile; null when it is not to be asked for. */
      readonly mobileAsked: number | null;
      /** When the customer last wrote, ms since the epoch; null: never. */
      readonly lastReceivedAt: number | null;
      readonly turn: number;
    }
  /** Have the agent of the account answer a comment where everyone reads it; answers `comment_replied`. */
  | {
      readonly kind: 'compose_comment_reply';
      readonly channel: AccountChannel;
      readonly accountId: string;
      readonly address: string;
      readonly comment: PublicComment;
    }
  /** Fetch what the message carries, and keep it; answers `media_ended`. */
  | {
      readonly kind: 'fetch_media';
      readonly channel: AccountChannel;
      readonly accountId: string;
      readonly messageId: string;
      readonly attempt: number;
      /** Of the message: decides how much is taken. */
      readonly mediaType: string;
      readonly source: MediaSource;
    }
  /** Tell the campaign what became of its message; answers `campaign_told`. */
  | {
      readonly kind: 'tell_campaign';
      readonly messageId: string;
      readonly campaign: MessageCampaign;
      readonly outcome: 'completed' | 'failed';
    }
  /** Makes the person known as a participant, and a contact where there is a mobile; answers `registered`. */
  | {
      readonly kind: 'register_participant';
      readonly channel: AccountChannel;
      readonly accountId: string;
      readonly address: string;
      readonly customer: CustomerIdentity;
      /** The contact that they were and that is gone; null where there was none. */
      readonly gone: string | null;
      /** The mobile that they gave themselves, E.164; null where they gave none. */
      readonly givenMobile: string | null;
    };

export interface ConversationReplies {
  readonly receive: {
    /** Who wrote; null where nobody knows. */
    readonly contactId: string | null;
  };
  readonly give_mobile: {
    /** The mobile by which the person is known, or is to be made known; null where they gave none. */
    readonly givenMobile: string | null;
  };
}

export interface ConversationQueries {
  get(): ConversationDetails;
}

/** Of one that nobody began yet, all is null. */
interface ConversationDetails {
  readonly contactId: string | null;
  /** Whose conversation it is, as the channel names both; null: nothing was said yet. Absent where an older build says so. */
  readonly account?: {
    readonly channel: AccountChannel;
    readonly accountId: string;
    readonly address: string;
  } | null;
  /** Whether the person is taken for the contact because they gave its mobile. Absent where an older build says so. */
  readonly isClaimed?: boolean;
  /** The customer's own number, as the channel says it; null where it says none. Absent where an older build says so. */
  readonly customerMobile?: string | null;
  /** Until when messages may be sent, ms since the epoch; null before the customer wrote. */
  readonly windowClosesAt: number | null;
}
