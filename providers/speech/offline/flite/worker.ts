/** The thread in which Flite runs, one sentence at a time, so that the calls' clock never waits for it. */
import { parentPort } from 'node:worker_threads';
import { nameThread } from '../../../../actors/runtime/thread-name.js';
import { yieldToCalls } from '../../../scheduling/yield-to-calls.js';
import { encodeMulaw } from '../../dsp/g711.js';
import { loadFlite, warmUp } from './engine.js';

export interface FliteJob {
  readonly text: string;
  /** Flite's own name of the voice. */
  readonly engineName: string;
}

/** The result of one {@link FliteJob}: µ-law at 8,000 Hz, or the error. */
export type FliteResult = { readonly mulaw: Uint8Array } | { readonly error: string };

// A sentence is needed soon, but a call's frame at once.
nameThread('speech');
yieldToCalls(2);

const engine = await loadFlite();
await warmUp(engine);

parentPort?.on('message', ({ text, engineName }: FliteJob) => {
  engine.speak(engineName, text).then(
    (pcm) => {
      const mulaw = new Uint8Array(pcm.length);
      encodeMulaw(pcm, mulaw);
      parentPort?.postMessage({ mulaw } satisfies FliteResult, [mulaw.buffer]);
    },
    (error: unknown) => parentPort?.postMessage({ error: String(error) } satisfies FliteResult),
  );
});
