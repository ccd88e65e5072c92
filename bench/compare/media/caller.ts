/**
 * A caller on a media stream, in Twilio's protocol: it speaks for 2.3 of every 3 seconds, plays incoming audio in real
 * time, and echoes marks once the audio before them has been played. It does not decode what it hears.
 */
import { createArrivals } from '../../../simulators/phone-network/audio/arrivals.js';
import { openBareSocket } from './bare-socket.js';

const FRAME_MS = 20;
const FRAME_BYTES = 160;
const SPEAKS_FRAMES = 115;
const ROUND_FRAMES = 150;
const MEDIA = '{"event":"media"';
const PAYLOAD = '"payload":"';
const MARK = '{"event":"mark"';
const CLEAR = '{"event":"clear"';

/** What a caller has measured since it started to count. */
interface StreamStats {
  /** One value per frame, ms (arrivals.ts of the simulated network). */
  readonly lateness: readonly number[];
  readonly frames: number;
  /** How often the agent's audio ran dry in the middle of speech. */
  readonly underruns: number;
  readonly marks: number;
  /** The least audio left to play when more arrived, ms. */
  readonly leastAheadMs: number;
}

/** One open stream. */
export interface Caller {
  /** Sends 20 ms of audio, and the marks that were reached. */
  tick(): void;
  /** Whether the agent was heard. */
  isHeard(): boolean;
  isOpen(): boolean;
  measure(): void;
  stats(): StreamStats;
  /** Hangs up. */
  end(): void;
}

/** What callers say: base64, one entry per frame, with silence at the end. */
export type Speech = readonly string[];

/** `mulaw` needs at least 2.3 s of speech; the rest is not used. */
export const speechOf = (mulaw: Buffer): Speech =>
  Array.from({ length: ROUND_FRAMES }, (_, index) => {
    const frame = Buffer.alloc(FRAME_BYTES, 0xff);
    if (index < SPEAKS_FRAMES) frame.set(mulaw.subarray(index * FRAME_BYTES, (index + 1) * FRAME_BYTES));
    return frame.toString('base64');
  });

/** Opens and starts a stream at `url`. `index` names it, and decides where in the speech it starts. */
export const openCaller = async (url: string, index: number, speech: Speech): Promise<Caller> => {
  const streamSid = `MZ${String(index).padStart(32, '0')}`;
  let lateness: number[] = [];
  const arrivals = createArrivals((ms) => lateness.push(ms));
  let sequence = 1;
  let chunk = 0;
  let playedUntil = Number.NEGATIVE_INFINITY;
  let marks: { readonly at: number; readonly name: string }[] = [];
  let counts = { frames: 0, underruns: 0, marks: 0, leastAheadMs: Number.POSITIVE_INFINITY };
  let heard = false;
  let open = true;

  const onAudio = (now: number, ms: number): void => {
    const ahead = playedUntil - now;
    // The agent speaks all the time, so no gap is intended.
    if (heard && ahead < 0) counts.underruns += 1;
    if (heard) counts.leastAheadMs = Math.min(counts.leastAheadMs, ahead);
    arrivals.record(now, ms);
    counts.frames += 1;
    playedUntil = Math.max(now, playedUntil) + ms;
    heard = true;
  };
  const onTexts = (texts: readonly Buffer[]): void => {
    const now = performance.now();
    for (const text of texts) {
      if (startsWith(text, MEDIA)) onAudio(now, audioBytesOf(text) / 8);
      else if (startsWith(text, MARK)) marks.push({ at: Math.max(now, playedUntil), name: nameOf(text) });
      else if (startsWith(text, CLEAR)) {
        playedUntil = now;
        marks = marks.map(({ name }) => ({ at: now, name }));
        arrivals.pause();
      }
    }
  };
  const onClose = (): void => {
    open = false;
  };
  const socket = await openBareSocket(url, { onTexts, onClose });
  const sendNumbered = (event: string, body: string): void => {
    socket.send(
      `{"event":"${event}","sequenceNumber":"${sequence}","streamSid":"${streamSid}","${event}":${body}}`,
    );
    sequence += 1;
  };
  socket.send('{"event":"connected","protocol":"Call","version":"1.0.0"}');
  sendNumbered(
    'start',
    `{"accountSid":"ACbench","streamSid":"${streamSid}","callSid":"CA${streamSid.slice(2)}","tracks":["inbound"],` +
      '"customParameters":{},"mediaFormat":{"encoding":"audio/x-mulaw","sampleRate":8000,"channels":1}}',
  );
  return {
    tick: () => {
      const now = performance.now();
      for (let next = marks[0]; next !== undefined && next.at <= now; next = marks[0]) {
        marks.shift();
        counts.marks += 1;
        sendNumbered('mark', `{"name":${JSON.stringify(next.name)}}`);
      }
      const payload = speech[(chunk + index * 7) % speech.length];
      sendNumbered(
        'media',
        `{"track":"inbound","chunk":"${chunk + 1}","timestamp":"${chunk * FRAME_MS}","payload":"${payload}"}`,
      );
      chunk += 1;
    },
    isHeard: () => heard,
    isOpen: () => open,
    measure: () => {
      arrivals.forget();
      lateness = [];
      counts = { frames: 0, underruns: 0, marks: 0, leastAheadMs: Number.POSITIVE_INFINITY };
    },
    stats: () => {
      arrivals.settle();
      return { lateness, ...counts };
    },
    end: () => {
      sendNumbered('stop', '{"accountSid":"ACbench"}');
      setTimeout(() => socket.end(), 100);
    },
  };
};

const startsWith = (text: Buffer, start: string): boolean =>
  text.length >= start.length && text.toString('latin1', 0, start.length) === start;

/** Bytes in a message of audio; the payload is the text between its quotes. */
const audioBytesOf = (text: Buffer): number => {
  const from = text.indexOf(PAYLOAD, 0, 'latin1') + PAYLOAD.length;
  const to = text.indexOf('"', from, 'latin1');
  const padding = text[to - 2] === 0x3d ? 2 : text[to - 1] === 0x3d ? 1 : 0;
  return ((to - from) * 3) / 4 - padding;
};

const nameOf = (text: Buffer): string => {
  const { mark }: { mark: { name: string } } = JSON.parse(text.toString('utf8'));
  return mark.name;
};
