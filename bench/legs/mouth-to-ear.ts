/**
 * Measures how long a test call's audio takes in a browser, compared with the carrier's path for the same sounds: from
 * Chromium through mediasoup's worker and Opus to µ-law frames in this process, and back. The carrier's path is a
 * websocket between the same two processes, with a message for each 20 ms. The paths are compared by when a sound's
 * first frame comes out in one process, so that no two clocks are compared.
 */
import { createServer } from 'node:http';
import { pino } from 'pino';
import { type WebSocket, WebSocketServer } from 'ws';
import { createPacingClock } from '../../media/audio/pacing-clock.js';
import type { RelayedLeg } from '../../providers/legs/leg-relay.js';
import { createMediasoupRelay } from '../../providers/legs/mediasoup-relay.js';
import { encodeMulaw, MULAW_TO_PCM } from '../../providers/speech/dsp/g711.js';
import { LegClientMessage } from '../../schemas/calls/leg-signalling.js';
import { parseAs } from '../../schemas/parse.js';
import type { Lifetime } from '../../testkit/lifetime.js';
import { testCacheDir } from '../../testkit/nats/server.js';
import { openBenchPage } from './page.js';

/** How much longer the browser's path takes than the carrier's, ms, one value per sound. */
export interface MouthToEar {
  readonly toAgent: readonly number[];
  readonly toBrowser: readonly number[];
  /** The part of `toBrowser` in the browser's jitter buffer, ms on average, as the browser reports it. */
  readonly jitterBufferMs: number;
}

interface HeardInPage {
  readonly signalled: readonly number[];
  readonly heard: readonly number[];
  readonly jitterBufferDelay: number;
  readonly jitterBufferEmittedCount: number;
}

/** Time for a jitter buffer to find its size, ms. */
const SETTLE_MS = 5_000;
const TONE = encodeMulaw(
  Int16Array.from({ length: 160 }, (_, at) => 16_000 * Math.sin((at * 2 * Math.PI * 1_000) / 8_000)),
);
const SILENCE = new Uint8Array(160).fill(0xff);
const LOUD = 0.05;
/** Frames of a sound, and from the start of one sound to the next. */
const SOUND_FRAMES = 3;
const EVERY_FRAMES = 25;
/** Sounds that arrive further apart than this on the two paths are different sounds, ms. */
const SAME_WITHIN_MS = 240;

/** Sends sounds both ways for `seconds`. @throws Error where there is no worker or no Chromium */
export const measureMouthToEar = async (lifetime: Lifetime, seconds: number): Promise<MouthToEar> => {
  const relay = createMediasoupRelay({
    named: process.env.PARLEY_MEDIASOUP_WORKER ?? null,
    cacheDir: testCacheDir(),
    ip: '127.0.0.1',
    announcedAddress: null,
    port: 0,
    now: () => performance.now(),
    logger: pino({ level: 'error' }, pino.destination(2)),
    count: () => undefined,
  });
  lifetime.teardown(() => relay.close());
  const byRelay = onsets();
  const byCarrier = onsets();
  const leg = await relay.open({
    codec: 'opus',
    voices: ['agent'],
    speaks: true,
    onAudio: (_, payload) => byRelay.frame(isLoud(payload)),
    onLost: (why) => {
      throw new Error(`the leg was lost: ${why}`);
    },
  });
  const carrier = await startCarrier(lifetime, (text) => byCarrier.frame(text === '1'));
  const page = await openBenchPage(lifetime, carrier.url);
  await page.exposeFunction('askRelay', (text: string) => answerOf(leg, text));
  const { rtpCapabilities, receive, send } = leg;
  await page.evaluate(`bench.talk(${JSON.stringify({ rtpCapabilities, receive, send })})`);
  await leg.resume();
  const clock = createPacingClock(
    () => performance.now(),
    (error) => {
      throw error;
    },
  );
  lifetime.teardown(() => clock.stop());
  let frame = 0;
  clock.add(() => {
    const loud = frame % EVERY_FRAMES < SOUND_FRAMES;
    frame += 1;
    leg.say('agent', loud ? TONE : SILENCE);
    carrier.say(loud ? '1' : '0');
  });
  const heardInPage = (): Promise<HeardInPage> => page.evaluate('bench.heardSince()');
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
  const before = await heardInPage();
  byRelay.take();
  byCarrier.take();
  await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
  const after = await heardInPage();
  const samples = after.jitterBufferEmittedCount - before.jitterBufferEmittedCount;
  return {
    toAgent: laterBy(byCarrier.take(), byRelay.take()),
    toBrowser: laterBy(after.signalled, after.heard),
    jitterBufferMs: ((after.jitterBufferDelay - before.jitterBufferDelay) / samples) * 1_000,
  };
};

/** Records when frames became loud, ms. */
const onsets = (): { frame(loud: boolean): void; take(): readonly number[] } => {
  const at: number[] = [];
  let wasLoud = false;
  return {
    frame: (loud) => {
      if (loud && !wasLoud) at.push(performance.now());
      wasLoud = loud;
    },
    take: () => at.splice(0),
  };
};

const isLoud = (mulaw: Uint8Array): boolean => {
  const power = mulaw.reduce((sum, byte) => sum + ((MULAW_TO_PCM[byte] ?? 0) / 32_768) ** 2, 0);
  return Math.sqrt(power / mulaw.length) > LOUD;
};

/** How much later each sound of `first` arrived on the other path; sounds that arrived on only one path are left out. */
const laterBy = (first: readonly number[], second: readonly number[]): readonly number[] =>
  first.flatMap((at) => {
    const [nearest] = second
      .map((moment) => moment - at)
      .filter((ms) => Math.abs(ms) < SAME_WITHIN_MS)
      .sort((a, b) => Math.abs(a) - Math.abs(b));
    return nearest === undefined ? [] : [nearest];
  });

const startCarrier = async (lifetime: Lifetime, onText: (text: string) => void) => {
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>bench</title>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  lifetime.teardown(() => server.close());
  const sockets: WebSocket[] = [];
  new WebSocketServer({ server, perMessageDeflate: false }).on('connection', (socket) => {
    sockets.push(socket);
    socket.on('message', (data) => onText(String(data)));
  });
  lifetime.teardown(() => {
    for (const socket of sockets) socket.terminate();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return {
    url: `http://127.0.0.1:${address.port}/`,
    say: (text: string) => {
      for (const socket of sockets) socket.send(text);
    },
  };
};

/** Answers as the service answers a page (media/legs/leg.ts). */
const answerOf = async (leg: RelayedLeg, text: string): Promise<string> => {
  const message = parseAs(LegClientMessage, text);
  switch (message?.type) {
    case 'connect':
      await leg.connect(message.transport, message.dtlsParameters);
      return '{}';
    case 'produce':
      return JSON.stringify({ producerId: await leg.produce(message.rtpParameters) });
    case 'consume':
      return JSON.stringify({ consumers: await leg.consume(message.rtpCapabilities) });
    default:
      throw new Error(`the page sent an unknown request: ${text.slice(0, 80)}`);
  }
};
