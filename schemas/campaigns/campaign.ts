/** Campaigns, their iterations and memberships on the wire (spec section 4.8, docs/reference/api.md "Campaigns"). */
import { type Static, Type } from 'typebox';
import { CallOutcome } from '../analysis/call-analysis.js';
import { MAX_TEXT_CHARACTERS } from '../channels/message.js';
import { type TemplateComponent, TemplateComponents, TemplatePart } from '../channels/template.js';
import { TEMPLATE_LANGUAGE_PATTERN, TEMPLATE_NAME_PATTERN, TIME_OF_DAY_PATTERN } from '../patterns.js';
import { Count, closed, DateTime, literals, nullable, Uuid } from '../shapes.js';
import { CallBack, CallBacks } from './call-back.js';

const UuidList = (maxItems: number) => Type.Array(Uuid, { minItems: 1, maxItems, uniqueItems: true });

/** Contacts that one request may name one by one; categories have no limit. */
const MAX_NAMED_CONTACTS = 10_000;
const MAX_CATEGORIES = 50;

export const CampaignChannel = literals(['voice', 'whatsapp', 'sms']);
/** Channels that campaigns can run on: `sms` is refused. */
export type CampaignChannel = 'voice' | 'whatsapp';

export const IterationStatus = literals([
  'draft',
  'scheduled',
  'running',
  'paused',
  'cancelling',
  'cancelled',
  'completed',
]);
export type IterationStatus = Static<typeof IterationStatus>;

/** Final outcomes of a recipient. `voicemail`: a machine answered, or an announcement that the callee is unavailable. */
export const OUTCOMES = [
  'completed',
  'voicemail',
  'no_answer',
  'busy',
  'failed',
  'cancelled',
  'skipped',
] as const;
export const Outcome = literals(OUTCOMES);
export type Outcome = Static<typeof Outcome>;

export const MEMBERSHIP_STATUSES = ['pending', 'claimed', 'active', 'retry_wait', ...OUTCOMES] as const;
export const MembershipStatus = literals(MEMBERSHIP_STATUSES);
export type MembershipStatus = Static<typeof MembershipStatus>;

/** Why a recipient is not contacted yet: hours in its time zone, the attempts limit of its number, another limit, or its own request. */
const RECIPIENT_WAITS = ['calling_hours', 'attempts', 'limits', 'call_back'] as const;
export type RecipientWait = (typeof RECIPIENT_WAITS)[number];

export const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
export const Weekday = literals(WEEKDAYS);

export const CallWindow = Type.Object(
  {
    timezone: Type.String({
      minLength: 1,
      maxLength: 64,
      description: 'IANA name, for example Europe/Berlin.',
    }),
    days: Type.Array(Weekday, {
      minItems: 1,
      maxItems: WEEKDAYS.length,
      uniqueItems: true,
    }),
    start: Type.String({ pattern: TIME_OF_DAY_PATTERN, description: 'HH:MM' }),
    end: Type.String({
      pattern: TIME_OF_DAY_PATTERN,
      description: 'HH:MM; if before `start`, on the next day.',
    }),
    recipientTimezone: Type.Optional(
      Type.Boolean({
        description:
          "Apply days and hours in each recipient's own time zone; `timezone` is for recipients whose zone is unknown.",
      }),
    ),
  },
  { ...closed, description: 'When recipients may be contacted.' },
);
export type CallWindow = Static<typeof CallWindow>;

export const IterationSettings = Type.Object(
  {
    maxRetries: Type.Optional(Type.Integer({ minimum: 0, maximum: 10, default: 0 })),
    retryDelayMinutes: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_080, default: 60 })),
    retryVoicemail: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          'Voice: count an answering machine as unanswered, so that maxRetries and retryDelayMinutes apply to it.',
      }),
    ),
    callBacks: Type.Optional(CallBacks),
    window: Type.Optional(CallWindow),
    messageText: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: MAX_TEXT_CHARACTERS,
        description:
          'WhatsApp; may contain {{alias}} placeholders. Reaches customers who wrote within the last 24 hours.',
      }),
    ),
    templateName: Type.Optional(
      Type.String({ pattern: TEMPLATE_NAME_PATTERN, description: 'WhatsApp; an approved template.' }),
    ),
    templateLanguage: Type.Optional(
      Type.String({
        pattern: TEMPLATE_LANGUAGE_PATTERN,
        description: 'Language of the template, for example en_US. Default: the language of the agent.',
      }),
    ),
    templateComponents: Type.Optional(TemplateComponents),
  },
  closed,
);
export type IterationSettings = Static<typeof IterationSettings>;

