/**
 * The one table of errors (spec section 7, contract.md "Errors"): every code a client can meet, its
 * category and what it means. The category alone decides the HTTP status and whether a retry helps.
 */

/** Spec section 7. */
export type ErrorCategory =
  | 'validation'
  | 'authentication'
  | 'authorization'
  | 'billing'
  | 'not_found'
  | 'conflict'
  | 'rate_limit'
  | 'capacity'
  | 'configuration'
  | 'upstream'
  | 'internal';

/** HTTP status of each category (contract.md). Codes may override it, see {@link ERRORS}. */
export const CATEGORY_STATUS: Readonly<Record<ErrorCategory, number>> = {
  validation: 400,
  authentication: 401,
  billing: 402,
  authorization: 403,
  not_found: 404,
  conflict: 409,
  configuration: 422,
  rate_limit: 429,
  internal: 500,
  upstream: 502,
  capacity: 503,
};

interface ErrorSpec {
  readonly category: ErrorCategory;
  readonly meaning: string;
  readonly status?: number;
  readonly retryable?: boolean;
}

/** Every stable error code. */
export const ERRORS = {
  validation_failed: {
    category: 'validation',
    meaning: 'The request does not match its schema; `details` lists every problem.',
  },
  request_malformed: {
    category: 'validation',
    meaning: 'The request line or a header is not valid HTTP, or says two things at once.',
  },
  url_too_long: {
    category: 'validation',
    status: 414,
    meaning: 'Path and query have more than 8 KiB; send less in them.',
  },
  headers_too_large: {
    category: 'validation',
    status: 431,
    meaning: 'The headers have more than 16 KiB; send less in them.',
  },
  json_malformed: { category: 'validation', meaning: 'The body is not JSON.' },
  json_too_complex: {
    category: 'validation',
    meaning: 'The body is nested too deeply, or holds too many values; `details` says which.',
  },
  body_too_large: {
    category: 'validation',
    status: 413,
    meaning: 'The body is larger than this route accepts.',
  },
  content_type_unsupported: {
    category: 'validation',
    status: 415,
    meaning: 'The body must be sent as application/json.',
  },
  method_not_allowed: {
    category: 'validation',
    status: 405,
    meaning: 'The path exists, but not with this method; see the Allow header.',
  },
  cursor_invalid: { category: 'validation', meaning: 'The cursor is damaged or belongs to another list.' },
  idempotency_key_missing: {
    category: 'validation',
    meaning: 'This operation needs an Idempotency-Key header.',
  },
  idempotency_key_invalid: {
    category: 'validation',
    meaning: 'The Idempotency-Key must be 1 to 512 visible ASCII characters.',
  },
  api_key_missing: {
    category: 'authentication',
    meaning: 'Send the API key as `Authorization: Bearer <key>`.',
  },
  api_key_invalid: { category: 'authentication', meaning: 'The API key is unknown, damaged or revoked.' },
  metrics_token_invalid: {
    category: 'authentication',
    meaning: 'Metrics are for the operator: send the configured token as `Authorization: Bearer <token>`.',
  },
  credentials_invalid: {
    category: 'authentication',
    meaning: 'The e-mail address or the password is wrong, or the user is disabled.',
  },
  session_invalid: {
    category: 'authentication',
    meaning: 'The session has ended or never was; sign in again.',
  },
  csrf_invalid: {
    category: 'authorization',
    meaning: 'With a session, everything but reads needs its `csrfToken` in the X-CSRF-Token header.',
  },
  session_required: {
    category: 'authorization',
    meaning: 'This operation belongs to the console: it needs a session, not an API key.',
  },
  sign_in_limited: {
    category: 'rate_limit',
    meaning:
      'Too many failed attempts with this e-mail address or from this network; wait as Retry-After says.',
  },
  sign_in_busy: {
    category: 'capacity',
    meaning: 'Too many people sign in at this moment; try again.',
  },
  signature_invalid: {
    category: 'authorization',
    meaning: 'The signature of a callback or a signed link does not match.',
  },
  link_expired: {
    category: 'authorization',
    meaning: 'The signed link has expired; read the call again for a new one.',
  },
  insufficient_credit: { category: 'billing', meaning: 'The credit left does not cover one billing block.' },
  scope_missing: {
    category: 'authorization',
    meaning: 'The API key lacks a scope that this operation needs.',
  },
  business_mismatch: { category: 'authorization', meaning: 'The API key belongs to another business.' },
  route_not_found: { category: 'not_found', meaning: 'No operation has this path.' },
  business_not_found: { category: 'not_found', meaning: 'There is no such business.' },
  agent_not_found: { category: 'not_found', meaning: 'There is no such agent in this business.' },
  contact_not_found: { category: 'not_found', meaning: 'There is no such contact in this business.' },
  category_not_found: {
    category: 'not_found',
    meaning: 'There is no such contact category in this business.',
  },
  call_not_found: { category: 'not_found', meaning: 'There is no such call in this business.' },
  transcript_not_found: { category: 'not_found', meaning: 'The call has no transcript yet.' },
  recording_not_found: { category: 'not_found', meaning: 'The call has no recording.' },
  idempotency_key_conflict: {
    category: 'conflict',
    meaning: 'The Idempotency-Key was used with a different request.',
  },
  idempotency_request_in_progress: {
    category: 'conflict',
    retryable: true,
    meaning: 'The first request with this Idempotency-Key is still at work.',
  },
  call_already_ended: { category: 'conflict', meaning: 'The call has ended already.' },
  contact_exists: { category: 'conflict', meaning: 'A contact with this mobile exists; `details` names it.' },
  contact_changing: {
    category: 'conflict',
    retryable: true,
    meaning: 'Another request gives the contact this mobile at this moment; look at the contact again.',
  },
  trouble_not_found: {
    category: 'not_found',
    meaning: 'There is no such trouble; it may have ended: `parley admin trouble` lists what there is.',
  },
  trouble_not_retryable: {
    category: 'conflict',
    meaning:
      'The read models passed it over and do not come back to it; a build that can show it reads everything again: upgrade, then drop this.',
  },
  trouble_not_droppable: {
    category: 'conflict',
    meaning: 'The actor owes it still after it was told to give it up; mend the cause and retry it instead.',
  },
  upgrade_in_progress: {
    category: 'capacity',
    meaning:
      'A newer version of the service went on with this record, and none of that version answers at this moment; try again.',
  },
  category_name_mismatch: {
    category: 'validation',
    meaning: 'The name given to confirm is not the name of the category; write it letter for letter.',
  },
  category_not_empty: {
    category: 'conflict',
    meaning:
      'Contacts belong to this category alone; delete them or give them another category first. `details` says how many.',
  },
  participant_not_found: {
    category: 'not_found',
    meaning: 'There is no such channel participant in this business.',
  },
  participant_linked: {
    category: 'conflict',
    meaning: 'The participant is linked to another contact already; `details` names it.',
  },
  campaign_not_found: { category: 'not_found', meaning: 'There is no such campaign in this business.' },
  iteration_not_found: {
    category: 'not_found',
    meaning: 'There is no such iteration in this campaign.',
  },
  iteration_ended: {
    category: 'conflict',
    meaning: 'The iteration has ended; create a follow-up iteration to contact people again.',
  },
  iteration_not_started: {
    category: 'conflict',
    meaning: 'The iteration has not been started yet: there is nothing to pause.',
  },
  iteration_not_ended: {
    category: 'conflict',
    meaning: 'An iteration of the campaign is still open; wait until it has ended, or cancel it.',
  },
  audience_empty: {
    category: 'validation',
    meaning: 'Name contacts or categories: the audience says nobody.',
  },
  summary_run_not_found: {
    category: 'not_found',
    meaning: 'There is no such summary run in this campaign.',
  },
  summary_run_not_ended: {
    category: 'conflict',
    meaning: 'The summary run is not completed; wait until it is.',
  },
  summary_estimate_mismatch: {
    category: 'conflict',
    meaning:
      'The estimate has expired, or is not the one confirmed; ask for a new estimate and confirm exactly that.',
  },
  upload_refused: {
    category: 'validation',
    meaning: 'The uploaded file cannot be read; `details` says what to change.',
  },
  webhooks_busy: {
    category: 'capacity',
    meaning: 'Too much is being received from providers at this moment; deliver it again.',
  },
  uploads_busy: {
    category: 'capacity',
    meaning: 'Too many uploads are being received at this moment; try again.',
  },
  bodies_busy: {
    category: 'capacity',
    meaning: 'Too many large bodies are being read at this moment; try again.',
  },
  uploads_limited: {
    category: 'rate_limit',
    meaning: 'This business has as many uploads under way as it may have; wait until one of them is done.',
  },
  upload_too_slow: {
    category: 'validation',
    status: 408,
    retryable: true,
    meaning: 'The body came too slowly; send it again over a faster connection, or in smaller files.',
  },
  spool_full: {
    category: 'capacity',
    meaning: 'There is no room for another upload at this moment; try again later.',
  },
  channel_not_connected: {
    category: 'configuration',
    meaning: 'No account of this channel is connected; connect one first.',
  },
  channel_account_not_found: { category: 'not_found', meaning: 'There is no such connected account.' },
  channel_account_taken: {
    category: 'conflict',
    meaning: 'The account is connected by another business; disconnect it there first.',
  },
  agent_channel_mismatch: { category: 'configuration', meaning: 'The agent is made for another channel.' },
  data_source_field_unknown: {
    category: 'configuration',
    status: 400,
    meaning: 'A granted variable names a field that its data source does not have.',
  },
  data_source_archived: { category: 'conflict', meaning: 'The data source is archived; restore it first.' },
  data_source_not_structured: {
    category: 'configuration',
    meaning: 'The data source is unstructured: it holds text, not rows.',
  },
  data_source_not_unstructured: {
    category: 'configuration',
    meaning: 'The data source is structured: it holds rows, which are uploaded, not text.',
  },
  data_source_built_in: {
    category: 'configuration',
    meaning: 'The contacts are a built-in data source; change them through the contact operations.',
  },
  ingestion_not_found: { category: 'not_found', meaning: 'There is no such ingestion in this business.' },
  ingestion_not_ready: {
    category: 'conflict',
    retryable: true,
    meaning: 'The file is still being read; look at the ingestion again in a moment.',
  },
  ingestion_closed: {
    category: 'conflict',
    meaning: 'The ingestion has failed or its version was activated already; upload the file again.',
  },
  user_exists: { category: 'conflict', meaning: 'There is a user with this e-mail address already.' },
  user_not_found: { category: 'not_found', meaning: 'There is no user with this e-mail address.' },
  key_not_found: { category: 'not_found', meaning: 'There is no such API key in this business.' },
  agent_test_not_found: { category: 'not_found', meaning: 'There is no such agent test in this business.' },
  agent_test_full: {
    category: 'conflict',
    meaning: 'This agent test has as many messages as one can have; start another one.',
  },
  model_failed: { category: 'upstream', meaning: 'The language model gave no answer; try again.' },
  job_not_found: { category: 'not_found', meaning: 'There is no such job in this business.' },
  category_exists: { category: 'conflict', meaning: 'A category with this name exists; `details` names it.' },
  agent_in_use: {
    category: 'conflict',
    meaning:
      'The agent answers on an account or works in a campaign, so its channel cannot change; the message says where.',
  },
  agent_archived: { category: 'conflict', meaning: 'The agent is archived and can no longer be changed.' },
  business_exists: { category: 'conflict', meaning: 'A business with this id exists already.' },
  agent_not_active: { category: 'configuration', meaning: 'The agent is archived or not active.' },
  agent_not_voice: { category: 'configuration', meaning: 'The agent is not a voice agent.' },
  contact_context_required: {
    category: 'configuration',
    meaning: 'The agent needs variables of a contact that this request does not give.',
  },
  contact_out_of_scope: {
    category: 'configuration',
    meaning: 'The contact is in none of the categories the agent is scoped to.',
  },
  contact_blocked: { category: 'configuration', meaning: 'Communication with this contact is blocked.' },
  channel_assignment_not_supported: {
    category: 'configuration',
    meaning: 'This channel cannot be assigned to an agent.',
  },
  conversation_window_closed: {
    category: 'configuration',
    meaning: 'Messages can be sent for 24 hours after the customer last wrote; wait until they write again.',
  },
  conversation_outbox_full: {
    category: 'capacity',
    meaning: 'Too many messages of this conversation wait to be sent; try again later.',
  },
  subscription_not_found: {
    category: 'not_found',
    meaning: 'There is no such webhook subscription in this business.',
  },
  subscription_revoked: {
    category: 'conflict',
    meaning: 'The subscription was revoked, which is for good; create another one.',
  },
  callback_url_not_allowed: {
    category: 'validation',
    meaning:
      'Webhooks only go to https addresses that are reachable from the internet; `details` says what is wrong.',
  },
  dead_letter_not_found: {
    category: 'not_found',
    meaning: 'There is no such dead letter in this subscription, or it was re-sent already.',
  },
  message_not_found: { category: 'not_found', meaning: 'There is no such message in this business.' },
  media_not_found: { category: 'not_found', meaning: 'There is no such uploaded media in this account.' },
  media_expired: {
    category: 'conflict',
    meaning: 'The channel no longer keeps this media; upload it again.',
  },
  media_content_invalid: {
    category: 'validation',
    meaning: 'The content is not an image of the given type that the channel takes.',
  },
  channel_failed: {
    category: 'upstream',
    meaning: 'The messaging channel did not accept the request; try again.',
  },
  variable_undeclared: {
    category: 'configuration',
    status: 400,
    meaning: 'A placeholder names an alias that the agent does not declare.',
  },
  data_source_not_found: { category: 'not_found', meaning: 'There is no such data source in this business.' },
  voice_unknown: { category: 'configuration', status: 400, meaning: 'There is no such voice.' },
  media_token_invalid: {
    category: 'authentication',
    meaning: 'The media token is damaged, expired, or names no live call.',
  },
  media_token_in_use: { category: 'conflict', meaning: 'Another socket is already streaming this call.' },
  call_not_live: { category: 'conflict', meaning: 'The call is not live.' },
  rate_limited: {
    category: 'rate_limit',
    meaning: 'Too many requests with this key, or from this network; wait as Retry-After says.',
  },
  no_line_available: { category: 'capacity', meaning: 'All lines are busy and this call cannot wait.' },
  not_ready: {
    category: 'capacity',
    meaning: 'The service is starting, stopping or catching up; try again.',
  },
  journal_unavailable: {
    category: 'capacity',
    meaning:
      'The journal does not answer; the request may or may not have been applied: repeat it with the same Idempotency-Key.',
  },
  journal_full: {
    category: 'capacity',
    meaning: 'The disk of the journal is full: nothing was changed; try again once there is room.',
  },
  recordings_unavailable: {
    category: 'capacity',
    meaning: 'The store of the recordings does not answer at this moment; try again.',
  },
  carrier_failed: { category: 'upstream', meaning: 'The telephony carrier did not accept the request.' },
  internal: {
    category: 'internal',
    meaning: 'Something unexpected happened here; the request id helps us find it.',
  },
} as const satisfies Record<string, ErrorSpec>;

