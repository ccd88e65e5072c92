/** The contract of every network synthesiser, tested against a simulator of its provider. */
import { inspect } from 'node:util';
import t from 'tap';
import { withCache } from '../../../../providers/speech/speech-cache.js';
import { SynthesisFailure } from '../../../../providers/speech/synthesisers/failure.js';
import { toneWords } from '../../../../simulators/support/tones.js';
import { concurrent } from '../../../../testkit/concurrent.js';
import { seedOfRun } from '../../../../testkit/seeded.js';
import {
  type SpeechSimulator,
  startSpeechSimulator,
} from '../../../../testkit/simulators/speech-simulator.js';
import { until } from '../../../../testkit/until.js';
import { FAULTS } from './fault-cases.js';
import { createKey, type Opened, openSubject, SUBJECTS, type Subject, speakTo } from './subjects.js';

const TEXT = 'It is four hundred and ninety nine, madam.';
/** Added to deadlines, because the machine may be busy, ms. */
const SLACK_MS = 1_500;
/** Several times what a subject takes alone, ms. */
const TIMEOUT_MS = 120_000;
/** Text of the simulators that no error may contain. */
const NOT_OURS = 'secret words';

const seed = seedOfRun();
const key = createKey(seed);
t.comment(`seed ${seed}`);
// Subjects mostly wait for deadlines.
t.jobs = 3;

type Test = Pick<typeof t, 'test' | 'teardown'>;

interface UnderTest extends Subject {
  readonly simulator: SpeechSimulator;
}

const fresh = async (t: Pick<Test, 'teardown'>, subject: UnderTest, withKey = key): Promise<Opened> => {
  const opened = await openSubject(subject, subject.simulator, withKey);
  t.teardown(() => opened.synthesiser.close());
  await subject.simulator.behave({ fault: 'none' });
  await subject.simulator.forget();
  return opened;
};

const failureOf = (error: unknown): SynthesisFailure => {
  if (error instanceof SynthesisFailure) return error;
  throw new Error(`not a failure of our own: ${inspect(error)}`);
};

const speaksWhole = (t: Test, subject: UnderTest): void => {
  t.test('streams the audio complete, in order and in pieces, and never encodes it twice', async (t) => {
    const { synthesiser, voiceId } = await fresh(t, subject);
    const spoken = await speakTo(synthesiser, { text: TEXT, voiceId });
    t.equal(spoken.failure, null);
    t.strictSame(Buffer.from(spoken.mulaw), Buffer.from(subject.audioOf(TEXT)));
    t.ok(spoken.chunks > 3, `${spoken.chunks} chunks`);
  });

  t.test('reports words with their times if the provider has them', async (t) => {
    const { synthesiser, voiceId } = await fresh(t, subject);
    const { words } = await speakTo(synthesiser, { text: TEXT, voiceId });
    const expected = subject.hasWords ? toneWords(TEXT) : [];
    t.same(
      words.map(({ word, startMs, endMs }) => [word, Math.round(startMs), Math.round(endMs)]),
      expected.map(({ word, startMs, endMs }) => [word, startMs, endMs]),
    );
  });
};

