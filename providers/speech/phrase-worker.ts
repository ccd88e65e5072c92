/** The thread that compares utterances with phrases, for all streams. */
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { parentPort } from 'node:worker_threads';
import { assertNever } from '../../schemas/assert.js';
import { yieldToCalls } from '../yield-to-calls.js';
import type { Features } from './mfcc.js';
import { matchPhrase, telephoneSegments, templatesOf } from './phrase-matcher.js';
import { packTemplates, unpackTemplates } from './template-file.js';

export type PhraseJob =
  /** A voice's recording of a phrase. Where the voice pauses in it, its parts are learnt, if there are as many. */
  | {
      readonly type: 'learn';
      readonly phrase: string;
      readonly parts: readonly string[];
      readonly pcm: Int16Array;
    }
  | { readonly type: 'forget'; readonly phrase: string }
  /** Answered by the phrases that the file held; none when it is missing or damaged. */
  | { readonly type: 'load'; readonly id: number; readonly path: string }
  | { readonly type: 'save'; readonly path: string; readonly phrases: readonly string[] }
  | {
      readonly type: 'match';
      readonly id: number;
      readonly phrases: readonly string[];
      readonly pcm: Int16Array;
    };

/** What a `match` (no phrase: none is near enough) or a `load` found. */
export interface PhraseResult {
  readonly type: 'found';
  readonly id: number;
  readonly phrases: readonly string[];
  /** 0 at the limit of rejection, 1 for the very recording of a template. */
  readonly confidence: number;
}

/** A file of templates that is there and cannot be read, or cannot be written; the work goes on without it. */
export interface KeptFailure {
  readonly type: 'kept_failed';
  readonly what: 'load' | 'save';
  readonly reason: string;
}

const learnt = new Map<string, readonly Features[]>();

const add = (phrase: string, templates: readonly Features[]): void => {
  learnt.set(phrase, [...(learnt.get(phrase) ?? []), ...templates]);
};

const learn = (phrase: string, parts: readonly string[], pcm: Int16Array): void => {
  const segments = telephoneSegments(pcm);
  const names = segments.length === 1 ? [phrase] : segments.length === parts.length ? parts : [];
  segments.forEach((segment, index) => {
    const name = names[index];
    if (name !== undefined) add(name, templatesOf(segment));
  });
};

const tell = (message: PhraseResult | KeptFailure): void => parentPort?.postMessage(message);

const keptFailed = (what: KeptFailure['what'], error: unknown): void =>
  tell({ type: 'kept_failed', what, reason: String(error) });

const load = async (path: string): Promise<readonly string[]> => {
  try {
    const loaded = unpackTemplates(await readFile(path));
    for (const [phrase, templates] of loaded) learnt.set(phrase, templates);
    return [...loaded.keys()];
  } catch (error) {
    // Missing or damaged: it is made again.
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (!isMissing) keptFailed('load', error);
    return [];
  }
};

const save = async (path: string, phrases: readonly string[]): Promise<void> => {
  const chosen = phrases.flatMap((phrase) => {
    const templates = learnt.get(phrase);
    return templates === undefined ? [] : [[phrase, templates] as const];
  });
  await mkdir(dirname(path), { recursive: true });
  await writeFile(`${path}.${process.pid}`, packTemplates(new Map(chosen)));
  await rename(`${path}.${process.pid}`, path);
};

const run = async (job: PhraseJob): Promise<void> => {
  switch (job.type) {
    case 'learn':
      learn(job.phrase, job.parts, job.pcm);
      return;
    case 'forget':
      learnt.delete(job.phrase);
      return;
    case 'load':
      tell({ type: 'found', id: job.id, phrases: await load(job.path), confidence: 1 });
      return;
    case 'save':
      // Only a saving of time: a full disk must not stop anybody from being understood.
      await save(job.path, job.phrases).catch((error: unknown) => keptFailed('save', error));
      return;
    case 'match': {
      const candidates = job.phrases.flatMap((phrase) => {
        const templates = learnt.get(phrase);
        return templates === undefined ? [] : [{ phrase, templates }];
      });
      const match = matchPhrase(job.pcm, candidates);
      tell({
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

// Comparing takes milliseconds of everything the processor has; frames come first.
yieldToCalls(5);

parentPort?.on('message', (job: PhraseJob) => void run(job));
