/** What a thread is called where threads are listed: `top -H`, /proc/<pid>/task/<id>/comm, the benches. */
import { writeFileSync } from 'node:fs';

/** Names the calling thread, in 15 ASCII characters at most. Where a system has no such names, nothing is changed. */
export const nameThread = (name: string): void => {
  if (process.platform !== 'linux') return;
  try {
    writeFileSync('/proc/thread-self/comm', name);
  } catch {
    // A container may hide /proc; the thread goes without a name.
  }
};
