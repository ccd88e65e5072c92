/** The browser of the console's tests, shared by those that need no microphone. Without one, they are skipped with a reason. */
import { existsSync } from 'node:fs';
import axe from 'axe-core';
import type { Browser, Page, Request, Route } from 'playwright-core';
import { chromium } from 'playwright-core';
import type { Lifetime } from '../../../testkit/lifetime.js';
import { until } from '../../../testkit/until.js';
import { shared } from './shared.js';

const EXECUTABLE = '/usr/bin/chromium';
/** Why tests that need a browser are skipped; false if they run. */
export const withoutBrowser: string | false = existsSync(EXECUTABLE) ? false : `there is no ${EXECUTABLE}`;

/** The password of those who set one. */
export const PASSWORD = 'correct horse battery';
/** How long a page may take for an action, ms; the machine may be busy. */
const PATIENCE_MS = 45_000;
/** How long the browser may take to start, ms. */
const START_MS = 120_000;

/** A page of someone who is not signed in, in a browser session of its own. */
export interface WatchedPage {
  readonly page: Page;
  /** Violations of the page's policy, and errors of its scripts. */
  readonly faults: readonly string[];
  /** Resolves once the page waits for no request, except for endless streams, and shows no part as loading. */
  loaded(): Promise<void>;
  /** The number of requests that the page waits for, without endless streams. */
  waiting(): number;
  /** Findings of axe that are moderate or worse, on the page as it is; of all its rules, or of contrast alone. */
  serious(rules?: 'contrast'): Promise<readonly string[]>;
}

/** The microphone of the browser: a WAV file that is heard once. */
interface FakeMicrophone {
  readonly wav: string;
}

const microphoneArgs = ({ wav }: FakeMicrophone): readonly string[] => [
  '--use-fake-ui-for-media-stream',
  '--autoplay-policy=no-user-gesture-required',
  `--use-file-for-fake-audio-capture=${wav}%noloop`,
];
/** As users have it: pages that were left stay in memory, with what they hold. */
const WITH_PAGES_KEPT = 'with-back-forward-cache';
/** What a test needs of the browser besides a window. */
export type BrowserNeeds = FakeMicrophone | typeof WITH_PAGES_KEPT | null;

/** There is a microphone, which pages are not allowed to use. */
const MICROPHONE_REFUSED: readonly string[] = ['--deny-permission-prompts'];

const launch = async (
  lifetime: Lifetime,
  args: readonly string[],
  withoutDefaults: readonly string[] = [],
): Promise<Browser> => {
  const browser = await chromium.launch({
    executablePath: EXECUTABLE,
    timeout: START_MS,
    ignoreDefaultArgs: [...withoutDefaults],
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--use-fake-device-for-media-stream',
      ...args,
    ],
  });
  lifetime.teardown(() => browser.close());
  return browser;
};

const sharedBrowser = shared((lifetime) => launch(lifetime, MICROPHONE_REFUSED));

const browserFor = (t: Lifetime, needs: BrowserNeeds): Promise<Browser> => {
  if (needs === null) return sharedBrowser();
  if (needs === WITH_PAGES_KEPT) return launch(t, MICROPHONE_REFUSED, ['--disable-back-forward-cache']);
  return launch(t, microphoneArgs(needs));
};

/** Opens an empty page, which is closed with the test. Special needs take a browser of its own. */
export const openPage = async (t: Lifetime, needs: BrowserNeeds = null): Promise<WatchedPage> => {
  const browser = await browserFor(t, needs);
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  t.teardown(() => context.close());
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => void faults.push(String(error)));
  page.on('console', (message) => {
    if (/Content Security Policy|Content-Security-Policy/.test(message.text())) faults.push(message.text());
  });
  const waiting = new Set<Request>();
  page.on('request', (request) => {
    if (!request.url().includes('/api/v1/live')) waiting.add(request);
  });
  page.on('requestfinished', (request) => void waiting.delete(request));
  page.on('requestfailed', (request) => void waiting.delete(request));
  return {
    page,
    faults,
    loaded: async () => {
      await until('the page has its data', () => waiting.size === 0, PATIENCE_MS);
      await page.locator('[data-loading]').first().waitFor({ state: 'detached' });
    },
    waiting: () => waiting.size,
    serious: (rules) => seriousOn(page, rules === 'contrast' ? ['color-contrast'] : null),
  };
};

/** Requests to such addresses wait until the returned function is called: it answers them and lets later ones pass. */
export const holdBack = async (
  page: Page,
  address: string,
  answer: (route: Route) => Promise<void> = (route) => route.continue(),
): Promise<() => Promise<void>> => {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(address, async (route) => {
    await held;
    await answer(route);
  });
  return async () => {
    release();
    await page.unrouteAll({ behavior: 'wait' });
  };
};

interface Finding {
  readonly id: string;
  readonly impact: string | null;
  readonly nodes: readonly { readonly html: string }[];
}

const GRAVE: ReadonlySet<string> = new Set(['moderate', 'serious', 'critical']);

/** The checker is no file of the service: it is injected into the page past its policy, once for each document. */
const AXE = axe.source;

const seriousOn = async (page: Page, rules: readonly string[] | null): Promise<readonly string[]> => {
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(AXE);
  const options = {
    resultTypes: ['violations'],
    // The report shows the HTML of a finding, and selectors take a fifth of the time.
    selectors: false,
    ...(rules === null ? {} : { runOnly: rules }),
  };
  const found: readonly Finding[] = await page.evaluate(
    `axe.run(document, ${JSON.stringify(options)}).then(({ violations }) => violations.map(({ id, impact, nodes }) => ({ id, impact, nodes: nodes.map(({ html }) => ({ html })) })))`,
  );
  return found
    .filter(({ impact }) => impact !== null && GRAVE.has(impact))
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
};
