/** Rounds of a comparison of media servers: in each round every subject has a turn with the same callers. */
import { setTimeout as delay } from 'node:timers/promises';
import { createFlite } from '../../../providers/speech/offline/flite/synthesiser.js';
import { spoken } from '../../../testkit/simulators/network-client.js';
import { until } from '../../../testkit/until.js';
import { type Child, startChild } from '../../gauges/child.js';
import { machineTime, pinTo, sharesBetween } from '../../gauges/machine.js';
import { processorTimeOf, usedBetween } from '../../gauges/processes.js';
import { type Quantiles, quantilesOf } from '../../gauges/quantiles.js';
import type { CallerStats } from './callers.js';
import { type Subject, type SubjectName, startSubject } from './subjects.js';

export interface MediaComparison {
  readonly subjects: readonly SubjectName[];
  readonly streams: number;
  readonly rounds: number;
  /** Measured time of each turn. */
  readonly seconds: number;
  /** Servers on processor 0, everything else on processor 1. */
  readonly pin: boolean;
  /** Receives progress messages. */
  readonly log: (line: string) => void;
}

/** One turn of one subject. */
export interface Turn {
  readonly subject: string;
  readonly round: number;
  readonly met: CallerStats;
  /** Of a core, per stream: 0.01 is 1 %. */
  readonly share: { readonly process: number; readonly serving: number; readonly beside: number };
  /** Of a core, by name; all streams together. */
  readonly threads: Readonly<Record<string, number>>;
  /** Lateness of a process that only sleeps, at the same time, ms. */
  readonly machine: Quantiles;
  /** Of the whole machine. */
  readonly idle: number;
  readonly stolen: number;
  /** Why the turn does not count; null if it counts. */
  readonly invalid: string | null;
}

/** Between opening the last stream and measuring, ms: leads fill, code gets warm. */
const WARM_MS = 4_000;
/** Before the first round each server has a short turn that is not counted. */
const WARM_STREAMS = 10;
/** The fewest calls placed per second. */
const CALLS_PER_SECOND = 10;
/** Extra time because a busy machine opens streams more slowly, s. */
const SLACK_S = 12;
const HEARD_MS = 20_000;
/**
 * A server may finish the work that its calls left behind: until it uses less than this share of a core, for at most
 * this long, ms.
 */
const IDLE_SHARE = 0.08;
const IDLE_WITHIN_MS = 90_000;
/** Share of the due frames that must have arrived. */
const ENOUGH = 0.97;
/** Threads that serve streams; the others recognise, speak, encode and write the journal. */
const SERVING = /^(main|media)/;
const FRAMES_PER_SECOND = 50;

/** A greeting has 30 words at most, and a word may have hyphens. */
const SENTENCE = 'This-is-a-rather-long-announcement, and-it-goes-on-for-as-long-as-somebody-listens-to-it. ';

/** A greeting that lasts at least `seconds`, and what the callers say. */
const prepareSpeech = async (seconds: number): Promise<{ greeting: string; mulaw: string }> => {
  const voices = createFlite();
  try {
    const ms = Buffer.from(await spoken(voices, SENTENCE, 'flite:slt'), 'base64').length / 8;
    const mulaw = await spoken(
      voices,
      'I should like to know when you are open, and whether there is a table.',
    );
    return { greeting: SENTENCE.repeat(Math.ceil((seconds * 1_000) / ms)).trim(), mulaw };
  } finally {
    await voices.close();
  }
};

/** Plays all turns; stops what it started, whatever the outcome. */
export const runRounds = async (comparison: MediaComparison): Promise<readonly Turn[]> => {
  const { subjects: names, streams, rounds, seconds, pin, log } = comparison;
  const openingS = SLACK_S + Math.ceil(streams / CALLS_PER_SECOND);
  const { greeting, mulaw } = await prepareSpeech(openingS + WARM_MS / 1_000 + seconds);
  const reference = startChild(new URL('../../gauges/reference.js', import.meta.url));
  const subjects: Subject[] = [];
  const turns: Turn[] = [];
  try {
    for (const name of names) {
      log(`starting ${name} ...`);
      const subject = await startSubject(name, greeting, streams);
      subjects.push(subject);
      if (!pin) continue;
      for (const pid of subject.otherPids) pinTo(1, pid);
      pinTo(0, subject.pid);
    }
    if (pin) for (const pid of [process.pid, reference.pid]) pinTo(1, pid);
    const turnOf = (subject: Subject, round: number, streamCount: number, ms: number): Promise<Turn> =>
      playTurn({ subject, round, streams: streamCount, ms, mulaw, reference, pin });
    for (const subject of subjects) await turnOf(subject, 0, Math.min(WARM_STREAMS, streams), 2_000);
    for (let round = 1; round <= rounds; round += 1) {
      // The order rotates from round to round.
      const order = subjects.map((_, index) => subjects[(index + round - 1) % subjects.length]);
      for (const subject of order) {
        if (subject === undefined) continue;
        const turn = await turnOf(subject, round, streams, seconds * 1_000);
        turns.push(turn);
        log(lineOf(turn));
      }
    }
    return turns;
  } finally {
    await Promise.all([...subjects.map((subject) => subject.stop()), reference.stop()]);
  }
};

