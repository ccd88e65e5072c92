/** Fields that many bodies and resources share, each described once. */
import { Type } from 'typebox';
import { about, EXAMPLE, moment, text, uuid } from './described.js';
import { TO_NUMBER_PATTERN } from './patterns.js';
import { Count } from './shapes.js';

export const BusinessId = uuid('The business of the key or session.', EXAMPLE.businessId);
export const AgentId = uuid('The agent.', EXAMPLE.agentId);
export const ContactId = uuid('The contact.', EXAMPLE.contactId);
export const DataSourceId = uuid('The Data Source.', EXAMPLE.sourceId);
export const CallId = uuid('The call.', EXAMPLE.callId);
export const ConversationId = uuid('The conversation.', EXAMPLE.conversationId);
export const MessageId = uuid('The message.', EXAMPLE.messageId);
export const CampaignId = uuid('The campaign.', EXAMPLE.campaignId);
export const IterationId = uuid('The iteration of the campaign.', EXAMPLE.iterationId);
export const SummaryRunId = uuid('The summary run, from the response to its estimate.', EXAMPLE.summaryRunId);
export const AnalysisRunId = uuid(
  'The analysis run, from the response to its estimate.',
  EXAMPLE.analysisRunId,
);
export const ScenarioId = uuid('The scenario.', EXAMPLE.scenarioId);
export const SimulationRunId = uuid(
  'The simulation run, from the response to its estimate.',
  EXAMPLE.simulationRunId,
);
export const SplitId = uuid('The split.', EXAMPLE.splitId);
export const NoteId = uuid('The note.', EXAMPLE.noteId);
export const AlertRuleId = uuid('The alert rule.', EXAMPLE.alertRuleId);
export const SavedViewId = uuid('The saved view.', EXAMPLE.savedViewId);
export const QuickAnswerId = uuid('The quick answer.', EXAMPLE.quickAnswerId);
/** The tag of what several clients edit (tag.ts). */
export const Tag = text('Changes with each edit. For `If-Match`, in double quotes.', '5d41402abc4b2a76');
export const CreatedAt = moment('When it was created.');
export const UpdatedAt = moment('When it was last changed.', EXAMPLE.later);

/** The account of the business on a channel, in resources of several channels. */
export const AccountName = text(
  'The account of the business: a WhatsApp phone number id or an Instagram account id.',
  EXAMPLE.phoneNumberId,
);

/** A phone number in requests. */
export const PhoneNumber = Type.String({
  pattern: TO_NUMBER_PATTERN,
  ...about('A phone number in E.164: a plus sign, then 8 to 15 digits.', EXAMPLE.mobile),
});

/** The number of a version of an agent. */
export const AgentVersionNumber = Type.Integer({
  minimum: 1,
  ...about('The number of a version of the agent, from 1.', 3),
});

/** What a run may cost at most: the client repeats it to confirm the run. */
export const MaxCharge = Type.Integer({
  ...Count,
  ...about('The most that the run can cost, microcredits. Confirm it with exactly this amount.', 240_000),
});

/** What something has cost so far. */
export const Charged = Type.Integer({
  ...Count,
  ...about('What has been charged so far, microcredits (1,000,000 are one credit).', 160_000),
});
