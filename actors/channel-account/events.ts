/** Events of an account of ours on a messaging channel. */
import type { AccountChannel } from '../../schemas/channels/channel.js';
import { eventKind, type VersionsOf } from '../runtime/event-versions.js';

/** Defines who answers on the account. */
export interface Assignment {
  readonly agentId: string | null;
  readonly autoReplyEnabled: boolean;
  readonly humanHandoffActive: boolean;
}

export type ChannelAccountEvent =
  | {
      readonly type: 'account.connected';
      readonly channel: AccountChannel;
      /** A WhatsApp phone number id, an Instagram professional account id. */
      readonly accountId: string;
      readonly displayName: string;
      readonly username: string | null;
      /** The access token, sealed with the cluster's key (operations/sealing.ts). */
      readonly sealedToken: string;
    }
  /** `claim`: the revision of the claim that ends with the connection; absent in events from before claims. */
  | { readonly type: 'account.disconnected'; readonly claim?: number }
  /** Connections under this or an earlier revision of the claim are no longer accepted. */
  | { readonly type: 'account.claim_fenced'; readonly claim: number }
  | ({
      readonly type: 'account.assigned';
      /** Humans have handed back all conversations that they had taken over. */
      readonly handedBack?: boolean;
    } & Assignment);

/** Each event with the version of the kind that is needed to read it (runtime/event-versions.ts). */
export const CHANNEL_ACCOUNT_EVENTS = {
  'account.connected': 1,
  'account.disconnected': 1,
  'account.assigned': 1,
  'account.claim_fenced': 2,
} as const satisfies VersionsOf<ChannelAccountEvent>;

/** The kind, for readers of its events. */
export const CHANNEL_ACCOUNT_KIND = eventKind<ChannelAccountEvent>('channel-account', CHANNEL_ACCOUNT_EVENTS);
