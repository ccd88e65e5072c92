/** What a process took of the processors, as Linux counts it. */
import { readdirSync, readFileSync } from 'node:fs';

const NS_PER_US = 1_000;

/** µs in all threads of the process that live, without processes that it started. @throws Error when it is gone, or where there is no /proc */
export const processorTimeOf = (pid: number): number =>
  readdirSync(`/proc/${pid}/task`).reduce((sum, thread) => sum + threadTimeOf(pid, thread), 0) / NS_PER_US;

/** ns; 0 for one that ended meanwhile. */
const threadTimeOf = (pid: number, thread: string): number => {
  try {
    const [ran = '0'] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ');
    return Number(ran);
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH'))
      return 0;
    throw error;
  }
};
