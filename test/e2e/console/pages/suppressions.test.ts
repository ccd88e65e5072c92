/** The page of suppressions: empty, with a number added, found, refused and removed, and with an imported file. */
import t from 'tap';
import { withoutBrowser } from '../browser.js';
import { openPlace } from '../place.js';

t.setTimeout(300_000);

t.test('numbers are suppressed, found and removed on the page', { skip: withoutBrowser }, async (t) => {
  const { page, signIn, serious } = await openPlace(t);
  await signIn('/suppressions');
  await page.getByRole('heading', { name: 'No suppressions' }).waitFor();
  t.same(await serious(), [], 'the empty page');
  const number = page.getByLabel('Number', { exact: true });
  await number.fill('+12');
  await page.getByRole('button', { name: 'Add suppression' }).click();
  await page.getByText('must be a valid phone number').waitFor();
  await number.fill('+14155550123');
  await page.getByLabel('Reason').fill('By letter');
  await page.getByRole('button', { name: 'Add suppression' }).click();
  await page.getByText('No new calls or messages will be sent').waitFor();
  await page.getByText('Added in the console').waitFor();
  t.same(await serious(), [], 'the list');
  await page.getByLabel('Choose or drop a file').setInputFiles({
    name: 'list.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('address,purpose\n+14155550124,marketing\n12,service\n'),
  });
  await page.getByText('1 row imported, 1 skipped').waitFor();
  await page.getByText('Row 2:').waitFor();
  await page.getByLabel('Search by number').fill('+14155550123');
  await page.getByText('+14155550124').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Remove the suppression of +14155550123' }).click();
  await page.getByText('No suppression starts with').waitFor();
});
