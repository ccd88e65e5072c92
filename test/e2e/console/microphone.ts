/** A person at a microphone: a file in which a voice repeats a sentence from the moment the microphone is opened. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeMulaw } from '../../../providers/speech/dsp/g711.js';
import { loadFlite } from '../../../providers/speech/offline/flite/engine.js';
import type { Lifetime } from '../../../testkit/lifetime.js';
import { wavOf } from '../calls/legs/page.js';

/** Resolves with the path of a WAV file, which is removed with the test. */
export const microphoneOf = async (t: Lifetime, sentence: string): Promise<string> => {
  const dir = mkdtempSync(join(tmpdir(), 'parley-microphone-'));
  t.teardown(() => rmSync(dir, { recursive: true, force: true }));
  const engine = await loadFlite();
  const speech = Buffer.from(encodeMulaw(await engine.speak('rms', sentence))).toString('base64');
  const wav = join(dir, 'microphone.wav');
  writeFileSync(wav, wavOf(Array.from({ length: 48 }, (_, at) => (at % 2 === 0 ? 1_500 : speech))));
  return wav;
};
