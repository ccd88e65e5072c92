/**
 * The command that an actor receives when an operator drops one of its effects: the worst result that the effect could have
 * had, so that the actor's state advances and the effect is gone for ever. One table for all kinds, because operators read
 * it, too.
 *
 * A drop never claims that something was done that others rely on: no one is charged, nothing is sent, a number stays
 * reserved, a file counts as failed. Resources that nothing else would free (a line) are freed.
 */
import type { AlertRuleCommand, AlertRuleEffect } from '../../actors/alert-rule/commands.js';
import type { AnalysisCommand, AnalysisEffect } from '../../actors/analysis/commands.js';
import type { AnalysisRunCommand, AnalysisRunEffect } from '../../actors/analysis-run/commands.js';
import type { BusinessCommand, BusinessEffect } from '../../actors/business/commands.js';
import type { CallCommand, CallEffect } from '../../actors/call/commands.js';
import type { CampaignCommand, CampaignEffect } from '../../actors/campaign/commands.js';
import type { ContactImportCommand, ContactImportEffect } from '../../actors/contact-import/index.js';
import type { ContactJobCommand, ContactJobEffect } from '../../actors/contact-job/index.js';
import type {
  ContactPartitionCommand,
  ContactPartitionEffect,
} from '../../actors/contact-partition/commands.js';
import type { ContactPointCommand, ContactPointEffect } from '../../actors/contact-point/commands.js';
import type { ConversationCommand, ConversationEffect } from '../../actors/conversation/commands.js';
import type { DataSourceCommand, DataSourceEffect } from '../../actors/data-source/commands.js';
import type { IterationCommand, IterationEffect } from '../../actors/iteration/commands.js';
import type { MediaAssetCommand, MediaAssetEffect } from '../../actors/media-asset/index.js';
import type { PassageVectorsCommand, PassageVectorsEffect } from '../../actors/passage-vectors/commands.js';
import type { RecipientsCommand, RecipientsEffect } from '../../actors/recipients/commands.js';
import type { Effect } from '../../actors/runtime/actor.js';
import type { SimulationRunCommand, SimulationRunEffect } from '../../actors/simulation-run/commands.js';
import type { SummaryRunCommand, SummaryRunEffect } from '../../actors/summary-run/commands.js';
import type { JobIssue } from '../../schemas/contacts/job.js';

/** One result for each effect of an actor. */
export type AbandonedEffects<Fx extends Effect, Command> = {
  readonly [K in Fx['kind']]: (effect: Extract<Fx, { readonly kind: K }>) => Command;
};

const DROPPED = 'dropped_by_operator';
const FAILURE = { code: DROPPED, message: 'An operator dropped this message.' } as const;
const ISSUES: readonly JobIssue[] = [
  { row: null, column: null, code: DROPPED, message: 'an operator dropped this job; upload the file again' },
];

const QUERY_ISSUES: readonly JobIssue[] = [
  { row: null, column: null, code: DROPPED, message: 'an operator dropped this job; refresh the source' },
];

export const abandonedBusinessEffects: AbandonedEffects<BusinessEffect, BusinessCommand> = {
  // The call learns of its line from the next `check_call`.
  notify_line: ({ callId }) => ({ type: 'line_notified', callId }),
  // A call that cannot be queried returns its line and its credit.
  check_call: ({ callId }) => ({ type: 'settle_call', callId, blocks: 0, carrierCostMicrocredits: 0 }),
};

export const abandonedCallEffects: AbandonedEffects<CallEffect, CallCommand> = {
  // Nothing was placed, and nothing will be.
  clear: () => ({ type: 'clear_result', result: { outcome: 'claim_lost' } }),
  // The call may have been placed: it is looked up, and ends if it is not found.
  place: () => ({ type: 'placement_result', result: { outcome: 'unknown' } }),
  hang_up: ({ attempt }) => ({ type: 'hangup_result', attempt, outcome: 'failed' }),
  transfer: ({ useId }) => ({ type: 'transfer_result', useId, outcome: 'unknown' }),
  check: ({ check }) => ({ type: 'check_result', check, result: { outcome: 'unknown' } }),
  reserve_block: ({ block }) => ({ type: 'block_result', block, granted: false }),
  finish_recording: () => ({ type: 'recording_result', recording: null }),
  settle: () => ({ type: 'settle_result', blocks: 0, chargedMicrocredits: 0 }),
};

