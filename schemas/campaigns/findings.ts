/** What was found in the calls of a campaign, counted (docs/reference/api.md "Campaigns"). */
import { type Static, Type } from 'typebox';
import { CUSTOMER_REQUESTS, SENTIMENTS } from '../analysis/call-analysis.js';
import { Count, closed, literals, nullable } from '../shapes.js';

/** Analysed calls that are counted; of a larger campaign, the latest ones. */
export const MAX_COUNTED_CALLS = 10_000;

const countsOf = (names: readonly string[]) =>
  Type.Object(Object.fromEntries(names.map((name) => [name, Count])), closed);

const Rate = nullable(Type.Number({ minimum: 0, maximum: 1 }), {
  description: 'The share of `met` among those of which the transcript says it; null: there are none.',
});

const Verdicts = { met: Count, notMet: Count, unknown: Count, rate: Rate };

export const CampaignFindings = Type.Object(
  {
    calls: Type.Integer({ minimum: 0, description: 'Analysed calls that are counted.' }),
    complete: Type.Boolean({
      description: `Whether all of them are counted: of a larger campaign, the latest ${MAX_COUNTED_CALLS.toLocaleString('en')} are.`,
    }),
    success: Type.Object(Verdicts, {
      ...closed,
      description: 'Calls that met all criteria of their agent, or missed one.',
    }),
    sentiments: countsOf(SENTIMENTS),
    requests: countsOf(CUSTOMER_REQUESTS),
    criteria: Type.Array(Type.Object({ key: Type.String(), ...Verdicts }, closed), {
      description: 'The present criteria of the agents of the campaign.',
    }),
    fields: Type.Array(
      Type.Object(
        {
          key: Type.String(),
          type: literals(['choice', 'boolean', 'number']),
          stated: Type.Integer({ minimum: 0, description: 'Calls in which the customer stated it.' }),
          values: Type.Array(Type.Object({ value: Type.String(), calls: Count }, closed), {
            description: 'Of a choice or a boolean: the calls with each value.',
          }),
          least: nullable(Type.Number()),
          mean: nullable(Type.Number()),
          most: nullable(Type.Number()),
        },
        closed,
      ),
      {
        description:
          'The present fields of the agents of the campaign that are numbers, booleans or have a list of values.',
      },
    ),
    callBacks: Type.Object(
      { planned: Count, called: Count, declined: Count },
      { ...closed, description: 'Recipients by the state of the call-back that they requested.' },
    ),
  },
  closed,
);
export type CampaignFindings = Static<typeof CampaignFindings>;
