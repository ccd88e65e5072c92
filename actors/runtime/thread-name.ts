/** Names of threads, as tools that list threads show them: `top -H`, /proc/<pid>/task/<id>/comm, the benches. */
import { writeFileSync } from 'node:fs';

/** Names the calling thread, in 15 ASCII characters at most. Does nothing on a system without such names. */
export const nameThread = (name: string): void => {
  if (process.platform !== 'linux') return;
  try {
    writeFileSync('/proc/thread-self/comm', name);
  } catch {
    // A container may hide /proc; the thread then stays unnamed.
  }
};
