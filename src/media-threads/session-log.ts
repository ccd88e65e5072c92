/** Keeps the inputs of media sessions for replay. */
import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

/** Appends lines to the log of a call in the directory, which is created if needed; null: no log is kept. */
export const sessionLogTo = (dir: string | null): ((callId: string, line: string) => void) | null => {
  if (dir === null) return null;
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  return (callId, line) => appendFileSync(join(dir, `${callId}.jsonl`), line);
};