const speaksMany = (t: Test, subject: UnderTest): void => {
  t.test(
    'speaks a hundred texts in sequence, over as few connections as the protocol allows at all',
    async (t) => {
      const { synthesiser, voiceId } = await fresh(t, subject);
      for (let index = 0; index < 100; index += 1) {
        const text = `Number ${index}.`;
        const { mulaw, failure } = await speakTo(synthesiser, { text, voiceId });
        if (failure !== null || !Buffer.from(mulaw).equals(subject.audioOf(text)))
          t.fail(inspect(failure ?? text));
      }
      const visits = await subject.simulator.visits();
      const sockets = Math.ceil(100 / subject.textsPerConnection);
      t.equal(visits.length, subject.hasSockets ? sockets : 100);
    },
  );

  t.test('concurrent texts do not mix', async (t) => {
    const { synthesiser, voiceId } = await fresh(t, subject);
    const texts = Array.from({ length: 12 }, (_, index) => `${'so '.repeat(index)}this is text ${index}`);
    const all = await Promise.all(texts.map((text) => speakTo(synthesiser, { text, voiceId })));
    for (const [index, { mulaw, words, failure }] of all.entries()) {
      const text = texts[index] ?? '';
      t.equal(failure, null);
      t.ok(Buffer.from(mulaw).equals(subject.audioOf(text)), text);
      if (subject.hasWords)
        t.same(
          words.map(({ word }) => word),
          text.split(' '),
        );
    }
  });

  t.test('an abort takes effect at once, reaches the provider, and keeps the connection', async (t) => {
    const { synthesiser, voiceId } = await fresh(t, subject);
    await subject.simulator.behave({ fault: 'none', pieceMs: 20, pauseMs: 10 });
    for (const stopAfter of [0, 1, 5]) {
      const stop = new AbortController();
      const stopped = speakTo(synthesiser, { text: `${TEXT} `.repeat(3), voiceId }, stop.signal, (count) => {
        if (count === stopAfter) stop.abort();
      });
      if (stopAfter === 0) stop.abort();
      const { failure, chunks } = await stopped;
      t.match(failure, { name: 'AbortError' });
      t.ok(chunks <= stopAfter, `${chunks} chunks`);
      const next = `And now ${stopAfter}.`;
      const { mulaw } = await speakTo(synthesiser, { text: next, voiceId });
      t.ok(Buffer.from(mulaw).equals(subject.audioOf(next)), 'no audio of the other text is in it');
    }
    await until('the cancellation', async () => (await subject.simulator.visits()).some(subject.isCancelled));
    if (!subject.hasSockets) return;
    const { length } = await subject.simulator.visits();
    t.ok(length <= subject.socketsOfAborts, `${length} connections`);
  });
};

const fails = (t: Test, subject: UnderTest): void => {
  for (const [what, expected] of Object.entries(FAULTS))
    t.test(`${what}: fails in time with the right kind, without text of the provider`, async (t) => {
      const { synthesiser, voiceId } = await fresh(t, subject);
      await subject.simulator.behave(expected.behaviour);
      const spoken = await speakTo(synthesiser, { text: TEXT, voiceId });
      const failure = failureOf(spoken.failure);
      t.equal(failure.kind, expected.kind, failure.message);
      t.equal(spoken.chunks > 0, expected.isHeard, `${spoken.chunks} chunks`);
      t.ok(spoken.ms < expected.withinMs + SLACK_MS, `after ${Math.round(spoken.ms)} ms`);
      if (expected.kind === 'rate') t.equal(failure.retryAfterMs, 60_000);
      const shown = inspect(failure, { depth: 9, showHidden: true });
      t.notMatch(shown, key);
      t.notMatch(shown, NOT_OURS);
      const attempts = (await subject.simulator.visits()).flatMap(({ messages }) =>
        messages.filter((message) => JSON.stringify(message).includes('ninety')),
      );
      const requests = attempts.length || (await subject.simulator.visits()).length;
      t.equal(requests, expected.attempts, 'number of attempts');
      await subject.simulator.behave({ fault: 'none' });
      const { mulaw } = await speakTo(synthesiser, { text: 'All is well.', voiceId });
      t.ok(Buffer.from(mulaw).equals(subject.audioOf('All is well.')), 'the next text works');
    });

  for (const fault of ['down', 'broken_before_audio', 'throttled'] as const)
    t.test(`${fault} once: retries, and speaks the whole text`, async (t) => {
      const { synthesiser, voiceId } = await fresh(t, subject);
      await subject.simulator.behave({ fault, times: 1, retryAfterS: 0 });
      const { mulaw, failure } = await speakTo(synthesiser, { text: TEXT, voiceId });
      t.equal(failure, null);
      t.ok(Buffer.from(mulaw).equals(subject.audioOf(TEXT)));
    });
};

