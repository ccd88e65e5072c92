/**
 * The answer that a model gives about a call: its JSON Schema, and how findings are read from it.
 *
 * It guarantees:
 * W1. Each verdict `met`, each request and each extracted value cites a turn of the transcript; an answer without is unusable.
 * W2. There is a verdict for each criterion and a value or null for each field, and nothing else.
 *
 * What is remembered of the contact is in memory-answer.ts.
 */
import { type Static, Type } from 'typebox';
import { argumentFault } from '../../providers/llm/tool-arguments.js';
import { CUSTOMER_REQUESTS, type FindingsFrom, SENTIMENTS } from '../../schemas/analysis/call-analysis.js';
import type { AnalysisSettings } from '../../schemas/analysis/settings.js';
import type {
  EntryEvidence,
  MemoryEntry,
  Remembered,
  RememberedEpisode,
} from '../../schemas/contacts/memory.js';
import { parseAs, valueAs } from '../../schemas/parse.js';
import { closed, literals, nullable } from '../../schemas/shapes.js';
import { oneLine } from '../../schemas/text.js';
import { memoryProperties, rememberedIn, type Said } from './memory-answer.js';

const MAX_SUMMARY = 2_000;
const MAX_REASON = 500;
const MAX_VALUE = 1_000;
/** Turns that prove one finding. */
const MAX_PROOF = 10;
/** A call back later than this is no time that the customer named, ms. */
const FARTHEST_CALL_BACK_MS = 366 * 86_400_000;

const Turns = Type.Array(Type.Integer({ minimum: 1 }), {
  maxItems: MAX_PROOF,
  description: 'The numbers of the turns that show it.',
});

const Answer = Type.Object(
  {
    summary: Type.String({ minLength: 1, maxLength: MAX_SUMMARY }),
    sentiment: literals([...SENTIMENTS]),
    requests: Type.Array(
      Type.Object(
        { request: literals([...CUSTOMER_REQUESTS]), at: nullable(Type.String()), turns: Turns },
        closed,
      ),
      { maxItems: CUSTOMER_REQUESTS.length },
    ),
    criteria: Type.Record(Type.String(), Type.Unknown()),
    fields: Type.Record(Type.String(), Type.Unknown()),
    facts: Type.Optional(Type.Unknown()),
    promises: Type.Optional(Type.Unknown()),
    kept: Type.Optional(Type.Unknown()),
  },
  closed,
);
type Answer = Static<typeof Answer>;

const Judged = Type.Object({
  verdict: literals(['met', 'not_met', 'unknown']),
  reason: Type.String({ minLength: 1, maxLength: MAX_REASON }),
  turns: Turns,
});
const Extracted = Type.Object({
  value: nullable(Type.Union([Type.String(), Type.Number(), Type.Boolean()])),
  turns: Turns,
});

/** An object with these properties, all of which the model must give. */
const exactly = (properties: Readonly<Record<string, object>>): object => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});

const TURNS: object = { ...Turns };

/** The JSON Schema of the answer for these settings. `openPromises`: the number that the model is shown; null: nothing is remembered. */
export const answerSchema = (
  { criteria, fields }: AnalysisSettings,
  openPromises: number | null = null,
): Readonly<Record<string, unknown>> => ({
  ...exactly({
    summary: {
      ...Answer.properties.summary,
      description: 'What the call was about and what came of it, in two or three sentences.',
    },
    sentiment: { enum: [...SENTIMENTS], description: "The customer's, over the whole call." },
    requests: {
      type: 'array',
      maxItems: CUSTOMER_REQUESTS.length,
      description:
        'What the customer requested: a person instead of the agent, not to be contacted again, or to be called back. Usually empty.',
      items: exactly({
        request: { enum: [...CUSTOMER_REQUESTS] },
        at: {
          type: ['string', 'null'],
          description:
            'Of call_back: when, as a date and time with its offset from UTC, like 2026-05-04T15:30:00+02:00. If the customer named no hour: a day is 10:00, the morning 10:00, noon 12:00, the afternoon 15:00, the evening 18:00. Null: neither a day nor a time was named.',
        },
        turns: TURNS,
      }),
    },
    criteria: exactly(
      Object.fromEntries(
        criteria.map(({ key, description }) => [
          key,
          {
            ...exactly({
              verdict: { enum: ['met', 'not_met', 'unknown'] },
              reason: { type: 'string', minLength: 1, maxLength: MAX_REASON },
              turns: TURNS,
            }),
            description,
          },
        ]),
      ),
    ),
    fields: exactly(
      Object.fromEntries(
        Object.entries(fields?.properties ?? {}).map(([key, field]) => [
          key,
          exactly({ value: valueSchema(field), turns: TURNS }),
        ]),
      ),
    ),
    ...(openPromises === null ? {} : memoryProperties(exactly, TURNS, openPromises)),
  }),
});

