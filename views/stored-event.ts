/** The journal's events as the projections get them. */
import type { AgentEvent } from '../actors/agent/events.js';
import type { BusinessEvent } from '../actors/business/events.js';
import type { CallEvent } from '../actors/call/events.js';
import type { CampaignEvent } from '../actors/campaign/events.js';
import type { ChannelAccountEvent } from '../actors/channel-account/events.js';
import type { ConsoleUserEvent } from '../actors/console-user/events.js';
import type { ContactImportEvent } from '../actors/contact-import/events.js';
import type { ContactEvent } from '../actors/contact-partition/events.js';
import type { ConversationEvent } from '../actors/conversation/events.js';
import type { DataSourceEvent } from '../actors/data-source/events.js';
import type { IterationEvent } from '../actors/iteration/events.js';
import type { ParticipantEvent } from '../actors/participant/events.js';
import type { RecipientsEvent } from '../actors/recipients/events.js';
import type { SourceRowsEvent } from '../actors/source-rows/events.js';
import type { SubscriptionEvent } from '../actors/subscription/events.js';
import type { SummaryRunEvent } from '../actors/summary-run/events.js';

export interface JournalEvent {
  readonly type: string;
}

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

const BUSINESS_EVENTS = {
  'business.created': true,
  'lines.changed': true,
  'price.changed': true,
  'credit.granted': true,
  'credit.reserved': true,
  'credit.settled': true,
  'credit.set_aside': true,
  'credit.taken': true,
  'line.queued': true,
  'line.leased': true,
  'line.notified': true,
  'line.check_due': true,
  'line.renewed': true,
  'line.released': true,
  'key.created': true,
  'key.revoked': true,
  'key.used': true,
  'category.created': true,
  'category.deleted': true,
} as const satisfies Record<BusinessEvent['type'], true>;

const AGENT_EVENTS = {
  'agent.created': true,
  'agent.updated': true,
  'agent.archived': true,
} as const satisfies Record<AgentEvent['type'], true>;

const CONTACT_EVENTS = {
  'contact.created': true,
  'contact.changed': true,
  'contact.deleted': true,
  'contacts.imported': true,
  'mobile.reserved': true,
  'mobile.confirmed': true,
  'mobile.check_due': true,
  'mobile.released': true,
  'mobile.returned': true,
} as const satisfies Record<ContactEvent['type'], true>;

const PARTICIPANT_EVENTS = {
  'participant.appeared': true,
  'participant.linked': true,
} as const satisfies Record<ParticipantEvent['type'], true>;

const CALL_EVENTS = {
  'call.accepted': true,
  'call.line_leased': true,
  'call.placing': true,
  'call.placed': true,
  'call.placement_unknown': true,
  'call.ringing': true,
  'call.answered': true,
  'call.media_attached': true,
  'call.greeting_begun': true,
  'call.media_detached': true,
  'call.turn': true,
  'call.noted': true,
  'call.block_due': true,
  'call.block_reserved': true,
  'call.credit_exhausted': true,
  'call.hangup_requested': true,
  'call.hangup_due': true,
  'call.hangup_attempted': true,
  'call.check_due': true,
  'call.checked': true,
  'call.ended': true,
  'call.recording_finished': true,
  'call.settled': true,
} as const satisfies Record<CallEvent['type'], true>;

const CHANNEL_ACCOUNT_EVENTS = {
  'account.connected': true,
  'account.disconnected': true,
  'account.assigned': true,
} as const satisfies Record<ChannelAccountEvent['type'], true>;

const CONSOLE_USER_EVENTS = {
  'user.created': true,
  'user.password_changed': true,
  'user.disabled': true,
  'user.enabled': true,
  'session.opened': true,
  'session.closed': true,
} as const satisfies Record<ConsoleUserEvent['type'], true>;

const CONTACT_IMPORT_EVENTS = {
  'import.accepted': true,
  'import.progressed': true,
  'import.finished': true,
} as const satisfies Record<ContactImportEvent['type'], true>;

const DATA_SOURCE_EVENTS = {
  'source.created': true,
  'source.changed': true,
  'source.archived': true,
  'source.restored': true,
  'text.replaced': true,
  'version.received': true,
  'version.profiled': true,
  'version.loaded': true,
  'version.reload_begun': true,
  'version.reviewed': true,
  'version.activated': true,
  'version.failed': true,
} as const satisfies Record<DataSourceEvent['type'], true>;

const CONVERSATION_EVENTS = {
  'conversation.opened': true,
  'conversation.registered': true,
  'conversation.linked': true,
  'message.received': true,
  'reply.begun': true,
  'reply.ended': true,
  'comment_reply.ended': true,
  'campaign.told': true,
  'message.queued': true,
  'message.submitted': true,
  'message.accepted': true,
  'message.outcome_unknown': true,
  'message.postponed': true,
  'message.progressed': true,
  'message.refused': true,
} as const satisfies Record<ConversationEvent['type'], true>;

const SUBSCRIPTION_EVENTS = {
  'subscription.created': true,
  'subscription.changed': true,
  'secret.rotated': true,
  'subscription.revoked': true,
  'deliveries.attempted': true,
  'letter.died': true,
  'letter.resent': true,
} as const satisfies Record<SubscriptionEvent['type'], true>;

const CAMPAIGN_EVENTS = {
  'campaign.created': true,
  'campaign.iteration_planned': true,
  'campaign.iteration_opened': true,
} as const satisfies Record<CampaignEvent['type'], true>;

const ITERATION_EVENTS = {
  'iteration.created': true,
  'iteration.block_loaded': true,
  'iteration.started': true,
  'iteration.paused': true,
  'iteration.cancelling': true,
  'iteration.ended': true,
  'iteration.gate_changed': true,
  'iteration.permitted': true,
  'iteration.block_directed': true,
  'iteration.block_reported': true,
  'iteration.sized': true,
  'iteration.size_due': true,
} as const satisfies Record<IterationEvent['type'], true>;

const RECIPIENTS_EVENTS = {
  'recipients.created': true,
  'recipients.permitted': true,
  'recipients.gated': true,
  'recipients.reported': true,
  'recipients.report_taken': true,
  'recipients.claimed': true,
  'recipients.released': true,
  'recipient.contacted': true,
  'recipient.handed_over': true,
  'recipient.ended': true,
  'recipient.skipped': true,
  'recipients.retries_due': true,
  'recipients.held': true,
  'recipients.hold_ended': true,
  'recipients.cancelled': true,
  'recipient.withdrawn': true,
} as const satisfies Record<RecipientsEvent['type'], true>;

const SUMMARY_RUN_EVENTS = {
  'summary.estimated': true,
  'summary.confirmed': true,
  'summary.funded': true,
  'summary.unfunded': true,
  'summary.page_assessed': true,
  'summary.ended': true,
  'summary.settled': true,
} as const satisfies Record<SummaryRunEvent['type'], true>;

const SOURCE_ROWS_EVENTS = { 'rows.loaded': true } as const satisfies Record<SourceRowsEvent['type'], true>;

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
