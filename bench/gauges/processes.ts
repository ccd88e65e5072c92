/** Processor time of processes, by thread, and the processes they started: from Linux's /proc. */
import { readdirSync, readFileSync } from 'node:fs';

/** What a process has used so far. */
export interface ProcessorTime {
  /** ms, of all its threads, including those that have ended. */
  readonly totalMs: number;
  /** By thread id; `name` is the thread's own name, `main` for the first one. */
  readonly threads: ReadonlyMap<number, { readonly name: string; readonly ms: number }>;
}

/** What a process used between two samples. */
export interface Used {
  readonly totalMs: number;
  /** ms by name; threads that have ended meanwhile are only in the total. */
  readonly byThread: Readonly<Record<string, number>>;
}

/** The unit of /proc/<pid>/stat, the same on every Linux: USER_HZ is 100. */
const MS_PER_TICK = 10;
/** Fields of /proc/<pid>/stat after the name, counted from 0 (proc(5)). */
const PARENT = 1;
const USER_TIME = 11;
const SYSTEM_TIME = 12;

const fieldsOf = (pid: number): readonly number[] => {
  const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
  // The name is in brackets and may contain anything.
  return text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
};

const isGone = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH');

const nullIfGone = <T>(read: () => T): T | null => {
  try {
    return read();
  } catch (error) {
    if (isGone(error)) return null;
    throw error;
  }
};

/** @throws Error when the process has exited, or when there is no /proc */
export const processorTimeOf = (pid: number): ProcessorTime => {
  const fields = fieldsOf(pid);
  const threads = new Map<number, { readonly name: string; readonly ms: number }>();
  for (const entry of readdirSync(`/proc/${pid}/task`)) {
    const thread = nullIfGone(() => {
      const [ranNs = '0'] = readFileSync(`/proc/${pid}/task/${entry}/schedstat`, 'latin1').split(' ');
      const name = readFileSync(`/proc/${pid}/task/${entry}/comm`, 'latin1').trim();
      return { name: Number(entry) === pid ? 'main' : name, ms: Number(ranNs) / 1e6 };
    });
    if (thread !== null) threads.set(Number(entry), thread);
  }
  return {
    totalMs: ((fields[USER_TIME] ?? 0) + (fields[SYSTEM_TIME] ?? 0)) * MS_PER_TICK,
    threads,
  };
};

/** Both samples must be of the same process. */
export const usedBetween = (before: ProcessorTime, after: ProcessorTime): Used => {
  const byThread: Record<string, number> = {};
  for (const [id, { name, ms }] of after.threads)
    byThread[name] = (byThread[name] ?? 0) + ms - (before.threads.get(id)?.ms ?? 0);
  return { totalMs: after.totalMs - before.totalMs, byThread };
};

/** Another process, with its command line. */
export interface Descendant {
  readonly pid: number;
  readonly command: string;
}

/** All processes that a process has started, directly or indirectly. */
export const descendantsOf = (pid: number): readonly Descendant[] => {
  const children = new Map<number, number[]>();
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    const parent = nullIfGone(() => fieldsOf(Number(entry))[PARENT]) ?? 0;
    children.set(parent, [...(children.get(parent) ?? []), Number(entry)]);
  }
  const descendantPids = (parentPid: number): readonly number[] =>
    (children.get(parentPid) ?? []).flatMap((child) => [child, ...descendantPids(child)]);
  return descendantPids(pid).map((found) => ({
    pid: found,
    command:
      nullIfGone(() => readFileSync(`/proc/${found}/cmdline`, 'utf8'))
        ?.replaceAll('\0', ' ')
        .trim() ?? '',
  }));
};
