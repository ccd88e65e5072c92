/** Live events for open pages (docs/how-to/live-updates.md): events of a business as they happen. */

import { type Static, type TProperties, Type } from 'typebox';
import type { Scope } from '../accounts/access.js';
import { AgentResource } from '../agents/agent.js';
import { AnswerSources } from '../agents/knowledge.js';
import { CallOutcome } from '../analysis/call-analysis.js';
import { VoiceCallDiagnostics } from '../calls/diagnostics.js';
import { CallReviewed } from '../calls/review.js';
import { EndedBy, VoiceCallStatus } from '../calls/voice-call.js';
import { CampaignProgress, IterationResource } from '../campaigns/campaign.js';
import { CampaignChannel, IterationStatus } from '../campaigns/states.js';
import { AccountChannel, Failure } from '../channels/channel.js';
import { MessageStatus, ParticipantId, TaskStatus } from '../channels/message.js';
import { AmendmentKind, MessagePayload } from '../channels/message-payload.js';
import { IngestionResource } from '../contacts/data-source.js';
import { ContactImportJob } from '../contacts/job.js';
import { ContactJob } from '../contacts/selection.js';
import { ConversationStatus } from '../conversations/assignment.js';
import { HandOverReason } from '../conversations/conversation.js';
import { Direction, MessageAuthor, MessageText, MessageType } from '../conversations/message-fields.js';
import { about, EXAMPLE, moment, nullableUuid, text, uuid } from '../described.js';
import { AccountName, AgentId, ConversationId, MessageId, NoteId } from '../fields.js';
import { LIVE_TOPICS_PATTERN } from '../patterns.js';
import { closed, described, literals, nullable } from '../shapes.js';
import {
  ConnectedSeconds,
  callParties,
  chargeFields,
  EndReason,
  iterationParties,
  OccurredAt,
  Ordinal,
  TextFromNowOn,
  turnFields,
} from './event-fields.js';

/** Topics of a stream, and the scope that each one requires: that of reading the same. */
export const TOPIC_SCOPES = {
  calls: 'voice:read',
  conversations: 'communications:read',
  campaigns: 'campaigns:read',
  agents: 'agents:read',
  contact_jobs: 'contacts:read',
  imports: 'contacts:read',
  ingestions: 'data_sources:read',
  voices: 'voice:read',
} as const satisfies Record<string, Scope>;
export type LiveTopic = keyof typeof TOPIC_SCOPES;

const isTopic = (name: string): name is LiveTopic => Object.hasOwn(TOPIC_SCOPES, name);

/** All topics. */
export const LIVE_TOPICS: readonly LiveTopic[] = Object.keys(TOPIC_SCOPES).filter(isTopic);

/** Topics of a stream that names none. Voices come twice a second, for pages that show them, and must be requested. */
export const DEFAULT_TOPICS: readonly LiveTopic[] = LIVE_TOPICS.filter((topic) => topic !== 'voices');

/** Names of topics, separated by commas. */
export const TopicList = text(
  `Some of ${LIVE_TOPICS.join(', ')}, separated by commas. Omitted: all permitted topics except voices.`,
  'calls,campaigns',
  { pattern: LIVE_TOPICS_PATTERN },
);

/** The topics of a list that matches {@link TopicList}. */
export const topicsIn = (list: string): readonly LiveTopic[] => list.split(',').filter(isTopic);

const EVENT_NAME = about('The name of the event.');

const event = <Name extends string, Facts extends TProperties>(type: Name, facts: Facts) =>
  Type.Object({ type: Type.Literal(type, EVENT_NAME), occurredAt: OccurredAt, ...facts }, closed);

const call = callParties;
const diagnostics = VoiceCallDiagnostics.properties;
const turnFacts = diagnostics.turns.items.properties;
const toolUseFacts = diagnostics.toolUses.items.properties;

/** The operator who speaks in place of the agent, or the call of a colleague who does. */
const callOperator = Type.Object(
  {
    type: literals(
      ['user', 'key', 'call'],
      about('A user of the console, an API key, or the call of a colleague.'),
    ),
    id: text('The id of the user, key or call.', EXAMPLE.userId),
  },
  { ...closed, ...about('The operator who speaks in place of the agent.') },
);

const step = <Name extends string>(type: Name, status: Static<typeof VoiceCallStatus>) =>
  event(type, { ...call, status: Type.Literal(status, about('The status of the call.')) });

