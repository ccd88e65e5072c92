/** A messaging channel, as the operations see it: sending, and reading what its provider reports. */
import type { AccountChannel } from '../../schemas/channel.js';
import type { TemplateComponent } from '../../schemas/template.js';

/** Why something came to nothing, in a code and words of ours. */
export interface Failure {
  readonly code: string;
  readonly message: string;
}

/** What a customer wrote under a post of ours. */
interface PublicComment {
  /** The provider's. */
  readonly id: string;
  readonly mediaId: string | null;
  readonly text: string;
}

/** What a message of ours says. */
export type OutboundContent =
  | { readonly type: 'text'; readonly text: string }
  | {
      readonly type: 'image';
      /** Ours. */
      readonly mediaId: string;
      readonly providerMediaId: string;
      readonly caption: string | null;
    }
  /** An approved template. */
  | {
      readonly type: 'template';
      readonly name: string;
      readonly languageCode: string;
      /** Values for its variables, filled; `id` of an image is the provider's. Absent where it has none. */
      readonly components?: readonly TemplateComponent[];
    }
  /** A public answer under a comment. */
  | { readonly type: 'comment_reply'; readonly comment: PublicComment; readonly text: string };

/** Where the provider has what a customer sent: under an id, or at an address. */
export interface MediaSource {
  readonly providerMediaId: string | null;
  readonly url?: string;
  readonly mimeType: string | null;
  /** As the customer named it. */
  readonly fileName?: string;
}

/** What a customer's message says. Of types that are not handled only the name and the text, if any, are told. */
export interface InboundContent {
  /** `text`, `image`, `reaction`, `referral`, `comment`, or the provider's name for what else there is. */
  readonly type: string;
  readonly text: string | null;
  readonly media: MediaSource | null;
  /** More of a reaction, a referral or a comment (docs/contract.md "Channels, messages, conversations"). */
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

/** How far a message of ours has come. */
export type MessageProgress = 'sent' | 'delivered' | 'read' | 'failed';

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
export type Sent =
  | { readonly is: 'accepted'; readonly providerMessageId: string }
  | { readonly is: 'refused'; readonly failure: Failure }
  /** Not taken, for certain. `afterMs`: when to ask again. */
  | { readonly is: 'postponed'; readonly afterMs: number; readonly code: string }
  | { readonly is: 'unknown' };

interface Image {
  readonly bytes: Uint8Array;
  readonly mimeType: string;
  readonly fileName: string;
}

type Uploaded =
  | { readonly type: 'uploaded'; readonly providerMediaId: string }
  | { readonly type: 'refused'; readonly failure: Failure }
  /** Uploading again costs nothing. */
  | { readonly type: 'failed' };

/** What came of asking for what a customer sent. */
export type FetchedMedia =
  /** `bytes` can be read once, and may throw: asking again costs nothing. */
  | { readonly type: 'fetched'; readonly mimeType: string | null; readonly bytes: AsyncIterable<Uint8Array> }
  /** For good. */
  | { readonly type: 'refused'; readonly failure: Failure }
  /** It may be had later. */
  | { readonly type: 'failed'; readonly code: string };

/** What the provider says of an account to who shows its token; what it does not tell is null. */
interface AccountFacts {
  /** What it is called there. */
  readonly name: string | null;
  /** Its user name, on Instagram. */
  readonly username: string | null;
  /** As people read it, on WhatsApp. */
  readonly phoneNumber: string | null;
  /** How customers take its messages, in the provider's word, on WhatsApp. */
  readonly quality: string | null;
}

/** Whether an account can be used with its token. */
export type AccountCheck =
  | ({ readonly is: 'usable' } & AccountFacts)
  | { readonly is: 'refused'; readonly failure: Failure }
  /** Nobody knows: it did not answer, or had no time. */
  | { readonly is: 'unknown' };

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
  /** Asks the provider for the account with its token. Never throws. */
  checkAccount(account: AccountAccess, signal: AbortSignal): Promise<AccountCheck>;
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
