/** What was found in the calls of a campaign is counted by the present criteria and fields of its agents. */
import t from 'tap';
import { campaignFindings, findingColumns } from '../../../operations/campaigns/findings.js';
import type { Findings } from '../../../schemas/analysis/call-analysis.js';
import type { AnalysisSettings } from '../../../schemas/analysis/settings.js';
import { MAX_COUNTED_CALLS } from '../../../schemas/campaigns/findings.js';
import { stubActors } from '../../support/stub-actors.js';

const evidence = [{ turn: 1, atMs: 900 }];
const found = (
  verdict: Findings['criteria'][number]['verdict'],
  values: Readonly<Record<string, string | number | boolean | null>>,
  requests: readonly Findings['requests'][number]['request'][] = [],
): Findings => ({
  summary: 'S',
  sentiment: 'positive',
  requests: requests.map((request) => ({ request, at: null, evidence })),
  criteria: [{ key: 'renewed', verdict, reason: 'R', evidence }],
  fields: Object.entries(values).map(([key, value]) => ({ key, value, evidence })),
});
const PRESENT: AnalysisSettings = {
  criteria: [{ key: 'renewed', description: 'Renews.' }],
  fields: {
    type: 'object',
    properties: {
      area: { type: 'string', enum: ['inside', 'garden'] },
      guests: { type: 'integer' },
      member: { type: 'boolean' },
      name: { type: 'string' },
    },
  },
};
const findingsOf = (calls: readonly Findings[], analysis: AnalysisSettings | null = PRESENT) => {
  const deps = {
    actors: stubActors(() => ({ analysis })),
    views: {
      agentsOfCampaign: () => ['a1'],
      callBacksOfCampaign: () => ({ planned: 1, called: 2, declined: 3 }),
      findingsOfCampaign: (
        _: string,
        _campaignId: string,
        after: { readonly createdAt: number } | null,
        limit: number,
      ) =>
        calls
          .map((findings, index) => ({ callId: `c${index}`, createdAt: -index, findings }))
          .filter(({ createdAt }) => after === null || createdAt < after.createdAt)
          .slice(0, limit),
    },
  };
  return { counted: campaignFindings(deps, 'b1', 'k'), columns: findingColumns(deps, 'b1', 'k') };
};

t.test('verdicts, sentiments, requests and the distribution of fields', async (t) => {
  const { counted, columns } = findingsOf([
    found('met', { area: 'garden', guests: 4, member: true, name: 'Grace' }, ['call_back', 'human']),
    found('not_met', { area: 'garden', guests: 2, member: null }, ['call_back', 'call_back']),
    found('unknown', { area: 'roof', guests: null, former: 'x' }),
  ]);
  t.same(await counted, {
    calls: 3,
    complete: true,
    success: { met: 1, notMet: 1, unknown: 1, rate: 0.5 },
    sentiments: { positive: 3, neutral: 0, negative: 0, mixed: 0 },
    requests: { human: 1, no_contact: 0, call_back: 2 },
    criteria: [{ key: 'renewed', met: 1, notMet: 1, unknown: 1, rate: 0.5 }],
    fields: [
      {
        key: 'area',
        type: 'choice',
        stated: 2,
        values: [
          { value: 'inside', calls: 0 },
          { value: 'garden', calls: 2 },
        ],
        least: null,
        mean: null,
        most: null,
      },
      { key: 'guests', type: 'number', stated: 2, values: [], least: 2, mean: 3, most: 4 },
      {
        key: 'member',
        type: 'boolean',
        stated: 1,
        values: [
          { value: 'true', calls: 1 },
          { value: 'false', calls: 0 },
        ],
        least: null,
        mean: null,
        most: null,
      },
    ],
    callBacks: { planned: 1, called: 2, declined: 3 },
  });
  t.same(await columns, { criteria: ['renewed'], fields: ['area', 'guests', 'member', 'name'] });
});

t.test('a campaign without analysed calls, and an agent without criteria', async (t) => {
  t.match(await findingsOf([]).counted, {
    calls: 0,
    complete: true,
    success: { rate: null },
    criteria: [{ rate: null }],
  });
  t.match(await findingsOf([found('met', { area: 'garden' })], null).counted, {
    calls: 1,
    success: { met: 1 },
    criteria: [],
    fields: [],
  });
});

t.test('no more calls are counted than the limit allows', async (t) => {
  const one = found('met', {});
  const counted = async (calls: number) => findingsOf(Array.from({ length: calls }, () => one)).counted;
  t.match(await counted(450), { calls: 450, complete: true }, 'over several pages');
  t.match(await counted(MAX_COUNTED_CALLS), { calls: MAX_COUNTED_CALLS, complete: true });
  t.match(await counted(MAX_COUNTED_CALLS + 1), { calls: MAX_COUNTED_CALLS, complete: false });
});
