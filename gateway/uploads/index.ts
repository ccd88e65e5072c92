/**
 * Bodies that carry a file: spooled to disk as they arrive, then parsed on a thread (worker.ts).
 *
 * It guarantees:
 * U1. A business has at most {@link MAX_RECEIVING} uploads in progress, and their total is bounded too. Beyond that an upload is
 *     refused before its body is read.
 * U2. Threads and memory are used only for bodies that have arrived; a body in progress uses a file. A business has at most
 *     {@link MAX_PARSING} of those slots, and waiting uploads take turns by business.
 * U3. However an upload ends, its slots are released and its files are deleted.
 */
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { timeoutSignal } from '../../actors/runtime/timeout-signal.js';
import { createFairSlots } from '../../providers/scheduling/fair-slots.js';
import { SpoolFull, takeBytes } from '../../providers/spool/account.js';
import { PRIVATE_FILE, type Spool, type SpoolPlace } from '../../providers/spool/spool.js';
import { DomainError } from '../../schemas/errors.js';
import { createUploadThreads, type ParsedUpload } from './threads.js';

export interface UploadRequest {
  readonly businessId: string;
  readonly contentType: string;
  /** Passes the body on as it arrives. Called before anything is awaited. @throws DomainError, ClientGone */
  readonly streamBody: (write: (chunk: Buffer) => Promise<void>) => Promise<void>;
}

interface Upload {
  /** The body, with the hash of the content in place of `contentBase64`. */
  readonly body: Record<string, unknown>;
  /** Null where the body had none. */
  readonly content: Uint8Array | null;
  /** U3. Must be called when the content is no longer needed. Idempotent. */
  release(): Promise<void>;
}

export interface Uploads {
  /**
   * @throws DomainError uploads_limited, uploads_busy, spool_full, body_too_large, upload_too_slow, json_malformed,
   * upload_refused; ClientGone
   */
  receive(request: UploadRequest): Promise<Upload>;
  close(): Promise<void>;
}

/** Uploads in progress, of one business and in all: each holds a file and an open connection. */
const MAX_RECEIVING = { perBusiness: 8, inAll: 64 };
/** Uploads being parsed, or held in memory while their request runs: up to 64 MiB each. */
const MAX_PARSING = { inAll: 4, perOwner: 2 };
/** How long a body that has arrived waits for a slot, ms. */
const WAIT_MS = 30_000;
/** 64 MiB take a second or two; a busy machine may take far longer. */
const PARSE_MS = 60_000;

const WORKER = new URL('./worker.js', import.meta.url);

/** `script`: the code of the threads. */
export const createUploads = (spool: Spool, script: URL = WORKER): Uploads => {
  const threads = createUploadThreads({ script, parseMs: PARSE_MS });
  const slots = createFairSlots(MAX_PARSING);
  const arriving = new Map<string, number>();
  let inAll = 0;

  /** U1 */
  const reserve = (businessId: string): (() => void) => {
    const own = arriving.get(businessId) ?? 0;
    if (own >= MAX_RECEIVING.perBusiness) throw new DomainError('uploads_limited');
    if (inAll >= MAX_RECEIVING.inAll) throw new DomainError('uploads_busy');
    arriving.set(businessId, own + 1);
    inAll += 1;
    return () => {
      inAll -= 1;
      const left = (arriving.get(businessId) ?? 1) - 1;
      if (left === 0) arriving.delete(businessId);
      else arriving.set(businessId, left);
    };
  };

  const takeSlot = async (businessId: string): Promise<() => void> => {
    const timeout = timeoutSignal(WAIT_MS);
    return slots.take(businessId, timeout).catch(() => {
      // Only the timeout ends the wait.
      throw new DomainError('uploads_busy');
    });
  };

  return {
    receive: async ({ businessId, contentType, streamBody }) => {
      const releases: (() => void | Promise<void>)[] = [reserve(businessId)];
      const release = async (): Promise<void> => {
        for (const releaseLast of releases.splice(0).reverse()) await releaseLast();
      };
      try {
        const place = spool.open();
        releases.push(() => place.close());
        const bodyPath = join(place.directory, 'body');
        await spoolBody(bodyPath, place, streamBody);
        releases.push(await takeSlot(businessId));
        const contentPath = join(place.directory, 'content');
        const { account } = place;
        const parsed = await threads.parse({ contentType, bodyPath, contentPath, account });
        const { body, hasContent } = accepted(parsed);
        return { body, content: hasContent ? await readFile(contentPath) : null, release };
      } catch (error) {
        await release();
        if (error instanceof SpoolFull || isDiskFull(error)) throw new DomainError('spool_full');
        throw error;
      }
    },
    close: () => threads.close(),
  };
};

const spoolBody = async (
  path: string,
  { account }: SpoolPlace,
  streamBody: UploadRequest['streamBody'],
): Promise<void> => {
  const opening = open(path, 'wx', PRIVATE_FILE);
  try {
    await streamBody(async (chunk) => {
      const file = await opening;
      takeBytes(account, chunk.length);
      for (let from = 0; from < chunk.length; ) from += (await file.write(chunk, from)).bytesWritten;
    });
  } finally {
    await (await opening).close();
  }
};

/** @throws DomainError */
const accepted = (parsed: ParsedUpload): Extract<ParsedUpload, { type: 'parsed' }> => {
  if (parsed.type === 'parsed') return parsed;
  if (parsed.type === 'no_room') throw new DomainError('spool_full');
  if (parsed.problem.message === 'json_malformed') throw new DomainError('json_malformed');
  throw new DomainError('upload_refused', undefined, [parsed.problem]);
};

const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');
