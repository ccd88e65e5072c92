/**
 * Measures the word error rate of each available recogniser: by voice, by the bandwidth of the line, by noise, and with the
 * noise removed. `npm
 * run bench:ears`. The recognisers are the phrase book, the models installed by `parley speech install`, and those that
 * PARLEY_RECOGNISER names.
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import Table from 'cli-table3';
import { encodeMulaw } from '../../providers/speech/dsp/g711.js';
import { loadRnnoise } from '../../providers/speech/noise-suppression/rnnoise.js';
import { withNoiseSuppression } from '../../providers/speech/noise-suppression/suppressed-recogniser.js';
import { startRnnoise } from '../../providers/speech/noise-suppression/suppressor.js';
import { loadFlite } from '../../providers/speech/offline/flite/engine.js';
import { createFlite, FLITE_VOICES } from '../../providers/speech/offline/flite/synthesiser.js';
import { PHRASE_BOOK as BOOK_KIND, phraseBookKind } from '../../providers/speech/offline/kinds.js';
import { PHRASE_BOOK } from '../../providers/speech/offline/phrases/book.js';
import { createPhraseRecogniser } from '../../providers/speech/offline/phrases/recogniser.js';
import type { Recogniser } from '../../providers/speech/recogniser.js';
import { hasEngine, installedModels } from '../../providers/speech/sherpa/installed-models.js';
import { sherpaKind } from '../../providers/speech/sherpa/sherpa-kind.js';
import { openChosen, type ProviderChoice } from '../../src/config/provider-choices.js';
import { RECOGNISERS } from '../../src/config/provider-kinds.js';
import { speechDirectory, speechSetting } from '../../src/config/speech-setting.js';
import { type LineCondition, noiseSource, throughLine } from '../../testkit/stt/line.js';
import { STRANGE_SENTENCES } from '../../testkit/stt/strange-sentences.js';
import { wordErrors, wordsOf } from '../../testkit/stt/word-errors.js';
import { note, print, run, wholeNumber } from '../command-line.js';
import { machine, machineLine } from '../gauges/machine.js';

const NOISES: readonly (LineCondition & { readonly name: string })[] = [
  { name: 'quiet', gain: 0.5, snrDb: null },
  { name: 'soft, 20 dB', gain: 0.1, snrDb: 20 },
  { name: '10 dB', gain: 0.3, snrDb: 10 },
  { name: '5 dB', gain: 0.3, snrDb: 5 },
];
/** Hz, from and to: the full band of an 8,000 Hz sample rate, and the band of a poor line. */
const BANDWIDTHS = [
  { name: 'up to 4,000', low: 0, high: 4_000 },
  { name: '300 to 3,000', low: 300, high: 3_000 },
] as const;
const RATE = 8_000;
const TAPS = 101;
const FRAME_BYTES = 160;
/** Silence before and after each sentence, ms: recognisers wait for a pause. */
const LEAD_MS = 300;
const TAIL_MS = 1_200;
/** Limit for one sentence. */
const ANSWER_TIMEOUT_MS = 20_000;

/** A linear-phase band-pass filter (windowed sinc). */
const bandPass = (pcm: Int16Array, low: number, high: number): Int16Array => {
  const sinc = (hertz: number, at: number): number =>
    at === 0 ? (2 * hertz) / RATE : Math.sin((2 * Math.PI * hertz * at) / RATE) / (Math.PI * at);
  const taps = Array.from({ length: TAPS }, (_, index) => {
    const at = index - (TAPS - 1) / 2;
    const window = 0.54 - 0.46 * Math.cos((2 * Math.PI * index) / (TAPS - 1));
    return window * (sinc(high, at) - (low === 0 ? 0 : sinc(low, at)));
  });
  return pcm.map((_, at) =>
    taps.reduce((sum, tap, index) => sum + tap * (pcm[at + (TAPS - 1) / 2 - index] ?? 0), 0),
  );
};

/** What the recogniser understands of one sentence; null if it failed. */
const recognise = async (recogniser: Recogniser, pcm: Int16Array): Promise<string | null> => {
  const finals: string[] = [];
  let failed = false;
  const stream = recogniser.open({ language: 'en-US', phrases: [] }, (event) => {
    if (event.type === 'final') finals.push(event.text);
    if (event.type === 'failed') failed = true;
  });
  const mulaw = encodeMulaw(pcm);
  for (let at = 0; at < mulaw.length; at += FRAME_BYTES) stream.write(mulaw.subarray(at, at + FRAME_BYTES));
  let timer: NodeJS.Timeout | undefined;
  await Promise.race([
    stream.finish(),
    new Promise((end) => {
      timer = setTimeout(end, ANSWER_TIMEOUT_MS);
    }),
  ]);
  clearTimeout(timer);
  stream.close();
  return failed ? null : finals.join(' ');
};

interface Reading {
  readonly sentences: readonly string[];
  /** Sentences of the phrase book among them, which come first. */
  readonly count: number;
  readonly band: (typeof BANDWIDTHS)[number];
  readonly speak: (voice: string, sentence: string) => Promise<Int16Array>;
}