/** A stable error code; part of the public contract. */
export type ErrorCode = keyof typeof ERRORS;

/** Where in the request a problem lies: a JSON Pointer (or header/query name) and what to do about it. */
export interface ErrorDetail {
  readonly path: string;
  readonly message: string;
}

/**
 * A refusal that the client is meant to read. Nothing from a provider (ids, URLs, bodies) may enter `message`
 * or `details`.
 */
export class DomainError extends Error {
  override readonly name = 'DomainError';
  readonly code: ErrorCode;
  readonly details: readonly ErrorDetail[];
  /** How long to wait before trying again, s; null where nothing better is known than the usual. */
  readonly retryAfterSeconds: number | null;

  constructor(
    code: ErrorCode,
    message?: string,
    details: readonly ErrorDetail[] = [],
    retryAfterSeconds: number | null = null,
  ) {
    super(message ?? ERRORS[code].meaning);
    this.code = code;
    this.details = details;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** HTTP status of a code. */
export const statusOf = (code: ErrorCode): number => {
  const spec: ErrorSpec = ERRORS[code];
  return spec.status ?? CATEGORY_STATUS[spec.category];
};

/** Whether repeating the same request may succeed (contract.md "Errors"). */
export const isRetryable = (code: ErrorCode): boolean => {
  const spec: ErrorSpec = ERRORS[code];
  return spec.retryable ?? ['rate_limit', 'capacity', 'upstream', 'internal'].includes(spec.category);
};

/** Whether an actor did not refuse, but could not be asked now: the same command, under the same id, is put again. */
export const isPassing = (error: unknown): boolean =>
  error instanceof DomainError &&
  (error.code === 'journal_unavailable' ||
    error.code === 'not_ready' ||
    error.code === 'upgrade_in_progress');

/** Narrows a string from the wire (an actor's answer of another node) to a code. */
export const isErrorCode = (value: unknown): value is ErrorCode =>
  typeof value === 'string' && Object.hasOwn(ERRORS, value);
