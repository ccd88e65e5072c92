/**
 * Reads a document in a process of its own. A PDF of 300 kB can unpack to 300 MB, most of it outside JavaScript's heap, which
 * no limit of a thread bounds; a process is bounded as a whole, and what it does to itself it does to nobody else. It is
 * given nothing of this one's environment.
 *
 * It guarantees:
 * D1. Whatever the document is, this ends, and the process with it: it watches itself, and is ended if it does not.
 * D2. Only what is the document's fault is said to be.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { parseAs } from '../../schemas/parse.js';
import {
  type DocumentFile,
  type DocumentJob,
  type DocumentLimits,
  DocumentOutcome,
  DocumentRefused,
  withDefaults,
} from './document.js';

const READER = new URL('./reader-process.js', import.meta.url);
/** Of the thread that watches, MiB. */
const WATCHER_HEAP_MIB = 64;
/** For the process to end itself before it is ended, ms. */
const GRACE_MS = 10_000;
/** A text within its limits, written as JSON, is far smaller. */
const MAX_OUTCOME_BYTES = 8 * 1024 * 1024;

/** `script`: what the process runs. @throws Error when the process fails, which is not the document's fault */
export const readDocument = async (
  { path, fileName }: DocumentFile,
  limits: Partial<DocumentLimits> = {},
  script: URL = READER,
): Promise<DocumentOutcome> => {
  const job: DocumentJob = { path, fileName, limits: withDefaults(limits) };
  const child = spawn(process.execPath, [`--max-old-space-size=${WATCHER_HEAP_MIB}`, fileURLToPath(script)], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: {},
  });
  const { stdin, stdout } = child;
  // It may be gone before it has read what it is told; its end says so.
  stdin.on('error', () => undefined);
  // Open until it has ended: the leash. The name of the file is on no command line, where others could read it.
  stdin.write(`${JSON.stringify(job)}\n`);
  let stuck = false;
  const late = setTimeout(() => {
    stuck = true;
    child.kill('SIGKILL');
  }, job.limits.maxWallMs + GRACE_MS);
  try {
    const [output, end] = await Promise.all([saidBy(stdout), endOf(child)]);
    const outcome = end.code === 0 ? parseAs(DocumentOutcome, output) : null;
    if (outcome !== null) return outcome;
    // A library that brings its process down, or one that the system ended for want of memory.
    if (end.signal !== null && !stuck) return { refused: new DocumentRefused('document_too_complex').issue };
    throw new Error(`reading a document ended with ${end.signal ?? end.code}`);
  } finally {
    clearTimeout(late);
    stdin.destroy();
    child.kill('SIGKILL');
  }
};

const endOf = async (
  child: ChildProcess,
): Promise<{ readonly code: number | null; readonly signal: string | null }> => {
  const [code, signal] = await once(child, 'exit');
  return { code, signal };
};

/** @throws Error when it says more than there can be */
const saidBy = async (stdout: Readable): Promise<string> => {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of stdout) {
    const read: Buffer = piece;
    bytes += read.length;
    if (bytes > MAX_OUTCOME_BYTES) throw new Error('the text of a document is larger than it can be');
    pieces.push(read);
  }
  return Buffer.concat(pieces).toString();
};
