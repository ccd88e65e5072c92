/** What a conversation can be told, what it owes and what it answers. */
import type { AccountChannel } from '../../schemas/channel.js';
import type {
  Author,
  CustomerIdentity,
  Failure,
  InboundContent,
  OutboundContent,
  Progress,
} from './events.js';

/** What came of asking the provider to send a message. */
export type SendOutcome =
  | { readonly is: 'accepted'; readonly providerMessageId: string }
  | { readonly is: 'refused'; readonly failure: Failure }
  /** Not taken, for certain. `afterMs`: when to ask again. */
  | { readonly is: 'postponed'; readonly afterMs: number; readonly code: string }
  /** `checkAfterMs`: for how long the provider's reports may still tell. */
  | { readonly is: 'unknown'; readonly checkAfterMs: number };

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
    }
  /** Refused with `conversation_window_closed`, `conversation_outbox_full`. The same id again changes nothing. */
  | {
      readonly type: 'send';
      readonly messageId: string;
      readonly author: Author;
      readonly recipient: string;
      readonly content: OutboundContent;
    }
  | {
      readonly type: 'send_ended';
      readonly messageId: string;
      readonly attempt: number;
      readonly outcome: SendOutcome;
    }
  /** The provider reports on a message of ours, named by our id or by its own; late and repeated ones are harmless. */
  | {
      readonly type: 'report';
      readonly messageId: string | null;
      readonly providerMessageId: string | null;
      readonly progress: Progress;
      readonly at: number;
      readonly failure: Failure | null;
    }
  | { readonly type: 'registered'; readonly contactId: string | null }
  /** Whose conversation it is turned out later. */
  | { readonly type: 'link'; readonly contactId: string }
  | { readonly type: 'look' };

export type ConversationEffect =
  | {
      readonly kind: 'send_message';
      readonly channel: AccountChannel;
      readonly accountId: string;
      readonly address: string;
      readonly messageId: string;
      readonly attempt: number;
      readonly content: OutboundContent;
    }
  /** Makes the person known as a participant, and a contact where there is a mobile; answers `registered`. */
  | {
      readonly kind: 'register_participant';
      readonly channel: AccountChannel;
      readonly accountId: string;
      readonly address: string;
      readonly customer: CustomerIdentity;
    };

export interface ConversationAnswer {
  readonly exists: boolean;
  readonly contactId: string | null;
  /** Until when messages may be sent, ms since the epoch; null before the customer wrote. */
  readonly windowClosesAt: number | null;
}