const CALL_EVENTS = [
  step('call.accepted', 'queued'),
  step('call.placed', 'queued'),
  step('call.ringing', 'ringing'),
  step('call.answered', 'answered'),
  step('call.cancelling', 'cancelling'),
  event('call.turn', {
    ...call,
    turn: Type.Object(
      {
        ...turnFields,
        interrupted: turnFacts.interrupted,
        heard: turnFacts.heard,
        latencies: turnFacts.latencies,
      },
      { ...closed, ...about('A turn that has ended, or was interrupted.') },
    ),
  }),
  event('call.tool_begun', {
    ...call,
    toolUse: Type.Object(
      {
        useId: text('Identifies the use of the tool in the call.', 'c4e1a7003'),
        at: toolUseFacts.at,
        name: toolUseFacts.name,
        arguments: toolUseFacts.arguments,
      },
      { ...closed, ...about('The use of a tool by the agent.') },
    ),
  }),
  event('call.tool_ended', {
    ...call,
    toolUse: Type.Object(
      {
        useId: text('The `useId` of the matching `call.tool_begun`.', 'c4e1a7003'),
        outcome: literals(
          ['done', 'failed', 'unknown'],
          about('`unknown`: the tool did not answer, and may or may not have acted.'),
        ),
        result: text('The result, as reported to the model.', '{"slot":"2026-03-06T10:00"}'),
        durationMs: Type.Number({ minimum: 0, ...about('The duration, ms.', 240) }),
      },
      { ...closed, ...about('The end of the use of a tool.') },
    ),
  }),
  event('call.noted', {
    ...call,
    note: described(diagnostics.notes.items, 'Something that the service noted about the call.'),
  }),
  event('call.taken_over', { ...call, by: callOperator }),
  event('call.handed_back', {
    ...call,
    reason: literals(
      ['handed_back', 'line_left', 'session_ended'],
      about('The operator handed it back, left the line, or the media session ended.'),
    ),
  }),
  event('call.ended', {
    ...call,
    status: VoiceCallStatus,
    endedBy: EndedBy,
    endReason: EndReason,
    durationSeconds: ConnectedSeconds,
  }),
  event('call.recorded', {
    ...call,
    recordingAvailable: Type.Boolean(about('False: the recording could not be stored.')),
  }),
  event('call.charged', { ...call, ...chargeFields }),
  event('call.analyzed', { ...call, outcome: described(CallOutcome, 'What a model found in the call.') }),
  event('call.reviewed', { ...call, review: described(CallReviewed, 'What a person changed.') }),
] as const;

const conversation = {
  conversationId: ConversationId,
  participantId: ParticipantId,
  channel: AccountChannel,
  accountId: AccountName,
  contactId: nullableUuid('The contact. Null: the person is none.', EXAMPLE.contactId),
};
const User = uuid('The user of the console.', EXAMPLE.userId);

const CONVERSATION_EVENTS = [
  event('conversation.analyzed', {
    ...conversation,
    outcome: described(CallOutcome, 'What a model found in the messages between two silences.'),
  }),
  event('message.added', {
    ...conversation,
    message: Type.Object(
      {
        messageId: MessageId,
        at: moment('When it was received or queued.'),
        direction: Direction,
        author: MessageAuthor,
        messageType: MessageType,
        text: MessageText,
        payload: Type.Optional(MessagePayload),
        sources: AnswerSources,
        campaignId: nullableUuid('The campaign that sent it. Null: none did.', EXAMPLE.campaignId),
        status: nullable(
          MessageStatus,
          about('The delivery state of an outbound message. Null: the customer wrote it.'),
        ),
      },
      { ...closed, ...about('The message.') },
    ),
  }),
  event('message.changed', {
    ...conversation,
    messageId: MessageId,
    status: nullable(
      MessageStatus,
      about('Only moves forward: ignore a status that is behind an earlier one. Null: unchanged.'),
    ),
    taskStatus: TaskStatus,
    failure: nullable(Failure, about('Why it failed. Null: it has not.')),
  }),
  event('message.amended', {
    ...conversation,
    messageId: MessageId,
    kind: AmendmentKind,
    at: moment('When the customer did it.'),
    text: TextFromNowOn,
  }),
  event('message.media', {
    ...conversation,
    messageId: MessageId,
    kept: Type.Boolean(about('Whether the media was stored; if false, it will never be available.')),
  }),
  event('conversation.handed_over', {
    ...conversation,
    reason: HandOverReason,
  }),
  event('conversation.taken', { ...conversation, userId: User }),
  event('conversation.given_back', { ...conversation, userId: User }),
  event('conversation.read', { ...conversation, userId: User }),
  event('conversation.assigned', {
    ...conversation,
    userId: User,
    assigneeId: nullableUuid('The member of the team. Null: unassigned.', EXAMPLE.userId),
  }),
  event('conversation.status_set', {
    ...conversation,
    status: ConversationStatus,
    userId: nullableUuid('The user. Null: the customer or an agent opened it.', EXAMPLE.userId),
  }),
  event('conversation.noted', {
    ...conversation,
    change: literals(['added', 'edited', 'removed'], about('What was done with the note.')),
    noteId: NoteId,
    userId: User,
  }),
  event('conversations.released', {
    userId: uuid('The member who left the team or can no longer answer.', EXAMPLE.userId),
  }),
  event('conversation.linked', conversation),
] as const;

