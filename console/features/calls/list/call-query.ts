/** Filters of the list of calls: as its address has them, and as the API takes them. */
import type { Data, Query } from '../../../api/client.js';
import { startOfDay } from '../../../ui/filters.js';
import { CALL, CALL_STATUSES, CALLS, END_REASONS } from '../messages.js';

type CallQuery = Query<'exportVoiceCalls'>;
export type SavedView = Data<'listSavedViews'>['savedViews'][number];

/** The names in the address are those of the API. */
export const FACETS = [
  'status',
  'success',
  'sentiment',
  'request',
  'agentId',
  'campaignId',
  'slow',
  'interrupted',
  'toolFailed',
  'endedBy',
  'endReason',
  'reviewed',
  'tag',
  'minScore',
  'maxScore',
] as const;
export type Facet = (typeof FACETS)[number];

/** Filters that links and saved views may have, although the page offers no choice of them. */
const OTHERS = ['contactId', 'agentVersion', 'analysis'] as const;
export type FilterName = Facet | (typeof OTHERS)[number];
const FILTERS: readonly FilterName[] = [...FACETS, ...OTHERS];

export interface FacetChoice {
  readonly value: string;
  readonly name: string;
  /** How many calls have it; absent: not known. */
  readonly count?: number;
}

const choicesOf = (names: Readonly<Record<string, string>>): readonly FacetChoice[] =>
  Object.entries(names).map(([value, name]) => ({ value, name }));
const yesOrNo = choicesOf({ true: CALLS.yes, false: CALLS.no });
const SCORES = choicesOf({ 1: '1', 2: '2', 3: '3', 4: '4', 5: '5' });

/** The choices of filters that have the same choices in every business. */
export const FIXED_CHOICES: { readonly [F in Facet]?: readonly FacetChoice[] } = {
  status: choicesOf(CALL_STATUSES),
  success: yesOrNo,
  sentiment: choicesOf(CALLS.sentiments),
  request: choicesOf(CALLS.requests),
  slow: yesOrNo,
  interrupted: yesOrNo,
  toolFailed: yesOrNo,
  reviewed: yesOrNo,
  endedBy: choicesOf(CALL.endedBy),
  endReason: choicesOf(END_REASONS),
  minScore: SCORES,
  maxScore: SCORES,
};

export const PERIODS = ['today', '7d', '30d', 'custom'] as const;
export type Period = (typeof PERIODS)[number];
/** Days that a period has before today. */
const DAYS_BEFORE = { today: 0, '7d': 6, '30d': 29 } as const;

/** Null: any time. */
export const periodOf = (params: URLSearchParams): Period | null => {
  const period = params.get('period');
  return (
    PERIODS.find((name) => name === period) ?? (params.has('from') || params.has('to') ? 'custom' : null)
  );
};

/** The day in the viewer's time zone, as `2026-03-02`. */
const dayOf = (at: Date): string =>
  [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, '0')).join('-');

const timesOf = (params: URLSearchParams, now: Date): Pick<CallQuery, 'from' | 'to'> => {
  const period = periodOf(params);
  if (period === null) return {};
  if (period !== 'custom') {
    const from = startOfDay(dayOf(now), -DAYS_BEFORE[period]);
    return from === null ? {} : { from };
  }
  const from = startOfDay(params.get('from'), 0);
  const to = startOfDay(params.get('to'), 1);
  return { ...(from === null ? {} : { from }), ...(to === null ? {} : { to }) };
};

const valueIn = <Value extends string>(
  params: URLSearchParams,
  name: FilterName,
  values: readonly Value[],
): Value | undefined => values.find((value) => value === params.get(name));

const keysOf = <Key extends string>(names: Readonly<Record<Key, string>>): readonly Key[] =>
  Object.keys(names).filter((key): key is Key => Object.hasOwn(names, key));

const YES_NO = ['true', 'false'] as const;
const ANALYSES = ['running', 'completed', 'failed'] as const;

