/** Voice notes: which files are decoded, and what is heard of them. */
import { randomBytes } from 'node:crypto';
import OpusScript from 'opusscript';
import t from 'tap';
import { oggOpusPages, packetsIn } from '../../../../providers/recordings/opus/ogg.js';
import { decodeMulaw } from '../../../../providers/speech/dsp/g711.js';
import { listenToNote, MAX_NOTE_MS } from '../../../../providers/speech/notes/listen.js';
import { noteAudio } from '../../../../providers/speech/notes/note-audio.js';
import type { Recogniser, RecognitionEvent } from '../../../../providers/speech/recogniser.js';

const RATE = 48_000;
const FRAME = 960;

/** A voice note as a phone records it: a tone of 440 Hz at 48,000 Hz in packets of 20 ms, the same half second again and again. */
const noteOf = async (ms: number, channels: 1 | 2 = 1): Promise<Buffer> => {
  const encoder = new OpusScript(RATE, channels, OpusScript.Application.VOIP);
  const totalSamples = (ms * RATE) / 1_000;
  const preSkip = 312;
  const stream = { channels, inputRate: RATE, preSkip, packetSamples: FRAME, totalSamples };
  const encoded = Array.from({ length: 25 }, (_, index) => {
    const frame = Buffer.alloc(FRAME * channels * 2);
    for (let at = 0; at < FRAME; at += 1)
      for (let channel = 0; channel < channels; channel += 1)
        frame.writeInt16LE(
          Math.round(8_000 * Math.sin((2 * Math.PI * 440 * (index * FRAME + at)) / RATE)),
          (at * channels + channel) * 2,
        );
    return encoder.encode(frame, FRAME);
  });
  encoder.delete();
  const packets = async function* (): AsyncGenerator<Buffer> {
    for (let index = 0; index < packetsIn(stream); index += 1)
      yield encoded[index % encoded.length] ?? Buffer.alloc(0);
  };
  const pages: Buffer[] = [];
  for await (const page of oggOpusPages(stream, packets())) pages.push(page);
  return Buffer.concat(pages);
};

const decoded = (file: Uint8Array): Int16Array => decodeMulaw(Buffer.concat([...(noteAudio(file) ?? [])]));

/** Crossings of zero from below: the frequency, times the length in seconds. */
const crossings = (pcm: Int16Array): number =>
  pcm.filter((sample, index) => sample >= 0 && (pcm[index - 1] ?? 0) < 0).length;

t.test('decodes a note to its length and its tone', async (t) => {
  for (const channels of [1, 2] as const) {
    const pcm = decoded(await noteOf(1_000, channels));
    t.ok(Math.abs(pcm.length - 8_000) <= 160, `${pcm.length} samples`);
    t.ok(Math.abs(crossings(pcm) - 440) <= 5, `${crossings(pcm)} Hz`);
  }
});

t.test('a file of another format is no note', async (t) => {
  const whole = await noteOf(200);
  for (const file of [
    Buffer.alloc(0),
    Buffer.from('ID3'),
    randomBytes(500),
    whole.subarray(0, 30),
    Buffer.from(whole.toString('latin1').replace('OpusHead', '\x01vorbis.'), 'latin1'),
  ])
    t.equal(noteAudio(file), null);
});

t.test('a damaged note ends at the damage, and never throws', async (t) => {
  const whole = await noteOf(1_000);
  t.ok(decoded(whole.subarray(0, Math.floor(whole.length / 2))).length < decoded(whole).length);
  for (let round = 0; round < 20; round += 1) {
    const damaged = Buffer.from(whole);
    for (let hit = 0; hit < 20; hit += 1)
      damaged.writeUInt8(
        (round * 31 + hit * 7) % 256,
        47 + ((round * 7_919 + hit * 104_729) % (whole.length - 47)),
      );
    t.ok(decoded(damaged).length <= 8 * 120 * 300);
  }
});

type Behaviour = (write: number, emit: (event: RecognitionEvent) => void) => void;

