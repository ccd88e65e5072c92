/** What problems mean to the person at the page: sentences for the codes whose own texts are for programmers. */

/** Sentences by code: what happened, and what to do. */
const SENTENCES: Readonly<Record<string, string>> = {
  validation_failed: 'Some of this can’t be saved as it is. Check the fields below.',
  request_malformed: 'The page sent something that the service can’t read. Reload the page and try again.',
  json_malformed: 'The page sent something that the service can’t read. Reload the page and try again.',
  json_too_complex: 'This is too much for one request. Save it in smaller parts.',
  url_too_long: 'This search is too long. Shorten it and try again.',
  body_too_large: 'This is too large to save. Shorten it and try again.',
  content_type_unsupported: 'The service doesn’t accept this kind of file.',
  cursor_invalid: 'The list has changed. Reload the page to see it.',
  analytics_too_many_groups: 'This period has too many groups. Choose a shorter one, or filter it.',
  credentials_invalid:
    'The e-mail address or password is wrong. Try again, or ask an administrator to reset it.',
  session_invalid: 'Your session has ended. Sign in again.',
  session_required: 'Your session has ended. Sign in again.',
  api_key_missing: 'You are not signed in. Sign in to continue.',
  csrf_invalid: 'Your session was renewed in another tab. Reload the page and try again.',
  setup_link_invalid:
    'The setup link was already used or has expired. Sign in if you have an account; otherwise restart the service for a new link.',
  invitation_invalid:
    'This invitation was used, withdrawn, or has expired. Sign in if you are on the team, or ask for a new invitation.',
  invitation_for_other_address:
    'This invitation is for another e-mail address. Sign out, then open the link again.',
  sign_in_limited: 'Too many failed attempts. Wait a moment, then try again.',
  sign_in_busy: 'Too many people are signing in at the moment. Try again in a moment.',
  link_expired: 'This link has expired. Reload the page for a new one.',
  quota_exceeded:
    'A limit of your plan is reached. Remove what you no longer need, or ask for a higher limit.',
  insufficient_credit: 'There isn’t enough credit. Add credit, or wait until live calls release theirs.',
  spend_limit_reached: 'Today’s spending limit is reached. Wait until tomorrow, or raise it in the settings.',
  call_rate_exceeded:
    'Too many calls were started this minute. Wait a moment, or raise the limit in the settings.',
  contact_exists: 'A contact with this number already exists.',
  contact_blocked: 'This contact is blocked. Unblock it once the person agrees.',
  contact_changing: 'Someone else is changing this contact. Try again in a moment.',
  contact_out_of_scope: 'This agent can’t contact this person. Give it one of the contact’s categories.',
  contact_unconfirmed: 'A customer gave this number to an agent. Confirm it before you use it.',
  contact_merge_too_large: 'The merged contact would be too large. Remove fields or numbers first.',
  contact_context_required: 'This agent needs information that the contact doesn’t have.',
  category_exists: 'A category with this name already exists.',
  category_not_empty: 'Some contacts are only in this category. Move or delete them first.',
  category_name_mismatch: 'The name doesn’t match. Type it exactly as it is shown.',
  audience_empty: 'No one is in this audience. Choose contacts, or categories that contain some.',
  suppressed: 'This number is on the suppression list, so it isn’t contacted.',
  suppression_file_invalid:
    'This file can’t be read. It needs a column called address, and at most 50,000 rows.',
  quiet_hours: 'It’s outside the hours in which this person may be contacted.',
  no_common_window:
    'There is no time at which this person may be contacted. Check quiet hours and time zones.',
  attempts_exceeded: 'This number was called as often as your settings allow.',
  iteration_ended: 'This round has ended. Start a follow-up to contact people again.',
  iteration_not_started: 'This round hasn’t started yet.',
  iteration_not_ended: 'This round is still running. Wait until it ends, or cancel it.',
  summary_estimate_mismatch: 'The price has changed. Look at the new one and confirm it.',
  analysis_estimate_mismatch: 'The price has changed. Look at the new one and confirm it.',
  simulation_estimate_mismatch: 'The price has changed. Look at the new one and confirm it.',
  analysis_run_too_large: 'That is more than 10,000 calls. Choose a shorter period.',
  file_unreadable: 'This file can’t be read as a table.',
  upload_refused: 'This file can’t be read.',
  preview_too_slow: 'The preview takes too long. Try again, or import without it.',
  upload_too_slow: 'The upload was too slow. Try a faster connection or a smaller file.',
  spool_full: 'The service has no space for uploads at the moment. Try again later.',
  channel_not_connected: 'No account is connected. Connect one under Channels.',
  channel_account_taken: 'This account is connected to another business. Disconnect it there first.',
  channel_failed: 'The channel didn’t accept this. Try again in a moment.',
  agent_channel_mismatch: 'This agent is for another channel. Choose another one.',
  agent_not_active: 'This agent is archived. Choose another one.',
  agent_archived: 'This agent is archived and can’t be changed.',
  agent_not_voice: 'This agent doesn’t make calls. Choose a voice agent.',
  agent_changing: 'Someone else is saving this agent. Try again in a moment.',
  agent_changed: 'This agent was changed elsewhere since you opened it. Reload it to see the changes.',
  draft_outdated: 'Another version was published since you started. Compare them, then publish.',
  split_running: 'A split is already running. End it first.',
  variable_undeclared:
    'A variable in the text has no source. Add the field to the agent, or correct the variable.',
  data_source_field_unknown: 'A variable uses a column that its data source doesn’t have.',
  data_source_archived: 'This data source is archived. Restore it, or use another one.',
  data_source_refreshing: 'This table is being read. Wait until it’s done.',
  ingestion_not_ready: 'The file is still being read. Wait until it’s done.',
  ingestion_closed: 'This upload has failed, or is already in use.',
  database_not_allowed: 'This database connection isn’t allowed. Ask an administrator to allow it.',
  tool_url_not_allowed: 'Tools need an https address that can be reached from the internet.',
  callback_url_not_allowed: 'Webhooks need an https address that can be reached from the internet.',
  mcp_server_failed: 'The server didn’t answer, or didn’t accept the token. Check both and try again.',
  provider_test_running: 'A test is already running. Wait half a minute.',
  carrier_test_running: 'A test is already running. Wait half a minute.',
  conversation_window_closed: 'The 24 hours to reply freely are over. Send an approved template.',
  conversation_outbox_full: 'Too many messages are waiting to be sent. Try again in a moment.',
  template_not_found: 'This template isn’t approved in this language.',
  template_parameters_mismatch: 'The template needs another number of values.',
  template_parameter_invalid: 'A value of the template is empty, too long, or of the wrong kind.',
  template_text_too_long: 'The template is too long with these values. Shorten them.',
  templates_unreachable: 'Meta didn’t answer. Try again in a moment.',
  media_removed: 'Files are kept for 30 days. This one has been removed.',
  media_unavailable: 'This file couldn’t be fetched. Ask the customer to send it again.',
  media_too_large: 'This file is too large. Ask the customer for a smaller one.',
  media_content_invalid: 'The channel doesn’t accept this file.',
  media_not_ready: 'This file is still being fetched. Try again in a moment.',
  browser_legs_unavailable: 'Browser calls aren’t set up on this service.',
  call_already_ended: 'The call has already ended.',
  call_not_live: 'The call has ended.',
  call_taken_over: 'A colleague has taken over this call.',
  too_many_agent_notes: 'This call has 50 notes, which is the limit.',
  simulated_network_absent: 'This service makes real calls, so there are no simulated callers.',
  simulated_caller_unavailable: 'The simulated caller couldn’t be started. Try again in a moment.',
  sample_unavailable: 'This voice can’t be played at the moment. Try again in a moment.',
  user_exists: 'Someone with this e-mail address is already on the team.',
  last_owner: 'The team needs at least one owner.',
  invitations_limited: 'There are too many open invitations. Withdraw some, or wait until tomorrow.',
  model_failed: 'The language model didn’t answer. Try again.',
  no_line_available: 'All lines are busy. Try again later.',
  idempotency_key_conflict: 'This was already sent with other content. Reload the page and try again.',
  idempotency_request_in_progress: 'This is already being saved. Wait a moment.',
  rate_limited: 'Too many requests at once.',
  not_ready: 'The service is starting. Try again in a moment.',
  upgrade_in_progress: 'The service is being updated. Try again in a moment.',
  journal_unavailable:
    'The service can’t save at the moment. This may or may not have been saved: check, then try again.',
  journal_full: 'The service’s disk is full, so nothing was saved. Ask an administrator to free space.',
  journal_went_back: 'The service lost some data and is stopped. An administrator has to restore it.',
  recordings_unavailable: 'Recordings can’t be read at the moment. Try again in a moment.',
  recording_not_found: 'There is no recording of this call.',
  transcript_not_found: 'There is no transcript of this call.',
  record_unreadable: 'This record is damaged. An administrator has to repair it.',
  call_not_found: 'There is no such call. Check the address, or search for it.',
  conversation_not_found: 'There is no such conversation. Check the address, or search for it.',
  internal: 'Something went wrong on our side. Try again; if it happens again, report the request below.',
};

