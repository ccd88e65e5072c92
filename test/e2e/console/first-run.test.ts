/**
 * The first day of a new installation: the printed link, an account, an example, a call that is watched and heard, and a
 * restart. Browsers cannot join its calls.
 */
import t, { type Test } from 'tap';
import { admin } from '../../../testkit/service/admin.js';
import { createNetworkClient } from '../../../testkit/simulators/network-client.js';
import { startBalancer } from '../../../testkit/sockets/balancer.js';
import { openPage, PASSWORD, type WatchedPage, withoutBrowser } from './browser.js';
import { type Installation, startInstallation } from './installation.js';

t.setTimeout(300_000);

const FIRST = { businessName: 'Acme', name: 'Mallory', email: 'mallory@example.org', password: PASSWORD };

const latencies = async (t: Test, { page, serious }: WatchedPage): Promise<void> => {
  await page.getByRole('link', { name: 'Open call' }).click();
  await page.getByRole('navigation', { name: 'All calls' }).waitFor();
  await page.getByRole('tab', { name: 'Timing' }).click();
  await page.getByRole('tabpanel', { name: 'Timing' }).getByRole('table').waitFor();
  const drawn: readonly { readonly axisMs: number; readonly end: number; readonly heard: number }[] =
    await page.evaluate(`[...document.querySelectorAll('[role="tabpanel"]:not([hidden]) table tbody tr')].map((row) => {
      const last = [...row.querySelectorAll('rect')].at(-1);
      const axis = document.querySelector('[role="tabpanel"]:not([hidden]) table th:nth-child(2)').lastElementChild.textContent;
      const numbers = [...row.querySelectorAll('td:nth-child(n + 3)')].map((cell) => Number(cell.textContent)).filter((ms) => !Number.isNaN(ms));
      return {
        axisMs: Number.parseInt(axis, 10),
        end: Number.parseFloat(last.getAttribute('x')) + Number.parseFloat(last.getAttribute('width')),
        heard: Math.max(...numbers),
      };
    })`);
  t.ok(drawn.length >= 2, 'each answer has a row');
  for (const { axisMs, end, heard } of drawn)
    t.ok(Math.abs((end / 100) * axisMs - heard) <= 1, `${end} % of ${axisMs} ms is ${heard} ms`);
  t.same(await serious(), [], 'a call that has ended');
};

const offeringCaller = async (
  t: Test,
  { page, serious }: WatchedPage,
  { service }: Installation,
): Promise<void> => {
  await page.goto(`${service.url}/agents`);
  await page.getByRole('link', { name: /Bella Vista/ }).click();
  await page.getByRole('tab', { name: 'Talk' }).click();
  await page.getByText('Browser calls are not set up').waitFor();
  t.ok(await page.getByRole('button', { name: 'Talk to this agent' }).isDisabled(), 'it is not offered');
  await page.getByText('A simulated caller can talk to it instead').waitFor();
  t.same(await serious(), []);
};

const restarted = async (
  t: Test,
  { page }: WatchedPage,
  { service, restart }: Installation,
): Promise<void> => {
  const balancer = await startBalancer();
  t.teardown(() => balancer.close());
  balancer.serve([service.url]);
  const url = `http://127.0.0.1:${balancer.port}`;
  await page.goto(`${url}/live`);
  await page.getByRole('heading', { name: 'Live', level: 1 }).waitFor();
  const again = await restart(() => page.getByText('Reconnecting…').waitFor());
  balancer.serve([again.url]);
  await page.getByText('Reconnecting…').waitFor({ state: 'detached', timeout: 60_000 });
  await page.goto(`${url}/welcome`);
  await page.getByRole('button', { name: 'Watch a call: Restaurant' }).click({ timeout: 60_000 });
  const log = page.getByRole('log', { name: /transcript/i });
  await log.getByText('I would like to book a table').waitFor({ timeout: 60_000 });
  t.pass('a call is followed at the new process');
};

