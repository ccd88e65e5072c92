/** A conversation's state. It holds only what decisions need; the messages are in the views. */
import type { AccountChannel } from '../../schemas/channels/channel.js';
import type {
  AmendedEvent,
  Author,
  CustomerIdentity,
  MediaSource,
  MessageCampaign,
  OutboundContent,
  PublicComment,
  Reported,
  Silence,
} from './events.js';

/** A message of ours that the provider has not accepted yet, as far as we know. */
export interface Waiting {
  readonly messageId: string;
  readonly author: Author;
  readonly content: OutboundContent;
  readonly campaign: MessageCampaign | null;
  /** It confirms the customer's wish about contact; absent: it does not. */
  readonly confirmsConsent?: true;
  /** Number of send attempts. */
  readonly attempt: number;
  readonly phase:
    | { readonly type: 'queued' }
    | { readonly type: 'asking' }
    | { readonly type: 'unknown'; readonly silenceMs: number }
    | { readonly type: 'postponed'; readonly retryAt: number };
}

/** A message of ours that the provider accepted. */
export interface AcceptedMessage {
  readonly messageId: string;
  readonly providerMessageId: string | null;
  readonly reported: Reported;
  /** The campaign to notify of the outcome; null if there is none, or it was notified. */
  readonly campaign: MessageCampaign | null;
  /** Its text, if the provider may have accepted it more than once: each copy is echoed. */
  readonly repeated: string | null;
}

/** The outcome of a message that its campaign is yet to be notified of. */
interface CampaignOutcome {
  readonly messageId: string;
  readonly campaign: MessageCampaign;
  readonly outcome: 'completed' | 'failed';
}

/** Media of a message that is yet to be fetched. */
export interface AwaitedMedia {
  readonly messageId: string;
  /** Type of the message. */
  readonly type: string;
  readonly source: MediaSource;
  /** Number of fetch attempts. */
  readonly attempt: number;
  /** When to try again, ms since the epoch; null while an attempt is in progress. */
  readonly retryAt: number | null;
  /** Whether it is a voice note to listen to. */
  readonly transcribes: boolean;
}

export interface ConversationState {
  readonly account: {
    readonly channel: AccountChannel;
    readonly accountId: string;
    readonly address: string;
  } | null;
  readonly customer: CustomerIdentity | null;
  readonly registered: boolean;
  /** How often they had to be registered again; each time is a separate effect. */
  readonly registrations: number;
  readonly contactId: string | null;
  /** Their former contact, which is gone; null: none. */
  readonly gone: string | null;
  /** The mobile that they gave themselves, E.164; null: none. */
  readonly givenMobile: string | null;
  /** Whether the contact rests only on that mobile. */
  readonly isClaimed: boolean;
  /** How often answers have asked for the mobile. */
  readonly mobileAsked: number;
  readonly lastReceivedAt: number | null;
  /** When a human last answered in the channel's app, or took or was handed the conversation, ms since the epoch; null: never. */
  readonly humanAt: number | null;
  /** Whether people are done with it; false: it is open. */
  readonly isDone: boolean;
  /** The tool use by which an agent last handed the conversation over; null: none. */
  readonly handedOver: string | null;
  /** Provider ids of the latest messages that we did not send. */
  readonly received: readonly string[];
  /** Number of messages from the customer so far. */
  readonly turn: number;
  /** An answer that an agent owes to the customer's last message. */
  readonly reply: {
    readonly turn: number;
    readonly dueAt: number;
    readonly composing: boolean;
    /** The provider's ids of the messages that it answers. Absent in a state of older builds. */
    readonly messages?: readonly string[];
  } | null;
  /** The latest amendment of each message, oldest first. */
  readonly amended: readonly AmendedEvent[];
  /** Comments that an agent owes a public answer. */
  readonly comments: readonly PublicComment[];
  /** In the order of sending; the first is being sent or comes next. */
  readonly outbox: readonly Waiting[];
  /** The latest accepted messages, oldest first. */
  readonly taken: readonly AcceptedMessage[];
  /** The latest messages of ours that were refused before the provider accepted them, to recognise repeated requests. */
  readonly refused: readonly string[];
  readonly news: readonly CampaignOutcome[];
  /** The episode that goes on; null: the customer has not written since the last silence, or nothing is analysed. */
  readonly episode: (Silence & { readonly silenceMs: number; readonly lastAt: number }) | null;
  /** Episodes that are over, whose analysis is yet to be requested. */
  readonly silences: readonly Silence[];
  /** Media from the customer that is not stored yet. */
  readonly media: readonly AwaitedMedia[];
  /** Stored voice notes whose words are yet to be known, by their message. */
  readonly notes: readonly string[];
  /** The provider's id of the customer's last message; null: none. */
  readonly lastMessageId: string | null;
  /** The wish about contact that was last confirmed to the customer; null: none. */
  readonly confirmedConsent: 'stop' | 'start' | null;
}

export const initial = (): ConversationState => ({
  account: null,
  customer: null,
  registered: false,
  registrations: 0,
  contactId: null,
  gone: null,
  givenMobile: null,
  isClaimed: false,
  mobileAsked: 0,
  lastReceivedAt: null,
  humanAt: null,
  isDone: false,
  handedOver: null,
  received: [],
  turn: 0,
  reply: null,
  comments: [],
  outbox: [],
  taken: [],
  refused: [],
  news: [],
  episode: null,
  silences: [],
  media: [],
  notes: [],
  lastMessageId: null,
  confirmedConsent: null,
  amended: [],
});
