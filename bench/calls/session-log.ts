/**
 * Measures what a session log costs: `npm run bench:session-log [-- --calls 100 --seconds 10 --rounds 5]`. The same sessions step
 * through the same inputs without a log, with JSON lines that are appended one by one, as earlier builds wrote them, and with
 * the log that a node keeps. Both sides talk. Time is simulated and advances as fast as it can. Prints the processor time of the thread
 * that steps, and of the process, which includes the compression. Waits of the thread for the disk are not in it.
 */
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as yieldOnce } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { pino } from 'pino';
import { startSessionLog } from '../../media/driver/session-log.js';
import { speechLike } from '../../media/rehearsal/speech-like.js';
import { createMediaSession } from '../../media/session/index.js';
import type { SessionBrief, SessionInput, SessionOutput } from '../../media/session/io.js';
import { sessionSettings } from '../../media/settings.js';
import { createSessionLogSpool } from '../../providers/session-logs/spool.js';
import { encodeMulaw } from '../../providers/speech/dsp/g711.js';
import { joined, noiseOf } from '../../testkit/noises.js';
import { briefLine, inputLine, lineDigest } from '../../testkit/session-log-lines.js';
import { print, run, wholeNumber } from '../command-line.js';
import { median } from '../gauges/quantiles.js';

const FRAME_MS = 20;
const FRAME_BYTES = 160;
const BUSINESS = '00000000-0000-4000-8000-000000000001';
/** The customer talks and pauses, over the noise of a room. */
const TALK = encodeMulaw(joined(speechLike(4, -24, 7), noiseOf('pink', -55, 4)));
const AGENT_TALK = encodeMulaw(speechLike(4, -20, 3));

/** The log of one session in a variant. */
interface Log {
  add(input: SessionInput, atMs: number, outputs: readonly SessionOutput[]): void;
  close(): Promise<void>;
}

/** Opens logs in a directory. */
type Variant = (dir: string) => { open(call: number): Log; close(): Promise<void> };

const NO_LOG: Log = { add: () => undefined, close: async () => undefined };

const VARIANTS: readonly { readonly name: string; readonly variant: Variant }[] = [
  { name: 'no log', variant: () => ({ open: () => NO_LOG, close: async () => undefined }) },
  {
    name: 'JSON lines',
    variant: (dir) => ({
      open: (call) => {
        const path = join(dir, `${call}.jsonl`);
        appendFileSync(path, briefLine(BRIEF));
        return {
          add: (input, atMs, outputs) => appendFileSync(path, inputLine(input, atMs, lineDigest(outputs))),
          close: async () => undefined,
        };
      },
      close: async () => undefined,
    }),
  },
  {
    name: 'session log',
    variant: (dir) => {
      let ids = 0;
      const spool = createSessionLogSpool({
        dir,
        thread: 0,
        now: Date.now,
        newId: () => {
          ids += 1;
          return String(ids).padStart(8, '0');
        },
        count: ({ what }) => {
          if (what === 'incomplete') throw new Error('a log is incomplete');
        },
        logger: pino({ level: 'silent' }),
      });
      return {
        open: (call) => {
          const callId = `00000000-0000-4000-8000-${String(call).padStart(12, '0')}`;
          return startSessionLog(spool.open, { businessId: BUSINESS, callId }, BRIEF);
        },
        close: () => spool.close(),
      };
    },
  },
];

const BRIEF: SessionBrief = {
  attachmentId: 'attached0',
  instructions: 'Answer questions about the opening hours, and take bookings.',
  greeting: 'Hello there, how can I help?',
  language: 'en',
  settings: sessionSettings({}),
  phrases: {
    nudge: 'Still there?',
    closing: 'Time is up.',
    apology: 'Sorry about that.',
    filler: 'One moment.',
    stillWorking: 'Nearly there.',
    notUnderstood: 'Please say that again.',
  },
  resumed: false,
  turns: [],
  toolUses: [],
  isBack: false,
  voicemail: { type: 'hang_up' },
  epochMs: 1_000_000,
  backgroundNoise: null,
  confirmsVoice: false,
  providers: { models: 1, synthesisers: 1, recognisers: 1 },
};

