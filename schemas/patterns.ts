/** The patterns of texts on the wire, each with its meaning in words, because a regular expression does not explain itself. */

/** Keys of fields of contacts and Data Sources, and the aliases under which agents know them. */
export const FIELD_KEY_PATTERN = '^[A-Za-z][A-Za-z0-9_]{0,63}$';
/** A field key, a colon, and a value, which may be empty. */
export const FIELD_FILTER_PATTERN = '^[A-Za-z][A-Za-z0-9_]{0,63}:[\\s\\S]*$';
/** E.164: a plus sign, a digit 1-9, then 7 to 14 digits (spec section 2.9). */
export const TO_NUMBER_PATTERN = '^\\+[1-9][0-9]{7,14}$';
/** Any name; the length of a key can only be limited by its pattern. */
export const COLUMN_NAME_PATTERN = '^[\\s\\S]{1,200}$';
/** A label, never a path: control characters would hide parts of it where it is shown. */
export const FILE_NAME_PATTERN = '^[^\\u0000-\\u001f\\u007f]*$';
/** HH:MM on a 24-hour clock. */
export const TIME_OF_DAY_PATTERN = '^([01][0-9]|2[0-3]):[0-5][0-9]$';
/** What WhatsApp allows as a template's name. */
export const TEMPLATE_NAME_PATTERN = '^[a-z0-9_]{1,512}$';
/** Languages as Meta writes them: `en`, `en_US`, `fil`. */
export const TEMPLATE_LANGUAGE_PATTERN = '^[a-z]{2,3}(_[A-Z]{2})?$';
/** Name of a variable, in a template that names its variables. */
export const PARAMETER_NAME_PATTERN = '^[a-z0-9_]{1,64}$';
/** ISO 4217. */
export const CURRENCY_CODE_PATTERN = '^[A-Z]{3}$';
/** Index of a button of a template. */
export const BUTTON_INDEX_PATTERN = '^[0-9]$';
/** Id of a suppression: its contact point’s id, purpose and source. */
export const SUPPRESSION_ID_PATTERN = '^[0-9a-f]{32}-[a-z]{1,20}-[a-z_]{1,20}$';
/** With one @; only a message can show whether the address is in use. */
export const EMAIL_PATTERN = '^[^@\\s]+@[^@\\s]+$';
/**
 * An address that mail servers accept without quotes: no spaces, control characters, commas, brackets or quotes, which could end a
 * header or add a recipient.
 */
export const MAIL_ADDRESS_PATTERN =
  "^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?(?:\\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*$";
export const KEY_ID_PATTERN = '^[A-Za-z0-9-]{1,64}$';
/** Id of an account on a messaging channel, as the channel names it. */
export const ACCOUNT_ID_PATTERN = '^[A-Za-z0-9_.-]{1,64}$';
/** A tag of a call: 1 to 40 characters, not only spaces. */
export const CALL_TAG_PATTERN = '^(?=[\\s\\S]*\\S)[^\\u0000-\\u001f\\u007f]{1,40}$';
/** The id of a user, or the word for none of them. */
export const ASSIGNEE_PATTERN = '^(none|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$';
/** What people type to find a quick answer. */
export const SHORTCUT_PATTERN = '^[A-Za-z0-9_-]{1,32}$';
/** Something that a voice can say. */
export const NOT_BLANK_PATTERN = '\\S';
export const SPOKEN_PATTERN = '[\\p{L}\\p{N}]';
const TOPIC = '(calls|conversations|campaigns|agents|contact_jobs|imports|ingestions|voices)';
/** Topics of a live stream (schemas/events/live.ts). */
export const LIVE_TOPICS_PATTERN = `^${TOPIC}(,${TOPIC}){0,7}$`;
/** Names of columns of a file (schemas/calls/export-columns.ts). */
export const COLUMN_LIST_PATTERN = '^[a-zA-Z]{1,24}(,[a-zA-Z]{1,24}){0,25}$';
/** The pattern of a record with arbitrary names (typebox). */
const ANY_NAME_PATTERN = '^.*$';

const WORDS: Readonly<Record<string, string>> = {
  [FIELD_KEY_PATTERN]: 'a letter followed by at most 63 letters, digits or underscores, like order_id',
  [FIELD_FILTER_PATTERN]: 'a field and its value, separated by a colon, like city:Berlin',
  [TO_NUMBER_PATTERN]: 'a number in E.164, like +14155550123: a plus sign, then 8 to 15 digits',
  [COLUMN_NAME_PATTERN]: 'a column name of 1 to 200 characters',
  [FILE_NAME_PATTERN]: 'a file name without control characters',
  [TIME_OF_DAY_PATTERN]: 'a time from 00:00 to 23:59, like 09:30',
  [TEMPLATE_NAME_PATTERN]: 'lower-case letters, digits and underscores, exactly as in WhatsApp',
  [TEMPLATE_LANGUAGE_PATTERN]: 'a WhatsApp language code, like en or en_US',
  [PARAMETER_NAME_PATTERN]: 'a name of at most 64 lower-case letters, digits and underscores',
  [CURRENCY_CODE_PATTERN]: 'the three capital letters of a currency (ISO 4217), like EUR',
  [BUTTON_INDEX_PATTERN]: 'a digit, from 0 for the first button',
  [KEY_ID_PATTERN]: 'the id of a key: letters, digits and hyphens, at most 64',
  [LIVE_TOPICS_PATTERN]:
    'topics separated by commas: calls, conversations, campaigns, agents, contact_jobs, imports, ingestions, voices',
  [COLUMN_LIST_PATTERN]: 'names of columns separated by commas, like createdAt,number',
  [ACCOUNT_ID_PATTERN]:
    'the id of the account on the channel: at most 64 letters, digits, underscores, periods and hyphens',
  [SUPPRESSION_ID_PATTERN]: 'the id of a suppression, from the list of suppressions',
  [EMAIL_PATTERN]: 'an e-mail address, like ann@example.org',
  [MAIL_ADDRESS_PATTERN]: 'an e-mail address, like ann@example.org',
  [CALL_TAG_PATTERN]: 'a tag of 1 to 40 characters',
  [ASSIGNEE_PATTERN]: 'the id of a user in lower case, or none',
  [SHORTCUT_PATTERN]: '1 to 32 letters, digits, hyphens and underscores',
  [NOT_BLANK_PATTERN]: 'a text that is not blank',
  [SPOKEN_PATTERN]: 'a text with at least one letter or digit',
  [ANY_NAME_PATTERN]: 'a name of one line',
};

/** What a text must be to match the pattern, to follow "must be". Null for a pattern without words here. */
export const describePattern = (pattern: string): string | null => WORDS[pattern] ?? null;
