/** Live events for open pages (docs/how-to/live-updates.md): events of a business as they happen. */

import { type Static, type TProperties, Type } from 'typebox';
import type { Scope } from '../accounts/access.js';
import { AnswerSources } from '../agents/knowledge.js';
import { CallOutcome } from '../analysis/call-analysis.js';
import { CallReviewed } from '../calls/review.js';
import {
  EndedBy,
  Speaker,
  VoiceCallDiagnostics,
  VoiceCallStatus,
  VoiceTranscriptTurn,
} from '../calls/voice-call.js';
import {
  CampaignChannel,
  CampaignProgress,
  IterationResource,
  IterationStatus,
} from '../campaigns/campaign.js';
import { AccountChannel } from '../channels/channel.js';
import { MessageStatus, ParticipantId, TaskStatus } from '../channels/message.js';
import { AmendmentKind, MessagePayload } from '../channels/message-payload.js';
import { IngestionResource } from '../contacts/data-source.js';
import { ContactImportJob } from '../contacts/job.js';
import { ContactJob } from '../contacts/selection.js';
import { LIVE_TOPICS_PATTERN } from '../patterns.js';
import { Count, closed, DateTime, literals, nullable, Uuid } from '../shapes.js';

/** Topics of a stream, and the scope that each one requires: that of reading the same. */
export const TOPIC_SCOPES = {
  calls: 'voice:read',
  conversations: 'communications:read',
  campaigns: 'campaigns:read',
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
export const TopicList = Type.String({
  pattern: LIVE_TOPICS_PATTERN,
  description: `Some of ${LIVE_TOPICS.join(', ')}, separated by commas. Omitted: all permitted topics except voices.`,
});

/** The topics of a list that matches {@link TopicList}. */
export const topicsIn = (list: string): readonly LiveTopic[] => list.split(',').filter(isTopic);

const event = <Name extends string, Facts extends TProperties>(type: Name, facts: Facts) =>
  Type.Object({ type: Type.Literal(type), occurredAt: DateTime, ...facts }, closed);

/** The parties of a call, in every event of it. */
const call = {
  callId: Uuid,
  agentId: Uuid,
  contactId: nullable(Uuid),
  calleeNumber: Type.String({ description: 'E.164' }),
  campaignId: nullable(Uuid),
  iterationId: nullable(Uuid),
};

const diagnostics = VoiceCallDiagnostics.properties;
const turnFacts = diagnostics.turns.items.properties;
const toolUseFacts = diagnostics.toolUses.items.properties;

/** The operator who speaks in place of the agent, or the call of a colleague who does. */
const callOperator = Type.Object({ type: literals(['user', 'key', 'call']), id: Type.String() }, closed);

const step = <Name extends string>(type: Name, status: Static<typeof VoiceCallStatus>) =>
  event(type, { ...call, status: Type.Literal(status) });

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
        turnId: Type.String({ description: 'Unique in the call.' }),
        speaker: Speaker,
        text: Type.String(),
        createdAt: DateTime,
        audioOffsetMs: nullable(Count),
        audioEndOffsetMs: nullable(Count),
        keys: VoiceTranscriptTurn.properties.keys,
        sources: VoiceTranscriptTurn.properties.sources,
        interrupted: turnFacts.interrupted,
        heard: turnFacts.heard,
        latencies: turnFacts.latencies,
      },
      closed,
    ),
  }),
  event('call.tool_begun', {
    ...call,
    toolUse: Type.Object(
      {
        useId: Type.String(),
        at: toolUseFacts.at,
        name: toolUseFacts.name,
        arguments: toolUseFacts.arguments,
      },
      closed,
    ),
  }),
  event('call.tool_ended', {
    ...call,
    toolUse: Type.Object(
      {
        useId: Type.String({ description: 'The `useId` of the matching `call.tool_begun`.' }),
        outcome: literals(['done', 'failed', 'unknown']),
        result: Type.String({ description: 'As reported to the model.' }),
        durationMs: Type.Number({ minimum: 0 }),
      },
      closed,
    ),
  }),
  event('call.noted', { ...call, note: diagnostics.notes.items }),
  event('call.taken_over', { ...call, by: callOperator }),
  event('call.handed_back', {
    ...call,
    reason: literals(['handed_back', 'line_left', 'session_ended']),
  }),
  event('call.ended', {
    ...call,
    status: VoiceCallStatus,
    endedBy: EndedBy,
    endReason: Type.String(),
    durationSeconds: Count,
  }),
  event('call.recorded', { ...call, recordingAvailable: Type.Boolean() }),
  event('call.charged', { ...call, blocks: Count, chargedMicrocredits: Count }),
  event('call.analyzed', { ...call, outcome: CallOutcome }),
  event('call.reviewed', { ...call, review: CallReviewed }),
] as const;

