import t from 'tap';
import { SynthesisFailure } from '../../../../../providers/speech/synthesisers/failure.js';
import { maxAudioBytes } from '../../../../../providers/speech/synthesisers/limits.js';
import { createAccount } from '../../../../../providers/speech/synthesisers/websocket/account.js';
import { createWordGatherer } from '../../../../../providers/speech/synthesisers/websocket/word-timings.js';

const letters = (text: string, startMs: number, each = 10) =>
  [...text].map((letter, at) => ({ letter, startMs: startMs + at * each, endMs: startMs + (at + 1) * each }));

const audio = (bytes: number, spoken = letters('', 0)) =>
  ({ type: 'audio', id: 'u', mulaw: new Uint8Array(bytes), letters: spoken }) as const;

t.test('joins letters into words, wherever pieces are cut', async (t) => {
  const gatherer = createWordGatherer();
  t.same(gatherer.take(letters(' It i', 0), 0), [{ word: 'It', startMs: 10, endMs: 30 }]);
  t.same(gatherer.take(letters('s ', 5), 100), [{ word: 'is', startMs: 40, endMs: 115 }]);
  t.same(gatherer.take(letters('  \n', 0), 200), []);
  t.same(gatherer.take(letters('late', 0), 300), []);
  t.same(gatherer.end(), [{ word: 'late', startMs: 300, endMs: 340 }]);
  t.same(gatherer.end(), []);
});

t.test('times refer to the whole audio: a piece begins where the previous one ended', async (t) => {
  const take = createAccount('one two');
  t.same(take(audio(800, letters('one ', 0))).chunk?.words, [{ word: 'one', startMs: 0, endMs: 30 }]);
  t.equal(take(audio(400, letters('two', 20))).chunk?.words, undefined);
  t.same(take({ type: 'done', id: 'u' }), {
    chunk: { mulaw: new Uint8Array(0), words: [{ word: 'two', startMs: 120, endMs: 150 }] },
    end: 'whole',
  });
});

t.test('words without audio go with the next audio, or come at the end', async (t) => {
  const take = createAccount('one');
  const words = [{ word: 'one', startMs: 0, endMs: 10 }];
  t.same(take({ type: 'words', id: 'u', words }), { chunk: null, end: null });
  t.same(take(audio(8)).chunk, { mulaw: new Uint8Array(8), words });
  t.same(take(audio(0)), { chunk: null, end: null });
  const late = createAccount('one');
  late(audio(80));
  late({ type: 'words', id: 'u', words });
  t.same(late({ type: 'done', id: 'u' }), { chunk: { mulaw: new Uint8Array(0), words }, end: 'whole' });
});

t.test('fails a text with more audio than it can have, or with none', async (t) => {
  const take = createAccount('one');
  t.equal(take(audio(maxAudioBytes(3))).end, null);
  t.match(take(audio(1)), { chunk: null, end: { kind: 'protocol' } });
  t.match(createAccount('one')({ type: 'done', id: 'u' }), { chunk: null, end: { kind: 'protocol' } });
  t.equal(maxAudioBytes(2_000), 5 * 60 * 8_000);
});

t.test('passes a failure on', async (t) => {
  const failure = new SynthesisFailure('refused', 'no');
  t.same(createAccount('one')({ type: 'failed', id: 'u', failure }), { chunk: null, end: failure });
});
