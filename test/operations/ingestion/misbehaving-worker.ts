/** An ingestion thread that fails as its job's file is named. */
import { parentPort, workerData } from 'node:worker_threads';

const { fileName }: { readonly fileName: string } = workerData.file;
const part = { type: 'source_part', part: 0, rows: [] };

parentPort?.postMessage(part);
switch (fileName) {
  case 'ends early':
    parentPort?.close();
    break;
  case 'exits':
    process.exit(3);
    break;
  case 'throws':
    throw new Error('thrown in the thread');
  case 'takes all memory': {
    const all: unknown[] = [];
    for (;;) all.push(Array.from({ length: 10_000 }, (_, n) => ({ n })));
  }
  case 'has no room':
    parentPort?.postMessage({ type: 'no_room', forGood: true });
    break;
  default:
    parentPort?.postMessage({ type: 'done', rows: 0, issues: { kept: [], failedRows: 0 } });
}
