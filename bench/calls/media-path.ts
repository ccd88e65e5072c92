/**
 * Measures what a talking call costs on the media path, without sockets: `npm run bench:media-path [-- --calls 200
 * --seconds 20]`. The agent of every call speaks all the time; the customer makes a sound for 2.3 s of every 3 s. Time
 * is simulated and advances as fast as it can. Prints the thread's processor time for each 20 ms of a call, and next to
 * it the carrier's part, which runs in the same process.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as yieldOnce } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { pino } from 'pino';
import type { PacingClock, Tick } from '../../media/audio/pacing-clock.js';
import type { CallOfMedia } from '../../media/call-of-media.js';
import { createCallMedia } from '../../media/host/call-media.js';
import type { MediaConnection } from '../../media/media-host.js';
import type { MediaProviders } from '../../media/providers.js';
import { twilioDialect } from '../../providers/carriers/twilio/media-dialect.js';
import type { RecordingStore } from '../../providers/recordings/recording-store.js';
import { openSpool } from '../../providers/recordings/tracks/spool.js';
import { encodeMulaw } from '../../providers/speech/dsp/g711.js';
import { seeded } from '../../testkit/seeded.js';
import { noCallLines, noLines } from '../../testkit/stubs/no-lines.js';
import { noTools } from '../../testkit/stubs/no-tools.js';
import { sameProviders } from '../../testkit/stubs/same-providers.js';
import { deafRecogniser, muteModel, noRecordings, noVoices } from '../../testkit/stubs/silent-media.js';
import { print, run, wholeNumber } from '../command-line.js';
import { median } from '../gauges/quantiles.js';

const FRAME_MS = 20;
const SOUND_FRAMES = 115;
const PERIOD_FRAMES = 150;
/** The agent's text; spoken so slowly that no call reaches its end. */
const GREETING = 'Hello there, how can I help?';

interface SimulatedCall {
  readonly connection: MediaConnection;
  /** Plays one of the frames that arrived, and answers the marks before it. */
  play(): void;
  readonly frames: () => number;
}

const main = async (): Promise<void> => {
  const { values } = parseArgs({
    options: {
      calls: { type: 'string', default: '200' },
      seconds: { type: 'string', default: '20' },
      rounds: { type: 'string', default: '5' },
    },
  });
  const calls = wholeNumber('calls', values.calls, 1, 2_000);
  const seconds = wholeNumber('seconds', values.seconds, 1, 600);
  const rounds = wholeNumber('rounds', values.rounds, 1, 20);
  const rows = [
    { name: 'carrier alone', records: false, sessions: false },
    { name: 'sessions', records: false, sessions: true },
    { name: 'sessions, recorded', records: true, sessions: true },
  ];
  const figures = rows.map((): number[] => []);
  for (let round = 0; round < rounds; round += 1)
    for (const [index, row] of rows.entries())
      figures[index]?.push(await microsecondsPerFrame(calls, seconds, row.sessions, row.records));
  for (const [index, { name }] of rows.entries()) {
    const each = figures[index] ?? [];
    const middle = median(each);
    print(
      `${name.padEnd(20)} ${middle.toFixed(2)} µs for 20 ms of a call (${(middle / 200).toFixed(4)} % of a core), from ${Math.min(...each).toFixed(2)} to ${Math.max(...each).toFixed(2)}`,
    );
  }
};

/** Processor time of this process for 20 ms of a call, µs. */
const microsecondsPerFrame = async (
  calls: number,
  seconds: number,
  withSessions: boolean,
  records: boolean,
): Promise<number> => {
  const dir = mkdtempSync(join(tmpdir(), 'parley-media-path-'));
  let now = 1_000;
  const ticks = new Set<Tick>();
  const clock: PacingClock = {
    add: (tick) => {
      ticks.add(tick);
      return () => ticks.delete(tick);
    },
    catchUp: () => undefined,
    spare: (work) => work(),
    stop: () => ticks.clear(),
  };
  const recordings = records ? spoolsIn(dir) : noRecordings;
  const simulated = await Promise.all(
    Array.from({ length: calls }, (_, index) =>
      simulatedCall(index, () => now, clock, recordings, withSessions),
    ),
  );
  const messages = Array.from({ length: PERIOD_FRAMES }, (_, index) => mediaMessage(index));
  const pass = async (frames: number, from: number): Promise<void> => {
    for (let frame = from; frame < from + frames; frame += 1) {
      now += FRAME_MS;
      for (const call of simulated) {
        call.connection.onText(messages[frame % PERIOD_FRAMES]?.(frame) ?? new Uint8Array());
        call.play();
      }
      for (const tick of ticks) tick(now);
      if (frame % 5 === 0) await yieldOnce();
    }
  };
  const framesOf = (s: number): number => (s * 1_000) / FRAME_MS;
  await pass(framesOf(3), 0);
  const before = process.cpuUsage();
  await pass(framesOf(seconds), framesOf(3));
  const { user, system } = process.cpuUsage(before);
  for (const call of simulated) {
    if (withSessions && call.frames() < framesOf(seconds))
      throw new Error(`only ${call.frames()} frames arrived`);
    call.connection.onClose(1000);
  }
  await yieldOnce();
  rmSync(dir, { recursive: true, force: true });
  return (user + system) / (calls * framesOf(seconds));
};

