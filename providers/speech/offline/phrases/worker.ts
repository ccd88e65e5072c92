/** The thread that compares utterances with phrases, for all streams. */
import { readFile } from 'node:fs/promises';
import { parentPort } from 'node:worker_threads';
import { nameThread } from '../../../../actors/runtime/thread-name.js';
import { assertNever } from '../../../../schemas/assert.js';
import { yieldToCalls } from '../../../scheduling/yield-to-calls.js';
import type { Features } from '../../dsp/mfcc.js';
import { matchPhrase } from './matcher.js';
import { unpackTemplates } from './template-file.js';
import { type SpokenPhrase, templatesOfSpoken } from './templates.js';

export type PhraseJob =
  /** A voice's recording of a phrase. */
  | ({ readonly type: 'learn' } & SpokenPhrase)
  | { readonly type: 'forget'; readonly phrase: string }
  /** Results in the phrases of the file; none if it is missing or damaged. */
  | { readonly type: 'load'; readonly id: number; readonly path: string }
  | {
      readonly type: 'match';
      readonly id: number;
      readonly phrases: readonly string[];
      readonly pcm: Int16Array;
    };

/** The result of a `match` (no phrase: none is near enough) or a `load`. */
export interface PhraseResult {
  readonly type: 'found';
  readonly id: number;
  readonly phrases: readonly string[];
  /** 0 at the limit of rejection, 1 for the very recording of a template. */
  readonly confidence: number;
}

/** A file of templates cannot be read; the thread continues without it. */
export interface LoadFailure {
  readonly type: 'load_failed';
  readonly reason: string;
}

const learnt = new Map<string, readonly Features[]>();

const learn = (spoken: SpokenPhrase): void => {
  for (const [phrase, templates] of templatesOfSpoken(spoken))
    learnt.set(phrase, [...(learnt.get(phrase) ?? []), ...templates]);
};

const post = (message: PhraseResult | LoadFailure): void => parentPort?.postMessage(message);

const load = async (path: string): Promise<readonly string[]> => {
  try {
    const { phrases } = unpackTemplates(await readFile(path));
    for (const [phrase, templates] of phrases) learnt.set(phrase, templates);
    return [...phrases.keys()];
  } catch (error) {
    post({ type: 'load_failed', reason: String(error) });
    return [];
  }
};

const run = async (job: PhraseJob): Promise<void> => {
  switch (job.type) {
    case 'learn':
      learn(job);
      return;
    case 'forget':
      learnt.delete(job.phrase);
      return;
    case 'load':
      post({ type: 'found', id: job.id, phrases: await load(job.path), confidence: 1 });
      return;
    case 'match': {
      const candidates = job.phrases.flatMap((phrase) => {
        const templates = learnt.get(phrase);
        return templates === undefined ? [] : [{ phrase, templates }];
      });
      const match = matchPhrase(job.pcm, candidates);
      post({
        type: 'found',
        id: job.id,
        phrases: match === null ? [] : [match.phrase],
        confidence: match?.confidence ?? 0,
      });
      return;
    }
    default:
      assertNever(job);
  }
};

// A comparison occupies the CPU for milliseconds; the calls' frames come first.
nameThread('recogniser');
yieldToCalls(5);

parentPort?.on('message', (job: PhraseJob) => void run(job));
