/** The memory of a process, as Linux counts it. */
import { readFileSync } from 'node:fs';

/** Of one process, without its children. */
export interface Memory {
  /** Resident now, MiB. */
  readonly now: number;
  /** The most that was ever resident, MiB. */
  readonly peak: number;
}

/** @throws Error if the process is gone, or there is no /proc */
export const memoryOf = (pid: number): Memory => {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const mib = (name: string): number =>
    Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024);
  return { now: mib('VmRSS'), peak: mib('VmHWM') };
};
