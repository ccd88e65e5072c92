/** Facets of calls: for each filter of the list, how many calls each of its values would leave. */
import { type Static, Type } from 'typebox';
import { Count, closed, described, nullable } from '../shapes.js';

/** Calls that a count looks at, the latest first. */
export const MAX_EXAMINED_CALLS = 20_000;
/** Values of a facet, the most frequent first. */
export const MAX_FACET_VALUES = 50;

const Value = Type.Object(
  {
    value: described(Type.String(), 'The value, as the filter takes it.', 'completed'),
    name: nullable(Type.String(), {
      description: 'The name of the agent or campaign; otherwise null.',
      examples: ['Ann'],
    }),
    calls: described(Count, 'Calls with it that match the other filters.', 42),
  },
  closed,
);
export type FacetValue = Static<typeof Value>;

const facet = (description: string) => Type.Array(Value, { description });

/** Each facet has the name of the filter that its values are for. */
const facets = {
  status: facet('By status.'),
  agentId: facet('By agent.'),
  agentVersion: facet('By version of the agent; empty unless the calls are filtered by `agentId`.'),
  campaignId: facet('By campaign.'),
  analysis: facet('By the state of the analysis.'),
  success: facet('By whether all success criteria were met, `true` or `false`.'),
  sentiment: facet('By sentiment.'),
  request: facet('By what the customer requested.'),
  endedBy: facet('By the party that ended the call.'),
  endReason: facet('By the reason of the end.'),
  slow: facet('Calls with a slow answer: `true` alone.'),
  interrupted: facet('Calls on which the customer interrupted the agent: `true` alone.'),
  toolFailed: facet('Calls on which a tool failed: `true` alone.'),
  reviewed: facet('By whether a person has marked it as reviewed, `true` or `false`.'),
  tag: facet('By tag.'),
};
export type FacetName = keyof typeof facets;

export const CallFacets = Type.Object(
  {
    calls: described(Count, 'Examined calls that match all filters.', 128),
    examined: Type.Integer({
      minimum: 0,
      description: `The calls that were looked at, the latest first: at most ${MAX_EXAMINED_CALLS}.`,
      examples: [1200],
    }),
    complete: Type.Boolean({
      description: 'Whether these were all; otherwise there may be more than counted.',
    }),
    facets: Type.Object(facets, {
      ...closed,
      description: `For each filter its values, counted among the calls that match all other filters: the most frequent first, at most ${MAX_FACET_VALUES}.`,
    }),
  },
  closed,
);
export type CallFacets = Static<typeof CallFacets>;