const lineOf = ({ subject, round, share, met, invalid }: Turn): string =>
  `round ${round}, ${subject}: ${(share.serving * 100).toFixed(3)} % of a core per stream (process ${(share.process * 100).toFixed(3)} %), ` +
  `lateness p99 ${met.lateness.p99.toFixed(1)} ms${invalid === null ? '' : `; DOES NOT COUNT: ${invalid}`}`;

interface TurnOptions {
  readonly subject: Subject;
  readonly round: number;
  readonly streams: number;
  readonly ms: number;
  readonly mulaw: string;
  readonly reference: Child;
  readonly pin: boolean;
}

const playTurn = async (options: TurnOptions): Promise<Turn> => {
  const { subject, streams, mulaw, pin } = options;
  const callers = startChild(new URL('./callers.js', import.meta.url));
  try {
    if (pin) pinTo(1, callers.pid);
    await callers.ask('speech', { mulaw });
    for await (const urls of subject.addresses(streams)) await callers.ask('open', { urls });
    await until(
      'every agent to be heard',
      async () => (await callers.ask<number>('heard')) === streams,
      HEARD_MS,
    );
    await delay(WARM_MS);
    const turn = await measure(callers, options);
    await callers.ask('end');
    await delay(500);
    return turn;
  } finally {
    await callers.stop();
    await untilIdle(subject);
  }
};

const measure = async (
  callers: Child,
  { subject, round, streams, ms, reference }: TurnOptions,
): Promise<Turn> => {
  await reference.ask('take');
  await callers.ask('measure');
  const from = { at: performance.now(), own: processorTimeOf(subject.pid), machine: machineTime() };
  const besideFrom = subject.otherPids.map(processorTimeOf);
  await delay(ms);
  const used = usedBetween(from.own, processorTimeOf(subject.pid));
  const beside = subject.otherPids.map((pid, index) => {
    const before = besideFrom[index];
    return before === undefined ? 0 : usedBetween(before, processorTimeOf(pid)).totalMs;
  });
  const elapsedMs = performance.now() - from.at;
  const met = await callers.ask<CallerStats>('met', {}, 60_000);
  const machine = quantilesOf(await reference.ask<readonly number[]>('take'));
  const threads = Object.fromEntries(
    Object.entries(used.byThread).map(([name, worked]) => [name, worked / elapsedMs]),
  );
  const serving = Object.entries(threads).reduce(
    (sum, [name, core]) => sum + (SERVING.test(name) ? core : 0),
    0,
  );
  return {
    subject: subject.name,
    round,
    met,
    share: {
      process: used.totalMs / elapsedMs / streams,
      serving: serving / streams,
      beside: beside.reduce((sum, worked) => sum + worked, 0) / elapsedMs / streams,
    },
    threads,
    machine,
    ...sharesBetween(from.machine, machineTime()),
    invalid: whyInvalid(met, streams, elapsedMs),
  };
};

const whyInvalid = (met: CallerStats, streams: number, ms: number): string | null => {
  const due = (streams * ms * FRAMES_PER_SECOND) / 1_000;
  if (met.open < streams) return `${streams - met.open} streams were lost`;
  if (met.frames < due * ENOUGH) return `${met.frames} of ${Math.round(due)} frames arrived`;
  // A caller that is late itself can neither measure others' lateness nor load them as it should.
  return met.core > 0.9 ? `the callers' process was at its limit` : null;
};

const untilIdle = async ({ pid }: Subject): Promise<void> => {
  const deadline = performance.now() + IDLE_WITHIN_MS;
  while (performance.now() < deadline) {
    const before = processorTimeOf(pid).totalMs;
    await delay(1_000);
    if (processorTimeOf(pid).totalMs - before < IDLE_SHARE * 1_000) return;
  }
};
