import { join } from 'node:path';
import t from 'tap';
import { atLevel } from '../../../../../media/rehearsal/level.js';
import { decodeMulaw, encodeMulaw } from '../../../../../providers/speech/dsp/g711.js';
import { PHRASE_BOOK } from '../../../../../providers/speech/offline/phrases/book.js';
import { createPhraseRecogniser } from '../../../../../providers/speech/offline/phrases/recogniser.js';
import { normalPhrase } from '../../../../../providers/speech/offline/phrases/text.js';
import type { Recogniser, RecognitionEvent } from '../../../../../providers/speech/recogniser.js';
import type { Synthesiser } from '../../../../../providers/speech/synthesiser.js';
import { babble, mixed, noiseOf, voiceOf } from '../../../../../testkit/noises.js';
import { type LineCondition, noiseSource, throughLine } from '../../../../../testkit/stt/line.js';
import { STRANGE_SENTENCES } from '../../../../../testkit/stt/strange-sentences.js';
import { voices } from '../../../../support/audio/voices.js';

const VOICES = ['flite:slt', 'flite:rms', 'flite:awb', 'flite:kal'];
const GOOD_LINE: LineCondition = { gain: 0.7, snrDb: 30 };

const recogniser = createPhraseRecogniser(voices);
t.teardown(() => recogniser.close());
await recogniser.ready();

const spoken = (text: string, voiceId: string): Promise<Int16Array> => voiceOf(voices, text, voiceId);

/** Plays audio in frames of 20 ms; returns the first `count` events. */
const listen = (
  to: Recogniser,
  audio: Int16Array,
  count = 1,
  phrases: readonly string[] = [],
): Promise<readonly RecognitionEvent[]> =>
  new Promise((resolve) => {
    const events: RecognitionEvent[] = [];
    const stream = to.open({ language: 'en', phrases }, (event) => {
      events.push(event);
      if (events.length < count) return;
      stream.close();
      resolve(events);
    });
    for (let at = 0; at < audio.length; at += 160) stream.write(encodeMulaw(audio.subarray(at, at + 160)));
  });

const textOf = (event: RecognitionEvent | undefined): string | null =>
  event === undefined || event.type === 'failed' ? null : event.text;

t.test('recognises 98 % of the book in every voice over a good line', async (t) => {
  const mistakes: string[] = [];
  for (const voice of VOICES) {
    for (const [seed, phrase] of PHRASE_BOOK.entries()) {
      const [event] = await listen(recogniser, throughLine(await spoken(phrase, voice), GOOD_LINE, seed));
      // A phrase of ordinary conversations has the spelling that it has there.
      if (normalPhrase(textOf(event) ?? '') !== normalPhrase(phrase))
        mistakes.push(`${voice}: ${phrase} → ${textOf(event)}`);
    }
  }
  // Single syllables in a noisy line may be confused.
  t.ok(mistakes.length <= PHRASE_BOOK.length * VOICES.length * 0.02, mistakes.join('; '));
});

t.test('sentences outside the book give no words', async (t) => {
  const taken: string[] = [];
  for (const [seed, sentence] of STRANGE_SENTENCES.entries()) {
    const voice = VOICES[seed % VOICES.length] ?? '';
    const [event] = await listen(recogniser, throughLine(await spoken(sentence, voice), GOOD_LINE, seed));
    if (textOf(event) === '') t.match(event, { type: 'final', confidence: 0, endOfUtterance: true });
    else taken.push(`${sentence} → ${textOf(event)}`);
  }
  t.ok(taken.length <= 2, taken.join('; '));
});

t.test('recognises a phrase of the request, with its own spelling and position', async (t) => {
  const phrase = 'Seventeen elephants!';
  const speech = await spoken(phrase, 'flite:rms');
  const line = throughLine(speech, GOOD_LINE, 1, 2_000);
  t.equal(textOf((await listen(recogniser, line))[0]), '', 'the phrase is not known yet');
  const [event] = await listen(recogniser, line, 1, [phrase]);
  t.equal(textOf(event), phrase);
  if (event?.type !== 'final') throw new Error('a final was expected');
  t.ok(event.confidence > 0 && event.confidence <= 1);
  t.ok(Math.abs(event.startMs - 2_000) < 150, `starts at ${event.startMs} ms`);
  t.ok(event.endMs > event.startMs + 600 && event.endMs < 2_000 + speech.length / 8 + 100);
});

t.test('reports two utterances in order, each once', async (t) => {
  const line = Int16Array.from([
    ...throughLine(await spoken('hello', 'flite:slt'), GOOD_LINE, 1),
    ...throughLine(await spoken('I would like to book a table', 'flite:slt'), GOOD_LINE, 2),
  ]);
  const events = await listen(recogniser, line, 2);
  t.same(events.map(textOf), ['hello', 'I would like to book a table']);
});

