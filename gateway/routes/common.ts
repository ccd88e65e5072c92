/** Parts that the schemas of several routes share. */
import { type Static, Type } from 'typebox';
import type { Written } from '../../operations/written.js';
import { outcomeFilters } from '../../schemas/calls/filters.js';
import { DomainError } from '../../schemas/errors.js';
import { BusinessId } from '../../schemas/fields.js';
import { NextPageCursor, PageCursor } from '../../schemas/paging.js';
import { closed } from '../../schemas/shapes.js';
import type { SerialisedPage } from '../../views/kernel/page.js';
import type { RouteInput } from '../route.js';

export const BusinessQuery = Type.Object({ businessId: BusinessId }, closed);

/** Shared by routes about the caller's own session or user, whatever the role. */
export const ofOwnSession = {
  sessionOnly: true,
  role: 'viewer',
} as const;

const DEFAULT_PAGE_SIZE = 50;

/** `limit` and `cursor` of every list (docs/reference/api.md "Lists"). */
export const pageQuery = {
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 200,
      default: DEFAULT_PAGE_SIZE,
      description: 'The most items of a page.',
      examples: [DEFAULT_PAGE_SIZE],
    }),
  ),
  cursor: Type.Optional(PageCursor),
};

/** The query of a list without filters. */
export const ListQuery = Type.Object({ businessId: BusinessId, ...pageQuery }, closed);

export const NextCursor = NextPageCursor;

/** The page that a query requests. */
export const pageRequest = (query: { readonly limit?: number; readonly cursor?: string }) => ({
  limit: query.limit ?? DEFAULT_PAGE_SIZE,
  cursor: query.cursor ?? null,
});

/**
 * A page of a list under its name, as JSON in pieces; items that are already serialised are not parsed again. `more`: further fields of
 * the answer.
 */
export const serialisedList = (
  name: string,
  { texts, nextCursor }: SerialisedPage<unknown>,
  more: Readonly<Record<string, unknown>> = {},
): { readonly json: readonly string[] } => {
  const json = [`{"${name}":[`];
  for (const [index, pieces] of texts.entries()) json.push(...(index === 0 ? pieces : [',', ...pieces]));
  json.push(`],${JSON.stringify({ ...more, nextCursor }).slice(1)}`);
  return { json };
};

/** The tag of what was read, as a part of the answer. It has none on nodes of older builds. */
export const taggedBy = ({ tag }: { readonly tag?: string }): { readonly tag?: string } =>
  tag === undefined ? {} : { tag };

/** A written result under its name in the data of the answer: `{ agent }`. */
export const writtenAs = (name: string, { result, ...commit }: Written<unknown>): Written<unknown> => ({
  ...commit,
  result: { [name]: result },
});

const OutcomeQuery = Type.Object(outcomeFilters);

/** The filter by the outcome of an analysis; omitted fields match everything. */
export const outcomeFilter = ({ analysis, success, sentiment, request }: Static<typeof OutcomeQuery>) => ({
  ...(analysis === undefined ? {} : { analysis }),
  ...(success === undefined ? {} : { success: success === 'true' }),
  ...(sentiment === undefined ? {} : { sentiment }),
  ...(request === undefined ? {} : { request }),
});

/** The caller's session. @throws DomainError session_required, which the pipeline has thrown before */
export const requireSession = ({ session }: Pick<RouteInput<unknown, unknown, unknown>, 'session'>) => {
  if (session === null) throw new DomainError('session_required');
  return session;
};

/** The caller's user. @throws DomainError session_required, which the pipeline has thrown before */
export const requireUser = (input: Pick<RouteInput<unknown, unknown, unknown>, 'session'>): string =>
  requireSession(input).record.userId;

/** Refusals of every message that the business sends, whichever route sends it. */
export const SENDING_ERRORS = [
  'channel_not_connected',
  'channel_account_not_found',
  'media_not_found',
  'media_expired',
  'media_type_mismatch',
  'contact_blocked',
  'suppressed',
  'agent_not_found',
  'agent_not_active',
  'variable_undeclared',
  'contact_context_required',
  'template_parameter_invalid',
  'conversation_window_closed',
  'conversation_outbox_full',
] as const;

/**
 * Converts a validated date-time to ms since the epoch. @throws DomainError validation_failed for a leap second, which JavaScript
 * dates lack
 */
export const epochMs = (name: string, text: string): number => {
  const at = Date.parse(text);
  if (!Number.isNaN(at)) return at;
  throw new DomainError('validation_failed', undefined, [
    { path: name, message: 'must be a valid date and time, with seconds from 00 to 59' },
  ]);
};
