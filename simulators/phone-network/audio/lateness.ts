/** How late the network itself is, and how late audio reaches it: a bench must know both before it attributes lateness. */
import { build, type Histogram } from 'hdr-histogram-js';

/** ms. */
export interface LatenessQuantiles {
  readonly count: number;
  readonly p50: number;
  readonly p90: number;
  readonly p99: number;
  readonly p999: number;
  readonly max: number;
}

/** A stretch of time, ms since the epoch. */
interface Stall {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Lateness of a sent frame that counts as a stall of the network, ms: a tenth of it is usual on a busy machine. */
const STALL_MS = 200;
/** Stalls kept; later ones are only in the quantiles. */
const MAX_STALLS = 1_000;

/** For all calls, since the start or the last reset. */
export interface NetworkLateness {
  /** A callee's frame was sent this long after it was due. */
  sent(ms: number): void;
  /** A frame for a callee arrived this late (arrivals.ts). */
  arrived(ms: number): void;
  read(): {
    readonly sent: LatenessQuantiles;
    readonly arrived: LatenessQuantiles;
    /** When frames were sent at least {@link STALL_MS} late, oldest first; they do not overlap. */
    readonly stalls: readonly Stall[];
  };
  forget(): void;
}

const record = (histogram: Histogram, ms: number): void =>
  histogram.recordValue(Math.max(0, Math.round(ms * 1_000)));

const quantilesOf = (histogram: Histogram): LatenessQuantiles => {
  const at = (percentile: number): number => histogram.getValueAtPercentile(percentile) / 1_000;
  return {
    count: histogram.totalCount,
    p50: at(50),
    p90: at(90),
    p99: at(99),
    p999: at(99.9),
    max: histogram.maxValue / 1_000,
  };
};

export const createNetworkLateness = (): NetworkLateness => {
  const sent = build();
  const arrived = build();
  let stalls: Stall[] = [];
  const stalled = (ms: number): void => {
    const toMs = Date.now();
    const last = stalls.at(-1);
    if (last !== undefined && last.toMs >= toMs - ms) stalls[stalls.length - 1] = { ...last, toMs };
    else if (stalls.length < MAX_STALLS) stalls.push({ fromMs: toMs - ms, toMs });
  };
  return {
    sent: (ms) => {
      record(sent, ms);
      if (ms >= STALL_MS) stalled(ms);
    },
    arrived: (ms) => record(arrived, ms),
    read: () => ({ sent: quantilesOf(sent), arrived: quantilesOf(arrived), stalls }),
    forget: () => {
      stalls = [];
      sent.reset();
      arrived.reset();
    },
  };
};
