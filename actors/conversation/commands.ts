/** Commands, queries and effects of a conversation. */
import type { AnswerSource } from '../../schemas/agents/knowledge.js';
import type { AccountChannel } from '../../schemas/channels/channel.js';
import { isRich } from '../../schemas/channels/rich-content.js';
import type {
  AnsweringAgent,
  Author,
  ClaimedMobile,
  CustomerIdentity,
  Failure,
  InboundContent,
  KeptMedia,
  MediaSource,
  MessageCampaign,
  MessageProgress,
  OutboundContent,
  PublicComment,
  Silence,
  Transcription,
} from './events.js';

/** The outcome of a request to the provider to send a message. */
export type SendOutcome =
  /** `knownAs`: the address by which the channel knows the person, if that is another one. */
  | { readonly is: 'accepted'; readonly providerMessageId: string; readonly knownAs?: string }
  | { readonly is: 'refused'; readonly failure: Failure }
  /** Definitely not accepted. `afterMs`: delay until the next attempt. */
  | { readonly is: 'postponed'; readonly afterMs: number; readonly code: string }
  /** `silenceMs`: how long without any report means that the message was not accepted. */
  | { readonly is: 'unknown'; readonly silenceMs: number };

/** The outcome of fetching a customer's media from the provider. */
export type MediaOutcome =
  | ({ readonly is: 'kept' } & KeptMedia)
  | { readonly is: 'refused'; readonly failure: Failure }
  /** It may be available later. */
  | { readonly is: 'postponed'; readonly code: string };

/** A message of ours, to be sent in order. */
export interface NewMessage {
  readonly messageId: string;
  readonly author: Author;
  /** The console user who wrote it, and thereby takes the conversation. */
  readonly userId?: string;
  readonly recipient: string;
  readonly content: OutboundContent;
  readonly campaign: MessageCampaign | null;
  /** The conversation that a template may open; null: the conversation must exist already. */
  readonly opens: {
    readonly channel: AccountChannel;
    readonly accountId: string;
    readonly address: string;
    /** Null if the contact with this address is unknown. */
    readonly contactId: string | null;
  } | null;
}

/** The command that sends a message. */
export const sending = (message: NewMessage): Extract<ConversationCommand, NewMessage> => {
  const { content } = message;
  const hasValues = content.type === 'template' && content.components !== undefined;
  if (isRich(content)) return { type: 'send_rich', ...message };
  return { type: hasValues ? 'send_template' : 'send', ...message };
};

