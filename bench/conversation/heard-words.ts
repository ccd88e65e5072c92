/**
 * Which words count as heard when speech without word times is cut, compared with the engine's own phone times: Flite in its
 * four voices, and the English texts of the corpora. `node dist/bench/conversation/heard-words.js [--cuts 1000]`
 *
 * Goal: at most 1 % of the cuts claim a word too many, and at most 10 % lack more than one.
 */
import { parseArgs } from 'node:util';
import Table from 'cli-table3';
import { heardText } from '../../media/speech/utterance.js';
import { loadFlite } from '../../providers/speech/offline/flite/engine.js';
import { FLITE_VOICES } from '../../providers/speech/offline/flite/synthesiser.js';
import { seeded } from '../../testkit/seeded.js';
import { note, print, run, wholeNumber } from '../command-line.js';
import { readSegments, readSpokenForms } from './corpora.js';
import { type CutFigures, cutSpeech, equallyLong, sumOf } from './cut-speech.js';
import { CUT_TEXTS } from './cut-texts.js';
import { halvesOf } from './split.js';
import { createTruth, type TrueSpeech } from './word-truth.js';

const MARK_EVERY_MS = 100;
const SEED = 36;

const isEnglish = ({ language }: { readonly language: string }): boolean => language === 'en';

/** The texts by which rules may be written, and those that judge them. */
const texts = (): { readonly open: readonly string[]; readonly heldOut: readonly string[] } => {
  const [segments, forms] = [halvesOf(readSegments()), halvesOf(readSpokenForms().cases)];
  const english = (half: 'open' | 'heldOut'): readonly string[] => [
    ...segments[half].filter(isEnglish).flatMap(({ pieces }) => pieces),
    ...forms[half].filter(isEnglish).map(({ written }) => written),
  ];
  return { open: [...CUT_TEXTS, ...english('open')], heldOut: english('heldOut') };
};

const share = (count: number, of: number): string => `${((100 * count) / Math.max(1, of)).toFixed(1)} %`;

run(async () => {
  const { values } = parseArgs({ options: { cuts: { type: 'string', default: '1000' } } });
  const wanted = wholeNumber('cuts', values.cuts, 100, 1_000_000);
  const truthOf = createTruth(await loadFlite());
  const table = new Table({
    head: [
      'texts',
      'voice',
      'cuts',
      'claim too much',
      'lack more than one',
      'missing words a cut',
      'longest ms',
      'equal lengths: claim, lack',
    ],
  });
  for (const [half, list] of Object.entries(texts())) {
    const cutsOfText = Math.ceil(wanted / list.length / FLITE_VOICES.length);
    const [all, allEqual]: [CutFigures[], CutFigures[]] = [[], []];
    for (const { id, engineName } of FLITE_VOICES) {
      note(`${half}: ${id}`);
      const speeches: TrueSpeech[] = [];
      for (const text of list) speeches.push(await truthOf(engineName, text));
      const cut = (rule: typeof heardText): CutFigures => {
        const random = seeded(SEED);
        return sumOf(speeches.map((speech) => cutSpeech(speech, cutsOfText, MARK_EVERY_MS, random, rule)));
      };
      const [figures, equal] = [cut(heardText), cut(equallyLong)];
      all.push(figures);
      allEqual.push(equal);
      table.push(row(half, id, figures, equal));
    }
    table.push(row(half, 'all', sumOf(all), sumOf(allEqual)));
  }
  print(table.toString());
});

const row = (half: string, voice: string, figures: CutFigures, equal: CutFigures): string[] => [
  half === 'open' ? 'open' : 'held out',
  voice,
  String(figures.cuts),
  share(figures.claimTooMuch, figures.cuts),
  share(figures.lackMoreThanOne, figures.cuts),
  (figures.missingWords / Math.max(1, figures.cuts)).toFixed(2),
  figures.longestMs.toFixed(1),
  `${share(equal.claimTooMuch, equal.cuts)}, ${share(equal.lackMoreThanOne, equal.cuts)}`,
];
