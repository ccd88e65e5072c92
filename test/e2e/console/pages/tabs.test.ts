/**
 * Many pages of one browser, with pages that were left kept in memory as browsers of users do it (Playwright turns that
 * off). A browser opens six connections to a service: with a stream in each page, the seventh page hung.
 */
import type { Page } from 'playwright-core';
import t from 'tap';
import { createNetworkClient } from '../../../../testkit/simulators/network-client.js';
import { withoutBrowser } from '../browser.js';
import { openFirefoxPlace, withoutFirefox } from '../firefox.js';
import { openPlace, type Place } from '../place.js';

t.setTimeout(300_000);

const TABS = 8;
/** Chromium keeps six pages of a tab. */
const BACK = 3;
const NUMBER = '+14155550142';
/** A page that waits for a connection hangs for minutes. */
const DEADLINE_MS = 20_000;

const ready = (page: Page): Promise<void> =>
  page.getByRole('heading', { name: 'Calls', level: 1 }).waitFor({ timeout: DEADLINE_MS });
const listed = (page: Page, number: string): Promise<void> =>
  page.getByRole('link', { name: number }).first().waitFor({ timeout: DEADLINE_MS });

/** Places a call that stays up. Resolves with its id. */
const call = async ({ service, api }: Pick<Place, 'service' | 'api'>, number: string): Promise<string> => {
  const network = createNetworkClient(service.networkUrl, service.simulatorToken);
  await network.callee(number, { steps: [{ atMs: 120_000, do: { type: 'hang_up' } }] });
  const agent = await api.createAgent('Bea', 'Otherwise, say "I see.".', { firstGreeting: 'Hello.' });
  return api.startCall(agent.id, number);
};

const openTabs = async ({ page, service }: Place, count: number): Promise<readonly Page[]> => {
  const tabs: Page[] = [];
  for (let tab = 0; tab < count; tab += 1) {
    const opened = await page.context().newPage();
    await opened.goto(`${service.url}/calls`, { timeout: DEADLINE_MS });
    await ready(opened);
    tabs.push(opened);
  }
  return tabs;
};

t.test('eight loads of pages in a tab, which the browser keeps', { skip: withoutBrowser }, async (t) => {
  const place = await openPlace(t, 'with-back-forward-cache');
  const { page, service } = place;
  await page.addInitScript(
    "addEventListener('pageshow', ({ persisted }) => { window.wasKept = persisted; })",
  );
  await place.signIn('/calls');
  for (let load = 0; load < TABS; load += 1) {
    await page.goto(`${service.url}/calls?status=busy&load=${load}`, { timeout: DEADLINE_MS });
    await ready(page);
  }
  for (let load = 0; load < BACK; load += 1) await page.goBack({ timeout: DEADLINE_MS, waitUntil: 'commit' });
  await page.waitForURL(/load=4/, { waitUntil: 'commit' });
  await ready(page);
  t.equal(await page.evaluate('window.wasKept'), true, 'the page was kept, and is shown again');
  await page.getByRole('button', { name: 'Remove filter Status' }).click();
  await call(place, NUMBER);
  await listed(page, NUMBER);
  t.pass('its stream has resumed');
  t.same(place.faults, []);
});

t.test('eight tabs share a stream, also after the tab that holds it', { skip: withoutBrowser }, async (t) => {
  const place = await openPlace(t, 'with-back-forward-cache');
  const streams: string[] = [];
  place.page.context().on('request', (request) => {
    if (request.url().includes('/api/v1/live')) streams.push(request.url());
  });
  await place.signIn('/calls');
  const tabs = [place.page, ...(await openTabs(place, TABS - 1))];
  await call(place, NUMBER);
  for (const tab of tabs) await listed(tab, NUMBER);
  t.equal(streams.length, 1, 'the service has one stream of this browser');
  await place.page.close();
  await call(place, '+14155550143');
  for (const tab of tabs.slice(1)) await listed(tab, '+14155550143');
  t.equal(streams.length, 2, 'another tab has taken it over');
  t.same(place.faults, []);
});

t.test(
  'eight tabs without Web Locks, as over plain http: those that are hidden have no stream',
  {
    skip: withoutBrowser,
  },
  async (t) => {
    const place = await openPlace(t, 'with-back-forward-cache');
    await place.page.context().addInitScript(`
    Object.defineProperty(Navigator.prototype, 'locks', { value: undefined });
    Object.defineProperty(Document.prototype, 'hidden', { get: () => window.name !== 'seen' });
    Object.defineProperty(Document.prototype, 'visibilityState', { get() { return this.hidden ? 'hidden' : 'visible'; } });
  `);
    const streams: string[] = [];
    place.page.context().on('request', (request) => {
      if (request.url().includes('/api/v1/live')) streams.push(request.url());
    });
    await place.signIn('/calls');
    const tabs = await openTabs(place, TABS - 1);
    t.equal(streams.length, 0, 'no stream for a page that was never seen');
    await call(place, NUMBER);
    const tab = tabs.at(-1);
    await tab?.evaluate("window.name = 'seen'; document.dispatchEvent(new Event('visibilitychange'))");
    if (tab !== undefined) await listed(tab, NUMBER);
    t.equal(streams.length, 1, 'the page that is seen has one');
  },
);

t.test('eight tabs in Firefox', { skip: withoutFirefox }, async (t) => {
  const place = await openFirefoxPlace(t);
  await place.signIn('/calls');
  const tabs = [place.page];
  for (let tab = 1; tab < TABS; tab += 1) tabs.push(await place.openTab('/calls'));
  await call(place, NUMBER);
  for (const tab of tabs) {
    await tab.bringToFront();
    await tab.waitForSelector(`::-p-xpath(//a[contains(., "${NUMBER}")])`, { timeout: DEADLINE_MS });
  }
  t.equal(tabs.length, TABS, 'all of them show the call');
  for (let load = 0; load < TABS; load += 1) {
    await place.page.goto(`${place.service.url}/calls?load=${load}`, { timeout: DEADLINE_MS });
    await place.page.waitForSelector(`::-p-xpath(//a[contains(., "${NUMBER}")])`, { timeout: DEADLINE_MS });
  }
});
