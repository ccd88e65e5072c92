/** The API reference at `/docs`: readable without signing in, within the page's policy, with samples that work. */
import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import t from 'tap';
import { withoutBrowser } from '../browser.js';
import { openPlace } from '../place.js';

t.setTimeout(240_000);

const ARTEFACTS = process.env.PARLEY_ARTEFACTS;
const run = promisify(execFile);
/** Nothing, or the elements that are wider than the screen, if the page can be scrolled sideways. */
const BEYOND = `document.documentElement.scrollWidth <= innerWidth ? [] :
  [...document.querySelectorAll('body *')].filter((element) => element.getBoundingClientRect().right > innerWidth)
    .map((element) => element.tagName + '.' + element.className)`;

t.test('the API reference', { skip: withoutBrowser }, async (t) => {
  const place = await openPlace(t);
  const { page, service, businessId, apiKey } = place;
  const elsewhere: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(service.url) && !request.url().startsWith('data:'))
      elsewhere.push(request.url());
  });
  const shoot = async (name: string): Promise<void> => {
    if (ARTEFACTS === undefined) return;
    await mkdir(ARTEFACTS, { recursive: true });
    await page.screenshot({ path: join(ARTEFACTS, `api-reference-${name}.png`) });
  };

  await page.goto(`${service.url}/docs`);
  await page.locator('#operations-tag-voice').waitFor();
  await shoot('light');
  await t.test('an operation has samples in curl and TypeScript', async (t) => {
    await page.goto(`${service.url}/docs#/voice/startVoiceCall`);
    const operation = page.locator('#operations-voice-startVoiceCall');
    const curl = await operation.getByRole('region', { name: 'curl' }).textContent();
    t.match(curl, /curl -X POST '.*\/api\/v1\/voice\/calls'/);
    t.match(curl, /"agentId": "/);
    t.match(
      await operation.getByRole('region', { name: 'TypeScript' }).textContent(),
      /await parley\.calls\.start\(\{\n {2}agentId: '/,
    );
    await shoot('operation');
  });

  await t.test('a sample works in a shell as it is shown', async (t) => {
    await page.goto(`${service.url}/docs#/business/readBusiness`);
    const operation = page.locator('#operations-business-readBusiness');
    const command = await operation.getByRole('region', { name: 'curl' }).locator('code').textContent();
    const env = { ...process.env, PARLEY_API_KEY: apiKey };
    const { stdout } = await run('bash', ['-c', `${command} --silent`], { env });
    t.match(JSON.parse(stdout), { ok: true, data: { businessId } });
  });

  await t.test('a request is tried with a key', async (t) => {
    await page.getByRole('button', { name: 'Authorize' }).first().click();
    const dialog = page.locator('.modal-ux');
    await dialog.getByRole('textbox').first().fill(apiKey);
    await dialog.getByRole('button', { name: 'Apply credentials' }).first().click();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    const operation = page.locator('#operations-business-readBusiness');
    await operation.getByRole('button', { name: 'Try it out' }).click();
    await operation.getByRole('button', { name: 'Execute' }).click();
    const answer = operation.locator('.live-responses-table');
    await answer.getByText(businessId).first().waitFor();
    t.match(await answer.textContent(), '"ok": true');
  });

  await t.test('fits a narrow screen', async (t) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await shoot('narrow-operation');
    t.same(await page.evaluate(BEYOND), []);
    await page.goto(`${service.url}/docs`);
    await page.locator('#operations-tag-voice').waitFor();
    await shoot('narrow');
    t.same(await page.evaluate(BEYOND), []);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await page.goto(`${service.url}/docs#/voice/startVoiceCall`);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.locator('html.dark-mode').waitFor();
  await shoot('dark');
  t.same(place.faults, [], 'no script error and no policy violation');
  t.same(elsewhere, [], 'everything comes from the service');
});
