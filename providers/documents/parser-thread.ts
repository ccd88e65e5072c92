/** The thread of the reading process that reads the document; the main thread watches it (reader-process.ts). */
import { parentPort, workerData } from 'node:worker_threads';
import type { DocumentJob } from './document.js';
import { parseDocument } from './parse.js';

const job: DocumentJob = workerData;
parentPort?.postMessage(await parseDocument(job));
