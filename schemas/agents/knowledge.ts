/** What the sources of an agent are searched for, and what of them an answer was given. */
import { type Static, Type } from 'typebox';
import { DataSourceId } from '../fields.js';
import { closed, described } from '../shapes.js';

/** Messages before the question that are searched for, too. */
export const MESSAGES_BEFORE = 3;

/** The customer's question. */
export interface KnowledgeQuestion {
  /** The customer's last words. */
  readonly text: string;
  /**
   * What was said right before them, in order: "And how much is that?" means nothing alone. Empty: nothing.
   */
  readonly before: readonly string[];
  /** The turn may go on: nothing is answered yet, and only what takes time is prepared. Absent: no. */
  readonly isAhead?: boolean;
}

/** Most passages of an answer that are recorded; the best of them. */
export const MAX_SOURCE_PASSAGES = 12;

const SourcePassage = Type.Object(
  {
    position: Type.Integer({
      minimum: 0,
      description: 'Its place among the passages of the text, from 0. It changes when the text is replaced.',
      examples: [4],
    }),
    heading: Type.String({
      description: 'The heading that it stands under; empty: none.',
      examples: ['Opening hours'],
    }),
  },
  closed,
);

/** A Data Source of which the model was given passages for an answer. */
export const AnswerSource = Type.Object(
  {
    sourceId: described(DataSourceId, 'The Data Source; it may have been archived since.'),
    title: Type.String({
      description: 'The name of the Data Source at the time of the answer.',
      examples: ['Frequent questions'],
    }),
    passages: Type.Array(SourcePassage, {
      maxItems: MAX_SOURCE_PASSAGES,
      description: 'The best of its passages that the model was given, best first; empty: the whole text.',
    }),
  },
  closed,
);
export type AnswerSource = Static<typeof AnswerSource>;

/** The sources of an answer on the wire; absent: the model was given none. */
export const AnswerSources = Type.Optional(
  Type.Array(AnswerSource, {
    description: 'The Data Sources of which the model was given text for this answer; absent: none.',
  }),
);

/** The origin of a passage. */
export interface PassageOrigin {
  readonly sourceId: string;
  /** Null: the whole text of the source was given. */
  readonly place: {
    readonly position: number;
    readonly heading: string;
    /** Its place among all passages by how well they fit the question, from 0. */
    readonly rank: number;
  } | null;
}

/** The sources of an answer, from the passages that its model was given; the source of the best passage comes first. */
export const answerSources = (
  passages: readonly { readonly source: string; readonly origin?: PassageOrigin }[],
): readonly AnswerSource[] => {
  const origins = passages
    .flatMap(({ source: title, origin }) => (origin === undefined ? [] : [{ title, ...origin }]))
    .sort((a, b) => (a.place?.rank ?? 0) - (b.place?.rank ?? 0));
  const sources = new Map<string, AnswerSource>();
  for (const [index, { sourceId, title, place }] of origins.entries()) {
    const { passages: listed = [] } = sources.get(sourceId) ?? {};
    if (place !== null && index >= MAX_SOURCE_PASSAGES) break;
    const { position, heading } = place ?? { position: 0, heading: '' };
    sources.set(sourceId, {
      sourceId,
      title,
      passages: place === null ? listed : [...listed, { position, heading }],
    });
  }
  return [...sources.values()];
};
