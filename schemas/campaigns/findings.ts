/** What was found in the calls of a campaign, counted (docs/reference/api.md "Campaigns"). */
import { type Static, Type } from 'typebox';
import { CUSTOMER_REQUESTS, SENTIMENTS } from '../analysis/call-analysis.js';
import { Count, closed, described, literals, nullable } from '../shapes.js';

/** Analysed calls that are counted; of a larger campaign, the latest ones. */
export const MAX_COUNTED_CALLS = 10_000;

const countsOf = (names: readonly string[], description: string) =>
  Type.Object(Object.fromEntries(names.map((name) => [name, described(Count, `Calls with ${name}.`, 31)])), {
    ...closed,
    description,
  });

const Rate = nullable(Type.Number({ minimum: 0, maximum: 1 }), {
  description: 'The share of `met` among those of which the transcript says it; null: there are none.',
  examples: [0.8],
});

const Verdicts = {
  met: described(Count, 'Calls that met it.', 480),
  notMet: described(Count, 'Calls that did not.', 120),
  unknown: described(Count, 'Calls whose transcript does not say.', 102),
  rate: Rate,
};

export const CampaignFindings = Type.Object(
  {
    calls: Type.Integer({ minimum: 0, description: 'Analysed calls that are counted.', examples: [702] }),
    complete: Type.Boolean({
      description: `Whether all of them are counted: of a larger campaign, the latest ${MAX_COUNTED_CALLS.toLocaleString('en')} are.`,
    }),
    success: Type.Object(Verdicts, {
      ...closed,
      description: 'Calls that met all criteria of their agent, or missed one.',
    }),
    sentiments: countsOf(SENTIMENTS, 'Calls by the sentiment of the customer.'),
    requests: countsOf(CUSTOMER_REQUESTS, 'Calls by what the customer requested.'),
    criteria: Type.Array(
      Type.Object(
        { key: described(Type.String(), 'The key of the criterion.', 'booked'), ...Verdicts },
        closed,
      ),
      {
        description: 'The present criteria of the agents of the campaign.',
      },
    ),
    fields: Type.Array(
      Type.Object(
        {
          key: described(Type.String(), 'The key of the field.', 'guests'),
          type: literals(['choice', 'boolean', 'number'], {
            description: 'choice: a text with a list of values.',
          }),
          stated: Type.Integer({
            minimum: 0,
            description: 'Calls in which the customer stated it.',
            examples: [640],
          }),
          values: Type.Array(
            Type.Object(
              {
                value: described(Type.String(), 'The value.', '4'),
                calls: described(Count, 'The calls with this value.', 120),
              },
              closed,
            ),
            {
              description: 'Of a choice or a boolean: the calls with each value.',
            },
          ),
          least: nullable(Type.Number(), {
            description: 'Of a number: the least value; otherwise null.',
            examples: [1],
          }),
          mean: nullable(Type.Number(), {
            description: 'Of a number: the mean; otherwise null.',
            examples: [3.4],
          }),
          most: nullable(Type.Number(), {
            description: 'Of a number: the greatest value; otherwise null.',
            examples: [12],
          }),
        },
        closed,
      ),
      {
        description:
          'The present fields of the agents of the campaign that are numbers, booleans or have a list of values.',
      },
    ),
    callBacks: Type.Object(
      {
        planned: described(Count, 'Recipients who will be called back.', 14),
        called: described(Count, 'Recipients who were called back.', 31),
        declined: described(Count, 'Recipients who are not called back.', 2),
      },
      { ...closed, description: 'Recipients by the state of the call-back that they requested.' },
    ),
  },
  { ...closed, description: 'What was found in the analysed calls of a campaign.' },
);
export type CampaignFindings = Static<typeof CampaignFindings>;
