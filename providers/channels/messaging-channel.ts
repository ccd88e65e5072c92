/** A messaging channel, as the operations see it: sending, and reading what its provider reports. */
import type { SendOutcome } from '../../actors/conversation/commands.js';
import type {
  CustomerIdentity,
  Failure,
  InboundContent,
  MediaSource,
  MessageProgress,
  OutboundContent,
} from '../../actors/conversation/events.js';
import type { AccountChannel } from '../../schemas/channel.js';

/** What a request of ours acts as. */
export interface AccountAccess {
  readonly accountId: string;
  readonly token: string;
}

export interface OutboundMessage {
  /** The customer's address on the channel. */
  readonly to: string;
  readonly content: OutboundContent;
  /** Comes back with every report on the message. */
  readonly correlation: string;
  /** Whether an earlier request may have been taken after all: where the provider can be asked, it is asked first. */
  readonly again: boolean;
}

/** As the provider's answer says it; who asks decides how long an unknown one is waited for. */
export type Sent = Exclude<SendOutcome, { is: 'unknown' }> | { readonly is: 'unknown' };

export interface Image {
  readonly bytes: Uint8Array;
  readonly mimeType: string;
  readonly fileName: string;
}

export type Uploaded =
  | { readonly is: 'uploaded'; readonly providerMediaId: string }
  | { readonly is: 'refused'; readonly failure: Failure }
  /** Uploading again costs nothing. */
  | { readonly is: 'failed' };

/** What came of asking for what a customer sent. */
export type FetchedMedia =
  /** `bytes` can be read once, and may throw: asking again costs nothing. */
  | { readonly is: 'fetched'; readonly mimeType: string | null; readonly bytes: AsyncIterable<Uint8Array> }
  /** For good. */
  | { readonly is: 'refused'; readonly failure: Failure }
  /** It may be had later. */
  | { readonly is: 'failed'; readonly code: string };

/** A customer's message, as the provider told it. */
export interface InboundMessage {
  readonly accountId: string;
  readonly address: string;
  readonly providerMessageId: string;
  /** By the provider's clock, ms since the epoch. */
  readonly sentAt: number;
  readonly customer: CustomerIdentity;
  readonly content: InboundContent;
  /** Whether it opens the time in which we may write. */
  readonly opensWindow: boolean;
}

/** The provider's report on a message of ours. */
export interface MessageProgressReport {
  readonly accountId: string;
  readonly providerMessageId: string;
  /** What we gave it with the message; null when it did not come back. */
  readonly correlation: string | null;
  readonly address: string | null;
  readonly progress: MessageProgress;
  readonly at: number;
  readonly failure: Failure | null;
}

/** A message of ours, as the provider tells it: typed by a human in the channel's app, or sent by us and told again. */
export interface EchoedMessage {
  readonly accountId: string;
  /** The customer's. */
  readonly address: string;
  readonly providerMessageId: string;
  /** By the provider's clock, ms since the epoch. */
  readonly sentAt: number;
  /** As {@link InboundContent} has them. */
  readonly type: string;
  readonly text: string | null;
}

export interface Webhook {
  readonly messages: readonly InboundMessage[];
  readonly echoes: readonly EchoedMessage[];
  readonly reports: readonly MessageProgressReport[];
  /** Parts that we do not understand, for the log: what they are called. */
  readonly ignored: readonly string[];
}

export interface MessagingChannel {
  readonly channel: AccountChannel;
  /** Never throws. */
  send(account: AccountAccess, message: OutboundMessage, signal: AbortSignal): Promise<Sent>;
  /** Never throws. */
  uploadImage(account: AccountAccess, image: Image, signal: AbortSignal): Promise<Uploaded>;
  /** What a customer sent, at most so many bytes of it. Never throws; its bytes may. */
  fetchMedia(
    account: AccountAccess,
    source: MediaSource,
    maxBytes: number,
    signal: AbortSignal,
  ): Promise<FetchedMedia>;
  /** Whether the provider signed this very body. */
  verifyWebhook(body: Uint8Array, signature: string): boolean;
  /** Whether the provider asks with the token that we gave it, when it subscribes. */
  verifyToken(token: string): boolean;
  /** Everything in one delivery; never throws. */
  parseWebhook(body: unknown): Webhook;
}
