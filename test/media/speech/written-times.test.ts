/** Receipts prove written words by the times of spoken ones. */
import t from 'tap';
import { spokenForms, spokenText } from '../../../media/speech/spoken/spoken-forms.js';
import { createWrittenTimes } from '../../../media/speech/written-times.js';

/** Times of the spoken words of a text, 100 ms each. */
const timesOf = (text: string) =>
  text.split(' ').map((word, index) => ({ word, startMs: index * 100, endMs: (index + 1) * 100 }));

t.test('a written word ends with the last word that is spoken for it', async (t) => {
  const forms = spokenForms('Pay **$20** – by 10:30 a.m. please 😀', 'en');
  const times = createWrittenTimes(forms);
  // "Pay twenty dollars, by ten thirty a m please"
  t.same(times.take(timesOf(spokenText(forms))), [
    { word: 'Pay', startMs: 0, endMs: 100 },
    { word: '**$20**', startMs: 100, endMs: 300 },
    { word: '–', startMs: 100, endMs: 300 },
    { word: 'by', startMs: 300, endMs: 400 },
    { word: '10:30', startMs: 400, endMs: 800 },
    { word: 'a.m.', startMs: 400, endMs: 800 },
    { word: 'please', startMs: 800, endMs: 900 },
    { word: '😀', startMs: 900, endMs: 900 },
  ]);
});

t.test('nothing is claimed before all of it was spoken', async (t) => {
  const forms = spokenForms('See example.com now', 'en');
  const times = createWrittenTimes(forms);
  const spoken = timesOf(spokenText(forms));
  t.same(times.take(spoken.slice(0, 3)), [{ word: 'See', startMs: 0, endMs: 100 }]);
  t.same(times.take(spoken.slice(3, 4)), [{ word: 'example.com', startMs: 100, endMs: 400 }]);
  t.same(times.take(spoken.slice(4)), [{ word: 'now', startMs: 400, endMs: 500 }]);
});

t.test('a synthesiser without times reports none', async (t) => {
  const times = createWrittenTimes(spokenForms('Pay $20', 'en'));
  t.same(times.take([]), []);
  t.same(times.end(1_000), []);
});