/** A recogniser with the behaviour of a test; `write` counts the pieces. */
const recogniser = (behaviour: Behaviour) => {
  const seen = { bytes: 0, opened: 0, closed: 0 };
  const listener: Recogniser = {
    name: 'witness',
    open: (_request, emit) => {
      let writes = 0;
      seen.opened += 1;
      return {
        write: (mulaw) => {
          seen.bytes += mulaw.length;
          writes += 1;
          behaviour(writes, emit);
        },
        finish: async () => behaviour(-1, emit),
        close: () => {
          seen.closed += 1;
        },
      };
    },
    close: async () => undefined,
  };
  return { listener, seen };
};

const final = (text: string): RecognitionEvent => ({
  type: 'final',
  text,
  startMs: 0,
  endMs: 1,
  confidence: 1,
  endOfUtterance: true,
});
const FAILED: RecognitionEvent = { type: 'failed', reason: 'gone' };
const request = { language: 'en', phrases: [] };
const wait = async (): Promise<void> => undefined;
const forever = (): AbortSignal => new AbortController().signal;

t.test('hears the finals of a note, at twice its speed', async (t) => {
  const { listener, seen } = recogniser((write, emit) => {
    if (write === 3) emit(final('Do you deliver'));
    if (write === -1) emit(final('on Sunday?'));
  });
  const waits: number[] = [];
  const heard = await listenToNote(
    await noteOf(2_000),
    {
      recognisers: [listener],
      request,
      wait: async (ms) => {
        waits.push(ms);
      },
    },
    forever(),
  );
  t.same(heard, { is: 'understood', text: 'Do you deliver on Sunday?', isCut: false });
  t.ok(Math.abs(waits.reduce((sum, ms) => sum + ms, 0) - 1_000) < 30);
  t.same([seen.opened, seen.closed], [1, 1]);
});

t.test('listens to the beginning of a long note', async (t) => {
  const { listener, seen } = recogniser((write, emit) => {
    if (write === 1) emit(final('hello'));
  });
  const heard = await listenToNote(
    await noteOf(MAX_NOTE_MS + 5_000),
    { recognisers: [listener], request, wait },
    forever(),
  );
  t.match(heard, { is: 'understood', text: 'hello', isCut: true });
  t.ok(seen.bytes <= (MAX_NOTE_MS + 1_200) * 8, `${seen.bytes / 8} ms`);
});

t.test('the next recogniser listens from the beginning after a failure', async (t) => {
  const broken = recogniser((write, emit) => {
    if (write === 1) emit(final('half a'));
    if (write === 2) emit(FAILED);
  });
  const whole = recogniser((write, emit) => {
    if (write === -1) emit(final('the whole sentence'));
  });
  const note = await noteOf(1_000);
  const recognisers = [broken.listener, whole.listener];
  t.match(await listenToNote(note, { recognisers, request, wait }, forever()), {
    is: 'understood',
    text: 'the whole sentence',
  });
  t.ok(whole.seen.bytes >= 8_000);
  t.match(await listenToNote(note, { recognisers: [broken.listener], request, wait }, forever()), {
    is: 'failed',
    code: 'recogniser_failed',
  });
});

t.test('a deadline ends the listening, with the words so far', async (t) => {
  const deadline = new AbortController();
  const { listener, seen } = recogniser((write, emit) => {
    if (write === 2) emit(final('I would like'));
    if (write === 3) deadline.abort();
  });
  const note = await noteOf(2_000);
  t.same(await listenToNote(note, { recognisers: [listener], request, wait }, deadline.signal), {
    is: 'understood',
    text: 'I would like',
    isCut: true,
  });
  t.equal(seen.closed, 1);
  const silent = recogniser(() => undefined);
  t.match(await listenToNote(note, { recognisers: [silent.listener], request, wait }, deadline.signal), {
    is: 'failed',
    code: 'too_late',
  });
  t.match(await listenToNote(note, { recognisers: [silent.listener], request, wait }, forever()), {
    is: 'failed',
    code: 'no_words',
  });
});
