/** Campaigns, their iterations and memberships on the wire (spec section 4.8, docs/reference/api.md "Campaigns"). */
import { type Static, Type } from 'typebox';
import { TemplatePart } from '../channels/template.js';
import { AgentId, CampaignId } from '../fields.js';
import { Count, closed, DateTime, described, nullable, Uuid } from '../shapes.js';
import { CallBacks } from './call-back.js';
import { CallWindow } from './call-window.js';
import type { SettledSettings } from './iteration-settings.js';
import { CampaignChannel, IterationStatus, MEMBERSHIP_STATUSES, type MembershipStatus } from './states.js';

const MEMBERS: Readonly<
  Record<(typeof MEMBERSHIP_STATUSES)[number], readonly [description: string, example: number]>
> = {
  pending: ['Not tried yet.', 310],
  claimed: ['About to be contacted.', 2],
  active: ['Being contacted.', 10],
  retry_wait: ['Waiting for their next attempt.', 95],
  completed: ['Reached: a person answered the call, or the message was sent.', 690],
  voicemail: ['Answered by a machine or an announcement.', 12],
  no_answer: ['Not answered.', 41],
  busy: ['Busy.', 22],
  failed: ['Failed.', 11],
  cancelled: ['Cancelled.', 0],
  skipped: ['Not contacted, because of a rule.', 7],
};

const Counts = Type.Object(
  {
    total: described(Count, 'All members; it grows until `audienceReady`.', 1200),
    ...Object.fromEntries(
      MEMBERSHIP_STATUSES.map((status) => [status, described(Count, ...MEMBERS[status])]),
    ),
  },
  { ...closed, description: 'Members by status.' },
);
export type Counts = Readonly<Record<'total' | MembershipStatus, number>>;

export const CampaignProgress = Type.Object(
  {
    finished: described(Count, 'Members with a final outcome.', 783),
    percent: Type.Integer({
      minimum: 0,
      maximum: 100,
      description: 'The share of members with a final outcome, in percent.',
      examples: [65],
    }),
    perMinute: Type.Number({
      minimum: 0,
      description: 'Members finished per minute, over the last ten minutes.',
      examples: [24.6],
    }),
    estimatedEndAt: nullable(DateTime, {
      description: 'When all members will have an outcome at this pace; null: unknown.',
      examples: ['2026-03-02T15:02:11.000Z'],
    }),
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
  { ...closed, description: 'The pace of the iteration, and what it waits for.' },
);
export type CampaignProgress = Static<typeof CampaignProgress>;

export const IterationResource = Type.Object(
  {
    id: described(Uuid, 'The iteration; use it as `iterationId`.', '66f6e777-3a3f-5c86-831c-e46cc49dc27f'),
    campaignId: CampaignId,
    ordinal: Type.Integer({ minimum: 1, description: 'Its place in the campaign, from 1.', examples: [1] }),
    channel: CampaignChannel,
    agentId: described(AgentId, 'The agent that contacts its members.'),
    status: IterationStatus,
    settings: Type.Object(
      {
        maxRetries: described(
          Count,
          'How often a member that was busy, did not answer or failed is tried again.',
          2,
        ),
        retryDelayMinutes: described(Count, 'The time between attempts, minutes.', 30),
        retryVoicemail: Type.Boolean({ description: 'Whether answering machines count as unanswered.' }),
        callBacks: nullable(CallBacks, {
          description: 'Call-backs at the time that recipients requested; null: none are made.',
        }),
        window: nullable(CallWindow, { description: 'When recipients may be contacted; null: at any time.' }),
        messageText: nullable(Type.String(), {
          description: 'WhatsApp: the text; null: a template, or a call.',
          examples: ['Your appointment is on {{date}}.'],
        }),
        templateName: nullable(Type.String(), {
          description: 'WhatsApp: the template; null: none.',
          examples: ['appointment_reminder'],
        }),
        templateLanguage: nullable(Type.String(), {
          description: 'Language of the template; null: that of the agent.',
          examples: ['en_US'],
        }),
        templateComponents: Type.Array(TemplatePart, {
          description: 'Values of the variables of the template; empty: it has none.',
        }),
      },
      { ...closed, description: 'How its members are contacted, with defaults filled in.' },
    ),
    audienceReady: Type.Boolean({ description: 'Whether the member list is complete.' }),
    counts: Counts,
    progress: CampaignProgress,
    startAt: nullable(DateTime, { description: 'When it is to start by itself; null: by `action: start`.' }),
    startedAt: nullable(DateTime, { description: 'When it started; null: it has not.' }),
    endedAt: nullable(DateTime, {
      description: 'When it ended; null: it has not.',
      examples: ['2026-03-02T15:02:11.000Z'],
    }),
    createdAt: described(DateTime, 'When it was created.'),
  },
  { ...closed, description: 'One run of a campaign over its members, on one channel.' },
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
    id: described(Uuid, 'The campaign; use it as `campaignId`.', '7f93aed2-23fb-5e25-b5e9-fd2d1e073452'),
    name: described(Type.String(), 'What people call the campaign.', 'March appointments'),
    objective: described(Type.String(), 'What the campaign is for.', 'Confirm all appointments in March.'),
    channel: CampaignChannel,
    agentId: described(AgentId, 'The agent of the current iteration.'),
    status: IterationStatus,
    currentIteration: IterationResource,
    counts: Counts,
    createdAt: described(DateTime, 'When the campaign was created.'),
  },
  {
    ...closed,
    description: 'A campaign. Channel, agent, status and counts are those of its current iteration.',
  },
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
