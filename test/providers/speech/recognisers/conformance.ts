/**
 * The contract of every recogniser of a network service, tested against its simulator: `conform` tests all of it for
 * one recogniser. Particulars of a protocol have their own tests.
 */
import t, { type Test } from 'tap';
import type { RecognitionEvent } from '../../../../providers/speech/recogniser.js';
import type { Connection, Fault } from '../../../../simulators/recognition/world.js';
import { until } from '../../../../testkit/until.js';
import { type Caller, type CallerOptions, createCaller, KEY, LIMITS, WORDS } from './caller.js';

export interface Conforming extends CallerOptions {
  /** Whether finals come with words and their times. */
  readonly words: boolean;
  /** Whether one utterance may come as several finals. */
  readonly segments: boolean;
  /** Whether it detects the end of a turn by more than silence. */
  readonly endsTurns: boolean;
  /** How far its times may be off, ms. */
  readonly toleranceMs: number;
  /** Smallest message of audio, except for the last one, bytes. */
  readonly minPieceBytes: number;
  /** Whether it reports a likely end before it ends a turn: never, if requested, or always. */
  readonly likelyEnds: 'never' | 'asked' | 'anyway';
  /** Whether it emits partials. Without them, a provider that falls silent is not noticed before the end. */
  readonly partials: boolean;
}

/** Part of every error text of a simulated provider. */
const FOREIGN = 'secret-of-the-provider';
/** Largest message of audio to any provider, bytes. */
const MAX_PIECE_BYTES = 4_000;

const RECOVERABLE: readonly Fault[] = [
  { type: 'cut', afterMs: 250 },
  { type: 'cut', afterMs: 1_700 },
  { type: 'cut', afterMs: 3_100 },
  { type: 'close', afterMs: 2_100, code: 1011 },
  { type: 'error', afterMs: 1_900 },
  { type: 'rubbish', afterMs: 1_900, form: 'text' },
  { type: 'rubbish', afterMs: 1_900, form: 'list' },
  { type: 'rubbish', afterMs: 1_900, form: 'huge' },
  { type: 'mute', afterMs: 2_000 },
  { type: 'status', status: 503 },
  { type: 'stall' },
  { type: 'drip' },
];

/** Runs all tests, with a simulator of their own. */
export const conform = (conforming: Conforming): void => {
  t.test(`${conforming.kind.name}:${conforming.choice}`, async (t) => {
    const caller = await createCaller(t, conforming);
    transcribesSpeech(t, caller, conforming);
    reportsLikelyEnds(t, caller, conforming);
    for (const fault of RECOVERABLE)
      if (fault.type !== 'mute' || conforming.partials) recovers(t, caller, conforming, fault);
    failsInTime(t, caller);
    closes(t, caller);
    keepsSecrets(t, caller, conforming);
  });
};

const transcribesSpeech = (t: Test, caller: Caller, conforming: Conforming): void => {
  t.test('reports speech in order and at its times, with partials first', async (t) => {
    const { script, simulator } = caller;
    const { events, finishedMs, connections } = await caller.call([]);
    lookAtFinals(t, events, caller, conforming);
    t.ok(finishedMs < LIMITS.finishMs / 2, `finish took ${Math.round(finishedMs)} ms`);
    if (conforming.partials) t.equal(events.at(0)?.type, 'partial');
    t.same(
      connections.map((each) => placeIn(script.audio, each)),
      [0],
      'one connection, with all audio unchanged',
    );
    const sizes = connections.flatMap(({ pieces }) => pieces.slice(0, -1));
    t.ok(Math.min(...sizes) >= conforming.minPieceBytes, `${Math.min(...sizes)} bytes at least`);
    t.ok(Math.max(...sizes) <= MAX_PIECE_BYTES, `${Math.max(...sizes)} bytes at most`);
    await until('the connection to close', async () =>
      (await simulator.connections()).every(({ open }) => !open),
    );
  });
};

const reportsLikelyEnds = (t: Test, caller: Caller, { likelyEnds }: Conforming): void => {
  for (const isRequested of [false, true])
    t.test(`reports likely ends as documented if ${isRequested ? '' : 'not '}requested`, async (t) => {
      const { events } = await caller.call([], KEY, isRequested);
      const likely = events.flatMap((event) =>
        event.type === 'partial' && event.end === 'likely' ? [event.text] : [],
      );
      const isExpected = likelyEnds === 'anyway' || (likelyEnds === 'asked' && isRequested);
      t.same(likely, isExpected ? caller.script.utterances.map(({ text }) => text) : []);
      if (!isExpected) return;
      const kinds = events.flatMap((event) =>
        event.type === 'final'
          ? ['final']
          : event.type === 'partial' && event.end === 'likely'
            ? ['likely']
            : [],
      );
      t.same(
        kinds,
        likely.flatMap(() => ['likely', 'final']),
        'each before its own end',
      );
    });
};

const recovers = (t: Test, caller: Caller, conforming: Conforming, fault: Fault): void => {
  const title = Object.values(fault).map(String).join(' ');
  t.test(`${title}: nothing is lost or reported twice, and no audio is missing`, async (t) => {
    const { events, connections } = await caller.call([fault]);
    t.same(
      events.filter(({ type }) => type === 'failed'),
      [],
    );
    lookAtFinals(t, events, caller, conforming);
    t.equal(connections.length, fault.type === 'drip' ? 1 : 2);
    const { audio } = caller.script;
    const heard = connections.filter((each) => each.audio !== '');
    const places = heard.map((each) => placeIn(audio, each));
    t.ok(
      places.every((place) => place >= 0),
      `each connection got one piece of the audio: ${places.join(', ')}`,
    );
    const last = heard.at(-1);
    const lastBytes = last === undefined ? 0 : soundOf(last).length;
    t.ok((places.at(-1) ?? 0) + lastBytes >= soundEnd(audio), 'the last connection got the audio to its end');
    const [first] = heard;
    const reached = first === undefined ? 0 : soundOf(first).length;
    t.ok((places.at(1) ?? 0) <= reached, 'the second began before the first ended');
  });
};

