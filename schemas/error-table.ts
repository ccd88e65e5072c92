// biome-ignore-all lint/style/noExcessiveLinesPerFile: the file is one table, with an entry for each code.
/**
 * The one table of errors (spec section 7, docs/contract.md "Errors"): every code that a client can receive, its
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

/** HTTP status of each category (docs/contract.md "Errors"). Codes may override it, see {@link ERRORS}. */
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
    remedy: '`details` lists what is wrong and where, at most 100 problems: change those and send it again.',
  },
  request_malformed: {
    category: 'validation',
    meaning: 'The request line or a header is not valid HTTP, or says two things at once.',
    remedy:
      'Send one Content-Length or `Transfer-Encoding: chunked`, one Host, and header names without spaces.',
  },
  url_too_long: {
    category: 'validation',
    status: 414,
    meaning: 'Path and query have more than 8 KiB.',
    remedy: 'Send less in them.',
  },
  headers_too_large: {
    category: 'validation',
    status: 431,
    meaning: 'The headers have more than 16 KiB.',
    remedy: 'Send less in them.',
  },
  json_malformed: {
    category: 'validation',
    meaning: 'The body is not JSON.',
    remedy: 'Send one JSON value in UTF-8, without a comma after the last member.',
  },
  json_too_complex: {
    category: 'validation',
    meaning: 'The body is nested too deeply, or holds too many values.',
    remedy: '`details` says which; split it over several requests.',
  },
  body_too_large: {
    category: 'validation',
    status: 413,
    meaning: 'The body is larger than this route accepts.',
    remedy: 'Send less at a time.',
  },
  content_type_unsupported: {
    category: 'validation',
    status: 415,
    meaning: 'The body is of a type that this route does not read.',
    remedy: 'Send `Content-Type: application/json`; uploads may be `multipart/form-data`, too.',
  },
  method_not_allowed: {
    category: 'validation',
    status: 405,
    meaning: 'The path exists, but not with this method.',
    remedy: 'Use one of those in the Allow header.',
  },
  cursor_invalid: {
    category: 'validation',
    meaning: 'The cursor is damaged or belongs to another list.',
    remedy: 'Use `nextCursor` of this list unchanged, or begin without a cursor.',
  },
  idempotency_key_missing: {
    category: 'validation',
    meaning: 'This operation needs an Idempotency-Key header.',
    remedy: 'Send one of your own for each operation that you mean, and the same one when you repeat it.',
  },
  idempotency_key_invalid: {
    category: 'validation',
    meaning: 'The Idempotency-Key is not 1 to 512 visible ASCII characters.',
    remedy: 'Send a UUID, for example.',
  },
  api_key_missing: {
    category: 'authentication',
    meaning: 'The request names nobody who asks.',
    remedy: 'Send the API key as `Authorization: Bearer <key>`.',
  },
  api_key_invalid: {
    category: 'authentication',
    meaning: 'The API key is unknown, damaged or revoked.',
    remedy: 'Look whether all of it was copied; otherwise make another one in the console.',
  },
  metrics_token_invalid: {
    category: 'authentication',
    meaning: 'Metrics are for the operator.',
    remedy: 'Send the token of PARLEY_METRICS_TOKEN as `Authorization: Bearer <token>`.',
  },
  credentials_invalid: {
    category: 'authentication',
    meaning: 'The e-mail address or the password is wrong, or the user is disabled.',
    remedy: 'Try again, or ask the operator to set another password.',
  },
  session_invalid: {
    category: 'authentication',
    meaning: 'The session has ended or never was.',
    remedy: 'Sign in again.',
  },
  setup_link_invalid: {
    category: 'authentication',
    meaning: 'The link that sets the console up was used, has expired, or never was.',
    remedy:
      'Sign in where somebody was made; otherwise start the service again: it prints another link while there is nobody. `parley admin user create` makes people without one.',
  },
  invitation_invalid: {
    category: 'authentication',
    meaning:
      'The link of the invitation was used or revoked, has expired or never was, or its address is on the team already.',
    remedy: 'Sign in if you are on the team; otherwise ask for another invitation.',
  },
  invitation_for_other_address: {
    category: 'conflict',
    meaning: 'The invitation is for another e-mail address than the session’s.',
    remedy: 'Sign out, then open the link again and join with the address that was invited.',
  },
  csrf_invalid: {
    category: 'authorization',
    meaning: 'With a session, everything but reads needs its CSRF token.',
    remedy: 'Send `csrfToken` of the session in the X-CSRF-Token header.',
  },
  session_required: {
    category: 'authorization',
    meaning: 'This operation belongs to the console: an API key does not do.',
    remedy: "Sign in, and send the session's cookie.",
  },
  sign_in_limited: {
    category: 'rate_limit',
    meaning: 'Too many failed attempts with this e-mail address or from this network.',
    remedy: 'Wait as Retry-After says.',
  },
  sign_in_busy: {
    category: 'capacity',
    meaning: 'Too many people sign in at this moment.',
    remedy: 'Try again in a moment.',
  },
  signature_invalid: {
    category: 'authorization',
    meaning: 'The signature of a callback or a signed link does not match.',
    remedy: 'Use the link unchanged; providers must be set up with the secret that the service has.',
  },
  link_expired: {
    category: 'authorization',
    meaning: 'The signed link has expired.',
    remedy: 'Read the resource again: its answer has a new link.',
  },
  quota_exceeded: {
    category: 'conflict',
    meaning:
      'A quota of what the business stores or has is used up, or the uploaded file does not fit in it; `details` names the quota.',
    remedy: 'Remove what is not needed, upload less, or ask the operator of the service for a larger quota.',
  },
  insufficient_credit: {
    category: 'billing',
    meaning: 'The credit left does not cover what this costs at least.',
    remedy:
      'Ask the operator for more credit, or wait until running calls have given back what they do not need.',
  },
  destination_not_allowed: {
    category: 'configuration',
    meaning:
      'This business does not call the country or the type of this number; the message says which of them.',
    remedy:
      'Use another number, allow the destination in the settings of the console, or ask the operator to.',
  },
  spend_limit_reached: {
    category: 'billing',
    meaning: 'Calls of this business have reserved as much today as its spend limit allows.',
    remedy: 'Wait until the day ends, or raise the limit in the settings of the console.',
  },
  call_rate_exceeded: {
    category: 'rate_limit',
    meaning: 'This business has started as many calls within a minute as it may.',
    remedy: 'Try again as Retry-After says, or raise the limit in the settings of the console.',
  },
  contact_unconfirmed: {
    category: 'configuration',
    meaning:
      'A customer gave this number to an agent, and it was not confirmed: campaigns do not contact it.',
    remedy:
      'Confirm it by linking the participant to the contact (`link-contact`), or set the number yourself.',
  },
  scope_missing: {
    category: 'authorization',
    meaning: 'The API key lacks a scope that this operation needs.',
    remedy: 'Use a key that has it; scopes are given when a key is made.',
  },
  role_insufficient: {
    category: 'authorization',
    meaning: 'The role of whoever is signed in does not reach for this operation.',
    remedy: 'The message names the role that is needed; an owner of the business gives it, on the page Team.',
  },
  business_mismatch: {
    category: 'authorization',
    meaning: 'The API key belongs to another business.',
    remedy: "Name the key's own business in `businessId`, or use a key of the one that you mean.",
  },
  route_not_found: {
    category: 'not_found',
    meaning: 'No operation has this path.',
    remedy: 'Compare it with `GET /api/v1/openapi.json`.',
  },
  business_not_found: {
    category: 'not_found',
    meaning: 'There is no such business.',
    remedy: '`parley admin business list` names those that there are.',
  },
  agent_not_found: {
    category: 'not_found',
    meaning: 'There is no such agent in this business.',
    remedy: 'List the agents and use an id from there.',
  },
  contact_not_found: {
    category: 'not_found',
    meaning: 'There is no such contact in this business.',
    remedy: 'List the contacts, or create it first.',
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
    remedy: 'Read it once somebody has spoken; a call that nobody answered never has one.',
  },
  recording_not_found: {
    category: 'not_found',
    meaning: 'The call has no recording.',
    remedy:
      'Read the call: `recordingAvailable` says whether there is one; it is finished some seconds after the call has ended.',
  },
  idempotency_key_conflict: {
    category: 'conflict',
    meaning: 'The Idempotency-Key was used with a different request.',
    remedy: 'Repeat that request unchanged, or send another key.',
  },
  idempotency_request_in_progress: {
    category: 'conflict',
    retryable: true,
    meaning: 'The first request with this Idempotency-Key is still at work.',
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
    remedy: '`details` names it: change that one instead.',
  },
  contact_changing: {
    category: 'conflict',
    retryable: true,
    meaning: 'Another request gives the contact this mobile at this moment.',
    remedy: 'Look at the contact again in a moment, and repeat the request if it is still needed.',
  },
  trouble_not_found: {
    category: 'not_found',
    meaning: 'There is no such trouble; it may have ended.',
    remedy: '`parley admin trouble` lists what there is.',
  },
  trouble_not_retryable: {
    category: 'conflict',
    meaning: 'The read models passed it over and do not come back to it.',
    remedy: 'Upgrade to a build that can show it, which reads everything again; then drop this.',
  },
  trouble_not_droppable: {
    category: 'conflict',
    meaning: 'The actor owes it still after it was told to give it up, or cannot be read at all.',
    remedy: 'Mend the cause and retry it instead; `parley admin trouble` says what to do.',
  },
  upgrade_in_progress: {
    category: 'capacity',
    meaning:
      'A newer version of the service went on with this record, and none of that version answers at this moment.',
    remedy: 'Try again as Retry-After says.',
  },
  category_name_mismatch: {
    category: 'validation',
    meaning: 'The name given to confirm is not the name of the category.',
    remedy: 'Write it letter for letter.',
  },
  category_not_empty: {
    category: 'conflict',
    meaning: 'Contacts belong to this category alone; `details` says how many.',
    remedy: 'Delete them or give them another category first.',
  },
  participant_not_found: {
    category: 'not_found',
    meaning: 'There is no such channel participant in this business.',
    remedy: 'Use `participantId` of a conversation or a webhook.',
  },
  participant_linked: {
    category: 'conflict',
    meaning: 'The participant is linked to another contact already; `details` names it.',
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
    meaning: 'The iteration has not been started yet: there is nothing to pause.',
    remedy: 'Start it first.',
  },
  iteration_not_ended: {
    category: 'conflict',
    meaning: 'An iteration of the campaign is still open.',
    remedy: 'Wait until it has ended, or cancel it.',
  },
  audience_empty: {
    category: 'validation',
    meaning: 'The audience says nobody.',
    remedy: 'Name contacts or categories that hold somebody.',
  },
  summary_run_not_found: {
    category: 'not_found',
    meaning: 'There is no such summary run in this campaign.',
    remedy: "List the campaign's summary runs, or ask for an estimate first.",
  },
  summary_run_not_ended: {
    category: 'conflict',
    meaning: 'The summary run is not completed.',
    remedy: 'Wait until its status says so.',
  },
  summary_estimate_mismatch: {
    category: 'conflict',
    meaning: 'The estimate has expired, or is not the one confirmed.',
    remedy: 'Ask for a new estimate and confirm exactly that.',
  },
  upload_refused: {
    category: 'validation',
    meaning: 'The uploaded file cannot be read.',
    remedy: '`details` says what to change.',
  },
  webhooks_busy: {
    category: 'capacity',
    meaning: 'Too much is being received from providers at this moment.',
    remedy: 'Deliver it again later.',
  },
  uploads_busy: {
    category: 'capacity',
    meaning: 'Too many uploads are being received at this moment.',
    remedy: 'Try again as Retry-After says.',
  },
  bodies_busy: {
    category: 'capacity',
    meaning: 'Too many large bodies are being read at this moment.',
    remedy: 'Try again as Retry-After says.',
  },
  live_streams_limited: {
    category: 'rate_limit',
    meaning: 'This business has as many live streams open at this node as it may have.',
    remedy: 'Close pages that nobody looks at; one stream serves a whole page. Then try again.',
  },
  live_streams_busy: {
    category: 'capacity',
    meaning: 'This node has as many live streams open as it may have, or is stopping.',
    remedy: 'Try again as Retry-After says: another node may take it.',
  },
  uploads_limited: {
    category: 'rate_limit',
    meaning: 'This business has as many uploads under way as it may have.',
    remedy: 'Wait until one of them is done.',
  },
  upload_too_slow: {
    category: 'validation',
    status: 408,
    retryable: true,
    meaning: 'The body came too slowly.',
    remedy: 'Send it again over a faster connection, or in smaller files.',
  },
  spool_full: {
    category: 'capacity',
    meaning: 'There is no room for another upload at this moment.',
    remedy: 'Try again later.',
  },
  channel_not_connected: {
    category: 'configuration',
    meaning: 'No account of this channel is connected.',
    remedy: 'Connect one in the console, or with `parley admin channel connect`.',
  },
  channel_token_refused: {
    category: 'configuration',
    meaning: 'The messaging channel does not let this token use the account; the message says why.',
    remedy: "Check the account's id, make a token that may use it, and connect again.",
  },
  channel_account_not_found: {
    category: 'not_found',
    meaning: 'There is no such connected account.',
    remedy: "Read the channel assignments and use an account's id from there.",
  },
  too_many_tools: {
    category: 'conflict',
    meaning: 'The business has as many tools as it may have, which is 32.',
    remedy: 'Remove one first.',
  },
  too_many_provider_lists: {
    category: 'conflict',
    meaning: 'The business has as many lists of providers as it may have, which is 64.',
    remedy: 'Remove one first.',
  },
  provider_list_not_found: {
    category: 'not_found',
    meaning: 'The business has no list of providers for this role and agent.',
    remedy: 'List them with `GET /api/v1/console/providers`; without a list the installation has its own.',
  },
  provider_test_running: {
    category: 'conflict',
    meaning: 'Providers of the business are being tested at this moment.',
    remedy: 'Wait for the answer to the other test, half a minute at the most.',
    retryable: true,
  },
  carrier_test_running: {
    category: 'conflict',
    meaning: 'Carriers of the business are being asked at this moment.',
    remedy: 'Wait for the answer to the other test, half a minute at the most.',
    retryable: true,
  },
  channel_account_taken: {
    category: 'conflict',
    meaning: 'The account is connected by another business.',
    remedy: 'Disconnect it there first.',
  },
  agent_channel_mismatch: {
    category: 'configuration',
    meaning: 'The agent is made for another channel.',
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
    meaning: 'The table is being read already.',
    remedy: 'Wait until that ingestion has ended.',
  },
  database_not_allowed: {
    category: 'configuration',
    meaning: 'The operator of the service has not allowed the business this connection, or this table of it.',
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
    remedy: 'Look at the ingestion again in a moment.',
  },
  ingestion_closed: {
    category: 'conflict',
    meaning: 'The ingestion has failed or its version was activated already.',
    remedy: 'Upload the file again.',
  },
  browser_legs_unavailable: {
    category: 'capacity',
    retryable: false,
    meaning:
      'Browsers cannot join calls here: the program that carries their audio is missing, or they are switched off.',
    remedy:
      "Run `npx parley legs install` on the service's machine, then start it again (docs/browser-legs.md).",
  },
  not_a_test_call: {
    category: 'conflict',
    meaning: 'The customer of this call is on a telephone.',
    remedy: 'Listen to it, or take it over; only a test call has a browser for its caller.',
  },
  leg_token_invalid: {
    category: 'authentication',
    meaning: "The token of a browser's leg is none of ours, is older than a minute, or was used before.",
    remedy: 'Ask for another one: POST /api/v1/voice/calls/{callId}/legs.',
  },
  legs_limited: {
    category: 'rate_limit',
    meaning: 'As many browsers are on this call, or on calls of this business at this node, as may be.',
    remedy: 'Have somebody leave, then try again.',
  },
  legs_busy: {
    category: 'capacity',
    meaning: 'As many browsers are on calls of this node as may be, or it is stopping.',
    remedy: 'Try again in a moment: another node may take it.',
  },
  too_many_agent_notes: {
    category: 'conflict',
    meaning: 'The agent of this call was told as many notes as one can be, which is 50.',
    remedy: 'Take the call over, and speak to the customer yourself.',
  },
  call_taken_over: {
    category: 'conflict',
    meaning: 'Somebody else has taken the call over.',
    remedy: 'Listen, and take it over once they have handed it back.',
  },
  listeners_limited: {
    category: 'rate_limit',
    meaning: 'As many people listen to this call, or to calls of this business at its node, as may.',
    remedy: 'Have somebody leave, then try again.',
  },
  leg_purpose_wrong: {
    category: 'authorization',
    meaning: "The browser's leg is for something else: who only listens cannot speak.",
    remedy: 'Ask for a leg with that purpose.',
  },
  origin_not_allowed: {
    category: 'authorization',
    meaning: 'A page of another site opened this websocket.',
    remedy: 'Open the console at the address in PARLEY_PUBLIC_URL.',
  },
  leg_message_invalid: {
    category: 'validation',
    meaning: "A message beside a browser's leg is none of those that docs/browser-legs.md has.",
    remedy: 'Send it as it is written there.',
  },
  simulated_network_absent: {
    category: 'configuration',
    meaning: 'Simulated callers are on the simulated network, and this service calls through a carrier.',
    remedy: 'Start a call to a telephone of your own, or run a service without a carrier to try things out.',
  },
  simulated_caller_unavailable: {
    category: 'capacity',
    meaning:
      'The sentences of the simulated caller could not be spoken, or the simulated network did not take them.',
    remedy: 'Try again in a moment, with fewer or shorter sentences.',
  },
  user_exists: {
    category: 'conflict',
    meaning: 'The team has a user with this e-mail address already.',
    remedy: 'Change the role of that user, set another password for them, or use another address.',
  },
  user_not_found: {
    category: 'not_found',
    meaning: 'There is no such user.',
    remedy: 'Look at the page Team or `parley admin user list`; `parley admin user create` makes one.',
  },
  membership_not_found: {
    category: 'not_found',
    meaning: 'The user is not on the team of that business, or is disabled there.',
    remedy:
      'Choose one of the `memberships` of `readSession`, or ask an owner of the business for an invitation.',
  },
  last_owner: {
    category: 'conflict',
    meaning: 'Nobody who is let in would be an owner any more.',
    remedy: 'Make somebody else an owner first.',
  },
  invitation_not_found: {
    category: 'not_found',
    meaning: 'There is no such invitation; it may have been accepted, or have expired.',
    remedy: 'Look at the list of invitations.',
  },
  invitations_limited: {
    category: 'rate_limit',
    meaning: 'There are 20 open invitations, or 50 were made within a day.',
    remedy: 'Revoke those that nobody accepts, or wait until tomorrow.',
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
    meaning: 'This agent test has as many messages as one can have.',
    remedy: 'Start another one.',
  },
  model_failed: {
    category: 'upstream',
    meaning: 'The language model gave no answer.',
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
    remedy: '`details` names it: use that one, or choose another name.',
  },
  agent_in_use: {
    category: 'conflict',
    meaning: 'The agent answers on an account or works in a campaign, so its channel cannot change.',
    remedy: 'The message says where: free it there first, or make another agent.',
  },
  agent_changing: {
    category: 'conflict',
    retryable: true,
    meaning: 'Other requests change this agent at this moment.',
    remedy: 'Send the change again.',
  },
  agent_archived: {
    category: 'conflict',
    meaning: 'The agent is archived and can no longer be changed.',
    remedy: 'Make another one.',
  },
  business_exists: {
    category: 'conflict',
    meaning: 'A business with this id exists already.',
    remedy: 'Choose another id, or change that one.',
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
    remedy: 'Pause or revoke that, or assign the agent with `autoReplyEnabled` false.',
  },
  agent_assigned: {
    category: 'conflict',
    meaning: 'An agent answers on the account; the message names both.',
    remedy: 'Assign it there with `autoReplyEnabled` false, or remove it, then subscribe.',
  },
  contact_context_required: {
    category: 'configuration',
    meaning: 'The agent needs variables of a contact that this request does not give.',
    remedy:
      '`details` says which: give the contact those values, name the contact, or test with `testVariables`.',
  },
  contact_out_of_scope: {
    category: 'configuration',
    meaning: 'The contact is in none of the categories the agent is scoped to.',
    remedy: "Give the contact one of the agent's categories, or choose another agent.",
  },
  contact_blocked: {
    category: 'configuration',
    meaning: 'Communication with this contact is blocked.',
    remedy: 'Contact somebody else, or set `communicationBlocked` to false once they agree.',
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
    remedy: 'Give the contact its time zone, or leave more time between quiet hours and window.',
  },
  suppression_not_found: {
    category: 'not_found',
    meaning: 'There is no such suppression.',
    remedy: 'List the suppressions; it may have been removed already.',
  },
  suppression_file_invalid: {
    category: 'validation',
    meaning: 'The file is no CSV that can be read as a list of suppressions.',
    remedy: 'Send UTF-8 text with a header row that has a column `address`, and at most 50,000 rows.',
  },
  attempts_exceeded: {
    category: 'configuration',
    meaning: 'The number was called as often as the business allows within the period.',
    remedy:
      'Call it again once the time in `details` has come, or after Retry-After; or allow more attempts.',
    retryable: true,
  },
  channel_assignment_not_supported: {
    category: 'configuration',
    meaning: 'Agents cannot be assigned to this channel.',
    remedy: 'Use voice, whatsapp or instagram where the operation has them.',
  },
  template_paused: {
    category: 'configuration',
    meaning: 'The channel has paused the template, because too many people did not want it.',
    remedy: 'Send another one, or wait until it is active again.',
  },
  template_policy_violated: {
    category: 'configuration',
    meaning: 'The channel finds that the template breaks its rules.',
    remedy: 'Change the template in the channel’s template manager.',
  },
  template_text_too_long: {
    category: 'configuration',
    meaning: 'With its values the text of the template is too long.',
    remedy: 'Give shorter ones.',
  },
  template_not_found: {
    category: 'configuration',
    meaning: 'The account has no approved template of this name in this language.',
    remedy: 'Look at both in the channel’s template manager.',
  },
  template_parameters_mismatch: {
    category: 'configuration',
    meaning: 'The template has another number of variables.',
    remedy: 'Give in `components` as many values as it has, for each of its parts.',
  },
  template_parameter_invalid: {
    category: 'validation',
    meaning:
      'A value of the template is too long, holds line breaks, or is of another kind than the template has at its place.',
    remedy: 'Change it.',
  },
  template_disabled: {
    category: 'configuration',
    meaning: 'The channel has disabled the template for good.',
    remedy: 'Make another one there and send that.',
  },
  conversation_window_closed: {
    category: 'configuration',
    meaning: 'Free text can be sent for 24 hours after the customer last wrote.',
    remedy: 'Send an approved template, or wait until they write again.',
  },
  conversation_not_found: {
    category: 'not_found',
    meaning: 'There is no such conversation in this business.',
    remedy: 'List the conversations of the console and use an id from there.',
  },
  conversation_outbox_full: {
    category: 'capacity',
    meaning: 'Too many messages of this conversation wait to be sent.',
    remedy: 'Try again as Retry-After says.',
  },
  subscription_not_found: {
    category: 'not_found',
    meaning: 'There is no such webhook subscription in this business.',
    remedy: 'List the subscriptions and use an id from there.',
  },
  subscription_revoked: {
    category: 'conflict',
    meaning: 'The subscription was revoked, which is for good.',
    remedy: 'Create another one.',
  },
  callback_url_not_allowed: {
    category: 'validation',
    meaning: 'Webhooks only go to https addresses that are reachable from the internet.',
    remedy: '`details` says what is wrong with this one.',
  },
  name_lookups_limited: {
    category: 'rate_limit',
    meaning:
      'This business has as many look-ups of host names under way as it may have, most often because a name server does not answer.',
    remedy: 'Wait as Retry-After says, and check the name servers of the hosts that you have named.',
  },
  dead_letter_not_found: {
    category: 'not_found',
    meaning: 'There is no such dead letter in this subscription, or it was re-sent already.',
    remedy: "List the subscription's dead letters and use an id from there.",
  },
  message_not_found: {
    category: 'not_found',
    meaning: 'There is no such message in this business.',
    remedy: 'Use `messageId` of the answer to a send, or of a timeline.',
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
    meaning: 'The content is not an image of the given type that the channel takes.',
    remedy: '`details` says what is wrong: send a JPEG or PNG of at most 5 MB.',
  },
  media_not_ready: {
    category: 'capacity',
    meaning:
      'What the customer sent is still being fetched from the channel, or cannot be read at this moment.',
    remedy: 'Try again as Retry-After says.',
  },
  media_busy: {
    category: 'capacity',
    meaning: 'Too many files of customers are being downloaded at this moment.',
    remedy: 'Try again as Retry-After says.',
  },
  media_too_large: {
    category: 'not_found',
    status: 410,
    meaning: 'What the customer sent is larger than what is kept of its type.',
    remedy: 'Ask them for a smaller file.',
  },
  media_too_many: {
    category: 'not_found',
    status: 410,
    meaning: 'The customer sent too many files at once, and this one was not fetched.',
    remedy: 'Ask them to send it again.',
  },
  media_unavailable: {
    category: 'not_found',
    status: 410,
    meaning: 'The channel did not give out what the customer sent.',
    remedy: 'Ask them to send it again.',
  },
  media_address_not_allowed: {
    category: 'not_found',
    status: 410,
    meaning:
      'What the customer sent lies at an address that is not one of the channel’s, and was not fetched.',
    remedy: 'The operator can allow it with PARLEY_MEDIA_HOSTS.',
  },
  media_removed: {
    category: 'not_found',
    status: 410,
    meaning: 'What customers send is kept for 30 days; this was removed since.',
    remedy: 'Ask them to send it again.',
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
    remedy: '`details` says which: declare it in `dataSourceVariables`, or correct the placeholder.',
  },
  data_source_not_found: {
    category: 'not_found',
    meaning: 'There is no such data source in this business.',
    remedy: 'List the data sources and use an id from there.',
  },
  sample_not_found: {
    category: 'not_found',
    meaning: 'There is no longer such a voice or noise.',
    remedy: 'List the voices again, and use the address from there.',
  },
  sample_unavailable: {
    category: 'capacity',
    meaning: 'The sample of this voice cannot be made at this moment.',
    remedy: 'Try again in a moment.',
  },
  voice_unknown: {
    category: 'configuration',
    status: 400,
    meaning: 'There is no such voice.',
    remedy: '`details` names those that there are.',
  },
  media_token_invalid: {
    category: 'authentication',
    meaning: 'The media token is damaged, expired, or names no live call.',
    remedy: 'Connect once, at once, to the address that the call was placed with.',
  },
  media_token_in_use: {
    category: 'conflict',
    meaning: 'Another socket is already streaming this call.',
    remedy: 'Close that one first.',
  },
  call_not_live: {
    category: 'conflict',
    meaning: 'The call is not live.',
    remedy: 'Start another one.',
  },
  rate_limited: {
    category: 'rate_limit',
    meaning: 'Too many requests with this key, or from this network.',
    remedy: 'Wait as Retry-After says.',
  },
  no_line_available: {
    category: 'capacity',
    meaning: 'All lines are busy and this call cannot wait.',
    remedy: 'Try again later.',
  },
  not_ready: {
    category: 'capacity',
    meaning: 'The service is starting, stopping or catching up.',
    remedy: 'Try again as Retry-After says.',
  },
  journal_unavailable: {
    category: 'capacity',
    meaning: 'The journal does not answer; the request may or may not have been applied.',
    remedy: 'Repeat it with the same Idempotency-Key.',
  },
  journal_full: {
    category: 'capacity',
    meaning: 'The disk of the journal is full: nothing was changed.',
    remedy: 'Try again once the operator has made room.',
  },
  journal_went_back: {
    category: 'capacity',
    meaning: 'The journal lacks changes that were acknowledged, so nothing is served from it.',
    remedy: 'Try again once the operator has put it back, or has accepted the loss.',
  },
  recordings_unavailable: {
    category: 'capacity',
    meaning: 'The store of the recordings does not answer at this moment.',
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
    meaning: 'Something unexpected happened here.',
    remedy: 'Try again; if it comes again, tell the operator the request id.',
  },
} as const satisfies Record<string, ErrorSpec>;

/** A stable error code; part of the public contract. */
export type ErrorCode = keyof typeof ERRORS;
