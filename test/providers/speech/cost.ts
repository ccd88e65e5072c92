/**
 * The cost of recognition: the time on the calling thread for each frame of 20 ms, and the time from the end of speech
 * to its final. Run: `node dist/test/providers/speech/cost.js`
 */

import { encodeMulaw } from '../../../providers/speech/dsp/g711.js';
import { createFlite } from '../../../providers/speech/offline/flite/synthesiser.js';
import { createPhraseRecogniser } from '../../../providers/speech/offline/phrases/recogniser.js';
import { createSegmenter } from '../../../providers/speech/offline/phrases/segmenter.js';
import { voiceOf } from '../../../testkit/noises.js';
import { throughLine } from '../../../testkit/stt/line.js';

const FRAME = 160;
const flite = createFlite();
const print = (text: string): void => void process.stdout.write(`${text}\n`);

const microsecondsEach = (audio: Int16Array): number => {
  const segmenter = createSegmenter();
  const frames = Math.floor(audio.length / FRAME);
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 20; round += 1) {
    const started = performance.now();
    for (let at = 0; at < frames * FRAME; at += FRAME) segmenter.push(audio.subarray(at, at + FRAME));
    best = Math.min(best, ((performance.now() - started) * 1_000) / frames);
  }
  return best;
};

const phrase = 'I would like to book a table';
const speech = throughLine(await voiceOf(flite, phrase, 'flite:slt'), { gain: 1, snrDb: 30 });
print(`a silent frame: ${microsecondsEach(new Int16Array(80_000)).toFixed(2)} µs`);
print(`a spoken frame: ${microsecondsEach(speech).toFixed(2)} µs`);

const started = performance.now();
const recogniser = createPhraseRecogniser(flite);
await recogniser.ready();
print(`learning the book: ${Math.round(performance.now() - started)} ms`);

const latencies: number[] = [];
for (let round = 0; round < 20; round += 1) {
  await new Promise<void>((resolve) => {
    let written = 0;
    const stream = recogniser.open({ language: 'en', phrases: [] }, (event) => {
      if (event.type === 'failed') throw new Error(event.reason);
      if (event.type === 'final' && event.text !== phrase) throw new Error(`heard "${event.text}"`);
      latencies.push(performance.now() - written);
      stream.close();
      resolve();
    });
    stream.write(encodeMulaw(speech));
    written = performance.now();
  });
}
latencies.sort((a, b) => a - b);
print(
  `comparing: p50 ${latencies[10]?.toFixed(1)} ms, worst ${latencies.at(-1)?.toFixed(1)} ms after the 300 ms of silence`,
);
await recogniser.close();
await flite.close();
