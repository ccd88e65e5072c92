/** The interface of a messaging channel to the operations: sends messages and reads its provider's reports. */

import type { ListedTemplate } from '../../schemas/channels/approved-template.js';
import type { AccountChannel } from '../../schemas/channels/channel.js';
import type { MessagePayload } from '../../schemas/channels/message-payload.js';
import type { RichContent } from '../../schemas/channels/rich-content.js';
import type { TemplateComponent } from '../../schemas/channels/template.js';

/** Why something failed, as a code and message of ours. */
export interface Failure {
  readonly code: string;
  readonly message: string;
}

/** A customer's comment under a post of ours. */
interface PublicComment {
  /** The provider's ID. */
  readonly id: string;
  readonly mediaId: string | null;
  readonly text: string;
}

/** The content of an outbound message. */
export type OutboundContent =
  | RichContent
  | { readonly type: 'text'; readonly text: string }
  | {
      readonly type: 'image';
      /** Our ID. */
      readonly mediaId: string;
      readonly providerMediaId: string;
      readonly caption: string | null;
    }
  /** An approved template. */
  | {
      readonly type: 'template';
      readonly name: string;
      readonly languageCode: string;
      /** The values of its variables; an image's `id` is the provider's. Absent if it has none. */
      readonly components?: readonly TemplateComponent[];
    }
  /** A public reply under a comment. */
  | { readonly type: 'comment_reply'; readonly comment: PublicComment; readonly text: string };

/** Where the provider stores media from a customer: under an ID or at a URL. */
export interface MediaSource {
  readonly providerMediaId: string | null;
  readonly url?: string;
  readonly mimeType: string | null;
  /** The customer's name for the file. */
  readonly fileName?: string;
}

/** The content of an inbound message. For unsupported types, only the type's name and the text, if any, are present. */
export interface InboundContent {
  /** `text`, `image`, `reaction`, `referral`, `comment`, or the provider's name for any other type. */
  readonly type: string;
  readonly text: string | null;
  readonly media: MediaSource | null;
  /** Details of a reaction, a referral or a comment (docs/reference/api.md "Channels, messages, conversations"). */
  readonly details: Readonly<Record<string, string | null>> | null;
  /** The structured form of a message that is more than its text; absent: it is not. */
  readonly payload?: MessagePayload;
}

/** The channel's identifiers of the customer; null where the channel provides none. */
export interface CustomerIdentity {
  /** E.164. */
  readonly mobile: string | null;
  readonly whatsappId: string | null;
  readonly userId: string | null;
  readonly username: string | null;
  readonly name: string | null;
}

/** The progress of an outbound message. */
export type MessageProgress = 'sent' | 'delivered' | 'read' | 'failed';

/** The account that a request acts as. */
export interface AccountAccess {
  readonly accountId: string;
  readonly token: string;
}

export interface OutboundMessage {
  /** The customer's address on the channel. */
  readonly to: string;
  readonly content: OutboundContent;
  /** Returned with every report on the message. */
  readonly correlation: string;
  /** Whether an earlier request may have succeeded after all: if the provider can be queried, it is queried first. */
  readonly again: boolean;
}

/** How long a channel shows that an answer is being written, ms: WhatsApp 25 s, Instagram 20 s; the shorter counts. */
export const TYPING_SHOWN_MS = 20_000;

/** The outcome according to the provider's response; the caller decides how long to wait for an unknown one. */
export type Sent =
  /** `knownAs`: the address by which the channel knows the person, if that is another one. */
  | { readonly is: 'accepted'; readonly providerMessageId: string; readonly knownAs?: string }
  | { readonly is: 'refused'; readonly failure: Failure }
  /** Definitely not accepted. `afterMs`: when to retry. */
  | { readonly is: 'postponed'; readonly afterMs: number; readonly code: string }
  | { readonly is: 'unknown' };

/** The customer's message that an answer is being written to. */
export interface AnsweredMessage {
  /** The customer's address on the channel. */
  readonly address: string;
  readonly providerMessageId: string;
}

/** A file for a message. */
interface OutboundFile {
  readonly bytes: Uint8Array;
  readonly mimeType: string;
  readonly fileName: string;
}

type Uploaded =
  | { readonly type: 'uploaded'; readonly providerMediaId: string }
  | { readonly type: 'refused'; readonly failure: Failure }
  /** Uploading again is harmless. */
  | { readonly type: 'failed' };

/** The outcome of fetching media from a customer. */
export type FetchedMedia =
  /** `bytes` can be read once and may throw; fetching again is harmless. */
  | { readonly type: 'fetched'; readonly mimeType: string | null; readonly bytes: AsyncIterable<Uint8Array> }
  /** Permanent. */
  | { readonly type: 'refused'; readonly failure: Failure }
  /** It may be available later. */
  | { readonly type: 'failed'; readonly code: string };

