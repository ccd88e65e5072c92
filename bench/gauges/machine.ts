/** The machine that a bench runs on: what it is, and how much of it its host takes. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';

/** The machine's properties, which decide whether figures are comparable. */
export interface Machine {
  readonly cpu: string;
  readonly cores: number;
  readonly memoryGiB: number;
  readonly node: string;
}

export const machine = (): Machine => ({
  cpu: cpus()[0]?.model ?? 'unknown',
  cores: cpus().length,
  memoryGiB: Math.round(totalmem() / 2 ** 30),
  node: process.version,
});

/** One line for the output. */
export const machineLine = ({ cpu, cores, memoryGiB, node }: Machine): string =>
  `${cpu}, ${cores} cores, ${memoryGiB} GiB, Node ${node.slice(1)}`;

/** Use of all processors since the machine started, in ticks of the kernel. */
export interface MachineTime {
  readonly idle: number;
  /** Taken by the host for others. */
  readonly stolen: number;
  readonly all: number;
}

/** @throws Error when there is no /proc */
export const machineTime = (): MachineTime => {
  const [line = ''] = readFileSync('/proc/stat', 'latin1').split('\n');
  // user nice system idle iowait irq softirq steal; guests are in user and nice (proc(5)).
  const ticks = line.trim().split(/\s+/).slice(1, 9).map(Number);
  return {
    idle: (ticks[3] ?? 0) + (ticks[4] ?? 0),
    stolen: ticks[7] ?? 0,
    all: ticks.reduce((sum, tick) => sum + tick, 0),
  };
};

/** Shares of the whole machine, 0 to 1. */
export const sharesBetween = (before: MachineTime, after: MachineTime) => {
  const all = Math.max(1, after.all - before.all);
  return { idle: (after.idle - before.idle) / all, stolen: (after.stolen - before.stolen) / all };
};

/** Keeps all threads of a process, and those that they start, on one processor. @throws Error when taskset(1) is missing */
export const pinTo = (core: number, pid: number): void =>
  void execFileSync('taskset', ['--all-tasks', '--cpu-list', '--pid', String(core), String(pid)]);
