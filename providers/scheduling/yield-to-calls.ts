/**
 * Thread scheduling: the thread that paces audio runs before all threads that only do work for calls.
 *
 * A nice value alone does not achieve that. Linux lets a running thread keep its slice, some 3 ms, before a waking thread
 * gets its turn, whatever their nice values. A waking thread that requested a shorter slice preempts it (EEVDF, Linux 6.12
 * and later; man 2 sched_setattr, `sched_runtime`). The request needs no privilege.
 */
import { createRequire } from 'node:module';
import { getPriority, setPriority } from 'node:os';
import { Worker, type WorkerOptions } from 'node:worker_threads';

/** Sets the calling thread's nice value and slice, ns; 0 is the kernel's default slice. False if the kernel does not apply it. */
type Schedule = (nice: number, sliceNs: number) => boolean;

/** The shortest slice that Linux accepts, ns. */
const SHORT_SLICE_NS = 100_000;
const GOES_FIRST = -10;

/** The numbers of both system calls on each processor architecture. */
const CALLS: Partial<Record<string, { readonly set: number; readonly get: number }>> = {
  x64: { set: 314, get: 315 },
  arm64: { set: 274, get: 275 },
};
/** `struct sched_attr` in its first version: its size, and the offsets of its fields, bytes. */
const ATTRIBUTES = { size: 48, nice: 16, runtime: 24 } as const;

interface NativeLibraries {
  load(path: null): { func(definition: string): (...args: readonly unknown[]) => unknown };
}

const isNativeLibraries = (loaded: unknown): loaded is NativeLibraries =>
  typeof loaded === 'object' && loaded !== null && 'load' in loaded && typeof loaded.load === 'function';

/** Null if no native library is installed for this machine: the nice value is then the only control. */
const openSchedule = (): Schedule | null => {
  const calls = CALLS[process.arch];
  if (calls === undefined) return null;
  let syscall: (...args: readonly unknown[]) => unknown;
  try {
    const koffi: unknown = createRequire(import.meta.url)('koffi');
    if (!isNativeLibraries(koffi)) return null;
    syscall = koffi.load(null).func('long syscall(long, int, _Inout_ void *, unsigned int, unsigned int)');
  } catch {
    return null; // The optional package is missing, or the C library has no such function.
  }
  return (nice, sliceNs) => {
    const attributes = Buffer.alloc(ATTRIBUTES.size);
    attributes.writeUInt32LE(ATTRIBUTES.size, 0);
    attributes.writeInt32LE(nice, ATTRIBUTES.nice);
    attributes.writeBigUInt64LE(BigInt(sliceNs), ATTRIBUTES.runtime);
    if (syscall(calls.set, 0, attributes, 0, 0) !== 0) return false;
    if (sliceNs === 0) return true;
    // Kernels before 6.12 accept the request and ignore it.
    return (
      syscall(calls.get, 0, attributes, ATTRIBUTES.size, 0) === 0 &&
      attributes.readBigUInt64LE(ATTRIBUTES.runtime) === BigInt(sliceNs)
    );
  };
};

const setNice = (nice: number): void => {
  try {
    setPriority(0, nice);
  } catch {
    // A container may forbid it; the thread then keeps its priority.
  }
};

/**
 * Lowers the priority of the calling thread so that it never delays the thread that paces audio. On Linux a priority belongs
 * to a thread; elsewhere it belongs to the process, and nothing changes. `nice` as in nice(1): 1 yields a little, 19 gets
 * what is left.
 *
 * Loads nothing native: a thread terminated while loading a native library takes the process down with it.
 */
export const yieldToCalls = (nice: number): void => {
  if (process.platform === 'linux') setNice(nice);
};

/** Changes this thread's slice; set once the thread has a short one. */
let shortSlices: Schedule | null = null;

/** Starts a thread with the kernel's default slice. It would otherwise inherit the slice of the thread that starts it. */
export const startThread = (script: URL, options: WorkerOptions = {}): Worker => {
  if (shortSlices === null) return new Worker(script, options);
  const nice = getPriority(0);
  shortSlices(nice, 0);
  try {
    return new Worker(script, options);
  } finally {
    shortSlices(nice, SHORT_SLICE_NS);
  }
};

/**
 * Lets the calling thread run within a tenth of a millisecond of waking, if the kernel supports it; its priority does not
 * change. Returns whether that took effect.
 */
export const takeShortTurns = (): boolean => {
  const schedule = process.platform === 'linux' ? openSchedule() : null;
  if (schedule?.(getPriority(0), SHORT_SLICE_NS) !== true) return false;
  shortSlices = schedule;
  return true;
};

/**
 * Puts the calling thread ahead of all threads that only do work for calls. It runs within a tenth of a millisecond of waking,
 * if the kernel supports it, and gets a higher priority, if the process may set one (root, CAP_SYS_NICE). Returns which of
 * the two took effect.
 */
export const goFirst = (): { readonly priority: boolean; readonly shortSlice: boolean } => {
  if (process.platform !== 'linux') return { priority: false, shortSlice: false };
  setNice(GOES_FIRST);
  return { priority: getPriority(0) === GOES_FIRST, shortSlice: takeShortTurns() };
};
