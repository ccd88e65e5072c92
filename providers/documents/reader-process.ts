/**
 * The process that reads one document and exits. A worker thread reads; the main thread only watches it, so that limits
 * hold however busy the worker is, and whether or not the parent still waits.
 *
 * It guarantees:
 * P1. It exits when it is done, when a limit is exceeded, and when its parent is gone: standard input is the leash.
 * P2. It yields the CPU to calls, and is the first process that the system kills when memory runs short.
 */
import { writeFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { parseAs } from '../../schemas/parse.js';
import { yieldToCalls } from '../scheduling/yield-to-calls.js';
import { DocumentJob, type DocumentOutcome, DocumentRefused } from './document.js';

/** Interval between checks of CPU and memory, ms: at a gigabyte a second, memory grows by 20 MB in between. */
const POLL_MS = 20;
const NICE = 10;
/** Exit code: the parent is gone. */
const ABANDONED = 3;
/** Exit code: the reading is stuck for an unknown reason. */
const STUCK = 4;
/** Exit code: the input is not a valid job. */
const NO_JOB = 5;

/** P2 */
const lowerPriority = (): void => {
  yieldToCalls(NICE);
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {
    // Only Linux has this setting; other systems make their own choice.
  }
};

const report = (outcome: DocumentOutcome): void => {
  process.stdout.write(JSON.stringify(outcome), () => process.exit(0));
};

const tooComplex: DocumentOutcome = { refused: new DocumentRefused('document_too_complex').issue };

const read = (job: DocumentJob): void => {
  const { maxRssBytes, maxHeapMib, maxCpuMs, maxWallMs } = job.limits;
  const startedAt = performance.now();
  let hasReported = false;
  const reportOnce = (outcome: DocumentOutcome): void => {
    if (hasReported) return;
    hasReported = true;
    clearInterval(watch);
    report(outcome);
  };
  const thread = new Worker(new URL('./parser-thread.js', import.meta.url), {
    workerData: job,
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMib, maxYoungGenerationSizeMb: 32 },
    // A library's output must not mix with the outcome on standard output.
    stdout: true,
    stderr: true,
  });
  thread.once('message', reportOnce);
  thread.once('error', (error) => {
    if ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY') reportOnce(tooComplex);
    else throw error;
  });
  const watch = setInterval(() => {
    const { user, system } = process.cpuUsage();
    if (process.memoryUsage.rss() > maxRssBytes || (user + system) / 1_000 > maxCpuMs) reportOnce(tooComplex);
    else if (performance.now() - startedAt > maxWallMs) process.exit(STUCK);
  }, POLL_MS);
};

lowerPriority();
let input = '';
process.stdin.setEncoding('utf8');
process.stdin.on('data', (text: string) => {
  if (input.includes('\n')) return;
  input += text;
  if (!input.includes('\n')) return;
  const job = parseAs(DocumentJob, input);
  if (job === null) process.exit(NO_JOB);
  read(job);
});
// P1
process.stdin.once('close', () => process.exit(ABANDONED));
