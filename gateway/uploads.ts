/** Bodies that carry a file: taken apart in a thread of their own, a few at a time (upload-worker.ts). */
import { Worker } from 'node:worker_threads';
import { DomainError } from '../schemas/errors.js';

export interface UploadTask {
  readonly id: number;
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

/** `body`: what came, with the hash of the content in place of `contentBase64`. */
export type ParsedUpload =
  | { readonly ok: true; readonly body: Record<string, unknown>; readonly content: Uint8Array | null }
  | { readonly ok: false; readonly problem: string };

export interface Uploads {
  /** A place for one upload, to be left again. @throws DomainError uploads_busy */
  enter(): () => void;
  /** @throws DomainError json_malformed, upload_refused */
  parse(
    contentType: string,
    bytes: Uint8Array,
  ): Promise<{ readonly body: Record<string, unknown>; readonly content: Uint8Array | null }>;
  close(): Promise<void>;
}

/** Uploads in memory at a time: each may take some 200 MiB while it is read. */
const MAX_UPLOADS = 4;

export const createUploads = (): Uploads => {
  let thread: Worker | null = null;
  let inside = 0;
  let lastId = 0;
  const waiting = new Map<number, { resolve(parsed: ParsedUpload): void; reject(error: Error): void }>();

  const fail = (error: Error): void => {
    thread = null;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };

  const started = (): Worker => {
    if (thread !== null) return thread;
    thread = new Worker(new URL('./upload-worker.js', import.meta.url));
    thread.unref();
    thread.on('message', ({ id, parsed }: { readonly id: number; readonly parsed: ParsedUpload }) => {
      waiting.get(id)?.resolve(parsed);
      waiting.delete(id);
    });
    thread.on('error', fail);
    return thread;
  };

  return {
    enter: () => {
      if (inside >= MAX_UPLOADS) throw new DomainError('uploads_busy');
      inside += 1;
      let left = false;
      return () => {
        if (left) return;
        left = true;
        inside -= 1;
      };
    },
    parse: async (contentType, bytes) => {
      lastId += 1;
      const id = lastId;
      const parsed = await new Promise<ParsedUpload>((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        started().postMessage({ id, contentType, bytes });
      });
      if (parsed.ok) return parsed;
      if (parsed.problem === 'json_malformed') throw new DomainError('json_malformed');
      throw new DomainError('upload_refused', undefined, [{ path: '', message: parsed.problem }]);
    },
    close: async () => {
      await thread?.terminate();
      thread = null;
    },
  };
};
