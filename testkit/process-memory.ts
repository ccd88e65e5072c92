/** What a process takes of the machine's memory, as Linux counts it. */
import { readFileSync } from 'node:fs';

/** Of one process, without those that it started. */
export interface Memory {
  /** Resident now, MiB. */
  readonly now: number;
  /** The most that was ever resident, MiB. */
  readonly peak: number;
}

/** @throws Error when the process is gone, or where there is no /proc */
export const memoryOf = (pid: number): Memory => {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const mib = (name: string): number =>
    Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024);
  return { now: mib('VmRSS'), peak: mib('VmHWM') };
};
