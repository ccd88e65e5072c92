/** Numbers and identities that a business may not contact, as an operator lists, adds and removes them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { createBusiness, fileAt, type RunCommand, sharedOperator, UNKNOWN } from './operator.js';

const operator = await sharedOperator();
const PHONE = '+14155550123';

const setUp = async (): Promise<RunCommand> => {
  const businessId = await createBusiness(operator);
  return (command = '', ...args) => operator.run('suppression', command, '--business', businessId, ...args);
};

t.test('a suppressed number is listed until it is removed, each purpose by itself', async (t) => {
  const run = await setUp();
  t.strictSame(await run('list'), { suppressions: [] });
  t.match(await run('add', '--address', '+1 415 555 0123', '--reason', 'asked on the phone'), {
    channel: 'phone',
    address: PHONE,
    purpose: 'service',
    callsAtCarrier: [],
  });
  await run('add', '--address', PHONE, '--purpose', 'marketing', '--hang-up');
  t.match(await run('list'), {
    suppressions: [
      { address: PHONE, purpose: 'marketing', reason: '', source: 'operator', status: 'suppressed' },
      { address: PHONE, purpose: 'service', reason: 'asked on the phone', by: null },
    ],
  });
  t.match(await run('remove', '--address', PHONE), { purpose: 'service', removed: ['operator'] });
  await t.rejects(run('remove', '--address', PHONE), { code: 'suppression_not_found' });
  t.match(await run('list'), { suppressions: [{ purpose: 'marketing' }] });
});

t.test('refuses addresses and purposes that do not exist', async (t) => {
  const run = await setUp();
  for (const [args, message] of [
    [['--address', '12'], /--address is "12"; give a number in E.164, or with --channel instagram/],
    [['--address', PHONE, '--channel', 'fax'], /--address is "\+14155550123"; give a number/],
    [['--address', '@ann!', '--channel', 'instagram'], /--address is "@ann!"/],
    [['--address', PHONE, '--purpose', 'fun'], /--purpose is "fun"; write service or marketing/],
  ] as const) {
    await t.rejects(run('add', ...args), message, args.join(' '));
    await t.rejects(run('remove', ...args), message, args.join(' '));
  }
  await t.rejects(operator.run('suppression', 'list', '--business', UNKNOWN), { code: 'business_not_found' });
});

t.test(
  'a file is imported, with its unreadable rows reported, and exported for another import',
  async (t) => {
    const run = await setUp();
    const rows = [
      'address,channel,purpose,reason',
      `${PHONE},,,=1+1`,
      '17841400000000001,instagram,marketing,',
      '12,,,',
    ];
    t.match(await run('import', '--file', fileAt(operator, 'blocked.csv', rows.join('\n'))), {
      rows: 3,
      suppressed: 2,
      failed: 1,
      issues: [{ row: 3, code: 'address_invalid' }],
    });
    const path = join(operator.dataDir, 'exported.csv');
    t.match(await run('export', '--file', path), { file: path, rows: 2 });
    const lines = readFileSync(path, 'utf8').trimEnd().split('\r\n');
    t.equal(lines[0], 'address,channel,purpose,reason,source,created_at');
    const exported = lines.slice(1).toSorted();
    t.match(exported[0], /^\+14155550123,phone,service,'=1\+1,import,\d{4}-/, 'a formula is escaped');
    t.match(exported[1], /^17841400000000001,instagram,marketing,,import,/);
    await t.rejects(run('export', '--file', path), { code: 'EEXIST' }, 'an existing file is not replaced');
    await t.rejects(run('import', '--file', '/nowhere/blocked.csv'), { code: 'ENOENT' });
    await t.rejects(run('import', '--file', fileAt(operator, 'x.csv', 'number\n1')), {
      code: 'suppression_file_invalid',
    });
  },
);
