/** The journal's events as the projections get them. */
import { AGENT_EVENTS, type AgentEvent } from '../actors/agent/events.js';
import { BUSINESS_EVENTS, type BusinessEvent } from '../actors/business/events.js';
import { CALL_EVENTS, type CallEvent } from '../actors/call/events.js';
import { CAMPAIGN_EVENTS, type CampaignEvent } from '../actors/campaign/events.js';
import { CHANNEL_ACCOUNT_EVENTS, type ChannelAccountEvent } from '../actors/channel-account/events.js';
import { CONSOLE_USER_EVENTS, type ConsoleUserEvent } from '../actors/console-user/events.js';
import { CONTACT_IMPORT_EVENTS, type ContactImportEvent } from '../actors/contact-import/events.js';
import { CONTACT_EVENTS, type ContactEvent } from '../actors/contact-partition/events.js';
import { CONVERSATION_EVENTS, type ConversationEvent } from '../actors/conversation/events.js';
import { DATA_SOURCE_EVENTS, type DataSourceEvent } from '../actors/data-source/events.js';
import { ITERATION_EVENTS, type IterationEvent } from '../actors/iteration/events.js';
import { PARTICIPANT_EVENTS, type ParticipantEvent } from '../actors/participant/events.js';
import { RECIPIENTS_EVENTS, type RecipientsEvent } from '../actors/recipients/events.js';
import { type EventVersions, type Gap, gapIn, type Written } from '../actors/runtime/event-versions.js';
import { SOURCE_ROWS_EVENTS, type SourceRowsEvent } from '../actors/source-rows/events.js';
import { SUBSCRIPTION_EVENTS, type SubscriptionEvent } from '../actors/subscription/events.js';
import { SUMMARY_RUN_EVENTS, type SummaryRunEvent } from '../actors/summary-run/events.js';
import { isRecord } from '../schemas/json.js';

export interface JournalEvent {
  readonly type: string;
}

/** Of whatever lies among the events of a commit. */
export const isJournalEvent = (value: unknown): value is JournalEvent =>
  isRecord(value) && typeof value.type === 'string';

/** One event with its place in the journal. */
export interface Stored<E> {
  readonly businessId: string;
  readonly shard: number;
  /** Of the actor. */
  readonly id: string;
  readonly seq: number;
  /** Its place among the events of its commit. */
  readonly index: number;
  /** When the commit was made, ms since the epoch. */
  readonly at: number;
  readonly event: E;
}

/** What the kinds of actors that have a view write. */
const EVENTS_OF: Readonly<Record<string, EventVersions>> = {
  business: BUSINESS_EVENTS,
  agent: AGENT_EVENTS,
  contacts: CONTACT_EVENTS,
  call: CALL_EVENTS,
  'channel-account': CHANNEL_ACCOUNT_EVENTS,
  'console-user': CONSOLE_USER_EVENTS,
  'contact-import': CONTACT_IMPORT_EVENTS,
  'data-source': DATA_SOURCE_EVENTS,
  conversation: CONVERSATION_EVENTS,
  subscription: SUBSCRIPTION_EVENTS,
  campaign: CAMPAIGN_EVENTS,
  iteration: ITERATION_EVENTS,
  recipients: RECIPIENTS_EVENTS,
  'summary-run': SUMMARY_RUN_EVENTS,
  'source-rows': SOURCE_ROWS_EVENTS,
};

/** Null when this build can read the commit, or shows nothing of its kind. */
export const gapInCommit = (commit: Written & { readonly kind: string }): Gap | null => {
  const versions = EVENTS_OF[commit.kind];
  return versions === undefined ? null : gapIn(versions, commit);
};

// The journal holds what our own actors decided, so the type's name vouches for the rest of the event. One that
// is malformed nevertheless fails in its projection and is skipped there (projection.ts).
export const isBusinessEvent = (event: JournalEvent): event is BusinessEvent =>
  Object.hasOwn(BUSINESS_EVENTS, event.type);
export const isAgentEvent = (event: JournalEvent): event is AgentEvent =>
  Object.hasOwn(AGENT_EVENTS, event.type);
export const isContactEvent = (event: JournalEvent): event is ContactEvent =>
  Object.hasOwn(CONTACT_EVENTS, event.type);
export const isCallEvent = (event: JournalEvent): event is CallEvent =>
  Object.hasOwn(CALL_EVENTS, event.type);
export const isParticipantEvent = (event: JournalEvent): event is ParticipantEvent =>
  Object.hasOwn(PARTICIPANT_EVENTS, event.type);
export const isContactImportEvent = (event: JournalEvent): event is ContactImportEvent =>
  Object.hasOwn(CONTACT_IMPORT_EVENTS, event.type);
export const isDataSourceEvent = (event: JournalEvent): event is DataSourceEvent =>
  Object.hasOwn(DATA_SOURCE_EVENTS, event.type);
export const isSourceRowsEvent = (event: JournalEvent): event is SourceRowsEvent =>
  Object.hasOwn(SOURCE_ROWS_EVENTS, event.type);
export const isChannelAccountEvent = (event: JournalEvent): event is ChannelAccountEvent =>
  Object.hasOwn(CHANNEL_ACCOUNT_EVENTS, event.type);
export const isConsoleUserEvent = (event: JournalEvent): event is ConsoleUserEvent =>
  Object.hasOwn(CONSOLE_USER_EVENTS, event.type);
export const isConversationEvent = (event: JournalEvent): event is ConversationEvent =>
  Object.hasOwn(CONVERSATION_EVENTS, event.type);
export const isSubscriptionEvent = (event: JournalEvent): event is SubscriptionEvent =>
  Object.hasOwn(SUBSCRIPTION_EVENTS, event.type);
export const isCampaignEvent = (event: JournalEvent): event is CampaignEvent =>
  Object.hasOwn(CAMPAIGN_EVENTS, event.type);
export const isIterationEvent = (event: JournalEvent): event is IterationEvent =>
  Object.hasOwn(ITERATION_EVENTS, event.type);
export const isRecipientsEvent = (event: JournalEvent): event is RecipientsEvent =>
  Object.hasOwn(RECIPIENTS_EVENTS, event.type);
export const isSummaryRunEvent = (event: JournalEvent): event is SummaryRunEvent =>
  Object.hasOwn(SUMMARY_RUN_EVENTS, event.type);
