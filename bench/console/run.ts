/**
 * Measures the console with 5,000 calls and 100,000 contacts: clicks, frames while scrolling, the first load, and the live page with
 * 200 calls. `npm run bench:console -- --help`.
 */
import { existsSync } from 'node:fs';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import Table from 'cli-table3';
import { type Browser, chromium } from 'playwright-core';
import { note, print, run, wholeNumber } from '../command-line.js';
import { machine, machineLine } from '../gauges/machine.js';
import { median, p95Of } from '../gauges/quantiles.js';
import { startFakeService } from '../live-page/service.js';
import { measureClicks } from './clicks.js';
import { firstLoadOf, measureLive } from './load.js';
import { prepare } from './prepared.js';
import { measureScrolling } from './scrolling.js';

const HELP = `Measures the console in a browser, with a real service; the live page with a simulated one.

  npm run bench:console -- [options]

  --calls <n>     ended calls (5000)
  --contacts <n>  contacts (100000)
  --live <n>      live calls (200; at most 500)
  --rounds <n>    clicks of each kind (12)
  --seconds <n>   how long lists are scrolled, and the live page is watched (10)
  --help          this text

Exits with 1 if a goal is missed.
`;
const EXECUTABLE = '/usr/bin/chromium';
/** A click, median, ms. */
const CLICK_MS = 100;
/** From frame to frame, p95, ms. */
const FRAME_MS = 20;
/** Compressed script of the first page, bytes. */
const SCRIPT_BYTES = 180_000;
/** The live page, share of a core. */
const LIVE_SHARE = 0.2;

const readOptions = () => {
  const { values } = parseArgs({
    options: {
      calls: { type: 'string', default: '5000' },
      contacts: { type: 'string', default: '100000' },
      live: { type: 'string', default: '200' },
      rounds: { type: 'string', default: '12' },
      seconds: { type: 'string', default: '10' },
      help: { type: 'boolean', default: false },
    },
  });
  return {
    calls: wholeNumber('calls', values.calls, 100, 100_000),
    contacts: wholeNumber('contacts', values.contacts, 100, 1_000_000),
    live: wholeNumber('live', values.live, 1, 500),
    rounds: wholeNumber('rounds', values.rounds, 2, 100),
    seconds: wholeNumber('seconds', values.seconds, 2, 600),
    help: values.help,
  };
};

interface Figure {
  readonly name: string;
  readonly measured: string;
  /** Null: it is a control. */
  readonly goal: string | null;
  readonly isMet: boolean;
}

const judge = (name: string, value: number, goal: number, show: (value: number) => string): Figure => {
  const isControl = name.startsWith('control');
  return {
    name,
    measured: show(value),
    goal: isControl ? null : `below ${show(goal)}`,
    isMet: isControl || value < goal,
  };
};

const ms = (value: number): string => `${value.toFixed(1)} ms`;
const percent = (value: number): string => `${(value * 100).toFixed(1)} %`;
const kilobytes = (value: number): string => `${(value / 1_000).toFixed(1)} kB`;

type Options = ReturnType<typeof readOptions>;

const withService = async (browser: Browser, options: Options): Promise<readonly Figure[]> => {
  note(`a service with ${options.calls} calls and ${options.contacts} contacts ...`);
  const prepared = await prepare(options);
  try {
    note('first load ...');
    const { scriptBytes, scripts, codings } = await firstLoadOf(prepared, browser, '/');
    const first = judge(
      `first load (${scripts} scripts, ${codings.join()})`,
      scriptBytes,
      SCRIPT_BYTES,
      kilobytes,
    );
    note('clicks ...');
    const clicks = await measureClicks(prepared, browser, options.rounds);
    note('scrolling ...');
    const scrolled = await measureScrolling(prepared, browser, { ...options, ms: options.seconds * 1_000 });
    return [
      first,
      ...[...clicks].flatMap(([name, times]) => [
        judge(`${name}, p50`, median(times), CLICK_MS, ms),
        { name: `${name}, p95`, measured: ms(p95Of(times)), goal: null, isMet: true },
      ]),
      ...[...scrolled].map(([name, { intervals, rows }]) =>
        judge(`${name}, frame p95 (${rows} rows)`, p95Of(intervals), FRAME_MS, ms),
      ),
    ];
  } finally {
    await prepared.close();
  }
};

const withLiveCalls = async (browser: Browser, { live, seconds }: Options): Promise<readonly Figure[]> => {
  note(`live page with ${live} calls ...`);
  const service = await startFakeService({ calls: live, contacts: 100 });
  try {
    const duration = { ms: seconds * 1_000 };
    const nothing = await measureLive(service, browser, { ...duration, path: '/nothing' });
    const share = await measureLive(service, browser, { ...duration, path: '/live' });
    return [
      judge(`live page, ${live} calls`, share, LIVE_SHARE, percent),
      judge('control: an empty page', nothing, LIVE_SHARE, percent),
    ];
  } finally {
    service.close();
  }
};

run(async () => {
  const options = readOptions();
  if (options.help) return print(HELP.trimEnd());
  if (!existsSync(EXECUTABLE)) throw new Error(`there is no ${EXECUTABLE}`);
  const loadBefore = loadavg()[0] ?? 0;
  const browser = await chromium.launch({
    executablePath: EXECUTABLE,
    args: ['--no-sandbox', '--disable-gpu'],
  });
  const figures: Figure[] = [];
  try {
    figures.push(...(await withLiveCalls(browser, options)), ...(await withService(browser, options)));
  } finally {
    await browser.close();
  }
  const loads = [loadBefore, loadavg()[0] ?? 0].map((load) => load.toFixed(1)).join(' and ');
  print(
    `${machineLine(machine())}; ${options.calls} calls, ${options.contacts} contacts; load ${loads} before and after`,
  );
  const table = new Table({ head: ['figure', 'measured', 'goal', ''] });
  for (const { name, measured, goal, isMet } of figures)
    table.push([name, measured, goal ?? '', goal === null ? '' : isMet ? 'met' : 'missed']);
  print(table.toString());
  if (figures.some(({ isMet }) => !isMet)) process.exitCode = 1;
});
