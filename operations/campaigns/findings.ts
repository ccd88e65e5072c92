/** Counts what was found in the calls of a campaign, by the present criteria and fields of its agents. */
import { agent } from '../../actors/agent/index.js';
import type { ActorClient } from '../../actors/runtime/actor-client.js';
import {
  type CallOutcome,
  CUSTOMER_REQUESTS,
  type Findings,
  SENTIMENTS,
  successOf,
} from '../../schemas/analysis/call-analysis.js';
import type { AnalysisSettings } from '../../schemas/analysis/settings.js';
import { type CampaignFindings, MAX_COUNTED_CALLS } from '../../schemas/campaigns/findings.js';
import type { MembershipResource } from '../../schemas/campaigns/membership.js';
import type { ViewStore } from '../../views/views.js';

/** Calls that are counted before the thread yields to other work. */
const PAGE = 200;
/** Agents of a campaign whose criteria and fields are counted; each iteration may have another one. */
const MAX_AGENTS = 10;

interface FindingsDeps {
  readonly actors: ActorClient;
  readonly views: Pick<ViewStore, 'findingsOfCampaign' | 'agentsOfCampaign' | 'callBacksOfCampaign'>;
}

/** Of the latest calls, at most {@link MAX_COUNTED_CALLS}. @throws DomainError agent_not_found */
export const campaignFindings = async (
  deps: FindingsDeps,
  businessId: string,
  campaignId: string,
): Promise<CampaignFindings> => {
  const { views } = deps;
  const tally = newTally(await settingsOf(deps, businessId, campaignId));
  let after: { readonly createdAt: number; readonly callId: string } | null = null;
  while (tally.calls < MAX_COUNTED_CALLS) {
    const page = views.findingsOfCampaign(businessId, campaignId, after, PAGE);
    for (const { findings } of page) count(tally, findings);
    after = page.at(-1) ?? null;
    if (page.length < PAGE) break;
    await new Promise((resolve) => setImmediate(resolve));
  }
  const complete =
    tally.calls < MAX_COUNTED_CALLS ||
    views.findingsOfCampaign(businessId, campaignId, after, 1).length === 0;
  return { ...resultOf(tally), complete, callBacks: views.callBacksOfCampaign(campaignId) };
};

/** What the agents of the campaign are judged by at present; that of the latest iteration comes first. */
const settingsOf = async (
  { actors, views }: Pick<FindingsDeps, 'actors'> & { readonly views: Pick<ViewStore, 'agentsOfCampaign'> },
  businessId: string,
  campaignId: string,
): Promise<readonly AnalysisSettings[]> => {
  const agentIds = views.agentsOfCampaign(businessId, campaignId).slice(0, MAX_AGENTS);
  const found = await Promise.all(
    agentIds.map(
      async (id) => (await actors.query(agent, { business: businessId, id }, 'get')).answer.analysis,
    ),
  );
  return found.flatMap((settings) => settings ?? []);
};

/** The criteria and fields that an export of the campaign has columns for. */
export const findingColumns = async (
  deps: Parameters<typeof settingsOf>[0],
  businessId: string,
  campaignId: string,
): Promise<{ readonly criteria: readonly string[]; readonly fields: readonly string[] }> => {
  const settings = await settingsOf(deps, businessId, campaignId);
  return {
    criteria: [...new Set(settings.flatMap(({ criteria }) => criteria.map(({ key }) => key)))],
    fields: [...new Set(settings.flatMap(({ fields }) => Object.keys(fields?.properties ?? {})))],
  };
};

interface Verdicts {
  met: number;
  notMet: number;
  unknown: number;
}

interface FieldTally {
  readonly type: CampaignFindings['fields'][number]['type'];
  readonly values: Map<string, number>;
  stated: number;
  sum: number;
  least: number;
  most: number;
}

/** Grows with each call. */
interface Tally {
  calls: number;
  readonly success: Verdicts;
  readonly sentiments: Map<string, number>;
  readonly requests: Map<string, number>;
  readonly criteria: ReadonlyMap<string, Verdicts>;
  readonly fields: ReadonlyMap<string, FieldTally>;
}

const noVerdicts = (): Verdicts => ({ met: 0, notMet: 0, unknown: 0 });

