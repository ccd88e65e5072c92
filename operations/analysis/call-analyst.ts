/** Analyses stored calls: reads the transcript from the views, and has the business's model judge it. */
import type { Logger } from 'pino';
import { providerFailure } from '../../providers/provider-failure.js';
import type { Findings } from '../../schemas/analysis/call-analysis.js';
import type { AnalysisTask } from '../../schemas/analysis/settings.js';
import { oneLine } from '../../schemas/text.js';
import type { CallDetail } from '../../views/calls/index.js';
import type { ViewStore } from '../../views/views.js';
import type { AnswerLimits } from '../model-answer.js';
import type { ModelOf } from '../model-text.js';
import { businessZone, type RecipientZonesDeps, recipientZones } from '../outreach/calling-hours-rule.js';
import { type Analysed, analyse, MAX_TURNS } from './analyst.js';
import type { Recollection } from './answer.js';

/** Open promises that the model may find kept, the newest. */
export const MAX_OPEN_PROMISES = 10;

export interface AnalystDeps {
  readonly modelOf: ModelOf;
  readonly installationTimeZone: string;
  readonly logger: Logger;
  /** Time limits for the model; absent: a minute for each analysis. */
  readonly limits?: AnswerLimits;
}

interface CallAnalystDeps extends AnalystDeps {
  readonly views: Pick<
    ViewStore,
    'call' | 'contactOfMobile' | 'currentContact' | 'newestEntries' | 'timeZoneOf'
  >;
}

/** The views must know the call and its turns. @throws the reason of `signal` */
export type CallAnalyst = (
  businessId: string,
  callId: string,
  settings: AnalysisTask,
  signal: AbortSignal,
) => Promise<Analysed<Findings>>;

/** Characters of a tool's result in its line. */
const MAX_RESULT_CHARACTERS = 300;

const INTRODUCTION = [
  'You analyse one telephone call between an agent and a customer after it has ended.',
  'The next message is the transcript: the turns have numbers, and lines in brackets say what the agent did. It holds only what was heard.',
];

export const createCallAnalyst =
  ({ views, modelOf, installationTimeZone, logger, limits }: CallAnalystDeps): CallAnalyst =>
  async (businessId, callId, settings, signal) => {
    const found = views.call(businessId, callId);
    if (found === null || found.transcript.length === 0)
      return { type: 'failed', failure: 'transcript_missing' };
    const { call, transcript } = found;
    const memory = settings.remembers === true ? recollection(views, businessId, found) : null;
    const onFailed = (error: unknown): void =>
      logger.warn({ event: 'analysis.model_failed', businessId, callId, err: providerFailure(error) });
    return analyse(
      modelOf(businessId, null),
      {
        introduction: INTRODUCTION,
        lines: linesOf(found),
        proofs: transcript.map(({ audioOffsetMs: atMs }, turn) => ({ turn, atMs })),
        endedAt: Date.parse(call.endedAt ?? call.createdAt),
        timeZone: customerZone({ views, installationTimeZone }, businessId, call),
        settings,
        ...(memory === null ? {} : { memory }),
      },
      signal,
      onFailed,
      limits,
    );
  };

/** Where the customer is if that is known for certain, as times that a customer names are local ones; else the zone of the business. */
const customerZone = (
  deps: RecipientZonesDeps,
  businessId: string,
  { contactId, calleeNumber: to }: CallDetail['call'],
): string => {
  const [zone, ...others] = recipientZones(deps, { businessId, channel: 'voice', to, contactId }) ?? [];
  return zone === undefined || others.length > 0 ? businessZone(deps, businessId) : zone;
};

/** Null: the number belongs to no contact, or to one that is deleted or blocked. */
const recollection = (
  views: Pick<ViewStore, 'currentContact' | 'newestEntries'>,
  businessId: string,
  { call, transcript }: Pick<CallDetail, 'call' | 'transcript'>,
): Recollection | null => {
  const contact = call.contactId === null ? null : views.currentContact(businessId, call.contactId);
  if (contact === null || contact.communicationBlocked) return null;
  return {
    contactId: contact.id,
    turns: transcript.map(({ speaker, createdAt }) => ({
      side: speaker === 'customer' ? 'customer' : 'business',
      at: Date.parse(createdAt),
    })),
    openPromises: views.newestEntries(businessId, contact.id, {
      kind: 'promise',
      before: Date.parse(call.createdAt),
      count: MAX_OPEN_PROMISES,
    }),
  };
};

const SPEAKERS = { customer: 'Customer', assistant: 'Agent', human: 'Colleague' } as const;

/** The latest turns and the uses of tools, in the order of their times. */
export const linesOf = ({
  transcript,
  diagnostics: { toolUses },
}: Pick<CallDetail, 'transcript' | 'diagnostics'>): readonly string[] => {
  const turns = transcript.map(({ speaker, text, keys, createdAt }, index) => ({
    at: createdAt,
    line: `${index + 1}. ${SPEAKERS[speaker]}${keys === true ? ' (pressed keys)' : ''}: ${text}`,
  }));
  const uses = toolUses.map(({ at, name, outcome, result }) => ({
    at,
    line: `[The agent used ${name}: ${outcome ?? 'not finished'}${result === null ? '' : `, ${oneLine(result, MAX_RESULT_CHARACTERS)}`}]`,
  }));
  return [...turns.slice(-MAX_TURNS), ...uses]
    .sort((a, b) => a.at.localeCompare(b.at))
    .map(({ line }) => line);
};