/** A call with its carrier. Without `withSession` the carrier has no session to talk to. */
const simulatedCall = async (
  index: number,
  now: () => number,
  clock: PacingClock,
  recordings: RecordingStore,
  withSession: boolean,
): Promise<SimulatedCall> => {
  let queue: (string | null)[] = [];
  let frames = 0;
  let connection: MediaConnection = noConnection;
  if (withSession) {
    let ids = 0;
    const media = createCallMedia({
      openLines: noLines,
      callLines: noCallLines,
      writtenPhrases: { of: async () => null },
      businessId: 'business',
      callId: `call-${index}`,
      dialect: twilioDialect,
      sessionLog: null,
      preemptive: null,
      disclosures: () => undefined,
      knowledge: async () => [],
      tools: noTools,
      providersOf: sameProviders(providers, 'voice'),
      recordings,
      clock,
      voices: noVoices,
      call: callOf(now()),
      newId: () => {
        ids += 1;
        return `${index}-${ids}`;
      },
      now,
      wallClock: now,
      observe: () => undefined,
      logger: pino({ level: 'silent' }),
      before: null,
    });
    connection = media.connect(
      {
        send: (message) => {
          if (typeof message !== 'string') {
            frames += 1;
            queue.push(null);
          } else queue.push(MARK.exec(message)?.[1] ?? null);
          return true;
        },
        cork: (work) => work(),
        close: () => undefined,
        bufferedBytes: () => 0,
      },
      Promise.resolve(false),
    );
    connection.onText(START);
    while (frames === 0) await yieldOnce();
  }
  return {
    connection,
    frames: () => frames,
    play: () => {
      let played = 0;
      for (const item of queue) {
        if (item === null && played > 0) break;
        played += 1;
        if (item !== null) connection.onText(markMessage(item));
      }
      queue = queue.slice(played);
    },
  };
};

const noConnection: MediaConnection = {
  onText: () => undefined,
  onBinary: () => undefined,
  onClose: () => undefined,
};

const MARK = /"name":"([^"]+)"/;
const STREAM = 'MZ0123456789abcdef0123456789abcdef';
const bytesOf = (body: object): Uint8Array =>
  Buffer.from(JSON.stringify({ sequenceNumber: '1', streamSid: STREAM, ...body }));
const START = bytesOf({
  event: 'start',
  start: { callSid: 'CA1', mediaFormat: { encoding: 'audio/x-mulaw', sampleRate: 8_000, channels: 1 } },
});
const markMessage = (name: string): Uint8Array => bytesOf({ event: 'mark', mark: { name } });

/** Frame `index` of the customer's line, as a function that builds its message for any time. */
const mediaMessage = (index: number): ((frame: number) => Uint8Array) => {
  const random = seeded(index + 1);
  const loud = index < SOUND_FRAMES ? 3_000 : 8;
  const pcm = Int16Array.from({ length: 160 }, () => (random() - 0.5) * loud * (1 + Math.sin(index)));
  const payload = Buffer.from(encodeMulaw(pcm)).toString('base64');
  return (frame) =>
    Buffer.from(
      `{"event":"media","sequenceNumber":"${frame}","media":{"track":"inbound","chunk":"${frame}","timestamp":"${frame * FRAME_MS}","payload":"${payload}"},"streamSid":"${STREAM}"}`,
    );
};

const callOf = (startedAt: number): CallOfMedia => ({
  attach: async () => ({
    agent: {
      agentId: 'agent',
      name: 'Ann',
      instructions: 'Help.',
      greeting: GREETING,
      languageCode: 'en',
      voiceSettings: { allowGreetingInterrupt: false },
      knowledgeSourceIds: [],
    },
    mediaStartedAt: startedAt,
    greetingBegun: false,
    turns: [],
    toolUses: [],
  }),
  send: async () => null,
  get: async () => null,
});

/** Ten minutes of speech, for any text. */
const SPEECH = encodeMulaw(
  Int16Array.from({ length: 600 * 8_000 }, (_, index) => Math.round(2_000 * Math.sin(index / 5))),
);

const providers: MediaProviders = {
  recognisers: [deafRecogniser],
  synthesisers: [
    {
      name: 'fluent',
      voices: [],
      close: async () => undefined,
      synthesise: async function* () {
        yield { mulaw: SPEECH };
      },
    },
  ],
  models: [muteModel],
  engines: [],
  timeZone: 'UTC',
  voiceDetector: null,
  phrasesOf: () => [],
};

/** Writes recordings as a node does, without a store beyond its disk. */
const spoolsIn = (dir: string): RecordingStore => ({
  ...noRecordings,
  openTracks: async (businessId, callId) => {
    const spool = await openSpool(dir, { businessId, callId, writer: '0' }, (error) => {
      throw error;
    });
    return {
      write: (track, atMs, mulaw) => spool.write(track, atMs, mulaw),
      close: () => spool.close(),
    };
  },
});

run(main);
