/** Reads the audience of an iteration piece by piece, each contact once. */
import type { Audience } from '../../actors/iteration/events.js';
import { assertNever } from '../../schemas/assert.js';
import type { ViewStore } from '../../views/views.js';

/** A piece of the audience. */
export interface AudiencePage {
  readonly contactIds: readonly string[];
  /** Where the next piece begins; null at the end. */
  readonly cursor: string | null;
}

type Views = Pick<
  ViewStore,
  'contactsInCategories' | 'membersWithOutcome' | 'recommendedContacts' | 'currentContactId'
>;

/** Sources of an audience, in order. Named contacts are skipped in the sources that follow. */
const SOURCES = ['named', 'categories', 'iterations', 'recommended'] as const;

/** The reading position: a source, and a place within it in the source's own format. */
interface Position {
  readonly source: number;
  readonly after: string;
}

const START: Position = { source: 0, after: '' };

const parse = (cursor: string | null): Position => {
  if (cursor === null) return START;
  const [source = '', ...after] = cursor.split(':');
  return { source: Number(source), after: after.join(':') };
};

/** The next contacts, at most `limit`; fewer only at the end. */
export const nextPage = (
  views: Views,
  businessId: string,
  campaignId: string,
  requested: Audience,
  cursor: string | null,
  limit: number,
): AudiencePage => {
  // Contacts that were merged since the request are those that took them over; each is named once.
  const audience = {
    ...requested,
    contactIds: requested.contactIds.map(views.currentContactId),
    excludeContactIds: requested.excludeContactIds.map(views.currentContactId),
  };
  const excluded = new Set(audience.excludeContactIds);
  const named = new Map(
    audience.contactIds.map((contactId, index) => [contactId, String(index + 1)] as const).toReversed(),
  );
  const contactIds: string[] = [];
  let { source, after } = parse(cursor);
  while (source < SOURCES.length && contactIds.length < limit) {
    const found = read(views, businessId, campaignId, audience, source, after, limit - contactIds.length);
    for (const { contactId, place } of found) {
      const isNew = source === 0 ? named.get(contactId) === place : !named.has(contactId);
      if (isNew && !excluded.has(contactId)) contactIds.push(contactId);
    }
    const last = found.at(-1);
    if (last === undefined) {
      source += 1;
      after = '';
    } else after = last.place;
  }
  return { contactIds, cursor: source < SOURCES.length ? `${source}:${after}` : null };
};

interface Found {
  readonly contactId: string;
  readonly place: string;
}

const read = (
  views: Views,
  businessId: string,
  campaignId: string,
  audience: Audience,
  source: number,
  after: string,
  limit: number,
): readonly Found[] => {
  const toFound = ({ row, contactId }: { readonly row: number; readonly contactId: string }): Found => ({
    contactId,
    place: String(row),
  });
  const sort = SOURCES[source];
  switch (sort) {
    case 'named': {
      const from = after === '' ? 0 : Number(after);
      return audience.contactIds
        .slice(from, from + limit)
        .map((contactId, index) => ({ contactId, place: String(from + index + 1) }));
    }
    case 'categories':
      return audience.categoryIds.length === 0
        ? []
        : views.contactsInCategories(businessId, audience.categoryIds, Number(after), limit).map(toFound);
    case 'iterations': {
      const { fromIterationIds, outcomes } = audience;
      return fromIterationIds.length === 0
        ? []
        : views.membersWithOutcome(campaignId, fromIterationIds, outcomes, Number(after), limit).map(toFound);
    }
    case 'recommended': {
      const runId = audience.recommendedBySummaryRunId;
      return runId === null
        ? []
        : views
            .recommendedContacts(runId, after, limit)
            .map((contactId) => ({ contactId, place: contactId }));
    }
    case undefined:
      return [];
    default:
      return assertNever(sort);
  }
};