const iteration = {
  ...iterationParties,
  ordinal: Ordinal,
  channel: CampaignChannel,
  agentId: AgentId,
};

const CAMPAIGN_EVENTS = [
  event('iteration.created', iteration),
  event('iteration.status', { ...iteration, status: IterationStatus }),
  event('iteration.progress', {
    ...iteration,
    status: IterationStatus,
    audienceReady: IterationResource.properties.audienceReady,
    counts: IterationResource.properties.counts,
    progress: CampaignProgress,
  }),
] as const;

const agentFields = AgentResource.properties;

const AGENT_EVENTS = [
  event('agent.changed', {
    agentId: AgentId,
    name: agentFields.name,
    status: agentFields.status,
    version: agentFields.version,
  }),
] as const;

const job = ContactImportJob.properties;
const contactJob = ContactJob.properties;
const ingestion = IngestionResource.properties;

const JOB_EVENTS = [
  event('import.progress', {
    jobId: job.jobId,
    status: job.status,
    fileName: job.fileName,
    counts: job.counts,
    finishedAt: job.finishedAt,
  }),
  event('contact_job.progress', {
    jobId: contactJob.jobId,
    action: contactJob.action,
    dryRun: contactJob.dryRun,
    status: contactJob.status,
    progressPercent: contactJob.progressPercent,
    counts: contactJob.counts,
    finishedAt: contactJob.finishedAt,
  }),
  event('ingestion.progress', {
    ingestionId: ingestion.ingestionId,
    sourceId: ingestion.sourceId,
    versionId: ingestion.versionId,
    stage: ingestion.stage,
    versionStatus: ingestion.versionStatus,
    fileName: ingestion.fileName,
    counts: ingestion.counts,
  }),
] as const;

/** Loudness of a voice: 0 is silence, each step is 10 dB. */
export const MAX_LOUDNESS = 4;
const loudness = (speaker: string) =>
  Type.Integer({
    minimum: 0,
    maximum: MAX_LOUDNESS,
    ...about(`How loud the ${speaker} is: 0 is silent, each step is 10 dB.`, 2),
  });

/** Characters of the words that are being spoken; only the end of longer ones is sent. */
export const MAX_WORDS_LENGTH = 300;

const CallVoices = Type.Object(
  {
    callId: callParties.callId,
    customer: loudness('customer'),
    agent: loudness('agent'),
    words: text(
      'Interim transcript of the customer’s current speech; the final turn is sent as `call.turn`.',
      'I would like to',
      { maxLength: MAX_WORDS_LENGTH },
    ),
  },
  closed,
);
export type CallVoices = Static<typeof CallVoices>;

const VOICE_EVENTS = [
  event('call.voices', {
    calls: Type.Array(CallVoices, about('The calls whose voices have changed.')),
  }),
] as const;

/** Why a page must reload its data. */
const ResetReason = literals(
  ['too_old', 'too_much', 'unknown_id', 'journal_changed'],
  about(
    'Why missed events cannot be replayed, so that a page must reload its data. `too_old`: over five minutes. `too_much`: over 5,000 commits. `unknown_id`: not an id of ours.',
  ),
);
export type ResetReason = Static<typeof ResetReason>;

/** Why a stream announces its end. Other streams end without notice, and are resumed. */
const StreamEndReason = literals(
  ['access_ended'],
  about('The key or session has ended; reconnecting is refused.'),
);

const STREAM_EVENTS = [
  event('stream.opened', {
    topics: Type.Array(
      literals([
        'calls',
        'conversations',
        'campaigns',
        'agents',
        'contact_jobs',
        'imports',
        'ingestions',
        'voices',
      ]),
      about('The topics of the stream.'),
    ),
    resumed: Type.Boolean(about('Whether missed events since the Last-Event-ID follow.')),
  }),
  event('stream.reset', { reason: ResetReason }),
  event('stream.ended', { reason: StreamEndReason }),
] as const;

/** `data` of an event of a stream; the event's name is its `type`. */
export const LiveEvent = Type.Union([
  ...STREAM_EVENTS,
  ...CALL_EVENTS,
  ...CONVERSATION_EVENTS,
  ...CAMPAIGN_EVENTS,
  ...AGENT_EVENTS,
  ...JOB_EVENTS,
  ...VOICE_EVENTS,
]);
export type LiveEvent = Static<typeof LiveEvent>;
