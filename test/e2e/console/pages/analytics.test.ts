/** The page of figures with the calls of a business on it, and its pictures if `PARLEY_ARTEFACTS` names a folder. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { withoutBrowser } from '../browser.js';
import { furnish } from '../busy-day.js';
import { openPlace } from '../place.js';

t.setTimeout(300_000);

const ARTEFACTS = process.env.PARLEY_ARTEFACTS;

t.test('figures of calls over time and by what they have in common', { skip: withoutBrowser }, async (t) => {
  const place = await openPlace(t);
  const { page, service, serious } = place;
  await place.signIn('/analytics');
  await page.getByRole('heading', { name: 'No calls in this period.' }).waitFor();
  t.same(await serious(), [], 'the empty page');
  await furnish(place);
  await page.reload();
  const figures = page.getByLabel('Figures of the period');
  await figures.waitFor();
  t.match(await figures.innerText(), /Calls\s+[1-9]/);

  const calls = page.getByRole('figure').filter({ has: page.getByRole('heading', { name: 'Calls' }) });
  await calls.getByText('Show as table').click();
  const numbers = await calls.getByRole('row').last().getByRole('cell').allInnerTexts();
  t.ok(numbers.map(Number).reduce((sum, count) => sum + count, 0) > 0, 'the table behind the chart has them');

  const groups = page.getByRole('region', { name: 'Compare' });
  await groups.getByRole('row', { name: /^Ann of Bella Vista/ }).waitFor();
  await groups.getByRole('button', { name: 'End reason' }).click();
  t.match(page.url(), /by=endReason/, 'the address names it');
  await groups.getByRole('columnheader', { name: 'End reason' }).waitFor();
  await groups.getByRole('button', { name: 'Outcome' }).click();
  await groups.getByRole('row', { name: /^Completed/ }).waitFor();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    groups.getByRole('link', { name: 'Download as CSV: Outcome' }).click(),
  ]);
  t.equal(file.suggestedFilename(), 'analytics.csv');
  t.same(await serious(), [], 'the page with figures');

  for (const path of ['analytics', 'quotas'])
    for (const colorScheme of ['light', 'dark'] as const)
      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await page.goto(`${service.url}/${path}`);
        await page.getByRole('heading', { level: 2 }).last().waitFor();
        await place.loaded();
        t.same(await serious(), [], `${path} ${width} ${colorScheme}`);
        const overflow = await page.evaluate('document.documentElement.scrollWidth - window.innerWidth');
        t.ok(Number(overflow) <= 0, `${path} fits ${width} px`);
        if (ARTEFACTS === undefined) continue;
        await mkdir(ARTEFACTS, { recursive: true });
        await page.screenshot({
          path: join(ARTEFACTS, `${path}-${width}-${colorScheme}.png`),
          fullPage: true,
        });
      }
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${service.url}/analytics`);
  await groups.getByRole('link', { name: 'Ann of Bella Vista' }).click();
  await page.waitForURL(/\/calls\?.*agentId=/);
  await page
    .getByText(/Customer hung up|Agent hung up|Completed/)
    .first()
    .waitFor();
  t.same(place.faults, []);
});
