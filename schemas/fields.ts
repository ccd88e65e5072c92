/**
 * Fields that many bodies and resources share, each described once. The examples are about one business, Acme, its agent Ann and its
 * customer Sam Rivera, so that those of different fields fit together.
 */
import { Type } from 'typebox';
import { TO_NUMBER_PATTERN } from './patterns.js';
import { Count } from './shapes.js';

const id = (example: string, description: string) =>
  Type.String({ format: 'uuid', description, examples: [example] });

export const BusinessId = id('d639d4ad-ce0f-5bb7-a31b-8e59f88727cf', 'The business of the key or session.');
export const AgentId = id('ce24a5c0-3884-5dcb-8147-51032fbecb2a', 'The agent.');
export const ContactId = id('06942376-1534-864b-9aa4-d7b7fa8576b6', 'The contact.');
export const DataSourceId = id('29165478-e765-5b8a-800e-99a6b0f2fcdd', 'The Data Source.');
export const CallId = id('f391176b-ae89-52ee-9f80-cdf6a5ce69da', 'The call.');
export const ConversationId = id('849eee7b-8344-5140-b271-60bd167588c5', 'The conversation.');
export const MessageId = id('e1728a2e-02f8-5716-bf48-5d8dfe55ef7d', 'The message.');
export const CampaignId = id('7f93aed2-23fb-5e25-b5e9-fd2d1e073452', 'The campaign.');
export const IterationId = id('66f6e777-3a3f-5c86-831c-e46cc49dc27f', 'The iteration of the campaign.');
export const SummaryRunId = id(
  'bdf14d99-ee5f-59f5-81db-f78d2e824b73',
  'The summary run, from the response to its estimate.',
);
export const AnalysisRunId = id(
  '37ddd315-7000-5377-a288-6e3f8a1195ff',
  'The analysis run, from the response to its estimate.',
);
export const ScenarioId = id('08497455-77c6-5849-89a8-010f75c8ef60', 'The scenario.');
export const SimulationRunId = id(
  '4443440f-7f40-5295-b378-04398379703f',
  'The simulation run, from the response to its estimate.',
);
export const SplitId = id('dab6fd89-8da8-5acc-8cb1-5223f7e98eae', 'The split.');
export const NoteId = id('e9d07bb6-502a-57fe-b970-eacd29d32556', 'The note.');
export const SavedViewId = id('ea9f676f-9c4b-562c-9791-ea364f44680e', 'The saved view.');

/** The id of a user. Those of keys have another form. */
export const USER_ID = '9157c5ae-972f-5909-bac0-6ca19ae16ffd';

/** A phone number in requests. */
export const PhoneNumber = Type.String({
  pattern: TO_NUMBER_PATTERN,
  description: 'A phone number in E.164: a plus sign, then 8 to 15 digits.',
  examples: ['+14155550100'],
});

/** The number of a version of an agent. */
export const AgentVersionNumber = Type.Integer({
  minimum: 1,
  description: 'The number of a version of the agent, from 1.',
  examples: [3],
});

/** What a run may cost at most: the client repeats it to confirm the run. */
export const MaxCharge = Type.Integer({
  ...Count,
  description: 'The most that the run can cost, microcredits. Confirm it with exactly this amount.',
  examples: [240_000],
});

/** What something has cost so far. */
export const Charged = Type.Integer({
  ...Count,
  description: 'What has been charged so far, microcredits (1,000,000 are one credit).',
  examples: [160_000],
});
