/** How much work a browser's main thread does for each frame, from its own trace. */
import type { CDPSession, Page } from 'playwright-core';

/** One event of a trace, with the fields that are read (Trace Event Format). Times are microseconds. */
interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  /** Processor time. */
  readonly tdur?: number;
}

export interface Frames {
  /**
   * Script, style, layout and paint of the main thread between two frames, ms of processor time, because others use the
   * machine, too.
   */
  readonly work: readonly number[];
  /** From one frame to the next, as the page sees them, ms. */
  readonly intervals: readonly number[];
}

const CATEGORIES = 'toplevel,devtools.timeline,disabled-by-default-devtools.timeline';
/** Two frames are further apart than this, microseconds. */
const MIN_FRAME_US = 4_000;

/** Requests every possible frame and records when it comes: without this a still page has no frames. */
const COUNTING = `(() => {
  window.benchFrames = [];
  let last = performance.now();
  const next = (now) => { window.benchFrames.push(now - last); last = now; window.benchLoop = requestAnimationFrame(next); };
  window.benchLoop = requestAnimationFrame(next);
})()`;

/** Measures what the page does by itself for `ms`. */
export const framesOf = async (page: Page, ms: number): Promise<Frames> => {
  const session = await page.context().newCDPSession(page);
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }: { value: object[] }) => {
    for (const event of value) if (isTraceEvent(event)) events.push(event);
  });
  await page.evaluate(COUNTING);
  await session.send('Tracing.start', { categories: CATEGORIES, transferMode: 'ReportEvents' });
  await page.waitForTimeout(ms);
  await stopTracing(session);
  const counted: unknown = await page.evaluate('cancelAnimationFrame(benchLoop), benchFrames');
  await session.detach();
  const intervals = Array.isArray(counted) ? counted.map(Number) : [];
  return { work: workIn(events), intervals };
};

const isTraceEvent = (event: object): event is TraceEvent =>
  'name' in event && 'ts' in event && 'tid' in event;

const stopTracing = async (session: CDPSession): Promise<void> => {
  const complete = new Promise<void>((resolve) => session.once('Tracing.tracingComplete', () => resolve()));
  await session.send('Tracing.end');
  await complete;
};

/** Tasks of the page's main thread, grouped by the frame after which they ran. Pure. */
const workIn = (events: readonly TraceEvent[]): readonly number[] => {
  // Several callbacks run in a frame; the first one marks it.
  const frames = events
    .filter(({ name }) => name === 'FireAnimationFrame')
    .sort((a, b) => a.ts - b.ts)
    .filter(({ ts }, index, all) => index === 0 || ts - (all[index - 1]?.ts ?? 0) > MIN_FRAME_US);
  const main = frames[0];
  if (main === undefined) throw new Error('the trace has no frames');
  const tasks = events
    .filter(({ name, pid, tid }) => name === 'RunTask' && pid === main.pid && tid === main.tid)
    .sort((a, b) => a.ts - b.ts);
  const work: number[] = [];
  let at = 0;
  for (const [index, frame] of frames.entries()) {
    const next = frames[index + 1];
    if (next === undefined) break;
    let sum = 0;
    while ((tasks[at]?.ts ?? Number.POSITIVE_INFINITY) + (tasks[at]?.dur ?? 0) < frame.ts) at += 1;
    for (let task = at; (tasks[task]?.ts ?? Number.POSITIVE_INFINITY) < next.ts; task += 1)
      if ((tasks[task]?.ts ?? 0) + (tasks[task]?.dur ?? 0) >= frame.ts) {
        sum += tasks[task]?.tdur ?? tasks[task]?.dur ?? 0;
        at = task + 1;
      }
    work.push(sum / 1_000);
  }
  return work;
};
