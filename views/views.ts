/** What the floors above may ask of the read models. Every answer comes from the local SQLite file. */
import type { AgentResource } from '../schemas/agent.js';
import type { AccountChannel } from '../schemas/channel.js';
import type { KeyResource } from '../schemas/console.js';
import type { CategoryResource, ContactResource } from '../schemas/contact.js';
import type { DataSourceResource, IngestionResource, SourceField } from '../schemas/data-source.js';
import type { ContactImportJob } from '../schemas/job.js';
import type { MessageDeliveryState } from '../schemas/message.js';
import type {
  DeadLetter,
  DeliveryAttempt,
  SubscriptionChannel,
  SubscriptionResource,
} from '../schemas/subscription.js';
import type { VoiceCallSummary } from '../schemas/voice-call.js';
import type { BusinessRecord } from './businesses.js';
import type { CallDetail, CallFacts, CallFilter } from './calls.js';
import type { CampaignViews } from './campaign-views.js';
import type { AccountOwner, AssignmentPage, ChannelAccountRecord } from './channel-accounts.js';
import type { ConversationRecord, OwnMessage, SpokenMessage } from './conversation-queries.js';
import type { KeyRecord } from './keys.js';
import type { MediaRecord } from './message-media.js';
import type { Page, PageRequest } from './page.js';
import type { RebuildReason, StoppedAt, StuckAt } from './projector-messages.js';
import type { ActiveSubscription } from './subscriptions.js';
import type { TimelineEntry } from './timeline.js';
import type { SessionRecord } from './users.js';

