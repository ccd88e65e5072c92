/** Firefox ESR, driven over WebDriver BiDi. Without it, its tests are skipped with a reason. */
import { existsSync } from 'node:fs';
import { type Browser, launch, type Page } from 'puppeteer-core';
import { type ApiClient, createApiClient } from '../../../testkit/api/client.js';
import type { Lifetime } from '../../../testkit/lifetime.js';
import { admin } from '../../../testkit/service/admin.js';
import { createTenant } from '../../../testkit/service/tenant.js';
import { type Installation, sharedInstallation } from './installation.js';
import { shared } from './shared.js';

const EXECUTABLE = '/usr/bin/firefox-esr';
/** Why tests that need Firefox are skipped; false if they run. */
export const withoutFirefox: string | false = existsSync(EXECUTABLE) ? false : `there is no ${EXECUTABLE}`;

/** How long a page may take for an action, ms; the machine may be busy. */
const PATIENCE_MS = 45_000;
/** How long the browser may take to start, ms. */
const START_MS = 120_000;

const sharedFirefox = shared(async (lifetime): Promise<Browser> => {
  const browser = await launch({
    browser: 'firefox',
    executablePath: EXECUTABLE,
    timeout: START_MS,
    protocolTimeout: START_MS,
    // A microphone that hums, which pages may use; and calls to this machine, which has no other address.
    extraPrefsFirefox: {
      'media.navigator.streams.fake': true,
      'media.navigator.permission.disabled': true,
      'media.autoplay.default': 0,
      'media.peerconnection.ice.loopback': true,
      'media.peerconnection.ice.obfuscate_host_addresses': false,
      // The page may take the focus back from the toolbar (the stories' `reenter`).
      'dom.disable_window_flip': false,
    },
  });
  lifetime.teardown(() => browser.close());
  return browser;
});

export interface FirefoxPlace extends Pick<Installation, 'service'> {
  readonly page: Page;
  readonly api: ApiClient;
  /** Signs in, and opens the page with that path. */
  signIn(path: string): Promise<void>;
  /** A page in a tab of its own, with its heading. */
  openTab(path: string): Promise<Page>;
}

/** An empty page in a session of its own, closed with the test. */
export const openFirefoxPage = async (t: Lifetime): Promise<Page> => {
  const context = await (await sharedFirefox()).createBrowserContext();
  t.teardown(() => context.close());
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  await page.setViewport({ width: 1440, height: 900 });
  return page;
};

/** A business at the shared service, a user of its console, and their page in Firefox; closed with the test. */
export const openFirefoxPlace = async (t: Lifetime): Promise<FirefoxPlace> => {
  const { service, dataDir } = await sharedInstallation();
  const { businessId, apiKey } = await createTenant(dataDir);
  const email = `fay-${businessId}@example.org`;
  const { password } = await admin(
    dataDir,
    ...['user', 'create', '--business', businessId, '--email', email, '--name', 'Fay Fox'],
  );
  const context = await (await sharedFirefox()).createBrowserContext();
  t.teardown(() => context.close());
  const openPage = async (path: string): Promise<Page> => {
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    await page.goto(`${service.url}${path}`);
    await page.waitForSelector('h1');
    return page;
  };
  const page = await openPage('/sign-in');
  return {
    service,
    page,
    api: createApiClient(service.url, businessId, apiKey),
    openTab: openPage,
    signIn: async (path) => {
      await page.goto(`${service.url}${path}`);
      // By keys: a page that Firefox does not draw has no place where a pointer could be put.
      await page.waitForSelector('input[type="email"]');
      await page.type('input[type="email"]', email);
      await page.type('input[type="password"]', String(password));
      await page.keyboard.press('Enter');
      await page.waitForSelector('::-p-aria(Account of Fay Fox)');
    },
  };
};
