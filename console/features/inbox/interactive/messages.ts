/** Words of messages with buttons, a list or a link. */
import { language } from '../../../ui/i18n/language.js';
import { message, messages } from '../../../ui/i18n/messages.js';

export const INTERACTIVE = messages('INTERACTIVE', {
  open: 'Buttons or list',
  title: 'Message with choices',
  back: 'Write text',
  kind: 'Kind',
  kinds: { buttons: 'Buttons', list: 'List', link: 'Link' },
  header: 'Line above the text (optional)',
  body: 'Text',
  bodyHelp: message<[limit: number]>('At most {limit, number} characters.', 'limit'),
  footer: 'Line below the text (optional)',
  button: message<[number: number]>('Button {number}', 'number'),
  addButton: 'Add a button',
  listButton: 'Label that opens the list',
  row: message<[number: number]>('Row {number}', 'number'),
  description: message<[number: number]>('Second line of row {number} (optional)', 'number'),
  addRow: 'Add a row',
  /** Within a sentence; German keeps the capital letters of its nouns. */
  remove: (name: string): string =>
    INTERACTIVE.removeNamed(language === 'de' ? name : name.toLocaleLowerCase(language)),
  removeNamed: message<[name: string]>('Remove {name}', 'name'),
  linkLabel: 'Label of the button',
  url: 'Address, with https://',
  preview: 'Preview',
  previewOfList: 'The customer opens the list to choose.',
  takes: 'Sending takes the conversation: the agent pauses.',
  send: 'Send',
  problems: {
    missing: 'Fill in the text and each label.',
    tooLong: message<[name: string, limit: number]>('{name}: at most {limit} characters.', 'name', 'limit'),
    same: 'Each label can be used once.',
    url: 'Enter an address that begins with https:// or http://.',
  },
});