/** Queries. All are scoped to a business but the look-ups of keys and sessions. @throws DomainError `cursor_invalid` */
export interface Views extends CampaignViews {
  key(keyId: string): KeyRecord | null;
  /** Newest first, revoked ones too. */
  keys(businessId: string, page: PageRequest): Page<KeyResource>;
  keyOf(businessId: string, keyId: string): KeyResource | null;
  /** An open session, expired or not, of an active user; `sessionId` is the hash of its token. */
  session(sessionId: string): SessionRecord | null;
  business(businessId: string): BusinessRecord | null;
  /** Newest first, archived ones too; a page of large ones holds fewer than were asked for. */
  agents(businessId: string, page: PageRequest): Page<AgentResource>;
  agent(businessId: string, agentId: string): AgentResource | null;
  contacts(businessId: string, page: PageRequest, search: string | null): Page<ContactResource>;
  contact(businessId: string, contactId: string): ContactResource | null;
  /** Who has the number. */
  contactOfMobile(businessId: string, mobile: string): string | null;
  /** Partitions in which contacts of the category live. */
  partitionsOfCategory(categoryId: string): readonly string[];
  /** How many contacts would be left without any category if this one went. */
  onlyInCategory(categoryId: string): number;
  timeline(
    businessId: string,
    contactId: string,
    page: PageRequest,
    campaignId: string | null,
  ): Page<TimelineEntry>;
  categories(businessId: string, page: PageRequest): Page<CategoryResource>;
  category(businessId: string, categoryId: string): CategoryResource | null;
  contactImports(businessId: string, page: PageRequest): Page<ContactImportJob>;
  contactImport(businessId: string, jobId: string): ContactImportJob | null;
  channelAccounts(businessId: string): readonly ChannelAccountRecord[];
  /** Those of one channel, newest first. */
  channelAccountPage(
    businessId: string,
    channel: AccountChannel,
    page: PageRequest,
  ): Page<ChannelAccountRecord>;
  /** The accounts of a channel, then the agents that could answer on them. */
  assignments(businessId: string, channel: AccountChannel, page: PageRequest): AssignmentPage;
  conversation(businessId: string, conversationId: string): ConversationRecord | null;
  /** Newest first, revoked ones too. */
  subscriptions(businessId: string, page: PageRequest): Page<SubscriptionResource>;
  subscription(businessId: string, subscriptionId: string): SubscriptionResource | null;
  /** The active ones of an account, of all calls or of all campaigns (`accountId` null), oldest first. */
  subscribersOf(
    businessId: string,
    channel: SubscriptionChannel,
    accountId: string | null,
  ): readonly SubscriptionResource[];
  /** Of all businesses. */
  activeSubscriptions(): readonly ActiveSubscription[];
  /** The first active subscription through which an external backend answers on the account; null: none does. */
  automationOf(businessId: string, channel: AccountChannel, accountId: string): string | null;
  /** The latest attempts, newest first. */
  deliveryAttempts(subscriptionId: string, page: PageRequest): Page<DeliveryAttempt>;
  /** Newest first, re-sent ones too. */
  deadLetters(subscriptionId: string, page: PageRequest): Page<DeadLetter>;
  /** The business that has the account, and the account's own id. */
  accountOwner(channel: AccountChannel, accountId: string): AccountOwner | null;
  /** The latest messages of a conversation, oldest first. */
  conversationMessages(conversationId: string, count: number): readonly SpokenMessage[];
  /** A message of ours, and how far it has come. */
  message(businessId: string, messageId: string): MessageDeliveryState | null;
  /** What of a message of ours is the same for ever. */
  ownMessage(businessId: string, messageId: string): OwnMessage | null;
  /** What a customer's message carries; null when nothing of it is kept. */
  messageMedia(businessId: string, messageId: string): MediaRecord | null;
  /** Newest first, the contacts last; a page of large ones holds fewer than were asked for. */
  dataSources(businessId: string, page: PageRequest): Page<DataSourceResource>;
  dataSource(businessId: string, sourceId: string): DataSourceResource | null;
  ingestions(businessId: string, page: PageRequest, sourceId: string | null): Page<IngestionResource>;
  ingestion(businessId: string, ingestionId: string): IngestionResource | null;
  /** A contact's values in the active version of a source, by field key; null when it has no row there. */
  sourceValues(
    businessId: string,
    sourceId: string,
    contact: { readonly id: string; readonly mobile: string },
  ): ReadonlyMap<string, { readonly value: string; readonly type: SourceField['type'] }> | null;
  /** What unstructured sources say on a question, within `maxCharacters`. */
  knowledge(sourceIds: readonly string[], question: string, maxCharacters: number): readonly string[];
  callFacts(businessId: string, callId: string): CallFacts | null;
  calls(businessId: string, page: PageRequest, filter: CallFilter): Page<VoiceCallSummary>;
  call(businessId: string, callId: string): CallDetail | null;
}

/** How the views stand to the journal. */
export type ViewsState =
  | { readonly is: 'ready' }
  /** `rebuild`: why all of it is read again; null after a plain start. */
  | { readonly is: 'catching_up'; readonly rebuild: RebuildReason | null }
  /** At a commit that a newer build wrote; what came before it is there. */
  | ({ readonly is: 'stopped' } & StoppedAt)
  /** What was read cannot be written; reading goes on there once it can. */
  | ({ readonly is: 'stuck' } & StuckAt);

/** The views together with the means to wait for one's own writes. */
export interface ViewStore extends Views {
  /** Resolves once everything up to `seq` of `shard` is visible here. @throws DomainError `not_ready` after `timeoutMs` (default 5,000) */
  waitFor(shard: number, seq: number, timeoutMs?: number): Promise<void>;
  /**
   * Resolves once everything that is in the shard's journal by now is visible here: a miss catches up once
   * (docs/architecture.md "Read models"). Without a business, in those of all shards.
   */
  catchUp(businessId: string | null): Promise<void>;
  state(): ViewsState;
  /** Reads on behind the commit that the views have stopped at, without its events. Harmless where they have not. */
  passOver(shard: number, seq: number): void;
  /** Reads on from where the views are: what they stopped at may be gone. Harmless where they have not. */
  readAgain(): void;
  /** Whether the state is `ready`; the service answers "not ready" otherwise. */
  ready(): boolean;
  /** Commits not yet applied, for metrics. */
  lag(): number;
  close(): Promise<void>;
}