t.test('leads from the link to a call that is watched and heard', { skip: withoutBrowser }, async (t) => {
  const installation = await startInstallation(t, { PARLEY_BROWSER_LEGS: 'off' });
  const { service, dataDir } = installation;
  const setupUrl = service.setupUrl ?? '';
  const visit = await openPage(t, { wav: '/dev/null' });
  const { page } = visit;
  const token = new URL(setupUrl).hash.slice(1);
  const setUp = async (body: object) => {
    const response = await fetch(`${service.url}/api/v1/console/setup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...FIRST, ...body }),
    });
    const { error }: { error?: { code: string } } = JSON.parse(await response.text());
    return { status: response.status, code: error?.code };
  };

  await t.test('refuses access without the link', async (t) => {
    t.match(token, /^[A-Za-z0-9_-]{43}$/, 'the token has 256 bits');
    const refused = { status: 401, code: 'setup_link_invalid' };
    t.same(await setUp({ token: 'a'.repeat(43) }), refused);
    t.same(await setUp({ token: `${token.slice(0, -1)}_` }), refused);
    t.match(await setUp({ token, password: 'short' }), { status: 400 }, 'a mistake does not use it up');
    await page.goto(`${service.url}/setup`);
    await page.getByText('This page needs the full link').waitFor();
    await page.goto(`${service.url}/calls`);
    await page.getByRole('heading', { name: 'Welcome to Parley' }).waitFor();
    await page.getByText('Open the set-up link that it printed').waitFor();
    t.same(await visit.serious(), [], 'a first visitor');
  });

  await t.test('the first person creates an account and a business', async (t) => {
    await page.goto(setupUrl);
    await page.reload();
    await page.getByLabel('Business').fill('Bella Vista Group');
    await page.getByLabel('Your name').fill('Ann Archer');
    await page.getByLabel('E-mail').fill('Ann@example.org');
    await page.getByLabel('Password').fill(PASSWORD);
    const country = page.getByLabel('Countries to call');
    t.equal(await country.inputValue(), 'US', 'the country of the browser');
    t.same(await visit.serious(), [], 'setup');
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByRole('heading', { name: 'Try an agent' }).waitFor();
    t.equal(new URL(page.url()).hash, '', 'the address no longer has the token');
    t.equal(await page.getByRole('main').getByRole('heading', { level: 2 }).count(), 3, 'three examples');
    await page.getByRole('button', { name: 'Watch a call: Restaurant' }).waitFor();
    await page.getByText('Browser calls are not set up').waitFor();
    t.equal(await page.getByRole('button', { name: /^Talk to this agent/, disabled: true }).count(), 3);
    t.same(await visit.serious(), [], 'welcome');
    t.same(await setUp({ token }), { status: 401, code: 'setup_link_invalid' }, 'the link was used');
    const { users } = await admin(dataDir, 'user', 'list');
    t.match(users, [{ email: 'ann@example.org', name: 'Ann Archer', active: true }], 'there is one user');
    const { businesses } = await admin(dataDir, 'business', 'list');
    const [business] = businesses as readonly { businessId: string }[];
    const shown = ['business', 'destinations', 'show', '--business', business?.businessId ?? ''];
    t.match(await admin(dataDir, ...shown), { countries: ['US'], types: [] });
  });

  await t.test('a call is watched while it is up, and heard once it has ended', async (t) => {
    await page.getByRole('button', { name: 'Watch a call: Restaurant' }).click();
    const log = page.getByRole('log', { name: 'Live transcript' });
    await log.getByText('this is the restaurant').waitFor();
    await log.getByText('I would like to book a table').waitFor();
    t.ok(await page.getByRole('button', { name: 'Hang up' }).isVisible(), 'the call is still up');
    t.same(await visit.serious(), [], 'a live call');
    await page.getByRole('log').getByText('Goodbye!').waitFor({ timeout: 90_000 });
    const recording = page.getByLabel('Recording');
    await recording.waitFor({ timeout: 90_000 });
    const seconds = await page.waitForFunction(
      "document.querySelector('audio').readyState > 0 && document.querySelector('audio').duration",
    );
    t.ok(Number(await seconds.jsonValue()) > 3, 'the browser can play it');
    await page
      .getByRole('button', { name: /^Play from/ })
      .nth(1)
      .click();
    t.ok(Number(await page.evaluate("document.querySelector('audio').currentTime")) > 0, 'from a turn');
    await page.getByText('✓ Completed').waitFor();
    const network = createNetworkClient(service.networkUrl, service.simulatorToken);
    t.match(await network.calls(), [{ status: 'completed' }]);
  });

  await t.test('the latencies of the agent are drawn as they were measured', (t) => latencies(t, visit));

  await t.test('a simulated caller is offered where browsers cannot join calls', (t) =>
    offeringCaller(t, visit, installation),
  );
  t.same(visit.faults, [], 'no script error and no policy violation');
  await t.test('an open page survives a restart of the service', (t) => restarted(t, visit, installation));
});