interface Cost {
  /** Processor time of the stepping thread for one input, µs. */
  readonly threadUs: number;
  /** Processor time of the process for one input, µs. */
  readonly processUs: number;
  readonly bytesPerMinute: number;
}

const main = async (): Promise<void> => {
  const { values } = parseArgs({
    options: {
      calls: { type: 'string', default: '100' },
      seconds: { type: 'string', default: '10' },
      rounds: { type: 'string', default: '5' },
    },
  });
  const calls = wholeNumber('calls', values.calls, 1, 1_000);
  const seconds = wholeNumber('seconds', values.seconds, 1, 600);
  const rounds = wholeNumber('rounds', values.rounds, 1, 20);
  const costs = VARIANTS.map((): Cost[] => []);
  // The first round only compiles.
  for (let round = 0; round <= rounds; round += 1)
    for (const [index, { variant }] of VARIANTS.entries()) {
      const cost = await costOf(variant, calls, seconds);
      if (round > 0) costs[index]?.push(cost);
    }
  const middle = (index: number, figure: keyof Cost): number =>
    median((costs[index] ?? []).map((cost) => cost[figure]));
  for (const [index, { name }] of VARIANTS.entries()) {
    const ratio = middle(index, 'threadUs') / middle(0, 'threadUs');
    print(
      `${name.padEnd(12)} ${middle(index, 'threadUs').toFixed(2)} µs for an input (${ratio.toFixed(2)} of no log), process ${middle(index, 'processUs').toFixed(2)} µs, ${Math.round(middle(index, 'bytesPerMinute') / 1_024)} KiB for a minute of a call`,
    );
  }
};

const costOf = async (variant: Variant, calls: number, seconds: number): Promise<Cost> => {
  const dir = mkdtempSync(join(tmpdir(), 'parley-session-log-'));
  const logs = variant(dir);
  const talking = Array.from({ length: calls }, (_, index) => talkingCall(index, logs.open(index)));
  const frames = (seconds * 1_000) / FRAME_MS;
  let inputs = 0;
  const before = process.cpuUsage();
  const threadBefore = threadMicroseconds();
  for (let frame = 0; frame < frames; frame += 1) {
    for (const call of talking) inputs += call.step(frame);
    await yieldOnce();
  }
  for (const call of talking) await call.close();
  await logs.close();
  const threadUs = threadMicroseconds() - threadBefore;
  const { user, system } = process.cpuUsage(before);
  const bytes = readdirSync(dir).reduce((sum, name) => sum + statSync(join(dir, name)).size, 0);
  rmSync(dir, { recursive: true, force: true });
  return {
    threadUs: threadUs / inputs,
    processUs: (user + system) / inputs,
    bytesPerMinute: (bytes / calls) * (60 / seconds),
  };
};

/** Processor time of the main thread (proc(5), schedstat), µs. */
const threadMicroseconds = (): number =>
  Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[0]) / 1_000;

/** A call whose agent speaks its greeting, while the customer talks and pauses. */
const talkingCall = (index: number, log: Log) => {
  const session = createMediaSession(BRIEF);
  const marks: string[] = [];
  let now = 0;
  let inputs = 0;
  const feed = (input: SessionInput): void => {
    const outputs = session.step(input, now);
    inputs += 1;
    log.add(input, now, outputs);
    for (const output of outputs) {
      if (output.type === 'send_mark') marks.push(output.name);
      if (output.type !== 'synthesise') continue;
      const { utterance } = output;
      for (let at = 0; at < AGENT_TALK.length; at += 1_600)
        feed({ type: 'speech_audio', utterance, payload: AGENT_TALK.subarray(at, at + 1_600), words: [] });
      feed({ type: 'speech_done', utterance });
    }
  };
  feed({ type: 'connected' });
  return {
    step: (frame: number): number => {
      const before = inputs;
      now += FRAME_MS;
      const at = ((frame + index * 7) * FRAME_BYTES) % (TALK.length - FRAME_BYTES);
      for (const name of marks.splice(0)) feed({ type: 'mark', name });
      feed({ type: 'audio', timestampMs: frame * FRAME_MS, payload: TALK.subarray(at, at + FRAME_BYTES) });
      feed({ type: 'tick', dueMs: now + Math.random() });
      return inputs - before;
    },
    close: () => log.close(),
  };
};

run(main);