export const abandonedContactEffects: AbandonedEffects<ContactPartitionEffect, ContactPartitionCommand> = {
  // The number stays reserved: one that is reserved for nothing is better than one that two contacts have.
  check_mobile: ({ mobile }) => ({ type: 'mobile_checked', mobile, held: true }),
  return_mobile: ({ mobile, reservation }) => ({ type: 'mobile_returned', mobile, reservation }),
  // If the other contact was given up, it is kept for the one that was to take it over: merging the two again completes it.
  take_over: ({ mergeId }) => ({ type: 'not_given_up', mergeId, code: 'contact_changing' }),
  // A block that was not recorded for each number still holds, because outreach looks at the contact itself, too.
  settle_merge: ({ mergeId }) => ({ type: 'merge_settled', mergeId }),
  // The former contact's id leads to the number's contact.
  hand_over_mobile: ({ mobile, reservation }) => ({ type: 'mobile_handed_over', mobile, reservation }),
};

export const abandonedContactPointEffects: AbandonedEffects<ContactPointEffect, ContactPointCommand> = {
  // The call counts as placed: the suppression completes, and reports that the call may be live.
  order_call: ({ callId }) => ({ type: 'call_ordered', callId, standing: 'at_carrier' }),
};

export const abandonedConversationEffects: AbandonedEffects<ConversationEffect, ConversationCommand> = {
  send_message: ({ messageId, attempt }) => ({
    type: 'send_ended',
    messageId,
    attempt,
    outcome: { is: 'refused', failure: FAILURE },
  }),
  // Not `silent`: that would send the message again.
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
    outcome: { is: 'refused', failure: { ...FAILURE, message: 'An operator dropped this file.' } },
  }),
  transcribe_note: ({ messageId }) => ({
    type: 'transcribed',
    messageId,
    transcription: { is: 'failed', code: 'abandoned' },
  }),
  compose_reply: ({ turn, address }) => ({ type: 'replied', turn, recipient: address, messages: [] }),
  compose_comment_reply: ({ comment, address }) => ({
    type: 'comment_replied',
    comment,
    recipient: address,
    message: null,
  }),
  note_silence: ({ firstMessageId }) => ({ type: 'silence_noted', firstMessageId }),
  tell_campaign: ({ messageId }) => ({ type: 'campaign_told', messageId }),
  register_participant: () => ({ type: 'registered', contactId: null }),
};

export const abandonedMediaAssetEffects: AbandonedEffects<MediaAssetEffect, MediaAssetCommand> = {
  // The file stays, but is no longer served.
  remove_media: () => ({ type: 'removed' }),
};

export const abandonedContactImportEffects: AbandonedEffects<ContactImportEffect, ContactImportCommand> = {
  // The file stays in the store, and no longer counts towards a quota.
  import_contacts: () => ({
    type: 'finish',
    status: 'failed',
    issues: ISSUES,
    counts: { rows: 0, created: 0, updated: 0, skipped: 0, failed: 0 },
  }),
};

export const abandonedContactJobEffects: AbandonedEffects<ContactJobEffect, ContactJobCommand> = {
  // What was changed so far stays changed, and is counted with the latest progress.
  run_contact_job: () => ({ type: 'abandon' }),
};

export const abandonedDataSourceEffects: AbandonedEffects<DataSourceEffect, DataSourceCommand> = {
  ingest: ({ versionId }) => ({ type: 'failed', versionId, issues: ISSUES }),
  read_document: ({ versionId }) => ({ type: 'failed', versionId, issues: ISSUES }),
  query_database: ({ versionId }) => ({ type: 'failed', versionId, issues: QUERY_ISSUES }),
};

export const abandonedCampaignEffects: AbandonedEffects<CampaignEffect, CampaignCommand> = {
  open_iteration: ({ plan }) => ({ type: 'iteration_opened', iterationId: plan.iterationId }),
};

