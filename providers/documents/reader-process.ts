/**
 * The process that reads one document and ends. Its main thread reads nothing: it watches the thread that does, so that
 * limits hold whatever that one is busy with, and whether or not anybody still waits outside.
 *
 * It guarantees:
 * P1. It ends when it is done, when a limit is passed, and when whoever started it is gone: its standard input is the leash.
 * P2. It works behind the calls, and is the first that the system ends when memory runs short.
 */
import { writeFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { parseAs } from '../../schemas/parse.js';
import { yieldToCalls } from '../yield-to-calls.js';
import { DocumentJob, type DocumentOutcome, DocumentRefused } from './document.js';

/** How often it looks at what the reading takes, ms: at a gigabyte a second that is 20 MB. */
const LOOK_MS = 20;
const NICE = 10;
/** Whoever started it is gone. */
const ABANDONED = 3;
/** The reading is stuck, and it is not known why. */
const STUCK = 4;
/** It was given no job. */
const NO_JOB = 5;

/** P2 */
const standBack = (): void => {
  yieldToCalls(NICE);
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {
    // Elsewhere than on Linux the system chooses as it does.
  }
};

const tell = (outcome: DocumentOutcome): void => {
  process.stdout.write(JSON.stringify(outcome), () => process.exit(0));
};

const tooComplex: DocumentOutcome = { refused: new DocumentRefused('document_too_complex').issue };

const read = (job: DocumentJob): void => {
  const { maxRssBytes, maxHeapMib, maxCpuMs, maxWallMs } = job.limits;
  const begun = performance.now();
  let told = false;
  const once = (outcome: DocumentOutcome): void => {
    if (told) return;
    told = true;
    clearInterval(watch);
    tell(outcome);
  };
  const thread = new Worker(new URL('./parser-thread.js', import.meta.url), {
    workerData: job,
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMib, maxYoungGenerationSizeMb: 32 },
    // What a library writes is nothing to whoever reads the outcome.
    stdout: true,
    stderr: true,
  });
  thread.once('message', once);
  thread.once('error', (error) => {
    if ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY') once(tooComplex);
    else throw error;
  });
  const watch = setInterval(() => {
    const { user, system } = process.cpuUsage();
    if (process.memoryUsage.rss() > maxRssBytes || (user + system) / 1_000 > maxCpuMs) once(tooComplex);
    else if (performance.now() - begun > maxWallMs) process.exit(STUCK);
  }, LOOK_MS);
};

standBack();
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
