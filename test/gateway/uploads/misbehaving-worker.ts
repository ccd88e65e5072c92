/** An upload thread that fails as its task's content type says; otherwise it reports an empty body. */
import { parentPort } from 'node:worker_threads';

const nested = (depth: number): unknown => {
  let value: unknown = [];
  for (let n = 0; n < depth; n += 1) value = [value];
  return value;
};

const fail = (failure: string): unknown => {
  switch (failure) {
    case 'throws':
      throw new Error('thrown in the thread');
    case 'exits':
      return process.exit(3);
    case 'takes all memory': {
      const all: unknown[] = [];
      for (;;) all.push(Array.from({ length: 10_000 }, (_, n) => ({ n })));
    }
    case 'cannot be copied':
      return () => undefined;
    case 'cannot be read':
      // This can be written here, but not read where the stack is smaller.
      return nested(4_000);
    case 'is silent':
      return null;
    default:
      return { type: 'parsed', body: {}, hasContent: false };
  }
};

parentPort?.on('message', ({ contentType }: { readonly contentType: string }) => {
  const answer = fail(contentType);
  if (answer !== null) parentPort?.postMessage(answer);
});