export type ConversationCommand =
  /** A customer wrote. A repeated provider message changes nothing. */
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
      /** Whether a human has taken over the account. Default: false. */
      readonly humanHandoff?: boolean;
      /** How long both sides are silent before the conversation is analysed, ms; absent: it is not. */
      readonly silenceMs?: number;
      /** When humans last handed the account back, ms since the epoch; absent: never. */
      readonly handedBackAt?: number;
    }
  /**
   * The provider echoes a message of our account: one that we sent, or one that a human typed in its app. A repetition
   * changes nothing. Refused with `not_ready` if it may be a message that is being sent.
   */
  | {
      readonly type: 'echo';
      readonly channel: AccountChannel;
      readonly accountId: string;
      readonly address: string;
      /** Our id for the message, if it is new. */
      readonly messageId: string;
      readonly providerMessageId: string;
      readonly sentAt: number;
      readonly recipient: string;
      readonly content: { readonly type: string; readonly text: string | null };
      /** The contact with this address; null if unknown. */
      readonly contactId: string | null;
    }
  /** An agent hands the conversation over to people. A repeated use changes nothing. */
  | { readonly type: 'hand_over'; readonly useId: string; readonly reason: string | null }
  /** Confirms to the customer that contact has ended or resumes, as requested. A repeated message changes nothing. */
  | {
      readonly type: 'confirm_consent';
      readonly messageId: string;
      readonly wish: 'stop' | 'start';
      readonly text: string;
      /** Whether contact was in that state already. It is then confirmed only if no message has confirmed it yet. */
      readonly isRepeated: boolean;
    }
  /**
   * A user takes the conversation over. This and the next four are refused with `conversation_not_found` before any message.
   * `assigns`: whether it is also assigned to the user.
   */
  | { readonly type: 'take'; readonly userId: string; readonly assigns?: true }
  | { readonly type: 'give_back'; readonly userId: string }
  | { readonly type: 'mark_read'; readonly userId: string; readonly messageId: string }
  /** `assigneeId`: the member of the team; null: no member. `userId`: the author. */
  | { readonly type: 'assign'; readonly assigneeId: string | null; readonly userId: string }
  /** Setting the status that it has changes nothing. */
  | { readonly type: 'set_status'; readonly status: 'open' | 'done'; readonly userId: string }
  /** Refused with `conversation_window_closed`, `conversation_outbox_full`. A repeated id changes nothing. */
  | ({ readonly type: 'send' } & NewMessage)
  /** `send` of a template with values: a build that does not know values must not send it without them. */
  | ({ readonly type: 'send_template' } & NewMessage)
  /** `send` of content that older builds do not know. */
  | ({ readonly type: 'send_rich' } & NewMessage)
  | { readonly type: 'campaign_told'; readonly messageId: string }
  | { readonly type: 'silence_noted'; readonly firstMessageId: string }
  | {
      readonly type: 'send_ended';
      readonly messageId: string;
      readonly attempt: number;
      readonly outcome: SendOutcome;
    }
  /** The customer has changed an earlier message, or taken it back. Repetitions change nothing. */
  | {
      readonly type: 'amend';
      readonly messageId: string;
      /** The provider's id of the message. */
      readonly originalId: string;
      /** By the provider's clock, ms since the epoch. */
      readonly at: number;
      readonly amendment:
        | { readonly kind: 'edited'; readonly text: string | null }
        | { readonly kind: 'revoked' };
      /** Whether it is ignored unless the message has arrived. Default: false. */
      readonly onlyKnown?: boolean;
    }
  /** The agent's answer, in one or more messages; none if it has nothing to say. */
  | {
      readonly type: 'replied';
      readonly turn: number;
      readonly recipient: string;
      readonly messages: readonly { readonly messageId: string; readonly text: string }[];
      /** The sources of which the model was given text for it. Default: none. */
      readonly sources?: readonly AnswerSource[];
      /** Whether the answer asks for the mobile. Default: false. */
      readonly asksMobile?: boolean;
      /** The mobile that the customer gave, E.164; absent: none. */
      readonly givenMobile?: string;
      /** The agent that composed it. */
      readonly agent?: AnsweringAgent;
    }
  /** The agent's public answer to a comment; null if it has nothing to say. */
  | {
      readonly type: 'comment_replied';
      readonly comment: PublicComment;
      readonly recipient: string;
      readonly message: { readonly messageId: string; readonly text: string } | null;
      /** The agent that composed it. */
      readonly agent?: AnsweringAgent;
      /** As those of `replied`. */
      readonly sources?: readonly AnswerSource[];
    }
  /** The outcome of fetching a message's media. */
  | {
      readonly type: 'media_ended';
      readonly messageId: string;
      readonly attempt: number;
      readonly outcome: MediaOutcome;
    }
  /** What a voice note says. A repetition changes nothing. */
  | { readonly type: 'transcribed'; readonly messageId: string; readonly transcription: Transcription }
  /** The provider reported nothing about the attempt within the silence period. */
  | { readonly type: 'silent'; readonly messageId: string; readonly attempt: number }
  /**
   * The provider reports on a message of ours, identified by our id or its own. Late and repeated reports are harmless.
   * Refused with `not_ready` if it may be about a message that is being sent.
   */
  | {
      readonly type: 'report';
      readonly messageId: string | null;
      readonly providerMessageId: string | null;
      readonly progress: MessageProgress;
      readonly at: number;
      readonly failure: Failure | null;
    }
  | { readonly type: 'registered'; readonly contactId: string | null; readonly given?: ClaimedMobile }
  /** The person gave their mobile, E.164. Changes nothing unless their contact is still unknown. */
  | { readonly type: 'give_mobile'; readonly mobile: string }
  /** An agent has saved the person's mobile, E.164, to their contact. */
  | { readonly type: 'mobile_saved'; readonly contactId: string; readonly mobile: string }
  /** The person's contact is gone. Harmless if they have another one by now. */
  | { readonly type: 'contact_gone'; readonly contactId: string }
  /** The person's contact `from` was merged into this one. Harmless if they have another one by now. */
  | { readonly type: 'contact_merged'; readonly contactId: string; readonly from: string }
  /** Links the conversation to its contact, which became known later. */
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
      /** Whether it confirms the customer's wish about contact. It is then sent regardless of suppressions. */
      readonly confirmsConsent: boolean;
    }
  /** Wait `silenceMs` for reports of the provider; answers `silent`. */
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
      /** Whether the contact rests only on the mobile that the person gave, which is not verified. */
      readonly isClaimed: boolean;
      /** How often answers have asked for their mobile; null if answers must not ask for it. */
      readonly mobileAsked: number | null;
      /** When the customer last wrote, ms since the epoch; null: never. */
      readonly lastReceivedAt: number | null;
      readonly turn: number;
      /** The provider's id of the message that the answer follows; null: from before it was kept. */
      readonly lastMessageId: string | null;
      /** Whether a file that the answer may depend on is on its way. */
      readonly awaitsMedia: boolean;
    }
  /** Have the agent of the account answer a comment publicly; answers `comment_replied`. */
  | {
      readonly kind: 'compose_comment_reply';
      readonly channel: AccountChannel;
      readonly accountId: string;
      readonly address: string;
      readonly comment: PublicComment;
    }
  /** Fetch the message's media and store it; answers `media_ended`. */
  | {
      readonly kind: 'fetch_media';
      readonly channel: AccountChannel;
      readonly accountId: string;
      readonly messageId: string;
      readonly attempt: number;
      /** Type of the message; determines the size limit. */
      readonly mediaType: string;
      readonly source: MediaSource;
    }
  /** Listen to a stored voice note; answers `transcribed`. */
  | {
      readonly kind: 'transcribe_note';
      readonly channel: AccountChannel;
      readonly accountId: string;
      readonly messageId: string;
    }
  /** Notify the campaign of its message's outcome; answers `campaign_told`. */
  | {
      readonly kind: 'tell_campaign';
      readonly messageId: string;
      readonly campaign: MessageCampaign;
      readonly outcome: 'completed' | 'failed';
    }
  /** Request the analysis of an episode; answers `silence_noted`. */
  | ({
      readonly kind: 'note_silence';
      readonly channel: AccountChannel;
      readonly accountId: string;
    } & Silence)
  /** Register the person as a participant, and as a contact if there is a mobile; answers `registered`. */
  | {
      readonly kind: 'register_participant';
      readonly channel: AccountChannel;
      readonly accountId: string;
      readonly address: string;
      readonly customer: CustomerIdentity;
      /** The contact that the conversation was begun with or linked to; null: none. */
      readonly contactId: string | null;
      /** Their former contact, which is gone; null: none. */
      readonly gone: string | null;
      /** The mobile that they gave themselves, E.164; null: none. */
      readonly givenMobile: string | null;
    };

