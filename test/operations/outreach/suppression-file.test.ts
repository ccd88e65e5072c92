/** Suppression files: which rows are read or skipped, and which files are refused. */
import t from 'tap';
import { readSuppressionFile, suppressionsCsv } from '../../../operations/outreach/suppression-file.js';
import {
  MAX_IMPORTED_SUPPRESSIONS,
  type SuppressionResource,
} from '../../../schemas/campaigns/suppression.js';

const bytes = (text: string): Uint8Array => Buffer.from(text);

t.test('rows are read by the names of their columns, and invalid rows are skipped', async (t) => {
  const text =
    '\uFEFFReason,Address,Purpose,Channel\r\nletter,+1 415 555 0123,marketing,\n,17841400000000000,,instagram\n,12,,\n,+14155550124,all,\n';
  const { rows, wanted, failed, issues } = await readSuppressionFile(bytes(text));
  t.same({ rows, failed }, { rows: 4, failed: 2 });
  t.same(wanted, [
    { point: { channel: 'phone', address: '+14155550123' }, purpose: 'marketing', reason: 'letter' },
    { point: { channel: 'instagram', address: '17841400000000000' }, purpose: 'service', reason: '' },
  ]);
  t.match(issues, [
    { row: 3, code: 'address_invalid' },
    { row: 4, code: 'purpose_invalid' },
  ]);
});

t.test('a file with too many rows, or without its column, is refused', async (t) => {
  const invalid = { code: 'suppression_file_invalid' };
  await t.rejects(readSuppressionFile(bytes('number\n+14155550123\n')), invalid);
  await t.rejects(readSuppressionFile(bytes('address\n"+1415')), invalid, 'an unclosed quote');
  await t.rejects(
    readSuppressionFile(bytes(`address\n${'x'.repeat(20_000)}\n`)),
    invalid,
    'a row that is too long',
  );
  const rows = 'x\n'.repeat(MAX_IMPORTED_SUPPRESSIONS + 1);
  await t.rejects(readSuppressionFile(bytes(`address\n${rows}`)), invalid);
});

t.test('an export can be imported again', async (t) => {
  const row: SuppressionResource = {
    id: 'x',
    channel: 'phone',
    address: '+14155550123',
    purpose: 'service',
    source: 'operator',
    reason: '=cmd, "quoted"',
    by: null,
    status: 'suppressed',
    createdAt: '2026-01-31T09:00:00.000Z',
  };
  const text = suppressionsCsv([row], true);
  t.match(text, /'=cmd/, 'a spreadsheet does not run it');
  t.match((await readSuppressionFile(bytes(text))).wanted, [
    { point: { channel: 'phone', address: '+14155550123' }, purpose: 'service' },
  ]);
});
