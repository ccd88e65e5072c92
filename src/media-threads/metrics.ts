/** Prometheus metrics of call media on a node, for its main thread and its media threads together. */
import { Counter, Gauge, type Registry } from 'prom-client';
import type { Latency } from '../metrics/latency.js';
import type { CountSessionLogs } from '../metrics/session-logs.js';
import type { CountTokens } from '../providers-in-use/models.js';
import type { CountLists } from '../providers-in-use/own-shares.js';
import type { CountNames } from '../tenant-names.js';
import type { MediaCount, MediaThreadState } from './messages.js';
import type { MediaThreads } from './threads.js';

export interface ObservedMedia {
  readonly mediaHost: { sessions(): number };
  readonly recordings: { unsentBytes(): number };
  readonly threads: Pick<MediaThreads, 'states'> | null;
}

/** Gauges that are read on each scrape of `/metrics`; a thread that does not answer in time is left out. */
export const observeMedia = (registry: Registry, { mediaHost, recordings, threads }: ObservedMedia): void => {
  const registers = [registry];
  let pending: Promise<ReadonlyMap<number, MediaThreadState>> | null = null;
  /** One answer for all gauges of a scrape, which are read in the same turn. */
  const states = (): Promise<ReadonlyMap<number, MediaThreadState>> => {
    pending ??= (threads?.states() ?? Promise.resolve(new Map())).finally(() => {
      pending = null;
    });
    return pending;
  };
  const summed = async (own: number, select: (state: MediaThreadState) => number): Promise<number> =>
    [...(await states()).values()].reduce((sum, state) => sum + select(state), own);
  new Gauge({
    name: 'parley_media_sessions',
    help: 'Live media sessions',
    registers,
    async collect() {
      this.set(await summed(mediaHost.sessions(), (state) => state.sessions));
    },
  });
  new Gauge({
    name: 'parley_recording_unsent_bytes',
    help: 'Audio of calls that is only on this node',
    registers,
    async collect() {
      this.set(await summed(recordings.unsentBytes(), (state) => state.unsentBytes));
    },
  });
  if (threads === null) return;
  new Gauge({
    name: 'parley_media_thread_own_delay_ms',
    help: 'Lateness of the event loop of a media thread since the last scrape, excluding time in which the thread did not run, ms',
    labelNames: ['thread', 'quantile'],
    registers,
    async collect() {
      this.reset();
      for (const [number, { ownDelayMs }] of await states())
        for (const [quantile, ms] of ownDelayMs) this.set({ thread: String(number), quantile }, ms);
    },
  });
};

/** Counts connections that a media thread closed because it had too many. */
export const refusedConnectionCounter = (registry: Registry): (() => void) => {
  const refused = new Counter({
    name: 'parley_media_thread_connections_refused_total',
    help: 'Connections refused by media threads at their connection limit',
    registers: [registry],
  });
  return () => refused.inc();
};

export interface CountersOfMedia {
  readonly latency: Pick<Latency, 'observe'>;
  readonly recordings: (what: Extract<MediaCount, { readonly type: 'recording' }>['what']) => void;
  readonly sessionLogs: CountSessionLogs;
  readonly tokens: CountTokens;
  readonly preemptive: (what: Extract<MediaCount, { readonly type: 'preemptive' }>['what']) => void;
  readonly disclosures: (outcome: Extract<MediaCount, { readonly type: 'disclosure' }>['outcome']) => void;
  readonly lists: CountLists;
  readonly names: CountNames;
  readonly connectionRefused: () => void;
}

/** Applies a thread's counts as if they had happened in the main thread. */
export const countIn =
  (counters: CountersOfMedia) =>
  (count: MediaCount): void => {
    switch (count.type) {
      case 'latency':
        return counters.latency.observe(count.measure, count.ms);
      case 'recording':
        return counters.recordings(count.what);
      case 'session_log':
        return counters.sessionLogs(count.log);
      case 'tokens':
        return counters.tokens(count.model, count);
      case 'preemptive':
        return counters.preemptive(count.what);
      case 'disclosure':
        return counters.disclosures(count.outcome);
      case 'provider_list':
        return counters.lists(count.role, count.outcome);
      case 'name_lookup':
        return counters.names(count.use, count.outcome, count.ms);
      case 'connection_refused':
        return counters.connectionRefused();
    }
  };