t.test('ignores silence, noise and a click', async (t) => {
  const events: RecognitionEvent[] = [];
  const stream = recogniser.open({ language: 'en', phrases: [] }, (event) => void events.push(event));
  const noise = noiseSource(7);
  for (let frame = 0; frame < 250; frame += 1)
    stream.write(
      encodeMulaw(
        Int16Array.from(
          { length: 160 },
          (_, index) => noise() * 400 + (frame === 100 && index < 80 ? 8_000 : 0),
        ),
      ),
    );
  stream.write(
    encodeMulaw(throughLine(await spoken('yes please', 'flite:awb'), { gain: 1, snrDb: 25 }, 3, 2_500, 700)),
  );
  await listen(recogniser, throughLine(await spoken('no', 'flite:awb'), GOOD_LINE));
  t.same(events.map(textOf), ['yes please']);
  stream.close();
});

t.test('a closed stream emits nothing', async (t) => {
  const events: RecognitionEvent[] = [];
  const stream = recogniser.open({ language: 'en', phrases: [] }, (event) => void events.push(event));
  const line = throughLine(await spoken('hello', 'flite:slt'), GOOD_LINE);
  stream.write(encodeMulaw(line));
  stream.close();
  stream.write(encodeMulaw(line));
  stream.close();
  await listen(recogniser, line);
  t.same(events, []);
});

t.test('the book comes with the package: known from the first stream on, without learning', async (t) => {
  const mute = {
    ...voices,
    synthesise: () => {
      throw new Error('nothing should be synthesised');
    },
  };
  const fresh = createPhraseRecogniser(mute, { onFailed: (what) => t.fail(what) });
  t.teardown(() => fresh.close());
  const line = throughLine(await spoken('hello', 'flite:slt'), GOOD_LINE);
  t.equal(textOf((await listen(fresh, line, 1, ['hello']))[0]), 'hello');
  await fresh.ready();
});

t.test(
  'reports a damaged book and learns it again; calls are served meanwhile, but without words',
  async (t) => {
    const failures: string[] = [];
    let teach: () => void = () => undefined;
    const lesson = new Promise<void>((resolve) => {
      teach = resolve;
    });
    const slow: Synthesiser = {
      ...voices,
      synthesise: async function* (request, signal) {
        await lesson;
        yield* voices.synthesise(request, signal);
      },
    };
    const damaged = createPhraseRecogniser(slow, {
      bookPath: join(t.testdir({ 'phrase-book.bin': 'rubbish' }), 'phrase-book.bin'),
      templateVoices: ['flite:slt'],
      onFailed: (what) => void failures.push(what),
    });
    t.teardown(() => damaged.close());
    const line = throughLine(await spoken('hello', 'flite:slt'), GOOD_LINE);
    t.match((await listen(damaged, line))[0], { type: 'final', text: '', confidence: 0 });
    t.same(failures, ['load']);
    teach();
    await damaged.ready();
    t.equal(textOf((await listen(damaged, line))[0]), 'hello');
  },
);

t.test('hears phrases over noise 12 dB below them, and no words in the noise', async (t) => {
  const room = await babble(voices, -36, 7);
  for (const kind of ['white', 'pink', 'car', 'hum', 'babble'] as const) {
    const mistakes: string[] = [];
    for (const [seed, phrase] of ['I would like to book a table', 'yes please', 'for two people'].entries())
      for (const voice of VOICES) {
        const under = kind === 'babble' ? room : noiseOf(kind, -36, 7, seed + 1);
        const line = decodeMulaw(encodeMulaw(mixed(under, atLevel(await spoken(phrase, voice), -24), 3_000)));
        const events: RecognitionEvent[] = [];
        const stream = recogniser.open({ language: 'en', phrases: [] }, (event) => void events.push(event));
        for (let at = 0; at < line.length; at += 160) stream.write(encodeMulaw(line.subarray(at, at + 160)));
        // This stream is behind in the thread's queue: once it reports, the other has reported everything.
        await listen(recogniser, throughLine(await spoken('no', 'flite:awb'), GOOD_LINE));
        stream.close();
        const words = events.map(textOf).filter((text) => text !== '');
        if (words.join() !== phrase) mistakes.push(`${voice}: ${phrase} → ${words.join()}`);
      }
    t.ok(mistakes.length <= 1, `${kind}: ${mistakes.join('; ')}`);
  }
});

t.test('reports a phrase that cannot be spoken, and learns the others', async (t) => {
  const failures: { readonly what: string; readonly error: unknown }[] = [];
  const choosy: Synthesiser = {
    ...voices,
    synthesise: (request, signal) => {
      if (request.text === 'unspeakable') throw new Error('no voice for that');
      return voices.synthesise(request, signal);
    },
  };
  const withoutBook = createPhraseRecogniser(choosy, {
    templateVoices: ['flite:slt'],
    onFailed: (what, error) => void failures.push({ what, error }),
  });
  await withoutBook.learn(['unspeakable', 'a rare phrase']);
  t.match(failures, [{ what: 'learn', error: new Error('no voice for that') }]);
  await withoutBook.close();
  t.equal(failures.length, 1, 'closing is not a failure');
});