export interface ConversationReplies {
  readonly receive: {
    /** The contact that wrote; null if unknown. */
    readonly contactId: string | null;
  };
  readonly give_mobile: {
    /** The given mobile by which the person was or will be identified; null: none. */
    readonly givenMobile: string | null;
  };
}

export interface ConversationQueries {
  get(): ConversationDetails;
}

/** All null before the first message, except `isClaimed`. */
interface ConversationDetails {
  readonly contactId: string | null;
  /** Both sides of the conversation, as the channel names them; null before the first message. Absent from older builds. */
  readonly account?: {
    readonly channel: AccountChannel;
    readonly accountId: string;
    readonly address: string;
  } | null;
  /** Whether the contact rests only on the mobile that the person gave. Absent from older builds. */
  readonly isClaimed?: boolean;
  /** The customer's number as the channel reports it; null: none. Absent from older builds. */
  readonly customerMobile?: string | null;
  /** Until when messages may be sent, ms since the epoch; null before the customer writes. */
  readonly windowClosesAt: number | null;
  /** The provider's id of the customer's latest message; null: none. Absent from older builds. */
  readonly lastMessageId?: string | null;
  /** What an answer may wait for: images being fetched, voice notes being listened to. Absent from older builds. */
  readonly awaits?: AwaitedForAnswer;
}

/** `words` before `files`, where both are awaited. */
export type AwaitedForAnswer = 'words' | 'files' | 'nothing';
