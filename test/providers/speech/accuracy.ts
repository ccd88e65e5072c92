/**
 * The accuracy of the phrase-book recogniser: every phrase of the book in every voice, loud, quiet and in noise,
 * against templates with and without that voice, and sentences that are not in the book.
 * Run: `node dist/test/providers/speech/accuracy.js`
 */
import Table from 'cli-table3';
import { encodeMulaw } from '../../../providers/speech/dsp/g711.js';
import type { Features } from '../../../providers/speech/dsp/mfcc.js';
import { loadFlite } from '../../../providers/speech/offline/flite/engine.js';
import { FLITE_VOICES } from '../../../providers/speech/offline/flite/synthesiser.js';
import { PHRASE_BOOK } from '../../../providers/speech/offline/phrases/book.js';
import { matchPhrase } from '../../../providers/speech/offline/phrases/matcher.js';
import { createSegmenter } from '../../../providers/speech/offline/phrases/segmenter.js';
import { telephoneSegments, templatesOf } from '../../../providers/speech/offline/phrases/templates.js';
import { type LineCondition, throughLine } from '../../../testkit/stt/line.js';
import { STRANGE_SENTENCES } from '../../../testkit/stt/strange-sentences.js';

const CONDITIONS: readonly (LineCondition & { readonly name: string })[] = [
  { name: 'clean', gain: 1, snrDb: null },
  { name: '-20 dB', gain: 0.1, snrDb: null },
  { name: '-20 dB, SNR 20 dB', gain: 0.1, snrDb: 20 },
  { name: '-10 dB, SNR 12 dB', gain: 0.3, snrDb: 12 },
];

const engine = await loadFlite();
const voices = FLITE_VOICES.map(({ engineName }) => engineName);
const speech = new Map<string, Int16Array>();
for (const text of [...PHRASE_BOOK, ...STRANGE_SENTENCES])
  for (const voice of voices) speech.set(`${voice}:${text}`, await engine.speak(voice, text));
const spoken = (voice: string, text: string): Int16Array =>
  speech.get(`${voice}:${text}`) ?? new Int16Array(0);

const templates = new Map<string, readonly Features[]>();
for (const voice of voices) {
  for (const phrase of PHRASE_BOOK) {
    const segments = telephoneSegments(encodeMulaw(spoken(voice, phrase)));
    templates.set(`${voice}:${phrase}`, segments.length === 1 ? segments.flatMap(templatesOf) : []);
  }
}

/** The phrase that is heard, or '' for none; null if the speech was cut into pieces or not noticed. */
const heard = (pcm: Int16Array, without: string | null): string | null => {
  const [segment, ...more] = createSegmenter().push(pcm);
  if (segment === undefined || more.length > 0) return null;
  const book = PHRASE_BOOK.map((phrase) => ({
    phrase,
    templates: voices.flatMap((voice) =>
      voice === without ? [] : (templates.get(`${voice}:${phrase}`) ?? []),
    ),
  }));
  return matchPhrase(segment.pcm, book)?.phrase ?? '';
};

const table = new Table({
  head: ['line', 'voice', 'right', 'wrong', 'not words', 'cut', 'strange accepted'],
});
const confusions = new Map<string, number>();
const started = performance.now();
let utterances = 0;
let strangeHeard = 0;
let strangeAccepted = 0;
/** Largest share of strange sentences that may be accepted: phrases must not be invented. */
const MAX_ACCEPTED = 0.02;
for (const condition of CONDITIONS) {
  for (const isKnown of [true, false]) {
    for (const voice of voices) {
      const counts = { right: 0, wrong: 0, rejected: 0, cut: 0 };
      PHRASE_BOOK.forEach((phrase, index) => {
        // The recording of a template itself proves nothing, so known voices are always heard through noise.
        const line =
          isKnown && condition.snrDb === null ? { gain: condition.gain * 0.7, snrDb: 30 } : condition;
        const text = heard(throughLine(spoken(voice, phrase), line, index + 1), isKnown ? null : voice);
        utterances += 1;
        if (text === phrase) counts.right += 1;
        else if (text === null) counts.cut += 1;
        else if (text === '') counts.rejected += 1;
        else {
          counts.wrong += 1;
          const confusion = `${phrase} → ${text}`;
          confusions.set(confusion, (confusions.get(confusion) ?? 0) + 1);
        }
      });
      const strange = STRANGE_SENTENCES.filter((text, index) => {
        utterances += 1;
        return Boolean(
          heard(throughLine(spoken(voice, text), condition, index + 100), isKnown ? null : voice),
        );
      });
      strangeHeard += STRANGE_SENTENCES.length;
      strangeAccepted += strange.length;
      const percent = (count: number): string => `${Math.round((100 * count) / PHRASE_BOOK.length)} %`;
      table.push([
        condition.name,
        `${voice} (${isKnown ? 'known' : 'stranger'})`,
        percent(counts.right),
        percent(counts.wrong),
        percent(counts.rejected),
        percent(counts.cut),
        `${strange.length} of ${STRANGE_SENTENCES.length}`,
      ]);
    }
  }
}
const each = (performance.now() - started) / utterances;
const list = [...confusions].sort((a, b) => b[1] - a[1]).map(([text, count]) => `${count} × ${text}`);
process.stdout.write(
  `${table.toString()}
${list.join('\n')}
${utterances} utterances, ${each.toFixed(1)} ms each to hear
${strangeAccepted} of ${strangeHeard} strange sentences were accepted as phrases (limit: ${100 * MAX_ACCEPTED} %)
`,
);
if (strangeAccepted > MAX_ACCEPTED * strangeHeard) process.exitCode = 1;
