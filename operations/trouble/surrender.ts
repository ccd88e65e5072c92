/**
 * What an actor is told when an operator drops what it owes: the answer that its effect would have had at the worst, so
 * that its state goes on and the debt is gone for ever. One table for all kinds, because it is read by operators, too.
 *
 * A drop never claims that something was done which somebody counts on: nobody is charged, nothing is sent, a number stays
 * reserved, a file counts as failed. What nothing else would free (a line) is freed.
 */
import type { BusinessCommand, BusinessEffect } from '../../actors/business/commands.js';
import type { CallCommand, CallEffect } from '../../actors/call/commands.js';
import type { CampaignCommand, CampaignEffect } from '../../actors/campaign/commands.js';
import type { ContactImportCommand, ContactImportEffect } from '../../actors/contact-import/commands.js';
import type {
  ContactPartitionCommand,
  ContactPartitionEffect,
} from '../../actors/contact-partition/commands.js';
import type { ContactPointCommand, ContactPointEffect } from '../../actors/contact-point/commands.js';
import type { ConversationCommand, ConversationEffect } from '../../actors/conversation/commands.js';
import type { DataSourceCommand, DataSourceEffect } from '../../actors/data-source/commands.js';
import type { IterationCommand, IterationEffect } from '../../actors/iteration/commands.js';
import type { MediaAssetCommand, MediaAssetEffect } from '../../actors/media-asset/index.js';
import type { RecipientsCommand, RecipientsEffect } from '../../actors/recipients/commands.js';
import type { Effect } from '../../actors/runtime/actor.js';
import type { SummaryRunCommand, SummaryRunEffect } from '../../actors/summary-run/commands.js';
import type { JobIssue } from '../../schemas/job.js';

/** One answer for each effect of an actor. */
export type Surrenders<Fx extends Effect, Command> = {
  readonly [K in Fx['kind']]: (effect: Extract<Fx, { readonly kind: K }>) => Command;
};

const DROPPED = 'dropped_by_operator';
const FAILURE = { code: DROPPED, message: 'An operator gave this message up.' } as const;
const ISSUES: readonly JobIssue[] = [
  { row: null, column: null, code: DROPPED, message: 'an operator gave this up; upload the file again' },
];

const QUERY_ISSUES: readonly JobIssue[] = [
  { row: null, column: null, code: DROPPED, message: 'an operator gave this up; refresh the source' },
];

export const businessSurrenders: Surrenders<BusinessEffect, BusinessCommand> = {
  // The call hears of its line when it is asked whether it lives.
  notify_line: ({ callId }) => ({ type: 'line_notified', callId }),
  // A call that cannot be asked gives its line and its credit back.
  check_call: ({ callId }) => ({ type: 'settle_call', callId, blocks: 0, carrierCostMicrocredits: 0 }),
};

export const callSurrenders: Surrenders<CallEffect, CallCommand> = {
  // Nothing was placed, and nothing will be.
  clear: () => ({ type: 'clear_result', result: { outcome: 'claim_lost' } }),
  // It may have been placed: it is looked up, and ends when nobody finds it.
  place: () => ({ type: 'placement_result', result: { outcome: 'unknown' } }),
  hang_up: ({ attempt }) => ({ type: 'hangup_result', attempt, outcome: 'failed' }),
  transfer: ({ useId }) => ({ type: 'transfer_result', useId, outcome: 'unknown' }),
  check: ({ check }) => ({ type: 'check_result', check, result: { outcome: 'unknown' } }),
  reserve_block: ({ block }) => ({ type: 'block_result', block, granted: false }),
  finish_recording: () => ({ type: 'recording_result', recording: null }),
  settle: () => ({ type: 'settle_result', blocks: 0, chargedMicrocredits: 0 }),
};

export const contactSurrenders: Surrenders<ContactPartitionEffect, ContactPartitionCommand> = {
  // Nobody else gets the number: one that is kept for nothing is better than one that two people have.
  check_mobile: ({ mobile }) => ({ type: 'mobile_checked', mobile, held: true }),
  return_mobile: ({ mobile, reservation }) => ({ type: 'mobile_returned', mobile, reservation }),
};