const keepsItsBounds = (t: Test, subject: UnderTest): void => {
  t.test('reads audio that trickles in to its end', async (t) => {
    const { synthesiser, voiceId } = await fresh(t, subject);
    await subject.simulator.behave({ fault: 'drip' });
    const { mulaw, failure } = await speakTo(synthesiser, { text: 'Slow.', voiceId });
    t.equal(failure, null);
    t.ok(Buffer.from(mulaw).equals(subject.audioOf('Slow.')));
  });

  t.test(
    'invalid texts and foreign voices do not reach the provider, and unpronounceable text is a pause',
    async (t) => {
      const { synthesiser, voiceId } = await fresh(t, subject);
      for (const text of [' ', 'a'.repeat(2_001)])
        t.match(await speakTo(synthesiser, { text, voiceId }), { failure: { kind: 'refused' } });
      for (const unknownVoice of [
        'flite:slt',
        `${subject.name}:`,
        `${subject.name}:..`,
        `${subject.name}:../../x`,
        `${subject.name}:a?b`,
      ])
        t.match(await speakTo(synthesiser, { text: TEXT, voiceId: unknownVoice }), {
          failure: { kind: 'refused' },
        });
      t.match(await speakTo(synthesiser, { text: '… 🙂', voiceId }), { failure: null, chunks: 1 });
      t.same(await subject.simulator.visits(), []);
    },
  );

  t.test('caches phrases by voice, and synthesises an interrupted one again', async (t) => {
    const { synthesiser, voiceId } = await fresh(t, subject);
    const cache = withCache(synthesiser);
    t.same(cache.voices, synthesiser.voices);
    await subject.simulator.behave({ fault: 'none', pieceMs: 20, pauseMs: 10 });
    const stop = new AbortController();
    await speakTo(cache, { text: TEXT, voiceId }, stop.signal, () => stop.abort());
    const again = await speakTo(cache, { text: TEXT, voiceId });
    t.ok(Buffer.from(again.mulaw).equals(subject.audioOf(TEXT)));
    await subject.simulator.forget();
    await subject.simulator.behave({ fault: 'down' });
    const third = await speakTo(cache, { text: TEXT, voiceId });
    t.ok(Buffer.from(third.mulaw).equals(subject.audioOf(TEXT)), 'from memory');
    t.same(third.words, again.words);
  });

  t.test('reports a wrong key as an auth failure, and shows it nowhere', async (t) => {
    const badKey = createKey(seed + 1);
    const { synthesiser, voiceId, warnings } = await fresh(t, subject, badKey);
    const { failure } = await speakTo(synthesiser, { text: TEXT, voiceId });
    t.equal(failureOf(failure).kind, 'auth');
    for (const shown of [failure, ...warnings])
      t.notMatch(inspect(shown, { depth: 9, showHidden: true }), badKey);
    for (const { path } of await subject.simulator.visits())
      t.notMatch(path, badKey, 'not in an address either');
  });

  t.test('closing leaves no connection, and fails waiting texts', async (t) => {
    const { synthesiser, voiceId } = await fresh(t, subject);
    await subject.simulator.behave({ fault: 'stall_after_audio' });
    const waiting = speakTo(synthesiser, { text: TEXT, voiceId });
    await until('the first audio', async () =>
      (await subject.simulator.visits()).some(({ sent }) => sent > 0),
    );
    await synthesiser.close();
    t.match(await waiting, { failure: { name: 'SynthesisFailure' } });
    await until('connections to close', async () =>
      (await subject.simulator.visits()).every(({ open }) => !open),
    );
    t.match(await speakTo(synthesiser, { text: TEXT, voiceId }), { failure: { name: 'SynthesisFailure' } });
  });
};

for (const known of SUBJECTS)
  t.test(known.name, concurrent(TIMEOUT_MS), async (t) => {
    const simulator = await startSpeechSimulator(key);
    t.teardown(() => simulator.stop());
    const subject: UnderTest = { ...known, simulator };
    speaksWhole(t, subject);
    speaksMany(t, subject);
    fails(t, subject);
    keepsItsBounds(t, subject);
  });
