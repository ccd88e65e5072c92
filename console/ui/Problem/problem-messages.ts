/** Sentences for problems whose own texts are for programmers: what happened, and what to do. */
import { message, messages } from '../i18n/messages.js';

const sentences: Readonly<Record<string, string>> = {
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
  resource_changed:
    'This was changed elsewhere since you opened it, and nothing was saved. Save again to compare the changes.',
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
  agent_test_full: 'This test has reached its limit of messages. Start a new one.',
  assignee_cannot_answer: 'This person can’t answer conversations. Choose another one.',
  contact_merged: 'This contact was merged with another one in this round, which is contacted instead.',
  data_source_built_in: 'The contacts are a data source of their own. Change them under Contacts.',
  data_source_not_structured:
    'This data source holds text, not rows. Change its text, or choose another one.',
  data_source_not_unstructured: 'This data source holds rows, not text. Upload rows, or choose another one.',
  data_source_without_database: 'This data source isn’t read from a database. Upload a file instead.',
  email_not_configured:
    'This service can’t send e-mail. Use webhooks, or ask an administrator to set up a mail server.',
  media_address_not_allowed:
    'The customer’s file is at an address outside the channel, so it wasn’t fetched. An administrator can allow the address.',
  media_expired: 'The channel no longer has this file. Upload it again.',
  media_too_many:
    'The customer sent too many files at once, and this one wasn’t fetched. Ask the customer to send it again.',
  not_a_test_call: 'The customer of this call is on a telephone. Listen to it, or take it over.',
  note_of_other_user: 'Only its author and owners of the business can change or remove this note.',
  participant_linked: 'This person is already linked to another contact. Change that contact instead.',
  password_reset_elsewhere:
    'This person is also on the team of another business, so their password can’t be reset here. They can change it in their account, or ask the operator of the service.',
  password_reset_invalid:
    'This link was used, has expired, or was replaced by a newer one. Ask an owner of the business for a new one.',
  quick_answer_shortcut_taken: 'Another quick answer has this shortcut. Choose another one.',
  simulation_run_not_running: 'This simulation hasn’t started, or has already ended.',
  simulation_runs_not_comparable: 'Only runs of the same scenario can be compared.',
  subscription_revoked: 'This webhook was revoked for good. Create a new one.',
  summary_run_not_ended: 'This summary isn’t finished. Wait until it is.',
  template_disabled: 'The channel has disabled this template for good. Create another one there.',
  template_paused:
    'The channel has paused this template because of negative feedback. Send another one, or wait until it is active again.',
  template_policy_violated:
    'This template violates the channel’s policies. Change it in the channel’s template manager.',
  voice_unknown: 'This voice isn’t available. Choose another one.',
  no_answer: 'The service is not responding. Check your network, then try again.',
  cancelled: 'The upload was cancelled.',
};

/** The service's own words, where they name the thing; other languages put a sentence before them. */
const words = message<[text: string]>('{text}', 'text');

const named: Readonly<Record<string, typeof words>> = {
  agent_assigned: words,
  agent_in_use: words,
  channel_token_refused: words,
  destination_not_allowed: words,
  external_automation_active: words,
  media_type_mismatch: words,
  role_insufficient: words,
  template_not_approved: words,
  templates_not_readable: words,
  tool_token_failed: words,
};

export const PROBLEMS = messages('PROBLEMS', {
  /** By code. */
  sentences,
  /** By code, filled with the message of the service. */
  named,
  gone: 'This no longer exists. It may have been deleted.',
  busy: 'The service is busy. Try again in a moment.',
  limit: 'A limit is reached. Remove one that you no longer need, then try again.',
});

/** What the service says about a field, to follow the field's name. */
export const SERVICE_DETAILS: Readonly<Record<string, string>> = {
  required: 'is required',
  empty: 'must not be empty',
  blank: 'must be a text that is not blank',
  spoken: 'must be a text with at least one letter or digit',
  text: 'must be text',
  wholeNumber: 'must be a whole number',
  number: 'must be a number',
  twice: 'must not hold the same value twice',
  phoneNumber: 'must be a valid phone number in E.164 format, for example +14155550123',
  digits: 'must be a number in E.164, like +14155550123: a plus sign, then 8 to 15 digits',
  email: 'must be an e-mail address, like ann@example.org',
  timeZone: 'must be a time zone of the IANA database, like Europe/Berlin',
  time: 'must be a time from 00:00 to 23:59, like 09:30',
  address: 'must be an address like https://example.org/hooks',
  https: 'must begin with https://',
  fieldKey: 'must be a letter followed by at most 63 letters, digits or underscores, like order_id',
  tag: 'must be a tag of 1 to 40 characters',
  shortcut: 'must be 1 to 32 letters, digits, hyphens and underscores',
  afterFrom: 'must be after from',
  sameAsStart: 'must differ from start',
  alwaysQuiet: 'must leave some time of the week in which calls are allowed',
};

/** The same in the language of the page. */
export const FIELD_DETAILS = messages('FIELD_DETAILS', {
  fixed: { ...SERVICE_DETAILS },
  counted: {
    longest: message<[count: number]>('must have at most {count, number} characters', 'count'),
    shortest: message<[count: number]>('must have at least {count, number} characters', 'count'),
    mostItems: message<[count: number]>(
      'must have at most {count, plural, one {# item} other {# items}}',
      'count',
    ),
    leastItems: message<[count: number]>('must have at least {count, number} items', 'count'),
    least: message<[count: number]>('must be {count, number} or more', 'count'),
    most: message<[count: number]>('must be {count, number} or less', 'count'),
    above: message<[count: number]>('must be more than {count, number}', 'count'),
  },
});

/** Why a channel refuses a message or an account, as the service says it. */
export const SERVICE_FAILURES: Readonly<Record<string, string>> = {
  tokenInvalid: 'The access token of the account is no longer valid; connect the account again.',
  notPermitted: 'The access token of the account does not allow this.',
  restricted: 'The channel has restricted what this account may send.',
  payment: 'The channel has a problem with the payment of this account.',
  notRegistered: 'The account is not registered with the channel.',
  accountUnknown: 'The channel does not know this account, or the token has no access to it.',
  windowClosed: 'More than 24 hours have passed since the customer last wrote.',
  unreachable: 'The recipient cannot be reached on this channel.',
  optedOut: 'The recipient has opted out of such messages.',
  mediaRejected: 'The channel could not use the media; upload it again.',
  messageRejected: 'The channel did not accept the message.',
  whatsappType: 'WhatsApp has no messages of this type.',
  instagramType: 'Instagram has no messages of this type.',
  instagramTemplates: 'Instagram has no templates.',
};

/** The same in the language of the page. */
export const CHANNEL_FAILURES = messages('CHANNEL_FAILURES', { ...SERVICE_FAILURES });
