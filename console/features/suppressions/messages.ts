/** Texts of the page of suppressions. */
import { message, messages } from '../../ui/i18n/messages.js';

export const SUPPRESSIONS = messages('SUPPRESSIONS', {
  title: 'Suppressions',
  help: 'Numbers and accounts that your business does not contact. Replies to messages from customers are still sent.',
  search: 'Search by number',
  none: 'No suppressions',
  noneHelp: 'Customers who ask not to be contacted appear here. You can also add numbers yourself.',
  noMatch: message<[text: string]>('No suppression starts with “{text}”', 'text'),
  add: 'Add suppression',
  number: 'Number',
  numberHelp: 'With country code, for example +14155550123',
  reason: 'Reason',
  reasonHelp: 'Shown in this list only',
  purpose: 'Block',
  purposes: { service: 'All contact', marketing: 'Marketing only' },
  sources: {
    operator: 'Added in the console',
    api: 'Added through the API',
    contact_block: 'Contact blocked',
    customer_request: 'Requested by the customer',
    keyword: 'Customer sent STOP',
    import: 'Imported',
  },
  suppressing: 'Taking effect…',
  added: message<[calls: number]>(
    '{calls, plural, =0 {Added. No new calls or messages will be sent.} one {Added. # earlier call may still be active.} other {Added. # earlier calls may still be active.}}',
    'calls',
  ),
  remove: 'Remove',
  removeLabel: message<[address: string]>('Remove the suppression of {address}', 'address'),
  import: 'Import CSV',
  importHelp: 'Columns: address, channel, purpose, reason. Up to 50,000 rows.',
  export: 'Export CSV',
  imported: message<[suppressed: number, failed: number]>(
    '{suppressed, plural, one {# row} other {# rows}} imported{failed, plural, =0 {} other {, # skipped}}',
    'suppressed',
    'failed',
  ),
  rowProblem: message<[row: number, problem: string]>('Row {row}: {problem}', 'row', 'problem'),
});
