/** Lists the codes that an operation can answer: those of its route, and those common to routes of its kind. */
import type { ErrorCode } from '../../schemas/error-table.js';
import { minimumRoleOf, quotaOf, type RouteData } from '../route.js';

/** Codes shared by operations of one kind. */
export interface CommonCodes {
  /** The kind of operations, for readers: "operations with a body". */
  readonly where: string;
  readonly applies: (route: RouteData) => boolean;
  readonly codes: readonly ErrorCode[];
}

const isPublic = (route: RouteData): boolean => route.public === true;

/** Every kind; an operation can be of several. Of the kinds that list a code, the first is the widest. */
export const COMMON_CODES: readonly CommonCodes[] = [
  {
    where: 'every operation',
    applies: () => true,
    codes: [
      ...(['request_malformed', 'url_too_long', 'headers_too_large'] as const),
      ...(['validation_failed', 'rate_limited', 'not_ready', 'journal_went_back', 'internal'] as const),
    ],
  },
  {
    where: 'every operation with a key or a session',
    applies: (route) => !isPublic(route),
    codes: [
      ...(['api_key_missing', 'api_key_invalid', 'session_invalid', 'scope_missing'] as const),
      ...(['business_mismatch', 'journal_unavailable', 'upgrade_in_progress'] as const),
      'record_unreadable',
    ],
  },
  {
    where: 'operations with a body',
    applies: (route) => route.body !== null,
    codes: ['json_malformed', 'json_too_complex', 'body_too_large', 'content_type_unsupported'],
  },
  {
    where: 'operations with a body, except uploads',
    applies: (route) => route.body !== null && route.upload !== true,
    codes: ['bodies_busy'],
  },
  {
    where: 'operations that change something, with a session',
    applies: (route) => route.method !== 'GET' && !isPublic(route),
    codes: ['csrf_invalid'],
  },
  {
    where: 'operations that change something',
    applies: (route) => route.method !== 'GET',
    codes: ['journal_full'],
  },
  {
    where: 'operations that store something',
    applies: (route) => quotaOf(route) !== null,
    codes: ['quota_exceeded'],
  },
  {
    where: 'operations of the console',
    applies: (route) => route.sessionOnly === true,
    codes: ['session_required'],
  },
  {
    where: 'operations that a viewer may not call, or not in full',
    applies: (route) =>
      !isPublic(route) && (minimumRoleOf(route) !== 'viewer' || route.scopesIf !== undefined),
    codes: ['role_insufficient'],
  },
  {
    where: 'operations that take an Idempotency-Key',
    applies: (route) => route.idempotent !== false,
    codes: ['idempotency_key_invalid', 'idempotency_key_conflict', 'idempotency_request_in_progress'],
  },
  {
    where: 'operations that need an Idempotency-Key',
    applies: (route) => route.idempotent === true,
    codes: ['idempotency_key_missing'],
  },
  {
    where: 'uploads',
    applies: (route) => route.upload === true,
    codes: ['upload_refused', 'upload_too_slow', 'uploads_limited', 'uploads_busy', 'spool_full'],
  },
];

/** Every code that an operation can answer. */
export const errorCodesOf = (route: RouteData): readonly ErrorCode[] => [
  ...new Set([
    ...COMMON_CODES.filter(({ applies }) => applies(route)).flatMap(({ codes }) => codes),
    ...route.errors,
  ]),
];
