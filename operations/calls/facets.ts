/** Counts calls by the values of each filter, a part at a time, so that other work of the thread goes on. */
import {
  type CallFacets,
  type FacetName,
  type FacetValue,
  MAX_EXAMINED_CALLS,
  MAX_FACET_VALUES,
} from '../../schemas/calls/facets.js';
import type { CallFilter } from '../../schemas/calls/filters.js';
import type { FacetPosition, FacetRow } from '../../views/calls/facets.js';
import type { OperationsDeps } from '../deps.js';

/** Calls that are read at a time: some milliseconds. */
const PART = 1_000;

interface CallFacetOperations {
  read(businessId: string, filter: CallFilter): Promise<CallFacets>;
}

type FacetDeps = { readonly views: Pick<OperationsDeps['views'], 'callFacetRows'> };

export const callFacetOperations = ({ views }: FacetDeps): CallFacetOperations => ({
  read: async (businessId, filter) => {
    const counts = counting(filter);
    let position: FacetPosition | null = null;
    let examined = 0;
    do {
      const part = views.callFacetRows(businessId, filter, position, PART);
      for (const { call, misses } of part.rows) counts.add(call, misses);
      examined += part.rows.length;
      position = part.next;
      if (position !== null) await new Promise((resolve) => setImmediate(resolve));
    } while (position !== null && examined < MAX_EXAMINED_CALLS);
    return { calls: counts.calls(), examined, complete: position === null, facets: counts.facets() };
  },
});

interface Value {
  readonly value: string;
  readonly name: string | null;
}

const plain = (value: string | number | null): readonly Value[] =>
  value === null ? [] : [{ value: String(value), name: null }];
const flag = (value: number | null): readonly Value[] => plain(value === null ? null : String(value === 1));
const marked = (value: number): readonly Value[] => (value === 1 ? flag(1) : []);
const named = (value: string | null, name: string | null): readonly Value[] =>
  value === null ? [] : [{ value, name }];

/** The filters that a facet leaves out, and its values of a call. */
interface Facet {
  readonly own: readonly (keyof CallFilter)[];
  readonly valuesOf: (call: FacetRow) => readonly Value[];
}

const FACETS: Readonly<Record<FacetName, Facet>> = {
  status: { own: ['status'], valuesOf: ({ status }) => plain(status) },
  // Versions are numbered for each agent.
  agentId: {
    own: ['agentId', 'agentVersion'],
    valuesOf: ({ agent_id, agent_name }) => named(agent_id, agent_name),
  },
  agentVersion: { own: ['agentVersion'], valuesOf: ({ agent_version }) => plain(agent_version) },
  campaignId: {
    own: ['campaignId'],
    valuesOf: ({ campaign_id, campaign_name }) => named(campaign_id, campaign_name),
  },
  analysis: { own: ['analysis'], valuesOf: ({ analysis_status }) => plain(analysis_status) },
  success: { own: ['success'], valuesOf: ({ success }) => flag(success) },
  sentiment: { own: ['sentiment'], valuesOf: ({ sentiment }) => plain(sentiment) },
  request: {
    own: ['request'],
    valuesOf: ({ wants_human, wants_no_contact, wants_call_back }) => [
      ...(wants_human === 1 ? plain('human') : []),
      ...(wants_no_contact === 1 ? plain('no_contact') : []),
      ...(wants_call_back === 1 ? plain('call_back') : []),
    ],
  },
  endedBy: { own: ['endedBy'], valuesOf: ({ ended_by }) => plain(ended_by) },
  endReason: { own: ['endReason'], valuesOf: ({ end_reason }) => plain(end_reason) },
  slow: { own: ['slow'], valuesOf: ({ slow }) => marked(slow) },
  interrupted: { own: ['interrupted'], valuesOf: ({ interrupted }) => marked(interrupted) },
  toolFailed: { own: ['toolFailed'], valuesOf: ({ tool_failed }) => marked(tool_failed) },
  reviewed: { own: ['reviewed'], valuesOf: ({ reviewed }) => flag(reviewed) },
  tag: {
    own: ['tag'],
    valuesOf: ({ tags }) => {
      if (tags === '[]') return [];
      const parsed: readonly string[] = JSON.parse(tags);
      return parsed.flatMap(plain);
    },
  },
};

type Counts = Map<string, { readonly name: string | null; calls: number }>;

const counting = (filter: CallFilter) => {
  const facets = Object.entries(FACETS)
    .filter(([name]) => name !== 'agentVersion' || filter.agentId !== undefined)
    .map(([name, facet]) => {
      const counts: Counts = new Map();
      return { name, ...facet, counts };
    });
  let calls = 0;
  const valuesOf = (name: FacetName): FacetValue[] =>
    [...(facets.find((facet) => facet.name === name)?.counts ?? [])]
      .map(([value, count]) => ({ value, ...count }))
      .toSorted((a, b) => b.calls - a.calls || (a.value < b.value ? -1 : 1))
      .slice(0, MAX_FACET_VALUES);
  return {
    /** `misses`: the filters that the call does not match. */
    add: (call: FacetRow, misses: readonly (keyof CallFilter)[]): void => {
      if (misses.length === 0) calls += 1;
      for (const { own, valuesOf: values, counts } of facets) {
        if (!misses.every((name) => own.includes(name))) continue;
        for (const { value, name } of values(call)) {
          const count = counts.get(value);
          if (count === undefined) counts.set(value, { name, calls: 1 });
          else count.calls += 1;
        }
      }
    },
    calls: (): number => calls,
    facets: (): CallFacets['facets'] => ({
      status: valuesOf('status'),
      agentId: valuesOf('agentId'),
      agentVersion: valuesOf('agentVersion'),
      campaignId: valuesOf('campaignId'),
      analysis: valuesOf('analysis'),
      success: valuesOf('success'),
      sentiment: valuesOf('sentiment'),
      request: valuesOf('request'),
      endedBy: valuesOf('endedBy'),
      endReason: valuesOf('endReason'),
      slow: valuesOf('slow'),
      interrupted: valuesOf('interrupted'),
      toolFailed: valuesOf('toolFailed'),
      reviewed: valuesOf('reviewed'),
      tag: valuesOf('tag'),
    }),
  };
};
