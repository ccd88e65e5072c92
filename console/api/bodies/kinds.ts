/** Generated from the API documents by `npm run generate`; do not edit. */

/** What a text has to be, where a pattern decides. */
export type TextKind = 'email' | 'time' | 'accountId' | 'shortcut' | 'notBlank' | 'fieldKey' | 'phoneNumber' | 'templateName' | 'templateLanguage';
