/** Frames while long lists are scrolled without a pause, beside a page that has the rows and nothing else. */
import type { Browser, Page } from 'playwright-core';
import { openControl, type Times } from './clicks.js';
import type { Prepared } from './prepared.js';

/** px a frame: seven thousand a second. */
const STEP_PX = 120;

/** From one frame to the next, ms, and the rows that were scrolled through. */
export interface Scrolled {
  readonly intervals: Times;
  readonly rows: number;
}

const scrolled = async (page: Page, list: string, ms: number): Promise<Scrolled> => {
  await page.evaluate(`(() => {
    const list = document.querySelector(${JSON.stringify(list)});
    window.benchFrames = [];
    let last = performance.now();
    const next = (now) => {
      benchFrames.push(now - last);
      last = now;
      list.scrollTop += ${STEP_PX};
      window.benchLoop = requestAnimationFrame(next);
    };
    window.benchLoop = requestAnimationFrame(next);
  })()`);
  await page.waitForTimeout(ms);
  const frames: unknown = await page.evaluate('cancelAnimationFrame(benchLoop), benchFrames');
  const px = Number(await page.evaluate(`document.querySelector(${JSON.stringify(list)}).scrollTop`));
  return { intervals: Array.isArray(frames) ? frames.map(Number) : [], rows: Math.round(px / 44) };
};

const staticRows = (rows: number): string => {
  const row = (n: number): string => `<div style="height:44px">Guest ${n} · Completed · 2:05 · 0.03</div>`;
  const all = Array.from({ length: rows }, (_, n) => row(n)).join('');
  return `<!doctype html><title>control</title><body style="margin:0"><main style="height:100vh;overflow:auto">${all}</main>`;
};

/** Both lists, by name, and as the last a page with as many static rows as there are calls. */
export const measureScrolling = async (
  prepared: Prepared,
  browser: Browser,
  { ms, calls }: { readonly ms: number; readonly calls: number },
): Promise<ReadonlyMap<string, Scrolled>> => {
  const found = new Map<string, Scrolled>();
  for (const name of ['calls', 'contacts']) {
    const page = await prepared.open(browser, `/${name}`);
    await page.locator('tbody tr[aria-rowindex]').nth(12).waitFor();
    await page.evaluate("document.querySelector('table').parentElement.dataset.bench = ''");
    found.set(`scroll ${name}`, await scrolled(page, '[data-bench]', ms));
    await page.context().close();
  }
  const control = await openControl(prepared, browser, staticRows(calls));
  found.set('control: static rows', await scrolled(control, 'main', ms));
  await control.context().close();
  return found;
};
