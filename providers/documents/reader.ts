/**
 * Reads a document in a process of its own. A PDF of 300 kB can unpack to 300 MB, most of it outside JavaScript's heap,
 * where a thread's limits do not apply. A process is limited as a whole, and its failure affects nothing else. It inherits
 * nothing of this process's environment.
 *
 * It guarantees:
 * D1. The call and the process end, whatever the document: the process watches itself, and is killed if that fails.
 * D2. Only the document's own faults are reported as such.
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
/** Heap of the watching thread, MiB. */
const WATCHER_HEAP_MIB = 64;
/** Time for the process to exit by itself before it is killed, ms. */
const GRACE_MS = 10_000;
/** A text within its limits is far smaller as JSON. */
const MAX_OUTCOME_BYTES = 8 * 1024 * 1024;

/** `script`: the program of the process. @throws Error if the process fails for a reason other than the document */
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
  // The process may exit before it has read its job; its exit status reports that.
  stdin.on('error', () => undefined);
  // Standard input is the leash and stays open until the process has exited. The file name goes through it, because
  // other users could read a command line.
  stdin.write(`${JSON.stringify(job)}\n`);
  let stuck = false;
  const deadline = setTimeout(() => {
    stuck = true;
    child.kill('SIGKILL');
  }, job.limits.maxWallMs + GRACE_MS);
  try {
    const [output, end] = await Promise.all([outputOf(stdout), endOf(child)]);
    const outcome = end.code === 0 ? parseAs(DocumentOutcome, output) : null;
    if (outcome !== null) return outcome;
    // A library crashed the process, or the system killed it for lack of memory.
    if (end.signal !== null && !stuck) return { refused: new DocumentRefused('document_too_complex').issue };
    throw new Error(`reading a document ended with ${end.signal ?? end.code}`);
  } finally {
    clearTimeout(deadline);
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

/** @throws Error if the output is larger than any valid outcome */
const outputOf = async (stdout: Readable): Promise<string> => {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of stdout) {
    const read: Buffer = piece;
    bytes += read.length;
    if (bytes > MAX_OUTCOME_BYTES) throw new Error('the text of a document is too large');
    pieces.push(read);
  }
  return Buffer.concat(pieces).toString();
};