const conversation = {
  conversationId: Uuid,
  participantId: ParticipantId,
  channel: AccountChannel,
  accountId: Type.String({
    description: 'The account of the business: a phone number id or an Instagram account id.',
  }),
  contactId: nullable(Uuid),
};

const CONVERSATION_EVENTS = [
  event('conversation.analyzed', { ...conversation, outcome: CallOutcome }),
  event('message.added', {
    ...conversation,
    message: Type.Object(
      {
        messageId: Uuid,
        at: DateTime,
        direction: literals(['inbound', 'outbound']),
        author: Type.String({ description: 'customer, api, agent, human or campaign' }),
        messageType: Type.String({ description: 'text, image, or the channel’s name of another type' }),
        text: nullable(Type.String()),
        payload: Type.Optional(MessagePayload),
        sources: AnswerSources,
        campaignId: nullable(Uuid),
        status: nullable(MessageStatus, { description: 'Of an outbound message.' }),
      },
      closed,
    ),
  }),
  event('message.changed', {
    ...conversation,
    messageId: Uuid,
    status: nullable(MessageStatus, {
      description: 'Only moves forward: ignore a status that is behind an earlier one. null: unchanged.',
    }),
    taskStatus: TaskStatus,
    failure: nullable(Type.Object({ code: Type.String(), message: Type.String() }, closed)),
  }),
  event('message.amended', {
    ...conversation,
    messageId: Uuid,
    kind: AmendmentKind,
    at: DateTime,
    text: nullable(Type.String(), { description: 'Its text from now on; null after a revocation.' }),
  }),
  event('message.media', {
    ...conversation,
    messageId: Uuid,
    kept: Type.Boolean({
      description: 'Whether the media was stored; if false, it will never be available.',
    }),
  }),
  event('conversation.handed_over', {
    ...conversation,
    reason: nullable(Type.String(), { description: 'What the customer wants, in the agent’s words.' }),
  }),
  event('conversation.taken', { ...conversation, userId: Uuid }),
  event('conversation.given_back', { ...conversation, userId: Uuid }),
  event('conversation.read', { ...conversation, userId: Uuid }),
  event('conversation.linked', conversation),
] as const;

const iteration = {
  campaignId: Uuid,
  campaignName: Type.String(),
  iterationId: Uuid,
  ordinal: Type.Integer({ minimum: 1 }),
  channel: CampaignChannel,
  agentId: Uuid,
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
const Loudness = Type.Integer({
  minimum: 0,
  maximum: MAX_LOUDNESS,
  description: '0 is silent. Each step is 10 dB.',
});

/** Characters of the words that are being spoken; only the end of longer ones is sent. */
export const MAX_WORDS_LENGTH = 300;

const CallVoices = Type.Object(
  {
    callId: Uuid,
    customer: Loudness,
    agent: Loudness,
    words: Type.String({
      maxLength: MAX_WORDS_LENGTH,
      description:
        'Interim transcript of the customer’s current speech; the final turn is sent as `call.turn`.',
    }),
  },
  closed,
);
export type CallVoices = Static<typeof CallVoices>;

const VOICE_EVENTS = [event('call.voices', { calls: Type.Array(CallVoices) })] as const;

/** Why a page must reload its data. */
const ResetReason = literals(['too_old', 'too_much', 'unknown_id', 'journal_changed']);
export type ResetReason = Static<typeof ResetReason>;

/** Why a stream announces its end. Other streams end without notice, and are resumed. */
const EndReason = literals(['access_ended']);

const STREAM_EVENTS = [
  event('stream.opened', {
    topics: Type.Array(
      literals(['calls', 'conversations', 'campaigns', 'contact_jobs', 'imports', 'ingestions', 'voices']),
    ),
    resumed: Type.Boolean({ description: 'Whether missed events since the Last-Event-ID follow.' }),
  }),
  event('stream.reset', { reason: ResetReason }),
  event('stream.ended', { reason: EndReason }),
] as const;

/** `data` of an event of a stream; the event's name is its `type`. */
export const LiveEvent = Type.Union([
  ...STREAM_EVENTS,
  ...CALL_EVENTS,
  ...CONVERSATION_EVENTS,
  ...CAMPAIGN_EVENTS,
  ...JOB_EVENTS,
  ...VOICE_EVENTS,
]);
export type LiveEvent = Static<typeof LiveEvent>;
