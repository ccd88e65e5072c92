/** What is wrong with a field, for the person who fills it in. */
import type { TextKind } from '../../api/bodies/kinds.js';
import { message, messages } from '../i18n/messages.js';

export const FIELD_PROBLEMS = messages('FIELD_PROBLEMS', {
  required: 'Fill this in.',
  tooShort: message<[characters: number]>('Enter at least {characters, number} characters.', 'characters'),
  tooLong: message<[characters: number]>('Enter at most {characters, number} characters.', 'characters'),
  tooSmall: message<[least: number]>('Enter at least {least, number}.', 'least'),
  tooLarge: message<[most: number]>('Enter at most {most, number}.', 'most'),
  number: 'Enter a number.',
  whole: 'Enter a whole number.',
  tooFew: message<[least: number]>(
    '{least, plural, =1 {Choose at least one.} other {Choose at least #.}}',
    'least',
  ),
  tooMany: message<[most: number]>('Choose at most {most, number}.', 'most'),
  address: 'Enter a whole address, like https://example.org/calls.',
  other: 'This can’t be used here.',
});

export const TEXT_KINDS: Readonly<Record<TextKind, string>> = messages('TEXT_KINDS', {
  email: 'Enter an e-mail address, like ann@example.org.',
  time: 'Enter a time from 00:00 to 23:59, like 09:30.',
  accountId: 'Enter letters, digits, underscores, periods and hyphens, at most 64.',
  shortcut: 'Enter letters, digits, hyphens and underscores, at most 32.',
  notBlank: 'Fill this in.',
  fieldKey: 'Enter a letter, then letters, digits or underscores, at most 64.',
  phoneNumber: 'Enter a number with its country code, like +14155550123.',
  templateName: 'Enter the name as in WhatsApp: lower-case letters, digits and underscores.',
  templateLanguage: 'Enter a language code of WhatsApp, like en or en_US.',
});