/** What the provider reports about an account to the holder of its token; null where it reports nothing. */
interface AccountFacts {
  /** Its name at the provider. */
  readonly name: string | null;
  /** Its username, on Instagram. */
  readonly username: string | null;
  /** In human-readable form, on WhatsApp. */
  readonly phoneNumber: string | null;
  /** The quality rating of its messages in the provider's terms, on WhatsApp. */
  readonly quality: string | null;
}

/** Whether an account can be used with its token. */
export type AccountCheck =
  | ({ readonly is: 'usable' } & AccountFacts)
  | { readonly is: 'refused'; readonly failure: Failure }
  /** The provider did not respond or was throttling. */
  | { readonly is: 'unknown' };

/** A customer's message, as the provider reported it. */
export interface InboundMessage {
  readonly accountId: string;
  readonly address: string;
  readonly providerMessageId: string;
  /** By the provider's clock, ms since the epoch. */
  readonly sentAt: number;
  readonly customer: CustomerIdentity;
  readonly content: InboundContent;
  /** Whether it opens the window in which we may send messages. */
  readonly opensWindow: boolean;
}

/** A customer has changed an earlier message, or taken it back. `at`: by the provider's clock, ms since the epoch. */
export type Amendment = {
  readonly accountId: string;
  readonly address: string;
  /** The provider's id of the message. */
  readonly originalId: string;
  readonly at: number;
} & ({ readonly kind: 'edited'; readonly text: string | null } | { readonly kind: 'revoked' });

/** The provider's report on a message of ours. */
export interface MessageProgressReport {
  readonly accountId: string;
  readonly providerMessageId: string;
  /** Our correlation from the message; null if the provider did not return it. */
  readonly correlation: string | null;
  readonly address: string | null;
  readonly progress: MessageProgress;
  readonly at: number;
  readonly failure: Failure | null;
}

/** A message from our account, as the provider reports it: typed by a human in the channel's app, or an echo of one we sent. */
export interface EchoedMessage {
  readonly accountId: string;
  /** The customer's. */
  readonly address: string;
  readonly providerMessageId: string;
  /** By the provider's clock, ms since the epoch. */
  readonly sentAt: number;
  /** As in {@link InboundContent}. */
  readonly type: string;
  readonly text: string | null;
}

export interface Webhook {
  readonly messages: readonly InboundMessage[];
  readonly echoes: readonly EchoedMessage[];
  readonly amendments: readonly Amendment[];
  readonly reports: readonly MessageProgressReport[];
  /** The names of parts that we do not understand, for the log. */
  readonly ignored: readonly string[];
}

/** The templates of an account. */
export type TemplateList =
  | {
      readonly is: 'listed';
      readonly templates: readonly ListedTemplate[];
      /** Whether there are no others. */
      readonly isComplete: boolean;
    }
  | { readonly is: 'refused'; readonly failure: Failure }
  /** The provider did not respond or was throttling. */
  | { readonly is: 'unreachable' };

export interface MessagingChannel {
  readonly channel: AccountChannel;
  /** Never throws. */
  send(account: AccountAccess, message: OutboundMessage, signal: AbortSignal): Promise<Sent>;
  /**
   * Marks the customer's message as read, and shows them that an answer is being written, until it arrives or for
   * {@link TYPING_SHOWN_MS}. Whether it worked; never throws.
   */
  showTyping(account: AccountAccess, message: AnsweredMessage, signal: AbortSignal): Promise<boolean>;
  /** Marks the customer's message, and all before it, as read. Whether it worked; never throws. */
  markRead(account: AccountAccess, message: AnsweredMessage, signal: AbortSignal): Promise<boolean>;
  /** Requests the templates of the account from the provider. Never throws. */
  listTemplates(account: AccountAccess, signal: AbortSignal): Promise<TemplateList>;
  /** Requests the account from the provider with its token. Never throws. */
  checkAccount(account: AccountAccess, signal: AbortSignal): Promise<AccountCheck>;
  /** Never throws. */
  uploadFile(account: AccountAccess, file: OutboundFile, signal: AbortSignal): Promise<Uploaded>;
  /** Fetches media from a customer, at most `maxBytes` of it. Never throws; reading its bytes may. */
  fetchMedia(
    account: AccountAccess,
    source: MediaSource,
    maxBytes: number,
    signal: AbortSignal,
  ): Promise<FetchedMedia>;
  /** Whether the provider signed exactly this body. */
  verifyWebhook(body: Uint8Array, signature: string): boolean;
  /** Whether a subscription request carries the token that we gave to the provider. */
  verifyToken(token: string): boolean;
  /** Parses everything in one delivery; never throws. */
  parseWebhook(body: unknown): Webhook;
}
