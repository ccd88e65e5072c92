/** A session that is replayed, and what a log shows of the recorded one. */
import { createMediaSession, type MediaSession } from '../session/index.js';
import type { SessionBrief, SessionInput, SessionOutput } from '../session/io.js';
import type { LoggedInput } from '../session/log.js';
import type { OutputGist } from '../session/output-gist.js';

/** The outputs of a step, or why there are none. */
export interface Stepped {
  readonly all: readonly SessionOutput[];
  /** Why the session cannot take the input, which another build has written; null: it can. */
  readonly failure: string | null;
}

/** A session that fails once does nothing afterwards. */
export const sessionOf = (brief: SessionBrief) => {
  let session: MediaSession | null = null;
  let failure: string | null = null;
  return {
    step: ({ input, atMs }: { readonly input: SessionInput; readonly atMs: number }): Stepped => {
      if (failure !== null) return { all: [], failure };
      try {
        session ??= createMediaSession(brief);
        return { all: session.step(input, atMs), failure };
      } catch (error) {
        failure = error instanceof Error ? error.message : String(error);
        return { all: [], failure };
      }
    },
  };
};

/** In place of audio and marks, which a log shows only beside other outputs. */
const AUDIO_ALONE: readonly OutputGist[] = [{ type: 'audio alone' }];

/** The recorded outputs of a step; null: logs of builds without a name do not show them. */
export const didOf = ({ did, outputs }: LoggedInput, build: string | null): readonly OutputGist[] | null => {
  if (did !== undefined || build === null) return did ?? null;
  return outputs === '' ? [] : AUDIO_ALONE;
};