/** Word errors of a voice on a line, %: in sentences of the phrase book, and in others. */
const errorShares = async (
  recogniser: Recogniser,
  noise: LineCondition,
  { sentences, count, band, speak }: Reading,
  voice: string,
): Promise<string> => {
  const errors = { book: 0, others: 0 };
  const words = { book: 0, others: 0 };
  let failures = 0;
  for (const [index, sentence] of sentences.entries()) {
    const audio = bandPass(await speak(voice, sentence), band.low, band.high);
    const heard = await recognise(recogniser, throughLine(audio, noise, index + 1, LEAD_MS, TAIL_MS));
    const kind = index < Math.min(count, PHRASE_BOOK.length) ? 'book' : 'others';
    if (heard === null) failures += 1;
    errors[kind] += wordErrors(wordsOf(sentence), wordsOf(heard ?? ''));
    words[kind] += wordsOf(sentence).length;
  }
  const share = (kind: 'book' | 'others'): string => ((100 * errors[kind]) / words[kind]).toFixed(0);
  return `${share('book')} | ${share('others')}${failures > 0 ? ` (${failures} failed)` : ''}`;
};

/** Processor time that removing noise takes, % of a core for each call; beside it, that of µ-law alone. */
const costOfSuppression = async (pcm: Int16Array): Promise<string> => {
  const denoiser = (await loadRnnoise())();
  const share = (work: (frame: Int16Array) => void): string => {
    const before = process.cpuUsage();
    for (let at = 0; at < pcm.length; at += FRAME_BYTES) work(pcm.subarray(at, at + FRAME_BYTES));
    const { user, system } = process.cpuUsage(before);
    return ((100 * (user + system)) / 1_000 / (pcm.length / (RATE / 1_000))).toFixed(2);
  };
  share((frame) => denoiser.push(frame)); // Compiled from here on.
  return `${share((frame) => denoiser.push(frame))} % (µ-law: ${share((frame) => encodeMulaw(frame))} %)`;
};

run(async () => {
  const { values: options } = parseArgs({
    options: {
      sentences: { type: 'string', default: '16' },
      'data-dir': { type: 'string', default: '.parley' },
    },
  });
  const count = wholeNumber('sentences', options.sentences, 1, 100);
  const speechDir = speechDirectory(resolve(options['data-dir']), process.env);
  const flite = createFlite();
  const kinds = [
    phraseBookKind(() => createPhraseRecogniser(flite, { onFailed: (what) => note(`${what} failed`) })),
    sherpaKind(speechDir, { onLost: note }),
    ...RECOGNISERS,
  ];
  const models = hasEngine() ? installedModels(speechDir) : [];
  const chosen = speechSetting(process.env, speechDir).recognisers;
  const local: readonly ProviderChoice[] = [
    { provider: BOOK_KIND.name, settings: { choice: 'built-in', key: '', address: '' } },
    ...models.map(({ name }) => ({ provider: 'sherpa', settings: { choice: name, key: '', address: '' } })),
  ];
  const isLocal = ({ provider }: ProviderChoice): boolean =>
    provider === BOOK_KIND.name || provider === 'sherpa';
  const all = [...local, ...chosen.filter((choice) => !isLocal(choice))];
  print(machineLine(machine()));
  if (models.length === 0)
    print(`No model is installed in ${speechDir}: free speech is not measured (run parley speech install).`);
  const sentences = [...PHRASE_BOOK.slice(0, count), ...STRANGE_SENTENCES.slice(0, count)];
  const engine = await loadFlite();
  const speak = (voice: string, sentence: string) => engine.speak(voice, sentence);
  const suppressor = await startRnnoise();
  const noise = noiseSource(1);
  const minute = Int16Array.from({ length: 60 * RATE }, () => 500 * noise());
  print(`Removing noise takes ${await costOfSuppression(minute)} of a core for each call.`);
  for (const choice of all) {
    const recogniser = await openChosen<Recogniser>('PARLEY_RECOGNISER', choice, kinds);
    const withoutNoise = withNoiseSuppression(recogniser, suppressor);
    print(`\n${recogniser.name}, word error rate in %: sentences of the phrase book | others`);
    const table = new Table({ head: ['Hz', 'noise', ...FLITE_VOICES.map(({ id }) => id)] });
    for (const band of BANDWIDTHS) {
      for (const [name, listener] of [
        ['', recogniser],
        [', removed', withoutNoise],
      ] as const) {
        for (const noise of NOISES) {
          const cells: string[] = [];
          for (const { engineName } of FLITE_VOICES)
            cells.push(await errorShares(listener, noise, { sentences, count, band, speak }, engineName));
          table.push([band.name, `${noise.name}${name}`, ...cells]);
        }
      }
    }
    print(table.toString());
    await recogniser.close();
  }
  await Promise.all([flite.close(), suppressor.close()]);
});