/** Settings as stored, with defaults filled in. */
export interface SettledSettings {
  readonly maxRetries: number;
  readonly retryDelayMinutes: number;
  /** Absent in settings that were stored before it existed: false. */
  readonly retryVoicemail?: boolean;
  /** Absent, as null: requested call-backs are not made. */
  readonly callBacks?: CallBacks | null;
  readonly window: CallWindow | null;
  readonly messageText: string | null;
  readonly templateName: string | null;
  /** Null: the agent's. Absent, like the components, in settings that were stored before there were variables. */
  readonly templateLanguage?: string | null;
  /** Values for the template's variables; empty if it has none. */
  readonly templateComponents?: readonly TemplateComponent[];
}

/** @param settings as in the request, or undefined */
export const settledSettings = (settings: IterationSettings = {}): SettledSettings => ({
  maxRetries: settings.maxRetries ?? 0,
  retryDelayMinutes: settings.retryDelayMinutes ?? 60,
  retryVoicemail: settings.retryVoicemail ?? false,
  callBacks: settings.callBacks ?? null,
  window: settings.window ?? null,
  messageText: settings.messageText ?? null,
  templateName: settings.templateName ?? null,
  templateLanguage: settings.templateLanguage ?? null,
  templateComponents: settings.templateComponents ?? [],
});

export const CampaignAudience = Type.Object(
  {
    contactIds: Type.Optional(UuidList(MAX_NAMED_CONTACTS)),
    categoryIds: Type.Optional(UuidList(MAX_CATEGORIES)),
    excludeContactIds: Type.Optional(UuidList(MAX_NAMED_CONTACTS)),
  },
  { ...closed, description: 'Contacts by id and every contact of the categories, each once.' },
);

export const CampaignCreate = Type.Object(
  {
    businessId: Uuid,
    name: Type.String({ minLength: 1, maxLength: 200 }),
    objective: Type.String({ minLength: 1, maxLength: 4_000 }),
    channel: CampaignChannel,
    agentId: Uuid,
    audience: CampaignAudience,
    settings: Type.Optional(IterationSettings),
    startAt: Type.Optional(DateTime),
  },
  closed,
);
export type CampaignCreate = Static<typeof CampaignCreate>;

export const CampaignAction = Type.Object(
  {
    businessId: Uuid,
    action: literals(['start', 'pause', 'cancel']),
  },
  closed,
);
export type CampaignAction = Static<typeof CampaignAction>;

export const IterationCreate = Type.Object(
  {
    businessId: Uuid,
    channel: CampaignChannel,
    agentId: Type.Optional(Uuid),
    audience: Type.Object(
      {
        fromIterationIds: Type.Optional(UuidList(100)),
        outcomes: Type.Optional(
          Type.Array(Outcome, { minItems: 1, maxItems: OUTCOMES.length, uniqueItems: true }),
        ),
        contactIds: Type.Optional(UuidList(MAX_NAMED_CONTACTS)),
        recommendedBySummaryRunId: Type.Optional(Uuid),
      },
      {
        ...closed,
        description:
          'Members of earlier iterations by outcome (default: all iterations and outcomes), contacts by id, or the contacts that a completed summary run recommends.',
      },
    ),
    settings: Type.Optional(IterationSettings),
    startAt: Type.Optional(DateTime),
  },
  closed,
);
export type IterationCreate = Static<typeof IterationCreate>;

const Counts = Type.Object(
  {
    total: Count,
    ...Object.fromEntries(MEMBERSHIP_STATUSES.map((status) => [status, Count])),
  },
  { ...closed, description: 'Members by status.' },
);
export type Counts = Readonly<Record<'total' | MembershipStatus, number>>;

export const CampaignProgress = Type.Object(
  {
    finished: Count,
    percent: Type.Integer({ minimum: 0, maximum: 100 }),
    perMinute: Type.Number({
      minimum: 0,
      description: 'Members finished per minute, over the last ten minutes.',
    }),
    estimatedEndAt: nullable(DateTime),
    waitingFor: Type.Union(
      [
        Type.Literal('audience'),
        Type.Literal('start'),
        Type.Literal('window'),
        Type.Literal('credit'),
        Type.Literal('agent'),
        Type.Literal('channel'),
        Type.Literal('calling_hours'),
        Type.Literal('attempts'),
        Type.Literal('limit'),
        Type.Literal('limits'),
        Type.Literal('call_back'),
        Type.Literal('analysis'),
        Type.Null(),
      ],
      {
        description:
          'What the iteration is waiting for, if anything. call_back: call-backs that recipients requested; analysis: whether recipients requested one.',
      },
    ),
  },
  closed,
);
export type CampaignProgress = Static<typeof CampaignProgress>;

