/** The thread that compares utterances with phrases, for all streams. */
import { parentPort } from 'node:worker_threads';
import { featuresOf } from './mfcc.js';
import { matchPhrase, REJECT_DISTANCE, type Template } from './phrase-matcher.js';

export type PhraseJob =
  /** A recording of a phrase to compare with. */
  | { readonly type: 'learn'; readonly phrase: string; readonly pcm: Int16Array }
  | {
      readonly type: 'match';
      readonly id: number;
      readonly phrases: readonly string[];
      readonly pcm: Int16Array;
    };

/** `confidence` is 0 at the reject distance and 1 at none. */
export interface PhraseResult {
  readonly id: number;
  readonly phrase: string;
  readonly confidence: number;
}

const templates = new Map<string, Template[]>();

parentPort?.on('message', (job: PhraseJob | 'close') => {
  if (job === 'close') {
    parentPort?.close();
    return;
  }
  if (job.type === 'learn') {
    templates.set(job.phrase, [
      ...(templates.get(job.phrase) ?? []),
      { phrase: job.phrase, features: featuresOf(job.pcm) },
    ]);
    return;
  }
  const match = matchPhrase(
    job.pcm,
    job.phrases.flatMap((phrase) => templates.get(phrase) ?? []),
  );
  const result: PhraseResult = {
    id: job.id,
    phrase: match?.phrase ?? '',
    confidence: match === null ? 0 : 1 - match.distance / REJECT_DISTANCE,
  };
  parentPort?.postMessage(result);
});