export const abandonedIterationEffects: AbandonedEffects<IterationEffect, IterationCommand> = {
  // The audience ends here: contacts that would have come later are not contacted.
  load_block: ({ link: { block } }) => ({ type: 'block_loaded', block, size: 0, eligible: 0, cursor: null }),
  direct: ({ block, gate, grant }) => ({ type: 'block_directed', block, gate, grantSeq: grant.seq }),
  // Its timer requests the size again.
  size: () => ({ type: 'size', permits: 0 }),
};

export const abandonedRecipientsEffects: AbandonedEffects<RecipientsEffect, RecipientsCommand> = {
  dispatch: ({ claim }) => ({ type: 'skip', claim, reason: DROPPED }),
  hand_over: ({ claim }) => ({ type: 'attempt_ended', claim, outcome: 'failed' }),
  withdraw: ({ claim }) => ({ type: 'withdrawn', claim }),
  report: ({ report }) => ({ type: 'report_taken', report: report.report }),
};

export const abandonedPassageVectorsEffects: AbandonedEffects<PassageVectorsEffect, PassageVectorsCommand> = {
  // The source is searched by words, and a later sweep requests its vectors again.
  embed_passages: ({ model, digest }) => ({ type: 'give_up', model, digest }),
};

export const abandonedAlertRuleEffects: AbandonedEffects<AlertRuleEffect, AlertRuleCommand> = {
  // The history of the rule shows that the address was not notified.
  send_mail: ({ mailId, attempt }) => ({
    type: 'mail_result',
    mailId,
    attempt,
    problem: DROPPED,
    isFinal: true,
  }),
};

/** Of calls and of conversations. */
export const abandonedAnalysisEffects: AbandonedEffects<AnalysisEffect, AnalysisCommand<never>> = {
  read_settings: () => ({ type: 'analysed', result: { type: 'failed', failure: 'abandoned' } }),
  fund_analysis: () => ({ type: 'fund_result', funded: false }),
  analyse: () => ({ type: 'analysed', result: { type: 'failed', failure: 'abandoned' } }),
  settle_analysis: () => ({ type: 'settle_result', chargedMicrocredits: 0 }),
  // The campaign waits until its deadline, and makes no call-back.
  report_findings: () => ({ type: 'report_taken' }),
};

export const abandonedAnalysisRunEffects: AbandonedEffects<AnalysisRunEffect, AnalysisRunCommand> = {
  fund_run: () => ({ type: 'fund_result', funded: false }),
  // Analyses made so far are charged; the rest is not, and the run is partial.
  analyse_page: ({ page }) => ({
    type: 'page_analysed',
    page,
    analysed: 0,
    failures: [],
    cursor: null,
    abandoned: true,
  }),
  settle_run: () => ({ type: 'settle_result', chargedMicrocredits: 0 }),
};

export const abandonedSimulationEffects: AbandonedEffects<SimulationRunEffect, SimulationRunCommand> = {
  fund_simulation: () => ({ type: 'fund_result', funded: false }),
  // The other conversations are played and charged; this one is not, and the run is partial.
  play_conversation: ({ place }) => ({
    type: 'played',
    place,
    failed: true,
    conversation: {
      lines: [],
      toolUses: [],
      endReason: null,
      answerMs: [],
      problem: { of: 'simulation', text: 'an operator dropped this conversation' },
      verdicts: [],
      isCut: false,
    },
  }),
  settle_simulation: () => ({ type: 'settle_result', chargedMicrocredits: 0 }),
};

export const abandonedSummaryEffects: AbandonedEffects<SummaryRunEffect, SummaryRunCommand> = {
  fund: () => ({ type: 'fund_result', funded: false }),
  // Assessments made so far are charged; the rest is not, and the run is partial.
  assess_page: ({ page }) => ({
    type: 'page_assessed',
    page,
    results: [],
    cursor: null,
    abandoned: true,
  }),
  settle_summary: () => ({ type: 'settle_result', chargedMicrocredits: 0 }),
};