const failsInTime = (t: Test, { call, name }: Caller): void => {
  t.test('does not send a refused key again', async (t) => {
    const { events, connections } = await call([], `${KEY}-old`);
    t.same(events, [{ type: 'failed', reason: `${name} failed: auth (HTTP 401)` }]);
    t.equal(connections.length, 1);
  });

  t.test('retries when it is throttled, and then fails', async (t) => {
    const { events, connections } = await call(
      Array.from({ length: 9 }, () => ({ type: 'status', status: 429 })),
    );
    t.same(events, [{ type: 'failed', reason: `${name} failed: rate (HTTP 429)` }]);
    t.equal(connections.length, LIMITS.pausesMs.length + 1);
  });

  t.test('retries after the time of Retry-After', async (t) => {
    const before = performance.now();
    const { events } = await call([{ type: 'status', status: 429, retryAfterS: 1 }]);
    t.ok(performance.now() - before >= 990, 'not before that time');
    t.same(
      events.filter(({ type }) => type === 'failed'),
      [],
    );
  });

  t.test('fails without a retry if Retry-After is too long', async (t) => {
    const { events, connections } = await call([{ type: 'status', status: 429, retryAfterS: 60 }]);
    t.same(events, [{ type: 'failed', reason: `${name} failed: rate (HTTP 429)` }]);
    t.equal(connections.length, 1);
  });

  t.test('gives up a provider that accepts the connection and says nothing', async (t) => {
    const before = performance.now();
    const { events } = await call(Array.from({ length: 9 }, () => ({ type: 'stall' })));
    const tookMs = performance.now() - before;
    t.match(events, [{ type: 'failed', reason: new RegExp(`^${name} failed: timeout`) }]);
    t.ok(tookMs < LIMITS.recoverMs + LIMITS.finishMs, `${Math.round(tookMs)} ms`);
  });
};

const closes = (t: Test, { simulator, recogniser, script }: Caller): void => {
  t.test('a closed stream emits nothing more and leaves no connection', async (t) => {
    await simulator.configure({ key: KEY, words: WORDS, faults: [] });
    const events: RecognitionEvent[] = [];
    const stream = recogniser().open({ language: 'en', phrases: [] }, (event) => {
      events.push(event);
      stream.close();
    });
    for (let at = 0; at < script.audio.length; at += 160) stream.write(script.audio.subarray(at, at + 160));
    await until('an event', () => events.length > 0);
    stream.close();
    await stream.finish();
    stream.write(script.audio);
    await until('the connection to close', async () =>
      (await simulator.connections()).every(({ open }) => !open),
    );
    t.equal(events.length, 1);
  });
};

const keepsSecrets = (t: Test, caller: Caller, { kind, choice }: Conforming): void => {
  t.test('neither the key nor text of the provider is emitted, logged or thrown', async (t) => {
    const { name, simulator, overheard, note } = caller;
    for (const settings of [
      { choice, key: `${KEY}\nx`, address: simulator.url },
      { choice, key: '', address: simulator.url },
      { choice, key: KEY, address: `ftp://user:${KEY}@127.0.0.1` },
      { choice: `${KEY} ?`, key: KEY, address: simulator.url },
    ]) {
      const refused = await kind.open(settings).catch((error: unknown) => error);
      t.type(refused, Error);
      note(refused);
    }
    note(await kind.open({ choice, key: KEY, address: simulator.url }));
    t.ok(overheard().includes(`${name} failed`), 'failures were reported');
    t.notOk(overheard().includes(KEY), 'no key');
    t.notOk(overheard().includes(FOREIGN), 'no text of the provider');
  });
};

/** The received audio, without the silence that may pad the last message. */
const soundOf = ({ audio }: Connection): Buffer => {
  const bytes = Buffer.from(audio, 'base64');
  return bytes.subarray(0, soundEnd(bytes));
};

const soundEnd = (audio: Uint8Array): number => audio.findLastIndex((byte) => byte !== 0xff) + 1;

/** Where the audio of the connection is in that of the stream, as one piece; -1: nowhere. */
const placeIn = (audio: Uint8Array, connection: Connection): number =>
  Buffer.from(audio).indexOf(soundOf(connection));

const lookAtFinals = (
  t: Test,
  events: readonly RecognitionEvent[],
  { script: { utterances } }: Caller,
  { words, segments, endsTurns, toleranceMs }: Conforming,
): void => {
  const finals = events.flatMap((event) => (event.type === 'final' ? [event] : []));
  const whole = utterances.map(({ text }) => text).join(' ');
  t.equal(finals.map(({ text }) => text).join(' '), whole);
  if (!segments) t.equal(finals.length, utterances.length);
  for (const { startMs, endMs, text } of utterances) {
    const mine = finals.filter(
      (each) => each.startMs >= startMs - toleranceMs && each.endMs <= endMs + toleranceMs,
    );
    t.equal(mine.map((each) => each.text).join(' '), text, `"${text}" is at ${startMs} to ${endMs} ms`);
    if (!segments) t.equal(mine.at(-1)?.endOfUtterance, endsTurns);
  }
  for (const each of finals) {
    t.ok(each.confidence >= 0 && each.confidence <= 1);
    if (!words) continue;
    t.equal(each.words?.map((word) => word.text).join(' '), each.text);
    t.ok(each.words?.every((word) => word.startMs >= each.startMs && word.endMs <= each.endMs));
  }
};
