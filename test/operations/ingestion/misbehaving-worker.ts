/** An ingestion thread that fails in the way that the file name of its job says. */
import { parentPort, threadId } from 'node:worker_threads';

const part = { type: 'source_part', part: 0, rows: [] };
const doneMessage = { type: 'done', rows: 0, issues: { kept: [], failedRows: 0 } };

parentPort?.on('message', (message: 'next' | { readonly file: { readonly fileName: string } }) => {
  if (message === 'next') return;
  parentPort?.postMessage(part);
  switch (message.file.fileName) {
    case 'ends early':
      return parentPort?.close();
    case 'exits':
      return process.exit(3);
    case 'throws':
      throw new Error('thrown in the thread');
    case 'takes all memory': {
      const all: unknown[] = [];
      // Numbers without pointers, which no collection has to follow.
      for (;;) all.push(new Array(100_000).fill(0.5));
    }
    case 'says nothing more':
      return;
    case 'has no room':
      return parentPort?.postMessage({ type: 'no_room', forGood: true });
    case 'says which thread it is':
      return parentPort?.postMessage({ ...doneMessage, rows: threadId });
    default:
      return parentPort?.postMessage(doneMessage);
  }
});
