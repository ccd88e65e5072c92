/** What the first page loads, and what the live page costs while it is open. */
import type { Browser, Page } from 'playwright-core';
import { descendantsOf, processorTimeOf } from '../gauges/processes.js';
import type { FakeService } from '../live-page/service.js';
import { PATIENCE_MS, type Prepared } from './prepared.js';

export interface FirstLoad {
  /** Of all scripts, as they were sent. */
  readonly scriptBytes: number;
  readonly scripts: number;
  /** How they were compressed. */
  readonly codings: readonly string[];
}

/** The page at the address, with nothing cached. */
export const firstLoadOf = async (
  { open, service }: Prepared,
  browser: Browser,
  path: string,
): Promise<FirstLoad> => {
  const page = await open(browser, '/keys');
  const session = await page.context().storageState();
  await page.context().close();
  const context = await browser.newContext({ storageState: session });
  context.setDefaultTimeout(PATIENCE_MS);
  const fresh = await context.newPage();
  const sizes: Promise<{ readonly bytes: number; readonly coding: string }>[] = [];
  fresh.on('requestfinished', (request) => {
    if (request.resourceType() !== 'script') return;
    sizes.push(
      Promise.all([request.sizes(), request.response()]).then(([{ responseBodySize }, response]) => ({
        bytes: responseBodySize,
        coding: response?.headers()['content-encoding'] ?? 'none',
      })),
    );
  });
  await fresh.goto(`${service.url}${path}`);
  await fresh.getByRole('heading', { level: 1 }).waitFor();
  await fresh.locator('[data-loading]').first().waitFor({ state: 'detached' });
  const loaded = await Promise.all(sizes);
  await context.close();
  return {
    scriptBytes: loaded.reduce((sum, { bytes }) => sum + bytes, 0),
    scripts: loaded.length,
    codings: [...new Set(loaded.map(({ coding }) => coding))],
  };
};

/** Processor time of the pages of the browsers that this process has started, ms. */
const rendererMs = (): number =>
  descendantsOf(process.pid)
    .filter(({ command }) => command.includes('--type=renderer'))
    .reduce((sum, { pid }) => sum + processorTimeOf(pid).totalMs, 0);

const useOf = async (page: Page, ms: number): Promise<number> => {
  const began = performance.now();
  const before = rendererMs();
  await page.waitForTimeout(ms);
  return (rendererMs() - before) / (performance.now() - began);
};

/** The share of a core that the page uses by itself: the live page, or an empty one. No other page may be open. */
export const measureLive = async (
  { url }: FakeService,
  browser: Browser,
  { path, ms }: { readonly path: '/live' | '/nothing'; readonly ms: number },
): Promise<number> => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  await page.goto(`${url}${path}`);
  if (path === '/live') await page.locator('[data-call]').first().waitFor();
  // What the page does at first does not count.
  await page.waitForTimeout(3_000);
  const share = await useOf(page, ms);
  await context.close();
  return share;
};