export const contactPointSurrenders: Surrenders<ContactPointEffect, ContactPointCommand> = {
  // It counts as placed: the suppression completes, and says that the call may be up.
  order_call: ({ callId }) => ({ type: 'call_ordered', callId, standing: 'at_carrier' }),
};

export const conversationSurrenders: Surrenders<ConversationEffect, ConversationCommand> = {
  send_message: ({ messageId, attempt }) => ({
    type: 'send_ended',
    messageId,
    attempt,
    outcome: { is: 'refused', failure: FAILURE },
  }),
  // Not silence: that would send it again.
  await_reports: ({ messageId, attempt }) => ({
    type: 'send_ended',
    messageId,
    attempt,
    outcome: { is: 'refused', failure: FAILURE },
  }),
  fetch_media: ({ messageId, attempt }) => ({
    type: 'media_ended',
    messageId,
    attempt,
    outcome: { is: 'refused', failure: { ...FAILURE, message: 'An operator gave this file up.' } },
  }),
  compose_reply: ({ turn, address }) => ({ type: 'replied', turn, recipient: address, messages: [] }),
  compose_comment_reply: ({ comment, address }) => ({
    type: 'comment_replied',
    comment,
    recipient: address,
    message: null,
  }),
  tell_campaign: ({ messageId }) => ({ type: 'campaign_told', messageId }),
  register_participant: () => ({ type: 'registered', contactId: null }),
};

export const mediaAssetSurrenders: Surrenders<MediaAssetEffect, MediaAssetCommand> = {
  // Its file stays, and nobody gets it any more.
  remove_media: () => ({ type: 'removed' }),
};

export const contactImportSurrenders: Surrenders<ContactImportEffect, ContactImportCommand> = {
  // Its file stays in the store, and counts towards no quota any more.
  import_contacts: () => ({
    type: 'finish',
    status: 'failed',
    issues: ISSUES,
    counts: { rows: 0, created: 0, updated: 0, skipped: 0, failed: 0 },
  }),
};

export const dataSourceSurrenders: Surrenders<DataSourceEffect, DataSourceCommand> = {
  ingest: ({ versionId }) => ({ type: 'failed', versionId, issues: ISSUES }),
  read_document: ({ versionId }) => ({ type: 'failed', versionId, issues: ISSUES }),
  query_database: ({ versionId }) => ({ type: 'failed', versionId, issues: QUERY_ISSUES }),
};

export const campaignSurrenders: Surrenders<CampaignEffect, CampaignCommand> = {
  open_iteration: ({ plan }) => ({ type: 'iteration_opened', iterationId: plan.iterationId }),
};

export const iterationSurrenders: Surrenders<IterationEffect, IterationCommand> = {
  // The audience ends here: whoever would have come later is not contacted.
  load_block: ({ link: { block } }) => ({ type: 'block_loaded', block, size: 0, eligible: 0, cursor: null }),
  direct: ({ block, gate, grant }) => ({ type: 'block_directed', block, gate, grantSeq: grant.seq }),
  // It asks again by its timer.
  size: () => ({ type: 'size', permits: 0 }),
};

export const recipientsSurrenders: Surrenders<RecipientsEffect, RecipientsCommand> = {
  dispatch: ({ claim }) => ({ type: 'skip', claim, reason: DROPPED }),
  hand_over: ({ claim }) => ({ type: 'attempt_ended', claim, outcome: 'failed' }),
  withdraw: ({ claim }) => ({ type: 'withdrawn', claim }),
  report: ({ report }) => ({ type: 'report_taken', report: report.report }),
};

export const summarySurrenders: Surrenders<SummaryRunEffect, SummaryRunCommand> = {
  fund: () => ({ type: 'fund_result', funded: false }),
  // What was assessed so far is charged; the rest is not, and the run is partial.
  assess_page: ({ page }) => ({
    type: 'page_assessed',
    page,
    results: [],
    cursor: null,
    abandoned: true,
  }),
  settle_summary: () => ({ type: 'settle_result', chargedMicrocredits: 0 }),
};