export const IterationResource = Type.Object(
  {
    id: Uuid,
    campaignId: Uuid,
    ordinal: Type.Integer({ minimum: 1 }),
    channel: CampaignChannel,
    agentId: Uuid,
    status: IterationStatus,
    settings: Type.Object(
      {
        maxRetries: Count,
        retryDelayMinutes: Count,
        retryVoicemail: Type.Boolean(),
        callBacks: nullable(CallBacks),
        window: nullable(CallWindow),
        messageText: nullable(Type.String()),
        templateName: nullable(Type.String()),
        templateLanguage: nullable(Type.String()),
        templateComponents: Type.Array(TemplatePart),
      },
      closed,
    ),
    audienceReady: Type.Boolean({ description: 'Whether the member list is complete.' }),
    counts: Counts,
    progress: CampaignProgress,
    startAt: nullable(DateTime),
    startedAt: nullable(DateTime),
    endedAt: nullable(DateTime),
    createdAt: DateTime,
  },
  closed,
);
export interface IterationResource {
  readonly id: string;
  readonly campaignId: string;
  readonly ordinal: number;
  readonly channel: CampaignChannel;
  readonly agentId: string;
  readonly status: IterationStatus;
  readonly settings: SettledSettings;
  readonly audienceReady: boolean;
  readonly counts: Counts;
  readonly progress: CampaignProgress;
  readonly startAt: string | null;
  readonly startedAt: string | null;
  readonly endedAt: string | null;
  readonly createdAt: string;
}

export const CampaignResource = Type.Object(
  {
    id: Uuid,
    name: Type.String(),
    objective: Type.String(),
    channel: CampaignChannel,
    agentId: Uuid,
    status: IterationStatus,
    currentIteration: IterationResource,
    counts: Counts,
    createdAt: DateTime,
  },
  closed,
);
/** Channel, agent, status and counts are those of the current iteration. */
export interface CampaignResource {
  readonly id: string;
  readonly name: string;
  readonly objective: string;
  readonly channel: CampaignChannel;
  readonly agentId: string;
  readonly status: IterationStatus;
  readonly currentIteration: IterationResource;
  readonly counts: Counts;
  readonly createdAt: string;
}

export const Attempt = Type.Object(
  {
    callId: nullable(Uuid),
    messageId: nullable(Uuid),
    startedAt: DateTime,
    endedAt: nullable(DateTime),
    outcome: nullable(Outcome),
  },
  closed,
);
export type Attempt = Static<typeof Attempt>;

export const MembershipResource = Type.Object(
  {
    contactId: Uuid,
    contactName: nullable(Type.String(), { description: 'Null: the contact was deleted.' }),
    iterationId: Uuid,
    status: MembershipStatus,
    attempts: Type.Array(Attempt),
    outcome: nullable(Outcome),
    skipReason: nullable(Type.String()),
    retryAt: nullable(DateTime),
    waitingFor: nullable(literals(RECIPIENT_WAITS), {
      description:
        'Why the contact is not contacted before `retryAt`; call_back: at its own request; null: no such reason.',
    }),
    callOutcome: Type.Optional(
      nullable(CallOutcome, {
        description:
          'Of the last call; null: it was not analysed. Absent without the scope communications:read.',
      }),
    ),
    callBack: nullable(CallBack, { description: 'Null: none was requested, or the campaign makes none.' }),
    lastActivityAt: nullable(DateTime),
  },
  closed,
);
export interface MembershipResource {
  readonly contactId: string;
  readonly contactName: string | null;
  readonly iterationId: string;
  readonly status: MembershipStatus;
  readonly attempts: readonly Attempt[];
  readonly outcome: Outcome | null;
  /** The error code for which the contact was skipped. */
  readonly skipReason: string | null;
  readonly retryAt: string | null;
  readonly waitingFor: RecipientWait | null;
  readonly callOutcome?: CallOutcome | null;
  readonly callBack: CallBack | null;
  readonly lastActivityAt: string | null;
}