/** Values that the API would refuse are left out: an address may be mistyped. */
const facetsOf = (params: URLSearchParams): Omit<CallQuery, 'businessId' | 'from' | 'to'> => {
  const text = (name: FilterName): string | undefined => params.get(name) ?? undefined;
  const score = (name: 'minScore' | 'maxScore'): number | undefined => {
    const value = valueIn(params, name, ['1', '2', '3', '4', '5']);
    return value === undefined ? undefined : Number(value);
  };
  const version = Number(params.get('agentVersion') ?? 0);
  return defined({
    status: valueIn(params, 'status', keysOf(CALL_STATUSES)),
    success: valueIn(params, 'success', YES_NO),
    sentiment: valueIn(params, 'sentiment', keysOf(CALLS.sentiments)),
    request: valueIn(params, 'request', keysOf(CALLS.requests)),
    slow: valueIn(params, 'slow', YES_NO),
    interrupted: valueIn(params, 'interrupted', YES_NO),
    toolFailed: valueIn(params, 'toolFailed', YES_NO),
    reviewed: valueIn(params, 'reviewed', YES_NO),
    endReason: valueIn(params, 'endReason', keysOf(END_REASONS)),
    endedBy: valueIn(params, 'endedBy', keysOf(CALL.endedBy)),
    analysis: valueIn(params, 'analysis', ANALYSES),
    agentId: text('agentId'),
    campaignId: text('campaignId'),
    contactId: text('contactId'),
    tag: text('tag'),
    agentVersion: Number.isInteger(version) && version > 0 ? version : undefined,
    minScore: score('minScore'),
    maxScore: score('maxScore'),
  });
};

/** Without the properties that are undefined. */
const defined = <T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } => {
  const found: { [K in keyof T]?: Exclude<T[K], undefined> } = {};
  for (const key in values) {
    const value = values[key];
    if (isDefined(value)) found[key] = value;
  }
  return found;
};
const isDefined = <V>(value: V): value is Exclude<V, undefined> => value !== undefined;

/** The query of a list or an export. */
export const callQueryOf = (businessId: string, params: URLSearchParams, now: Date): CallQuery => ({
  businessId,
  ...facetsOf(params),
  ...timesOf(params, now),
});

/** What was searched for; empty: nothing. */
export const searchTextOf = (params: URLSearchParams): string => (params.get('text') ?? '').trim();

/** The filters that are set, besides the period and the text, in the order of the page. */
export const setFilters = (params: URLSearchParams): readonly FilterName[] =>
  FILTERS.filter((name) => Object.hasOwn(facetsOf(params), name));

/** Whether the list shows less than all calls. */
export const isFiltered = (params: URLSearchParams): boolean =>
  setFilters(params).length > 0 || periodOf(params) !== null || searchTextOf(params) !== '';

/** The parts of an address that say what is listed, not what is open. */
const listParams = (params: URLSearchParams): URLSearchParams => {
  const listed = new URLSearchParams(params);
  listed.delete('call');
  return listed;
};

/** The address of the list, with a call open beside it if `callId` is not null. */
export const listAddress = (params: URLSearchParams, callId: string | null): string => {
  const next = listParams(params);
  if (callId !== null) next.set('call', callId);
  return next.size === 0 ? '/calls' : `/calls?${next}`;
};

/** The address of the calls that have these: a misspelt filter does not compile. */
export const callsWith = (filters: { readonly [F in FilterName]?: string }): string =>
  listAddress(new URLSearchParams(Object.entries(filters)), null);

/** Makes the addresses of calls' own pages; they remember the list. */
export const pageAddressesOf = (params: URLSearchParams): ((callId: string) => string) => {
  const listed = listParams(params).toString();
  return (callId) => (listed === '' ? `/calls/${callId}` : `/calls/${callId}?${listed}`);
};

/** The address of a call's own page; it remembers the list. */
export const pageAddress = (params: URLSearchParams, callId: string): string =>
  pageAddressesOf(params)(callId);

/** What a saved view of the list keeps: the filters and the text. The period is chosen each day. */
export const viewQueryOf = (params: URLSearchParams): NonNullable<SavedView['calls']> => {
  const text = searchTextOf(params);
  return { ...facetsOf(params), ...(text === '' ? {} : { text }) };
};
