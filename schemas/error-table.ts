// biome-ignore-all lint/style/noExcessiveLinesPerFile: the file is one table, with an entry for each code.
/**
 * The one table of errors (spec section 7, docs/reference/api.md "Errors"): every code that a client can receive, its
 * category and its meaning. The category decides the HTTP status and whether a retry helps, unless the code overrides
 * it.
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

/** HTTP status of each category (docs/reference/api.md "Errors"). Codes may override it, see {@link ERRORS}. */
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

export interface ErrorSpec {
  readonly category: ErrorCategory;
  /** When the error occurs. */
  readonly meaning: string;
  /** What the client can do about it. */
  readonly remedy: string;
  readonly status?: number;
  readonly retryable?: boolean;
}

/** Every stable error code. */
export const ERRORS = {
  validation_failed: {
    category: 'validation',
    meaning: 'The request does not match its schema.',
    remedy: '`details` lists up to 100 problems with their places. Fix them and send the request again.',
  },
  request_malformed: {
    category: 'validation',
    meaning: 'The request line or a header is not valid HTTP, or is contradictory.',
    remedy:
      'Send one Content-Length or `Transfer-Encoding: chunked`, one Host, and header names without spaces.',
  },
  url_too_long: {
    category: 'validation',
    status: 414,
    meaning: 'The path and query exceed 8 KiB.',
    remedy: 'Shorten the path or query.',
  },
  headers_too_large: {
    category: 'validation',
    status: 431,
    meaning: 'The headers exceed 16 KiB.',
    remedy: 'Send fewer or shorter headers.',
  },
  json_malformed: {
    category: 'validation',
    meaning: 'The body is not JSON.',
    remedy: 'Send one JSON value in UTF-8, without a comma after the last member.',
  },
  json_too_complex: {
    category: 'validation',
    meaning: 'The body is nested too deeply, or holds too many values.',
    remedy: '`details` names the limit. Split it into several requests.',
  },
  body_too_large: {
    category: 'validation',
    status: 413,
    meaning: 'The body is larger than this route accepts.',
    remedy: 'Send a smaller body.',
  },
  content_type_unsupported: {
    category: 'validation',
    status: 415,
    meaning: 'This route does not support the content type of the body.',
    remedy: 'Send `Content-Type: application/json`; uploads may also be `multipart/form-data`.',
  },
  method_not_allowed: {
    category: 'validation',
    status: 405,
    meaning: 'The path exists, but not with this method.',
    remedy: 'Use a method from the Allow header.',
  },
  cursor_invalid: {
    category: 'validation',
    meaning: 'The cursor is damaged or belongs to another list.',
    remedy: 'Use `nextCursor` of this list unchanged, or start without a cursor.',
  },
  analytics_too_many_groups: {
    category: 'validation',
    meaning: 'The figures have more than 1,000 groups.',
    remedy: 'Request a shorter period, filter by an agent or a campaign, or group by something else.',
  },
  idempotency_key_missing: {
    category: 'validation',
    meaning: 'This operation needs an Idempotency-Key header.',
    remedy: 'Send a new key for each operation, and the same key when you retry it.',
  },
  idempotency_key_invalid: {
    category: 'validation',
    meaning: 'The Idempotency-Key is not 1 to 512 visible ASCII characters.',
    remedy: 'Send a UUID, for example.',
  },
  api_key_missing: {
    category: 'authentication',
    meaning: 'The request has no credentials.',
    remedy: 'Send the API key as `Authorization: Bearer <key>`.',
  },
  api_key_invalid: {
    category: 'authentication',
    meaning: 'The API key is unknown, damaged or revoked.',
    remedy: 'Check that the key was copied completely, or create a new one in the console.',
  },
  metrics_token_invalid: {
    category: 'authentication',
    meaning: 'Metrics require the token of the operator.',
    remedy: 'Send the token of PARLEY_METRICS_TOKEN as `Authorization: Bearer <token>`.',
  },
  credentials_invalid: {
    category: 'authentication',
    meaning: 'The e-mail address or the password is wrong, or the user is disabled.',
    remedy: 'Try again, or ask the operator to reset the password.',
  },
  session_invalid: {
    category: 'authentication',
    meaning: 'The session has ended or is invalid.',
    remedy: 'Sign in again.',
  },
  setup_link_invalid: {
    category: 'authentication',
    meaning: 'The setup link was already used, has expired, or is invalid.',
    remedy:
      'Sign in if a user exists. Otherwise restart the service: it prints a new link as long as there are no users. `parley admin user create` creates users without a link.',
  },
  password_reset_invalid: {
    category: 'authentication',
    meaning: 'The link is not valid: it was used or has expired, or a newer one was made.',
    remedy: 'Ask an owner of the business for a new link.',
  },
  password_reset_elsewhere: {
    category: 'conflict',
    meaning: 'The user also belongs to another business, so that this one cannot reset the password.',
    remedy:
      'The user changes the password in the console, or the operator of the installation sets one with `parley admin user password`.',
  },
  invitation_invalid: {
    category: 'authentication',
    meaning:
      'The invitation link was used or revoked, has expired or is invalid, or its address is already on the team.',
    remedy: 'Sign in if you are on the team; otherwise ask for another invitation.',
  },
  invitation_for_other_address: {
    category: 'conflict',
    meaning: 'The invitation is for another e-mail address than the session’s.',
    remedy: 'Sign out, then open the link again and join with the invited address.',
  },
  csrf_invalid: {
    category: 'authorization',
    meaning: 'With a session, every method except GET needs its CSRF token.',
    remedy: 'Send `csrfToken` of the session in the X-CSRF-Token header.',
  },
  session_required: {
    category: 'authorization',
    meaning: 'This operation belongs to the console and does not accept an API key.',
    remedy: "Sign in, and send the session's cookie.",
  },
  sign_in_limited: {
    category: 'rate_limit',
    meaning: 'Too many failed attempts with this e-mail address or from this network.',
    remedy: 'Wait for the time in Retry-After.',
  },
  sign_in_busy: {
    category: 'capacity',
    meaning: 'Too many people are signing in at the moment.',
    remedy: 'Try again in a moment.',
  },
  signature_invalid: {
    category: 'authorization',
    meaning: 'The signature of a callback or a signed link does not match.',
    remedy: 'Use the link unchanged; providers must be configured with the secret of the service.',
  },
  link_expired: {
    category: 'authorization',
    meaning: 'The signed link has expired.',
    remedy: 'Read the resource again for a new link.',
  },
  quota_exceeded: {
    category: 'conflict',
    meaning:
      'A quota of the business is used up, or the uploaded file would exceed it; `details` names the quota.',
    remedy: 'Remove what is not needed, upload less, or ask the operator of the service for a larger quota.',
  },
  insufficient_credit: {
    category: 'billing',
    meaning: 'The remaining credit does not cover the minimum cost.',
    remedy: 'Ask the operator for more credit, or wait until calls in progress release their unused credit.',
  },
  destination_not_allowed: {
    category: 'configuration',
    meaning:
      'The country or the type of this number is not allowed for this business; the message says which.',
    remedy: 'Use another number, allow the destination in the settings of the console, or ask the operator.',
  },
  spend_limit_reached: {
    category: 'billing',
    meaning: 'Calls of this business have reserved as much today as its spend limit allows.',
    remedy: 'Wait until the day ends, or raise the limit in the settings of the console.',
  },
  call_rate_exceeded: {
    category: 'rate_limit',
    meaning: 'This business has reached its limit of calls started per minute.',
    remedy: 'Try again after the time in Retry-After, or raise the limit in the settings of the console.',
  },
  contact_unconfirmed: {
    category: 'configuration',
    meaning: 'A customer gave this number to an agent, and it is not confirmed. Campaigns do not contact it.',
    remedy:
      'Confirm it by linking the participant to the contact (`link-contact`), or set the number yourself.',
  },
  contact_merged: {
    category: 'configuration',
    meaning: 'The contact was merged with another recipient of the iteration, which is contacted instead.',
    remedy: 'Nothing needs to be done: campaigns contact each person once.',
  },
  scope_missing: {
    category: 'authorization',
    meaning: 'The API key lacks a scope that this operation needs.',
    remedy: 'Use a key with that scope. Scopes are chosen when a key is created.',
  },
  role_insufficient: {
    category: 'authorization',
    meaning: 'Your role does not allow this operation.',
    remedy: 'The message names the required role. An owner of the business can assign it on the Team page.',
  },
  business_mismatch: {
    category: 'authorization',
    meaning: 'The API key belongs to another business.',
    remedy: "Name the key's own business in `businessId`, or use a key of the other business.",
  },
  route_not_found: {
    category: 'not_found',
    meaning: 'No operation has this path.',
    remedy: 'Check the path against `GET /api/v1/openapi.json`.',
  },
  business_not_found: {
    category: 'not_found',
    meaning: 'There is no such business.',
    remedy: '`parley admin business list` lists the businesses.',
  },
  agent_not_found: {
    category: 'not_found',
    meaning: 'There is no such agent in this business.',
    remedy: 'List the agents and use an id from there.',
  },
  contact_not_found: {
    category: 'not_found',
    meaning: 'There is no such contact in this business.',
    remedy:
      'List the contacts, or create it first. If it was merged into another contact, `details` names that one.',
  },
  category_not_found: {
    category: 'not_found',
    meaning: 'There is no such contact category in this business.',
    remedy: 'List the categories and use an id from there.',
  },
  call_not_found: {
    category: 'not_found',
    meaning: 'There is no such call in this business.',
    remedy: 'List the calls and use an id from there.',
  },
  transcript_not_found: {
    category: 'not_found',
    meaning: 'The call has no transcript.',
    remedy: 'Read it after the first turn. Unanswered calls have no transcript.',
  },
  recording_not_found: {
    category: 'not_found',
    meaning: 'The call has no recording.',
    remedy:
      'Read the call: `recordingAvailable` says whether there is a recording. It becomes available some seconds after the call ends.',
  },
  session_log_not_found: {
    category: 'not_found',
    meaning: 'No session log of the call is kept.',
    remedy:
      'It becomes available some seconds after the call ends, and is removed after PARLEY_SESSION_LOG_DAYS. Unanswered calls have none.',
  },
  idempotency_key_conflict: {
    category: 'conflict',
    meaning: 'The Idempotency-Key was used with a different request.',
    remedy: 'Repeat that request unchanged, or send a new key.',
  },
  idempotency_request_in_progress: {
    category: 'conflict',
    retryable: true,
    meaning: 'The first request with this Idempotency-Key is still in progress.',
    remedy: 'Send the same request with the same key again in a moment.',
  },
  call_already_ended: {
    category: 'conflict',
    meaning: 'The call has ended already.',
    remedy: 'There is nothing left to cancel; read the call for its outcome.',
  },
  contact_exists: {
    category: 'conflict',
    meaning: 'A contact with this mobile exists.',
    remedy: '`details` names it: change that contact instead.',
  },
  contact_merge_too_large: {
    category: 'conflict',
    meaning: 'The merged contact would have too many further numbers, fields or categories.',
    remedy: '`details` has the limit: remove some from one of the two contacts first.',
  },
  contact_changing: {
    category: 'conflict',
    retryable: true,
    meaning: 'Another request is changing the numbers of the contact, or merging the contact, at the moment.',
    remedy: 'Read the contact again in a moment, and repeat the request if it is still needed.',
  },
  trouble_not_found: {
    category: 'not_found',
    meaning: 'There is no such trouble. It may have been resolved.',
    remedy: '`parley admin trouble` lists the current ones.',
  },
  trouble_not_retryable: {
    category: 'conflict',
    meaning: 'The read models skipped it and will not process it again.',
    remedy: 'Upgrade to a build that can read it, which rebuilds the read models; then drop this entry.',
  },
  trouble_not_droppable: {
    category: 'conflict',
    meaning: 'The actor still owes it after it was ordered to abandon it, or cannot be read.',
    remedy: 'Fix the cause and retry it instead; `parley admin trouble` says what to do.',
  },
  upgrade_in_progress: {
    category: 'capacity',
    meaning:
      'A newer version of the service has taken over this record, and no node of that version responds at the moment.',
    remedy: 'Try again after the time in Retry-After.',
  },
  category_name_mismatch: {
    category: 'validation',
    meaning: 'The confirmation does not match the name of the category.',
    remedy: 'Enter the exact name.',
  },
  category_not_empty: {
    category: 'conflict',
    meaning: 'Some contacts belong to this category only; `details` has their number.',
    remedy: 'Delete them or add them to another category first.',
  },
  participant_not_found: {
    category: 'not_found',
    meaning: 'There is no such channel participant in this business.',
    remedy: 'Use `participantId` of a conversation or a webhook.',
  },
  participant_linked: {
    category: 'conflict',
    meaning: 'The participant is already linked to another contact; `details` names it.',
    remedy: 'Change that contact instead.',
  },
  campaign_not_found: {
    category: 'not_found',
    meaning: 'There is no such campaign in this business.',
    remedy: 'List the campaigns and use an id from there.',
  },
  iteration_not_found: {
    category: 'not_found',
    meaning: 'There is no such iteration in this campaign.',
    remedy: "List the campaign's iterations and use an id from there.",
  },
  iteration_ended: {
    category: 'conflict',
    meaning: 'The iteration has ended.',
    remedy: 'Create a follow-up iteration to contact people again.',
  },
  iteration_not_started: {
    category: 'conflict',
    meaning: 'The iteration has not started yet, so it cannot be paused.',
    remedy: 'Start it first.',
  },
  iteration_not_ended: {
    category: 'conflict',
    meaning: 'An iteration of the campaign is still open.',
    remedy: 'Wait until it has ended, or cancel it.',
  },
  audience_empty: {
    category: 'validation',
    meaning: 'The audience is empty.',
    remedy: 'Specify contacts, or categories that contain contacts.',
  },
  summary_run_not_found: {
    category: 'not_found',
    meaning: 'There is no such summary run in this campaign.',
    remedy: "List the campaign's summary runs, or request an estimate first.",
  },
  summary_run_not_ended: {
    category: 'conflict',
    meaning: 'The summary run is not completed.',
    remedy: 'Wait until its status is completed.',
  },
  summary_estimate_mismatch: {
    category: 'conflict',
    meaning: 'The estimate has expired, or is not the one confirmed.',
    remedy: 'Request a new estimate and confirm exactly that one.',
  },
  analysis_run_not_found: {
    category: 'not_found',
    meaning: 'There is no such analysis run of this agent.',
    remedy: "List the agent's analysis runs, or request an estimate first.",
  },
  analysis_estimate_mismatch: {
    category: 'conflict',
    meaning: 'The estimate has expired, or is not the one confirmed.',
    remedy: 'Request a new estimate and confirm exactly that one.',
  },
  analysis_run_too_large: {
    category: 'validation',
    meaning: 'More than 10,000 calls would be analysed in one run.',
    remedy: 'Choose a shorter period with from and to.',
  },
  upload_refused: {
    category: 'validation',
    meaning: 'The uploaded file cannot be read.',
    remedy: '`details` says what to change.',
  },
  file_unreadable: {
    category: 'validation',
    meaning: 'The file cannot be read as a table.',
    remedy: '`details` says what to change.',
  },
  preview_too_slow: {
    category: 'capacity',
    meaning: 'The file could not be read in time for a preview.',
    remedy: 'Try again later, or import it without a preview.',
  },
  webhooks_busy: {
    category: 'capacity',
    meaning: 'Too many webhooks from providers are being received at the moment.',
    remedy: 'Deliver the webhook again later.',
  },
  uploads_busy: {
    category: 'capacity',
    meaning: 'Too many uploads are being received at the moment.',
    remedy: 'Try again after the time in Retry-After.',
  },
  bodies_busy: {
    category: 'capacity',
    meaning: 'Too many large bodies are being read at the moment.',
    remedy: 'Try again after the time in Retry-After.',
  },
  live_streams_limited: {
    category: 'rate_limit',
    meaning: 'This business has reached its limit of open live streams on this node.',
    remedy: 'Close unused pages, then try again. One stream serves a whole page.',
  },
  live_streams_busy: {
    category: 'capacity',
    meaning: 'This node has reached its limit of open live streams, or is stopping.',
    remedy: 'Try again after the time in Retry-After: another node may accept it.',
  },
  uploads_limited: {
    category: 'rate_limit',
    meaning: 'This business has reached its limit of concurrent uploads.',
    remedy: 'Wait until one of them has finished.',
  },
  upload_too_slow: {
    category: 'validation',
    status: 408,
    retryable: true,
    meaning: 'The body arrived too slowly.',
    remedy: 'Send it again over a faster connection, or in smaller files.',
  },
  spool_full: {
    category: 'capacity',
    meaning: 'There is no space for another upload at the moment.',
    remedy: 'Try again later.',
  },
  channel_not_connected: {
    category: 'configuration',
    meaning: 'No account of this channel is connected.',
    remedy: 'Connect one in the console, or with `parley admin channel connect`.',
  },
  channel_token_refused: {
    category: 'configuration',
    meaning: 'The messaging channel does not allow this token to use the account; the message says why.',
    remedy: 'Check the account id, create a token with access to it, and connect again.',
  },
  channel_account_not_found: {
    category: 'not_found',
    meaning: 'There is no such connected account.',
    remedy: "Read the channel assignments and use an account's id from there.",
  },
  too_many_tools: {
    category: 'conflict',
    meaning: 'The business has reached the limit of 32 tools.',
    remedy: 'Remove a tool first.',
  },
  tool_not_found: {
    category: 'not_found',
    meaning: 'The business has no tool of this name.',
    remedy: 'List the tools, and use a name from there.',
  },
  tool_url_not_allowed: {
    category: 'validation',
    meaning: 'Tools only run at https addresses that are reachable from the internet.',
    remedy: '`details` describes the problem with this address.',
  },
  mcp_server_failed: {
    category: 'upstream',
    meaning: 'No MCP server answered at this address, or it refused the token.',
    remedy: 'Check the address and the token; repeat the request if the server was down.',
  },
  tool_token_failed: {
    category: 'upstream',
    meaning: 'The authorization server of a tool gave no access token; the message has the problem.',
    remedy:
      "Check the token URL, the client's id and secret, the scope and the resource; repeat the request if the server was down.",
  },
  too_many_provider_lists: {
    category: 'conflict',
    meaning: 'The business has reached the limit of 64 provider lists.',
    remedy: 'Remove a list first.',
  },
  provider_list_not_found: {
    category: 'not_found',
    meaning: 'The business has no provider list for this role and agent.',
    remedy:
      'List them with `GET /api/v1/console/providers`; without a list, those of the installation are used.',
  },
  provider_test_running: {
    category: 'conflict',
    meaning: 'A provider test of the business is already running.',
    remedy: 'Wait for the other test to finish, at most half a minute.',
    retryable: true,
  },
  carrier_test_running: {
    category: 'conflict',
    meaning: 'A carrier test of the business is already running.',
    remedy: 'Wait for the other test to finish, at most half a minute.',
    retryable: true,
  },
  channel_account_taken: {
    category: 'conflict',
    meaning: 'The account is connected to another business.',
    remedy: 'Disconnect it there first.',
  },
  agent_channel_mismatch: {
    category: 'configuration',
    meaning: 'The agent is for another channel.',
    remedy: 'Choose an agent whose `channel` is this one.',
  },
  data_source_field_unknown: {
    category: 'configuration',
    status: 400,
    meaning: 'A granted variable names a field that its data source does not have.',
    remedy: '`details` says which; read the data source for its fields.',
  },
  data_source_archived: {
    category: 'conflict',
    meaning: 'The data source is archived.',
    remedy: 'Set its `status` to active first, or use another one.',
  },
  data_source_not_structured: {
    category: 'configuration',
    meaning: 'The data source is unstructured: it holds text, not rows.',
    remedy: 'Change its text, or choose a structured source.',
  },
  data_source_without_database: {
    category: 'configuration',
    meaning: 'The data source is not read from a database.',
    remedy: 'Upload a file, or create a source with `database`.',
  },
  data_source_refreshing: {
    category: 'conflict',
    retryable: true,
    meaning: 'The table is already being read.',
    remedy: 'Wait until that ingestion has ended.',
  },
  database_not_allowed: {
    category: 'configuration',
    meaning:
      'The operator of the service has not allowed this connection, or this table of it, for the business.',
    remedy: '`details` lists what is allowed.',
  },
  data_source_not_unstructured: {
    category: 'configuration',
    meaning: 'The data source is structured: it holds rows, not text.',
    remedy: 'Upload rows, or choose an unstructured source.',
  },
  data_source_built_in: {
    category: 'configuration',
    meaning: 'The contacts are a built-in data source.',
    remedy: 'Change them through the contact operations.',
  },
  ingestion_not_found: {
    category: 'not_found',
    meaning: 'There is no such ingestion in this business.',
    remedy: "List the source's ingestions and use an id from there.",
  },
  ingestion_not_ready: {
    category: 'conflict',
    retryable: true,
    meaning: 'The file is still being read.',
    remedy: 'Read the ingestion again in a moment.',
  },
  ingestion_closed: {
    category: 'conflict',
    meaning: 'The ingestion has failed, or its version was already activated.',
    remedy: 'Upload the file again.',
  },
  browser_legs_unavailable: {
    category: 'capacity',
    retryable: false,
    meaning:
      'Browsers cannot join calls on this service: the program that carries their audio is missing, or browser legs are disabled.',
    remedy:
      "Run `npx parley legs install` on the service's machine; it is found within seconds (docs/how-to/browser-calls.md).",
  },
  not_a_test_call: {
    category: 'conflict',
    meaning: 'The customer of this call is on a telephone.',
    remedy: 'Listen to it, or take it over; only the caller of a test call is a browser.',
  },
  leg_token_invalid: {
    category: 'authentication',
    meaning: 'The token of the browser leg is invalid, older than a minute, or already used.',
    remedy: 'Request a new one: POST /api/v1/voice/calls/{callId}/legs.',
  },
  legs_limited: {
    category: 'rate_limit',
    meaning: 'The limit of browsers on this call, or on calls of this business on this node, is reached.',
    remedy: 'Try again after somebody has left.',
  },
  legs_busy: {
    category: 'capacity',
    meaning: 'The limit of browsers on calls of this node is reached, or the node is stopping.',
    remedy: 'Try again in a moment: another node may accept it.',
  },
  too_many_agent_notes: {
    category: 'conflict',
    meaning: 'The call has reached the limit of 50 notes to its agent.',
    remedy: 'Take over the call and speak to the customer yourself.',
  },
  too_many_tags: {
    category: 'conflict',
    meaning: 'A call can have at most 20 tags.',
    remedy: 'Remove tags of the call first.',
  },
  too_many_call_notes: {
    category: 'conflict',
    meaning: 'A call can have at most 50 notes.',
    remedy: 'Remove notes of the call first.',
  },
  call_note_not_found: {
    category: 'not_found',
    meaning: 'The call has no such note.',
    remedy: 'Read the call and use the id of one of its notes.',
  },
  too_many_saved_views: {
    category: 'conflict',
    meaning: 'A business can have at most 100 saved views.',
    remedy: 'Remove a saved view first.',
  },
  saved_view_not_found: {
    category: 'not_found',
    meaning: 'There is no such saved view in this business.',
    remedy: 'List the saved views and use an id from there.',
  },
  alert_rule_not_found: {
    category: 'not_found',
    meaning: 'There is no such alert rule in this business.',
    remedy: 'List the alert rules and use an id from there.',
  },
  too_many_alert_rules: {
    category: 'conflict',
    meaning: 'A business can have at most 50 alert rules.',
    remedy: 'Remove an alert rule first.',
  },
  email_not_configured: {
    category: 'configuration',
    meaning: 'The installation has no mail server, so alerts cannot be sent by e-mail.',
    remedy: 'Use webhooks, or ask the operator of the installation to set `PARLEY_SMTP_HOST`.',
  },
  simulation_scenario_not_found: {
    category: 'not_found',
    meaning: 'There is no such scenario in this business.',
    remedy: 'List the scenarios and use an id from there.',
  },
  too_many_simulation_scenarios: {
    category: 'conflict',
    meaning: 'A business can keep at most 200 scenarios.',
    remedy: 'Remove a scenario first.',
  },
  simulation_run_not_found: {
    category: 'not_found',
    meaning: 'There is no such simulation run in this business.',
    remedy: 'List the simulation runs, or request an estimate first.',
  },
  simulation_estimate_mismatch: {
    category: 'conflict',
    meaning: 'The estimate has expired, or is not the one confirmed.',
    remedy: 'Request a new estimate and confirm exactly that one.',
  },
  simulation_run_not_running: {
    category: 'conflict',
    meaning: 'The simulation run has not started, or has ended already.',
    remedy: 'There is nothing to cancel; read the run for its outcome.',
  },
  simulation_runs_not_comparable: {
    category: 'validation',
    meaning: 'The simulation runs are of different scenarios.',
    remedy: 'Compare two runs of the same scenario.',
  },
  too_many_simulation_runs: {
    category: 'conflict',
    meaning: 'Five simulation runs of this business are running.',
    remedy: 'Confirm the estimate again after a run has ended, or cancel one.',
  },
  call_taken_over: {
    category: 'conflict',
    meaning: 'Another operator has taken over the call.',
    remedy: 'Listen, and take over once they have handed it back.',
  },
  listeners_limited: {
    category: 'rate_limit',
    meaning: 'The limit of listeners on this call, or on calls of this business on its node, is reached.',
    remedy: 'Try again after somebody has left.',
  },
  leg_purpose_wrong: {
    category: 'authorization',
    meaning: 'The browser leg is for another purpose: listeners cannot speak.',
    remedy: 'Request a leg with the required purpose.',
  },
  origin_not_allowed: {
    category: 'authorization',
    meaning: 'A page of another site opened this websocket.',
    remedy: 'Open the console at the address in PARLEY_PUBLIC_URL.',
  },
  leg_message_invalid: {
    category: 'validation',
    meaning: 'The message of the browser leg does not match the protocol in docs/how-to/browser-calls.md.',
    remedy: 'Send it in the documented format.',
  },
  simulated_network_absent: {
    category: 'configuration',
    meaning: 'Simulated callers require the simulated network, and this service uses a carrier.',
    remedy: 'Call your own telephone, or run a service without a carrier for trials.',
  },
  simulated_caller_unavailable: {
    category: 'capacity',
    meaning:
      'The sentences of the simulated caller could not be synthesised, or the simulated network did not accept them.',
    remedy: 'Try again in a moment, with fewer or shorter sentences.',
  },
  user_exists: {
    category: 'conflict',
    meaning: 'The team already has a user with this e-mail address.',
    remedy: 'Change the role of that user, set another password for them, or use another address.',
  },
  user_not_found: {
    category: 'not_found',
    meaning: 'There is no such user.',
    remedy: 'See the Team page or `parley admin user list`; `parley admin user create` creates one.',
  },
  membership_not_found: {
    category: 'not_found',
    meaning: 'The user is not on the team of that business, or is disabled there.',
    remedy:
      'Choose one of the `memberships` of `readSession`, or ask an owner of the business for an invitation.',
  },
  last_owner: {
    category: 'conflict',
    meaning: 'The team would have no active owner.',
    remedy: 'Make another member an owner first.',
  },
  invitation_not_found: {
    category: 'not_found',
    meaning: 'There is no such invitation; it may have been accepted or have expired.',
    remedy: 'See the list of invitations.',
  },
  invitations_limited: {
    category: 'rate_limit',
    meaning: 'There are 20 open invitations, or 50 were created within a day.',
    remedy: 'Revoke unused invitations, or wait until tomorrow.',
  },
  key_not_found: {
    category: 'not_found',
    meaning: 'There is no such API key in this business.',
    remedy: 'List the keys and use an id from there.',
  },
  agent_test_not_found: {
    category: 'not_found',
    meaning: 'There is no such agent test in this business.',
    remedy: 'Start one first.',
  },
  agent_test_full: {
    category: 'conflict',
    meaning: 'This agent test has reached its message limit.',
    remedy: 'Start a new test.',
  },
  model_failed: {
    category: 'upstream',
    meaning: 'The language model did not answer.',
    remedy: 'Try again in a moment.',
  },
  job_not_found: {
    category: 'not_found',
    meaning: 'There is no such job in this business.',
    remedy: 'List the jobs and use an id from there.',
  },
  category_exists: {
    category: 'conflict',
    meaning: 'A category with this name exists.',
    remedy: '`details` names it: use that category, or choose another name.',
  },
  agent_in_use: {
    category: 'conflict',
    meaning: 'The agent answers on an account or works in a campaign, so its channel cannot change.',
    remedy: 'The message says where: remove it there first, or create another agent.',
  },
  agent_changing: {
    category: 'conflict',
    retryable: true,
    meaning: 'Another request is changing this agent at the moment.',
    remedy: 'Send the change again.',
  },
  agent_changed: {
    category: 'conflict',
    status: 412,
    meaning: 'The agent or its draft has changed since the version that `If-Match` names.',
    remedy: 'Read it again, apply your change to what it is now, and send that with its `ETag`.',
  },
  resource_changed: {
    category: 'conflict',
    status: 412,
    meaning: 'What the request changes has changed since the version that `If-Match` names.',
    remedy: 'Read it again, apply your change to what it is now, and send that with its `tag`.',
  },
  agent_version_not_found: {
    category: 'not_found',
    meaning: 'The agent has no such version, or it is no longer kept.',
    remedy: 'List the versions: the newest 50 are kept.',
  },
  draft_not_found: {
    category: 'not_found',
    meaning: 'The agent has no draft.',
    remedy: 'Save one first; it may have been published or deleted since.',
  },
  draft_outdated: {
    category: 'conflict',
    meaning: 'Another version was published since the draft was begun.',
    remedy:
      'Compare the draft with the published version, then publish it with the number of that version as `replaces`.',
  },
  split_not_found: {
    category: 'not_found',
    meaning: 'The agent has no such split, or it has ended.',
    remedy: 'List the splits of the agent. A split ends with the next publication.',
  },
  split_running: {
    category: 'conflict',
    meaning: 'The agent, or the campaign, is already split between two versions.',
    remedy: 'End that split first.',
  },
  too_many_splits: {
    category: 'conflict',
    meaning: 'The agent has reached the limit of 20 splits at the same time.',
    remedy: 'End a split first: those of ended campaigns divide nothing.',
  },
  agent_archived: {
    category: 'conflict',
    meaning: 'The agent is archived and can no longer be changed.',
    remedy: 'Create a new agent.',
  },
  business_exists: {
    category: 'conflict',
    meaning: 'A business with this id exists already.',
    remedy: 'Choose another id, or change that business.',
  },
  agent_not_active: {
    category: 'configuration',
    meaning: 'The agent is archived or not active.',
    remedy: 'Choose an active agent.',
  },
  agent_not_voice: {
    category: 'configuration',
    meaning: 'The agent is not a voice agent.',
    remedy: 'Choose an agent whose `channel` is voice.',
  },
  external_automation_active: {
    category: 'conflict',
    meaning:
      'An external backend answers on the account through a webhook subscription; the message names it.',
    remedy: 'Pause or revoke the subscription, or assign the agent with `autoReplyEnabled` false.',
  },
  agent_assigned: {
    category: 'conflict',
    meaning: 'An agent answers on the account; the message names both.',
    remedy: 'Assign the agent with `autoReplyEnabled` false, or remove it, then subscribe.',
  },
  contact_context_required: {
    category: 'configuration',
    meaning: 'The agent needs contact variables that this request does not provide.',
    remedy:
      '`details` names them: set them on the contact, specify the contact, or test with `testVariables`.',
  },
  contact_out_of_scope: {
    category: 'configuration',
    meaning: 'The contact is in none of the categories the agent is scoped to.',
    remedy: "Add the contact to one of the agent's categories, or choose another agent.",
  },
  contact_blocked: {
    category: 'configuration',
    meaning: 'Communication with this contact is blocked.',
    remedy: 'Contact somebody else, or set `communicationBlocked` to false once the contact agrees.',
  },
  suppressed: {
    category: 'configuration',
    meaning:
      'The number or channel identity is suppressed: the business may not contact it for this purpose.',
    remedy:
      'Remove the suppression once the customer agrees; a contact’s block ends with `communicationBlocked` false.',
  },
  quiet_hours: {
    category: 'conflict',
    meaning:
      'The recipient may not be contacted now: by the quiet hours of the business, or by the campaign’s window in the recipient’s time zone.',
    remedy: 'Try again from the time in `details`, or after Retry-After.',
    retryable: true,
  },
  no_common_window: {
    category: 'configuration',
    meaning: 'Time zones of the number, quiet hours and window leave no time for contact within 14 days.',
    remedy: 'Set the time zone of the contact, or leave more time between quiet hours and window.',
  },
  suppression_not_found: {
    category: 'not_found',
    meaning: 'There is no such suppression.',
    remedy: 'List the suppressions; it may have been removed already.',
  },
  suppression_file_invalid: {
    category: 'validation',
    meaning: 'The file cannot be read as a CSV list of suppressions.',
    remedy: 'Send UTF-8 text with a header row that has a column `address`, and at most 50,000 rows.',
  },
  attempts_exceeded: {
    category: 'configuration',
    meaning: 'The number was called the maximum number of times that the business allows within the period.',
    remedy: 'Call it again from the time in `details`, or after Retry-After; or allow more attempts.',
    retryable: true,
  },
  channel_assignment_not_supported: {
    category: 'configuration',
    meaning: 'Agents cannot be assigned to this channel.',
    remedy: 'Use voice, whatsapp or instagram where the operation supports them.',
  },
  template_paused: {
    category: 'configuration',
    meaning: 'The channel has paused the template because of negative feedback.',
    remedy: 'Send another one, or wait until it is active again.',
  },
  template_policy_violated: {
    category: 'configuration',
    meaning: 'The channel reports that the template violates its policies.',
    remedy: 'Change the template in the channel’s template manager.',
  },
  template_text_too_long: {
    category: 'configuration',
    meaning: 'The text of the template is too long with its values.',
    remedy: 'Use shorter values.',
  },
  template_not_found: {
    category: 'configuration',
    meaning: 'The account has no approved template of this name in this language.',
    remedy: 'Check the name and language in the channel’s template manager.',
  },
  template_parameters_mismatch: {
    category: 'configuration',
    meaning: 'The number of values does not match the variables of the template.',
    remedy: 'Provide the right number of values in `components` for each part.',
  },
  template_parameter_invalid: {
    category: 'validation',
    meaning: 'A template value is empty, too long, or of a different type than the template expects.',
    remedy: 'Correct the value.',
  },
  template_not_approved: {
    category: 'configuration',
    meaning: 'The channel has not approved the template.',
    remedy: 'Wait for its approval at Meta, or choose another template.',
  },
  templates_unreachable: {
    category: 'upstream',
    meaning: 'Meta did not respond to the request for the templates of the account.',
    remedy: 'Try again in a moment.',
  },
  templates_not_readable: {
    category: 'configuration',
    meaning: 'The access token of the account may not list its templates.',
    remedy: 'Give the token the permission whatsapp_business_management for its business account.',
  },
  template_disabled: {
    category: 'configuration',
    meaning: 'The channel has disabled the template permanently.',
    remedy: 'Create another one there and send that.',
  },
  conversation_window_closed: {
    category: 'configuration',
    meaning: 'Free text can only be sent within 24 hours after the customer’s last message.',
    remedy: 'Send an approved template, or wait until they write again.',
  },
  conversation_not_found: {
    category: 'not_found',
    meaning: 'There is no such conversation in this business.',
    remedy: 'List the conversations of the console and use an id from there.',
  },
  assignee_cannot_answer: {
    category: 'conflict',
    meaning: 'The user is not an active operator or owner of this business.',
    remedy: 'List the members who can answer with `listAssignees`, and use an id from there.',
  },
  conversation_note_not_found: {
    category: 'not_found',
    meaning: 'The conversation has no such note.',
    remedy: 'List the messages of the conversation and use the id of one of its notes.',
  },
  note_of_other_user: {
    category: 'authorization',
    meaning: 'Another user wrote the note.',
    remedy: 'Only its author and the owners of the business can change or remove it.',
  },
  too_many_conversation_notes: {
    category: 'conflict',
    meaning: 'A conversation can have at most 100 notes.',
    remedy: 'Remove a note first.',
  },
  quick_answer_not_found: {
    category: 'not_found',
    meaning: 'There is no such quick answer in this business.',
    remedy: 'List the quick answers and use an id from there.',
  },
  quick_answer_shortcut_taken: {
    category: 'conflict',
    meaning: 'Another quick answer of the business has this shortcut.',
    remedy: 'Choose another shortcut, or change the other quick answer.',
  },
  too_many_quick_answers: {
    category: 'conflict',
    meaning: 'A business can have at most 100 quick answers.',
    remedy: 'Remove a quick answer first.',
  },
  conversation_outbox_full: {
    category: 'capacity',
    meaning: 'Too many messages of this conversation are waiting to be sent.',
    remedy: 'Try again after the time in Retry-After.',
  },
  subscription_not_found: {
    category: 'not_found',
    meaning: 'There is no such webhook subscription in this business.',
    remedy: 'List the subscriptions and use an id from there.',
  },
  subscription_revoked: {
    category: 'conflict',
    meaning: 'The subscription was revoked permanently.',
    remedy: 'Create a new subscription.',
  },
  callback_url_not_allowed: {
    category: 'validation',
    meaning: 'Webhooks only go to https addresses that are reachable from the internet.',
    remedy: '`details` describes the problem with this address.',
  },
  name_lookups_limited: {
    category: 'rate_limit',
    meaning:
      'This business has reached its limit of concurrent host name look-ups, usually because a name server does not respond.',
    remedy: 'Wait for the time in Retry-After, and check the name servers of your hosts.',
  },
  dead_letter_not_found: {
    category: 'not_found',
    meaning: 'There is no such dead letter in this subscription, or it was already resent.',
    remedy: "List the subscription's dead letters and use an id from there.",
  },
  message_not_found: {
    category: 'not_found',
    meaning: 'There is no such message in this business.',
    remedy: 'Use `messageId` from the response to a send, or from a timeline.',
  },
  media_not_found: {
    category: 'not_found',
    meaning: 'There is no such uploaded media in this account.',
    remedy: 'Upload it to the account that sends it.',
  },
  media_expired: {
    category: 'conflict',
    meaning: 'The channel no longer keeps this media.',
    remedy: 'Upload it again.',
  },
  media_content_invalid: {
    category: 'validation',
    meaning: 'The content is not a file of the declared type that the channel accepts.',
    remedy:
      '`details` describes the problem. Send a JPEG or PNG of at most 5 MB, or a document, video or audio file of at most 16 MB.',
  },
  media_type_mismatch: {
    category: 'validation',
    meaning: 'The uploaded file is of a different kind than the message.',
    remedy: 'Send it with the `type` that equals its `mediaType`.',
  },
  media_not_ready: {
    category: 'capacity',
    meaning: 'The customer’s file is still being fetched from the channel, or cannot be read at the moment.',
    remedy: 'Try again after the time in Retry-After.',
  },
  media_busy: {
    category: 'capacity',
    meaning: 'Too many files of customers are being downloaded at the moment.',
    remedy: 'Try again after the time in Retry-After.',
  },
  media_too_large: {
    category: 'not_found',
    status: 410,
    meaning: 'The customer’s file exceeds the size limit of its type.',
    remedy: 'Ask the customer for a smaller file.',
  },
  media_too_many: {
    category: 'not_found',
    status: 410,
    meaning: 'The customer sent too many files at once, and this one was not fetched.',
    remedy: 'Ask the customer to send it again.',
  },
  media_unavailable: {
    category: 'not_found',
    status: 410,
    meaning: 'The channel did not provide the customer’s file.',
    remedy: 'Ask the customer to send it again.',
  },
  media_address_not_allowed: {
    category: 'not_found',
    status: 410,
    meaning: 'The customer’s file is at an address outside the channel, and was not fetched.',
    remedy: 'The operator can allow the address with PARLEY_MEDIA_HOSTS.',
  },
  media_removed: {
    category: 'not_found',
    status: 410,
    meaning: 'Files from customers are kept for 30 days; this one has been removed.',
    remedy: 'Ask the customer to send it again.',
  },
  channel_failed: {
    category: 'upstream',
    meaning: 'The messaging channel did not accept the request.',
    remedy: 'Try again in a moment.',
  },
  variable_undeclared: {
    category: 'configuration',
    status: 400,
    meaning: 'A placeholder names an alias that the agent does not declare.',
    remedy: '`details` names it: declare it in `dataSourceVariables`, or correct the placeholder.',
  },
  data_source_not_found: {
    category: 'not_found',
    meaning: 'There is no such data source in this business.',
    remedy: 'List the data sources and use an id from there.',
  },
  sample_not_found: {
    category: 'not_found',
    meaning: 'This voice or noise no longer exists.',
    remedy: 'List the voices again, and use the address from there.',
  },
  sample_unavailable: {
    category: 'capacity',
    meaning: 'The sample of this voice cannot be generated at the moment.',
    remedy: 'Try again in a moment.',
  },
  voice_unknown: {
    category: 'configuration',
    status: 400,
    meaning: 'There is no such voice.',
    remedy: '`details` lists the available voices.',
  },
  media_token_invalid: {
    category: 'authentication',
    meaning: 'The media token is damaged or expired, or its call is not live.',
    remedy: 'Connect only once, immediately, to the address that the call was placed with.',
  },
  media_token_in_use: {
    category: 'conflict',
    meaning: 'Another socket is already connected to this call.',
    remedy: 'Close that socket first.',
  },
  call_not_live: {
    category: 'conflict',
    meaning: 'The call is not live.',
    remedy: 'Start a new call.',
  },
  rate_limited: {
    category: 'rate_limit',
    meaning: 'Too many requests with this key, or from this network.',
    remedy: 'Wait for the time in Retry-After.',
  },
  no_line_available: {
    category: 'capacity',
    meaning: 'All lines are busy and this call cannot wait.',
    remedy: 'Try again later.',
  },
  not_ready: {
    category: 'capacity',
    meaning: 'The service is starting, stopping or catching up.',
    remedy: 'Try again after the time in Retry-After.',
  },
  journal_unavailable: {
    category: 'capacity',
    meaning: 'The journal does not respond. The request may or may not have been applied.',
    remedy: 'Repeat it with the same Idempotency-Key.',
  },
  journal_full: {
    category: 'capacity',
    meaning: 'The disk of the journal is full. Nothing was changed.',
    remedy: 'Try again once the operator has freed disk space.',
  },
  journal_went_back: {
    category: 'capacity',
    meaning: 'The journal lacks acknowledged changes, so it is not served.',
    remedy: 'Try again once the operator has restored it or accepted the loss.',
  },
  recordings_unavailable: {
    category: 'capacity',
    meaning: 'The recording store does not respond at the moment.',
    remedy: 'Try again in a moment.',
  },
  record_unreadable: {
    category: 'internal',
    retryable: false,
    meaning: 'The history of this record is damaged and cannot be read. Other records are not affected.',
    remedy:
      'Repeating the request does not help. An operator has to repair the record: `parley admin trouble` names it, the reason and the command.',
  },
  internal: {
    category: 'internal',
    meaning: 'An unexpected error occurred.',
    remedy: 'Try again. If it happens again, send the request id to the operator.',
  },
} as const satisfies Record<string, ErrorSpec>;

/** A stable error code; part of the public contract. */
export type ErrorCode = keyof typeof ERRORS;