/** The first agent that has a key decides what it is. */
const newTally = (settings: readonly AnalysisSettings[]): Tally => {
  const fields = new Map<string, FieldTally>();
  for (const [key, field] of settings.flatMap((known) => Object.entries(known.fields?.properties ?? {}))) {
    const tally = fieldTally(field);
    if (tally !== null && !fields.has(key)) fields.set(key, tally);
  }
  return {
    calls: 0,
    success: noVerdicts(),
    sentiments: new Map(SENTIMENTS.map((sentiment) => [sentiment, 0])),
    requests: new Map(CUSTOMER_REQUESTS.map((request) => [request, 0])),
    criteria: new Map(settings.flatMap(({ criteria }) => criteria.map(({ key }) => [key, noVerdicts()]))),
    fields,
  };
};

/** Null: free text has no distribution. */
const fieldTally = ({
  type,
  enum: choices,
}: NonNullable<AnalysisSettings['fields']>['properties'][string]): FieldTally | null => {
  const empty = { stated: 0, sum: 0, least: Number.POSITIVE_INFINITY, most: Number.NEGATIVE_INFINITY };
  if (type === 'boolean')
    return { ...empty, type, values: new Map([...BOOLEANS].map((value) => [value, 0])) };
  if (type !== 'string') return { ...empty, type: 'number', values: new Map() };
  return choices === undefined
    ? null
    : { ...empty, type: 'choice', values: new Map(choices.map((choice) => [choice, 0])) };
};

const BOOLEANS = ['true', 'false'] as const;

const count = (tally: Tally, findings: Findings): void => {
  tally.calls += 1;
  tally.success[successName(findings)] += 1;
  add(tally.sentiments, findings.sentiment);
  for (const request of new Set(findings.requests.map((found) => found.request)))
    add(tally.requests, request);
  for (const { key, verdict } of findings.criteria) {
    const verdicts = tally.criteria.get(key);
    if (verdicts !== undefined) verdicts[verdict === 'not_met' ? 'notMet' : verdict] += 1;
  }
  for (const { key, value } of findings.fields) {
    const field = tally.fields.get(key);
    if (field !== undefined && value !== null) countValue(field, value);
  }
};

const successName = (findings: Findings): keyof Verdicts => {
  const success = successOf(findings);
  if (success === null) return 'unknown';
  return success ? 'met' : 'notMet';
};

const add = (counts: Map<string, number>, name: string): void => {
  const before = counts.get(name);
  if (before !== undefined) counts.set(name, before + 1);
};

/** A value that the present settings do not allow was found by earlier ones, and is left out. */
const countValue = (field: FieldTally, value: string | number | boolean): void => {
  if (field.type === 'number') {
    if (typeof value !== 'number') return;
    field.sum += value;
    field.least = Math.min(field.least, value);
    field.most = Math.max(field.most, value);
  } else if (field.values.has(String(value))) add(field.values, String(value));
  else return;
  field.stated += 1;
};

const rated = (verdicts: Verdicts): CampaignFindings['success'] => {
  const known = verdicts.met + verdicts.notMet;
  return { ...verdicts, rate: known === 0 ? null : verdicts.met / known };
};

const resultOf = (tally: Tally): Omit<CampaignFindings, 'complete' | 'callBacks'> => ({
  calls: tally.calls,
  success: rated(tally.success),
  sentiments: Object.fromEntries(tally.sentiments),
  requests: Object.fromEntries(tally.requests),
  criteria: [...tally.criteria].map(([key, verdicts]) => ({ key, ...rated(verdicts) })),
  fields: [...tally.fields].map(([key, { type, stated, values, sum, least, most }]) => {
    const hasNumbers = type === 'number' && stated > 0;
    return {
      key,
      type,
      stated,
      values: [...values].map(([value, calls]) => ({ value, calls })),
      least: hasNumbers ? least : null,
      mean: hasNumbers ? sum / stated : null,
      most: hasNumbers ? most : null,
    };
  }),
});

/** Members with the outcome of their last call. */
export const withCallOutcomes = (
  views: Pick<ViewStore, 'outcomeOfCall'>,
  businessId: string,
  members: readonly MembershipResource[],
): readonly (MembershipResource & { readonly callOutcome: CallOutcome | null })[] =>
  members.map((member) => {
    const callId = member.attempts.findLast((attempt) => attempt.callId !== null)?.callId ?? null;
    return { ...member, callOutcome: callId === null ? null : views.outcomeOfCall(businessId, callId) };
  });