const valueSchema = ({
  type,
  description,
  enum: choices,
}: NonNullable<AnalysisSettings['fields']>['properties'][string]): object => ({
  type: [type, 'null'],
  ...(description === undefined ? {} : { description }),
  ...(choices === undefined ? {} : { enum: [...choices, null] }),
  ...(type === 'string' ? { maxLength: MAX_VALUE } : {}),
});

/** What a model reads for the memory of a contact. */
export interface Recollection {
  readonly contactId: string;
  /** Absent: it is a call. */
  readonly conversation?: RememberedEpisode;
  /** In the order in which the model reads them. */
  readonly turns: readonly Said[];
  /** The contact's earlier promises, in the order in which the model is shown them. */
  readonly openPromises: readonly MemoryEntry[];
}

/** What proves each turn, in the order in which the model read them. */
interface ReadTranscript<Proof> {
  readonly proofs: readonly Proof[];
  /** When the call ended or the conversation fell silent, ms since the epoch. */
  readonly endedAt: number;
  /** Absent: nothing is remembered. */
  readonly memory?: Recollection | undefined;
}

interface Read<Proof> {
  readonly findings: FindingsFrom<Proof>;
  /** Absent: nothing is remembered, or the customer requested not to be contacted. */
  readonly memory?: Remembered;
}

/** What an answer says; null: it is unusable. */
export const readAnswer = <Proof extends EntryEvidence>(
  text: string,
  settings: AnalysisSettings,
  transcript: ReadTranscript<Proof>,
): Read<Proof> | null => {
  const { memory } = transcript;
  const answer = parseAs(Answer, withoutFence(text));
  const schema = answerSchema(settings, memory?.openPromises.length);
  if (answer === null || argumentFault(schema, answer) !== null) return null; // W2
  const findings = findingsIn(answer, settings, transcript);
  if (findings === null) return null;
  if (memory === undefined || findings.requests.some(({ request }) => request === 'no_contact'))
    return { findings };
  const { contactId, conversation, ...conversed } = memory;
  const { proofs } = transcript;
  const remembered = rememberedIn(answer, { ...conversed, proofs, summary: findings.summary });
  const of = conversation === undefined ? {} : { conversation };
  return { findings, memory: { contactId, ...of, ...remembered } };
};

/** Null: it cites turns that do not exist, or none where it must. */
const findingsIn = <Proof>(
  answer: Answer,
  settings: AnalysisSettings,
  { proofs, endedAt }: ReadTranscript<Proof>,
): FindingsFrom<Proof> | null => {
  const proof = (cited: readonly number[]): Proof[] | null => {
    const numbers = [...new Set(cited)].sort((a, b) => a - b);
    return collected(numbers, (number) => proofs[number - 1] ?? null);
  };
  const requests = collected(answer.requests, ({ request, at, turns: cited }) => {
    const evidence = proof(cited);
    if (evidence === null || evidence.length === 0) return null; // W1
    return { request, at: request === 'call_back' ? moment(at, endedAt) : null, evidence };
  });
  const criteria = collected(settings.criteria, ({ key }) => {
    const judged = valueAs(Judged, answer.criteria[key]);
    const evidence = judged === null ? null : proof(judged.turns);
    if (judged === null || evidence === null) return null;
    if (judged.verdict === 'met' && evidence.length === 0) return null; // W1
    return { key, verdict: judged.verdict, reason: oneLine(judged.reason, MAX_REASON), evidence };
  });
  const fields = collected(Object.keys(settings.fields?.properties ?? {}), (key) => {
    const extracted = valueAs(Extracted, answer.fields[key]);
    const evidence = extracted === null ? null : proof(extracted.turns);
    if (extracted === null || evidence === null) return null;
    if (extracted.value !== null && evidence.length === 0) return null; // W1
    return { key, value: extracted.value, evidence: extracted.value === null ? [] : evidence };
  });
  if (requests === null || criteria === null || fields === null) return null;
  const { summary, sentiment } = answer;
  return { summary: oneLine(summary, MAX_SUMMARY), sentiment, requests, criteria, fields };
};

/** Every item as it was read; null if one could not be. */
const collected = <Item, Read>(
  items: readonly Item[],
  readItem: (item: Item) => Read | null,
): Read[] | null => {
  const found = items.flatMap((item) => readItem(item) ?? []);
  return found.length === items.length ? found : null;
};

/** Some models put JSON between marks of Markdown, although they are given a schema. */
const withoutFence = (text: string): string =>
  /^```(?:json)?\s*(?<json>[\s\S]*?)\s*```$/.exec(text)?.groups?.json ?? text;

/** The time that the customer named; null for none, and for one that no customer means. */
const moment = (at: string | null, endedAt: number): string | null => {
  const time = at === null || !/T.*(?:Z|[+-]\d\d:\d\d)$/.test(at) ? Number.NaN : Date.parse(at);
  return time > endedAt && time < endedAt + FARTHEST_CALL_BACK_MS ? new Date(time).toISOString() : null;
};
