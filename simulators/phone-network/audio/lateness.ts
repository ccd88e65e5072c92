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

/** For all calls, since the start or the last reset. */
export interface NetworkLateness {
  /** A callee's frame was sent this long after it was due. */
  sent(ms: number): void;
  /** A frame for a callee arrived this late (arrivals.ts). */
  arrived(ms: number): void;
  read(): { readonly sent: LatenessQuantiles; readonly arrived: LatenessQuantiles };
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
  return {
    sent: (ms) => record(sent, ms),
    arrived: (ms) => record(arrived, ms),
    read: () => ({ sent: quantilesOf(sent), arrived: quantilesOf(arrived) }),
    forget: () => {
      sent.reset();
      arrived.reset();
    },
  };
};
