/** What has to be done for a service to have what a file describes. Pure. */
import { isDeepStrictEqual } from 'node:util';
import { isRecord } from '../../../schemas/json.js';
import { asJson, type Json } from '../json.js';
import { KIND_NAMES, KINDS, type Kind, type Present, placeOf, type Wanted } from '../resource.js';
import { type MarkScope, marksOf } from '../service/marks.js';

/** A field that differs; undefined: it is absent. */
export interface FieldChange {
  /** Like `voiceSettings.language`. */
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}

export type Step =
  | { readonly action: 'create'; readonly wanted: Wanted }
  | {
      readonly action: 'change';
      readonly wanted: Wanted;
      readonly present: Present;
      readonly changes: readonly FieldChange[];
    }
  | { readonly action: 'delete'; readonly present: Present };

export interface Plan {
  /** In the order in which they are executed. */
  readonly steps: readonly Step[];
  /** Created by this project and not in the file, and kept, because nothing is to be pruned. */
  readonly left: readonly Present[];
  readonly unchanged: number;
  /** Ids of the resources of the file that exist, by their places. */
  readonly ids: ReadonlyMap<string, string>;
  /** What makes the plan impossible. */
  readonly problems: readonly string[];
}

export interface PlanOptions {
  readonly scope: MarkScope;
  readonly prune: boolean;
  /** Send secrets again, which cannot be compared. */
  readonly sendSecrets: boolean;
}

export const planOf = (
  wanted: readonly Wanted[],
  present: readonly Present[],
  { scope, prune, sendSecrets }: PlanOptions,
): Plan => {
  const problems: string[] = [];
  const taken = new Set<Present>();
  const steps: Step[] = [];
  const ids = new Map<string, string>();
  let unchanged = 0;
  const ordered = KINDS.flatMap((kind) => wanted.filter((resource) => resource.kind === kind));
  for (const resource of ordered) {
    const candidates = matchesOf(resource, present, scope);
    const [match] = candidates;
    if (candidates.length > 1) problems.push(ambiguous(resource, candidates.length));
    if (match === undefined) {
      steps.push({ action: 'create', wanted: resource });
      continue;
    }
    taken.add(match);
    ids.set(placeOf(resource), match.id);
    problems.push(...problemsOf(resource, match));
    const changes = changesOf(resource, match, sendSecrets);
    if (changes.length === 0) unchanged += 1;
    else steps.push({ action: 'change', wanted: resource, present: match, changes });
  }
  const left = present.filter((resource) => resource.owned && !taken.has(resource));
  const removed = prune
    ? [...KINDS].reverse().flatMap((kind) => left.filter((resource) => resource.kind === kind))
    : [];
  return {
    steps: [...steps, ...removed.map((resource): Step => ({ action: 'delete', present: resource }))],
    left: prune ? [] : left,
    unchanged,
    ids,
    problems,
  };
};

/** The resource with a mark of its key; otherwise those of its name. */
const matchesOf = (
  { kind, key }: Wanted,
  present: readonly Present[],
  scope: MarkScope,
): readonly Present[] => {
  const ofKind = present.filter((resource) => resource.kind === kind);
  const named = ofKind.filter((resource) => resource.key === key);
  if (kind === 'category' || kind === 'tool') return named;
  const owned = named.filter((resource) => resource.owned);
  if (owned.length > 0) return owned.slice(0, 1);
  const ids = new Set(marksOf(scope, kind, key).map(({ id }) => id));
  // It was renamed on the service.
  const renamed = ofKind.filter((resource) => ids.has(resource.id));
  return renamed.length > 0 ? renamed.slice(0, 1) : named;
};

/** Fields that the API cannot change. */
const FIXED: Readonly<Partial<Record<Kind, readonly string[]>>> = {
  source: ['class', 'database'],
  webhook: ['externalAutomation'],
  alert: ['metric'],
};

const problemsOf = (wanted: Wanted, present: Present): readonly string[] => {
  const name = `${KIND_NAMES[wanted.kind]} ${wanted.key}`;
  const fixed = (FIXED[wanted.kind] ?? []).filter(
    (field) => !isDeepStrictEqual(wanted.fields[field], present.fields[field]),
  );
  return [
    ...(present.otherProject === null
      ? []
      : [`${name} belongs to the project ${present.otherProject}; remove it from one of the files`]),
    ...fixed.map((field) => `${field} of ${name} cannot be changed; remove it first, or use another name`),
  ];
};

const ambiguous = ({ kind, key }: Wanted, count: number): string =>
  kind === 'webhook'
    ? `${count} webhooks have the channel, account and address ${key}; revoke all but one`
    : `${count} ${KIND_NAMES[kind]}s have the name ${key}; rename or archive all but one`;

const changesOf = (wanted: Wanted, present: Present, sendSecrets: boolean): readonly FieldChange[] => [
  ...(present.key === wanted.key ? [] : [{ field: 'name', before: present.key, after: wanted.key }]),
  ...differences('', comparable(present.fields, wanted), wanted.fields),
  ...(wanted.kind === 'tool' && !present.owned
    ? [{ field: 'project', before: present.otherProject ?? undefined, after: 'of this file' }]
    : []),
  ...(sendSecrets
    ? Object.keys(wanted.unseen).map((field) => ({ field, before: undefined, after: 'sent again' }))
    : []),
];

/** Of the columns of a source, only what the file says about them; the rest stays as it was proposed. */
const comparable = (fields: Json, wanted: Wanted): Json => {
  if (wanted.kind !== 'source') return fields;
  const { columns, content, ...described } = fields;
  // Without a file, the content is kept elsewhere.
  const others = wanted.file === null || content === undefined ? described : { ...described, content };
  const present = asJson(columns);
  const kept = Object.entries(asJson(wanted.fields.columns)).map(([name, said]) => [
    name,
    Object.fromEntries(
      Object.keys(asJson(said)).flatMap((property) => {
        const value = withDefaults(asJson(present[name]))[property];
        return value === undefined ? [] : [[property, value]];
      }),
    ),
  ]);
  return kept.length === 0 ? others : { ...others, columns: Object.fromEntries(kept) };
};

const withDefaults = (column: Json): Json => ({ include: true, key: false, ...column });

const differences = (within: string, before: Json, after: Json): readonly FieldChange[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name): readonly FieldChange[] => {
    const field = `${within}${name}`;
    const [old, next] = [before[name], after[name]];
    if (isDeepStrictEqual(old, next)) return [];
    if (isRecord(old) && isRecord(next) && name !== 'parameters' && name !== 'voicemail')
      return differences(`${field}.`, old, next);
    return [{ field, before: old, after: next }];
  });
