/** Texts of the page of suppressions. */
import { plural } from '../../ui/plural.js';

export const SUPPRESSIONS = {
  title: 'Suppressions',
  help: 'Numbers and accounts that your business does not contact. Replies to messages from customers are still sent.',
  search: 'Search by number',
  none: 'No suppressions',
  noneHelp: 'Customers who ask not to be contacted appear here. You can also add numbers yourself.',
  noMatch: (text: string) => `No suppression starts with “${text}”`,
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
  added: (calls: number) =>
    calls === 0
      ? 'Added. No new calls or messages will be sent.'
      : `Added. ${plural(calls, 'earlier call', 'earlier calls')} may still be active.`,
  remove: 'Remove',
  removeLabel: (address: string) => `Remove the suppression of ${address}`,
  import: 'Import CSV',
  importHelp: 'Columns: address, channel, purpose, reason. Up to 50,000 rows.',
  export: 'Export CSV',
  imported: (suppressed: number, failed: number) =>
    failed === 0
      ? `${plural(suppressed, 'row', 'rows')} imported`
      : `${plural(suppressed, 'row', 'rows')} imported, ${failed} skipped`,
  rowProblem: (row: number, message: string) => `Row ${row}: ${message}`,
} as const;
