/** The thread that runs Smart Turn for all calls, one pause after another. */
import { parentPort, workerData } from 'node:worker_threads';
import { nameThread } from '../../../actors/runtime/thread-name.js';
import { yieldToCalls } from '../../scheduling/yield-to-calls.js';
import { createFeatureExtractor } from './features.js';
import { loadTurnModel, type TurnModel } from './onnx-runtime.js';

export type TurnJob =
  | { readonly type: 'judge'; readonly id: number; readonly pcm: Int16Array<ArrayBuffer> }
  | { readonly type: 'end' };

export type TurnAnswer =
  | { readonly type: 'ready' }
  /** The model cannot run here; a retry would not help. */
  | { readonly type: 'unavailable'; readonly reason: string }
  /** Null: this pause cannot be judged. */
  | { readonly type: 'judged'; readonly id: number; readonly probability: number | null };

const post = (answer: TurnAnswer): void => parentPort?.postMessage(answer);

const reasonOf = (error: unknown): string =>
  error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);

/** A first run allocates what later ones use. @throws Error if the model cannot run here */
const load = (): { readonly model: TurnModel; readonly featuresOf: (pcm: Int16Array) => Float32Array } => {
  const path: unknown = workerData;
  if (typeof path !== 'string') throw new Error('the thread needs the path of a model');
  const model = loadTurnModel(path);
  const featuresOf = createFeatureExtractor();
  model.probability(featuresOf(new Int16Array(0)));
  return { model, featuresOf };
};

nameThread('turn-detector');
// A verdict waits for this thread, but a frame does not.
yieldToCalls(2);

try {
  const { model, featuresOf } = load();
  parentPort?.on('message', (job: TurnJob) => {
    if (job.type === 'end') return parentPort?.close();
    let probability: number | null = null;
    try {
      probability = model.probability(featuresOf(job.pcm));
    } catch {
      // Null: words decide alone.
    }
    post({ type: 'judged', id: job.id, probability });
  });
  post({ type: 'ready' });
} catch (error) {
  post({ type: 'unavailable', reason: reasonOf(error) });
}