const GONE = 'This no longer exists. It may have been deleted.';
const BUSY = 'The service is busy. Try again in a moment.';
const LIMIT = 'A limit is reached. Remove one that you no longer need, then try again.';

const withoutMarks = (text: string): string => text.replaceAll('`', '');

/** A sentence about a problem. One without a code is the page's own, and has its words. */
export const sentenceOf = (problem: { readonly code?: string; readonly message: string }): string => {
  const { code, message } = problem;
  if (code === undefined) return withoutMarks(message);
  const sentence = SENTENCES[code];
  if (sentence !== undefined) return sentence;
  if (code.endsWith('_not_found')) return GONE;
  if (/_(busy|limited)$/.test(code)) return BUSY;
  // The rest are rare refusals whose message says what to do, and the page's own, such as those of a microphone.
  return code.startsWith('too_many_') ? LIMIT : withoutMarks(message);
};

/** `/voiceSettings/firstGreeting` as `First greeting`; the number of an item counts from one. */
export const fieldNameOf = (path: string): string => {
  const parts = path.split('/').filter((part) => part !== '');
  const name = parts.findLast((part) => !/^\d+$/.test(part)) ?? '';
  const words = name
    .replaceAll(/[_-]+/g, ' ')
    .replaceAll(/([a-z])([A-Z])/g, (_, before: string, after: string) => `${before} ${after.toLowerCase()}`)
    .replaceAll(/\b(url|id)\b/gi, (word) => word.toUpperCase());
  const last = parts.at(-1) ?? '';
  const ordinal = /^\d+$/.test(last) ? ` ${Number(last) + 1}` : '';
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}${ordinal}`;
};

/** What is wrong with a field, without the marks of a programmer's text. */
export const detailOf = (message: string): string => withoutMarks(message);
