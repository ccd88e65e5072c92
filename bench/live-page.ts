/**
 * Measures the live page in a real browser with 200 calls, all of them with speech: the cost of each frame compared
 * with an empty page, how soon the page is usable, and whether 100,000 contacts scroll without a stall. `npm run
 * bench:live-page -- --help`.
 */
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import Table from 'cli-table3';
import { type Browser, chromium, type Page } from 'playwright-core';
import { note, print, run, wholeNumber } from './command-line.js';
import { machine, machineLine } from './gauges/machine.js';
import { median } from './gauges/quantiles.js';
import { type Frames, framesOf } from './live-page/frames.js';
import { type FakeService, startFakeService } from './live-page/service.js';

const HELP = `Measures the console's live page, and its list of contacts, in a browser. The service is simulated.

  npm run bench:live-page -- [options]

  --calls <n>     live calls (200; at most 500)
  --contacts <n>  contacts (100000)
  --seconds <n>   how long each layout is measured (20)
  --help          this text

Exits with 1 if the work of a frame at p99 exceeds a frame, if the first page takes more than a second, or if scrolling stalls.
`;
const EXECUTABLE = '/usr/bin/chromium';
const FRAME_MS = 1_000 / 60;
const FIRST_MS = 1_000;
/** A longer task delays input (W3C Long Tasks), ms. */
const STALL_MS = 50;
const FIRST_LOADS = 5;
/** The height of a contact's row, px. */
const ROW_PX = 44;

const readOptions = () => {
  const { values } = parseArgs({
    options: {
      calls: { type: 'string', default: '200' },
      contacts: { type: 'string', default: '100000' },
      seconds: { type: 'string', default: '20' },
      help: { type: 'boolean', default: false },
    },
  });
  return {
    calls: wholeNumber('calls', values.calls, 1, 500),
    contacts: wholeNumber('contacts', values.contacts, 100, 1_000_000),
    seconds: wholeNumber('seconds', values.seconds, 2, 600),
    help: values.help,
  };
};

const rankOf = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.max(0, Math.ceil(share * values.length) - 1)] ?? Number.NaN;

const newPage = async (browser: Browser): Promise<Page> =>
  (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();

/** Time until calls are visible and selectable, with an empty browser cache, ms. */
const firstLoad = async (browser: Browser, { url }: FakeService): Promise<number> => {
  const page = await newPage(browser);
  await page.goto(`${url}/live`, { waitUntil: 'commit' });
  const at = await page.waitForFunction("document.querySelector('[data-call]') && performance.now()");
  const ms = Number(await at.jsonValue());
  await page.context().close();
  return ms;
};

type Layout = 'nothing' | 'cards' | 'rows' | 'chosen';

const measureLayout = async (
  browser: Browser,
  { url }: FakeService,
  layout: Layout,
  ms: number,
): Promise<Frames> => {
  const page = await newPage(browser);
  await page.goto(layout === 'nothing' ? `${url}/nothing` : `${url}/live`);
  if (layout !== 'nothing') {
    await page.locator('[data-call]').first().waitFor();
    await page.getByRole('switch', { name: 'Follow' }).click();
    if (layout === 'rows') await page.getByRole('button', { name: 'Rows' }).click();
    if (layout === 'chosen') await page.locator('[data-call]').first().click();
  }
  const frames = await framesOf(page, ms);
  await page.context().close();
  return frames;
};

interface Scrolled {
  readonly reached: number;
  /** Tasks longer than {@link STALL_MS}, ms. */
  readonly stalls: readonly number[];
  readonly intervals: readonly number[];
}

/** Keeps scrolling without pause and records what blocks it. */
const SCROLLING = `(() => {
  const list = document.querySelector('table').parentElement;
  window.benchStalls = []; window.benchFrames = [];
  new PerformanceObserver((found) => { for (const { duration } of found.getEntries()) window.benchStalls.push(duration); })
    .observe({ type: 'longtask' });
  let last = performance.now();
  const next = (now) => {
    window.benchFrames.push(now - last); last = now; list.scrollTop += 120;
    requestAnimationFrame(next);
  };
  requestAnimationFrame(next);
})()`;

const numbers = (value: unknown): readonly number[] => (Array.isArray(value) ? value.map(Number) : []);

const scroll = async (browser: Browser, { url }: FakeService, ms: number): Promise<Scrolled> => {
  const page = await newPage(browser);
  await page.goto(`${url}/contacts`);
  await page.locator('tbody tr[aria-rowindex]').first().waitFor();
  await page.evaluate(SCROLLING);
  await page.waitForTimeout(ms);
  const reached = Number(
    await page.evaluate(`document.querySelector('table').parentElement.scrollTop / ${ROW_PX}`),
  );
  const stalls = numbers(await page.evaluate('benchStalls'));
  const intervals = numbers(await page.evaluate('benchFrames'));
  await page.context().close();
  return { reached: Math.round(reached), stalls, intervals };
};

const tableOf = (framesByLayout: ReadonlyMap<Layout, Frames>): string => {
  const table = new Table({
    head: ['page', 'frames', 'work p50 ms', 'p95', 'p99', 'longest', 'frame to frame p95 ms', 'p99'],
  });
  for (const [layout, { work, intervals }] of framesByLayout)
    table.push([
      layout,
      String(work.length),
      ...[0.5, 0.95, 0.99, 1].map((share) => rankOf(work, share).toFixed(2)),
      ...[0.95, 0.99].map((share) => rankOf(intervals, share).toFixed(1)),
    ]);
  return table.toString();
};

run(async () => {
  const { calls, contacts, seconds, help } = readOptions();
  if (help) return print(HELP.trimEnd());
  if (!existsSync(EXECUTABLE)) throw new Error(`there is no ${EXECUTABLE}`);
  const service = await startFakeService({ calls, contacts });
  const browser = await chromium.launch({
    executablePath: EXECUTABLE,
    args: ['--no-sandbox', '--disable-gpu'],
  });
  const framesByLayout = new Map<Layout, Frames>();
  const first: number[] = [];
  let scrolled: Scrolled;
  try {
    for (let load = 0; load < FIRST_LOADS; load += 1) first.push(await firstLoad(browser, service));
    for (const layout of ['nothing', 'cards', 'rows', 'chosen'] as const) {
      note(`${layout} ...`);
      framesByLayout.set(layout, await measureLayout(browser, service, layout, seconds * 1_000));
    }
    note('contacts ...');
    scrolled = await scroll(browser, service, seconds * 1_000);
  } finally {
    await browser.close();
    service.close();
  }
  print(`${machineLine(machine())}; ${calls} calls, ${contacts} contacts`);
  print(tableOf(framesByLayout));
  print(`first load to a selectable call, ms: ${first.map((ms) => ms.toFixed(0)).join(', ')}`);
  print(
    `contacts: ${scrolled.reached} rows scrolled through, ${scrolled.stalls.length} tasks over ${STALL_MS} ms` +
      ` (longest ${Math.max(0, ...scrolled.stalls).toFixed(0)}), frame to frame p99 ${rankOf(scrolled.intervals, 0.99).toFixed(1)} ms`,
  );
  const problems = [
    ...[...framesByLayout].flatMap(([layout, { work }]) =>
      rankOf(work, 0.99) < FRAME_MS ? [] : [`${layout}: the work of a frame exceeds a frame at p99`],
    ),
    ...(median(first) < FIRST_MS ? [] : ['the first page takes more than a second']),
    ...(scrolled.stalls.length === 0 ? [] : ['scrolling stalls']),
  ];
  for (const problem of problems) print(problem);
  if (problems.length > 0) process.exitCode = 1;
});
