/** A stream (recognition-stream.ts) alone: the test plays its socket, its clock and its provider. */
import type { RecognitionEvent } from '../../../../providers/speech/recogniser.js';
import { LIVE_LIMITS, type RecognitionLimits } from '../../../../providers/speech/recognisers/limits.js';
import type { RecognitionProtocol } from '../../../../providers/speech/recognisers/recognition-protocol.js';
import { createRecognitionStream } from '../../../../providers/speech/recognisers/recognition-stream.js';
import type { ReconnectingInput } from '../../../../providers/streams/reconnecting-stream.js';
import type { SocketOutput } from '../../../../providers/streams/stream-socket.js';

/** A protocol whose messages are the events themselves, as JSON. */
export const PLAIN: RecognitionProtocol = {
  name: 'plain',
  messageBytes: 160,
  shortMessages: true,
  saysReady: false,
  keepAlive: { afterMs: 4_000, message: 'alive' },
  goodbye: 'bye',
  address: () => ({ url: 'ws://127.0.0.1', headers: {}, firstMessage: null }),
  session: () => ({
    audio: (mulaw) => mulaw,
    read: (message) => JSON.parse(message),
    finish: () => ({ messages: ['finish'], flushed: false }),
  }),
  closed: () => null,
};

/** A stream with its clock and its outputs. The test is its provider. */
export const createBench = (
  limits: RecognitionLimits = LIVE_LIMITS,
  protocol: RecognitionProtocol = PLAIN,
) => {
  const stream = createRecognitionStream(protocol, { language: 'en', phrases: [] }, limits);
  const bench = {
    now: 0,
    queued: 0,
    connects: 0,
    events: [] as RecognitionEvent[],
    sent: [] as Buffer[],
    messages: [] as string[],
    pings: 0,
    finished: 0,
    disconnects: 0,
    feed: (input: ReconnectingInput): void => {
      for (const output of stream.feed(input, bench.now, bench.queued)) take(output);
    },
    say: (event: object): void => bench.feed({ type: 'message', text: JSON.stringify([event]) }),
    audio: (ms: number, byte = 0xff): void =>
      bench.feed({ type: 'audio', mulaw: new Uint8Array(ms * 8).fill(byte) }),
    /** Lets time pass, and wakes the stream when it wants to be woken. */
    wait: (ms: number): void => {
      const until = bench.now + ms;
      for (let at = stream.wakeAt(); at !== null && at <= until; at = stream.wakeAt()) {
        bench.now = Math.max(bench.now, at);
        bench.feed({ type: 'tick' });
      }
      bench.now = until;
    },
    wakeAt: () => stream.wakeAt(),
    sentMs: () => bench.sent.reduce((sum, { length }) => sum + length, 0) / 8,
  };
  const take = (output: SocketOutput<RecognitionEvent>): void => {
    switch (output.type) {
      case 'connect':
        bench.connects += 1;
        bench.sent = [];
        return;
      case 'send':
        if (typeof output.data === 'string') bench.messages.push(output.data);
        else bench.sent.push(Buffer.from(output.data));
        return;
      case 'ping':
        bench.pings += 1;
        return;
      case 'disconnect':
        bench.disconnects += 1;
        return;
      case 'event':
        bench.events.push(output.event);
        return;
      case 'finished':
        bench.finished += 1;
    }
  };
  bench.feed({ type: 'start' });
  return bench;
};

/** A final of one word, as PLAIN sends it. */
export const final = (text: string, startMs: number, endMs: number): object => ({
  type: 'final',
  text,
  startMs,
  endMs,
  settledMs: endMs,
  confidence: 0.5,
  endOfUtterance: true,
  words: [{ text, startMs, endMs }],
});
