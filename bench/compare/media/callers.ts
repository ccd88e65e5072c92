/** All callers of a comparison, in their own process, which opens streams, counts, and hangs up on request. */
import { goFirst } from '../../../providers/scheduling/yield-to-calls.js';
import { answerParent } from '../../gauges/child.js';
import { startGrid } from '../../gauges/grid.js';
import { type Quantiles, quantilesOf } from '../../gauges/quantiles.js';
import { type Caller, openCaller, type Speech, speechOf } from './caller.js';

/** What all callers have measured together. */
export interface CallerStats {
  readonly streams: number;
  /** Streams whose socket was not lost. */
  readonly open: number;
  readonly frames: number;
  readonly underruns: number;
  readonly marks: number;
  readonly leastAheadMs: number;
  /** Lateness of frames, ms. */
  readonly lateness: Quantiles;
  /** Lateness of this process's own clock, ms. */
  readonly own: Quantiles;
  /** Share of a core that this process used while it counted. */
  readonly core: number;
}

/** Callers do not all act in the same millisecond: their sends are spread over this many moments per frame. */
const SLICES = 4;
const FRAME_MS = 20;

goFirst();
let callers: Caller[] = [];
let speech: Speech = speechOf(Buffer.alloc(0));
let opened = 0;
let slice = 0;
let began = { at: 0, usage: process.cpuUsage() };
const grid = startGrid(FRAME_MS / SLICES, () => {
  slice = (slice + 1) % SLICES;
  for (let index = slice; index < callers.length; index += SLICES) callers[index]?.tick();
});

answerParent({
  speech: (body) => {
    const { mulaw }: { mulaw: string } = JSON.parse(body);
    speech = speechOf(Buffer.from(mulaw, 'base64'));
  },
  open: async (body) => {
    const { urls }: { urls: readonly string[] } = JSON.parse(body);
    callers.push(
      ...(await Promise.all(
        urls.map((url) => {
          opened += 1;
          return openCaller(url, opened, speech);
        }),
      )),
    );
  },
  heard: () => callers.filter((caller) => caller.isHeard()).length,
  measure: () => {
    for (const caller of callers) caller.measure();
    grid.take();
    began = { at: performance.now(), usage: process.cpuUsage() };
  },
  met: (): CallerStats => {
    const { user, system } = process.cpuUsage(began.usage);
    const core = (user + system) / 1_000 / (performance.now() - began.at);
    const own = quantilesOf(grid.take());
    const stats = callers.map((caller) => caller.stats());
    const sum = (field: 'frames' | 'underruns' | 'marks'): number =>
      stats.reduce((total, caller) => total + caller[field], 0);
    return {
      streams: callers.length,
      open: callers.filter((caller) => caller.isOpen()).length,
      frames: sum('frames'),
      underruns: sum('underruns'),
      marks: sum('marks'),
      leastAheadMs: Math.min(...stats.map(({ leastAheadMs }) => leastAheadMs)),
      lateness: quantilesOf(stats.flatMap(({ lateness }) => lateness)),
      own,
      core,
    };
  },
  end: () => {
    for (const caller of callers) caller.end();
    callers = [];
  },
});
