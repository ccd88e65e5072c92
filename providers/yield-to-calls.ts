/**
 * Which thread of the service goes before which: the one that paces audio before all that only works for calls.
 *
 * A nice value alone does not do it. Linux lets whoever runs keep its slice, some 3 ms, before one that wakes has its turn,
 * however nice each is; one that wakes and asked for a shorter slice interrupts it (EEVDF, Linux 6.12 and later; man 2
 * sched_setattr, `sched_runtime`). Asking needs no right.
 */
import { createRequire } from 'node:module';
import { getPriority, setPriority } from 'node:os';
import { Worker, type WorkerOptions } from 'node:worker_threads';

/** `(nice, slice in ns)` of the calling thread; 0 is the kernel's own slice. False where the kernel does not do it. */
type Schedule = (nice: number, sliceNs: number) => boolean;

/** The shortest that Linux takes, ns. */
const SHORT_SLICE_NS = 100_000;
const GOES_FIRST = -10;

/** What both system calls are known by, on each kind of processor. */
const CALLS: Partial<Record<string, { readonly set: number; readonly get: number }>> = {
  x64: { set: 314, get: 315 },
  arm64: { set: 274, get: 275 },
};
/** `struct sched_attr` in its first version: what it holds, and where. */
const ATTRIBUTES = { size: 48, nice: 16, runtime: 24 } as const;

interface NativeLibraries {
  load(path: null): { func(definition: string): (...args: readonly unknown[]) => unknown };
}

const isNativeLibraries = (loaded: unknown): loaded is NativeLibraries =>
  typeof loaded === 'object' && loaded !== null && 'load' in loaded && typeof loaded.load === 'function';

/** Null where nothing native is installed for this machine: a nice value is then all there is. */
const openSchedule = (): Schedule | null => {
  const calls = CALLS[process.arch];
  if (calls === undefined) return null;
  let syscall: (...args: readonly unknown[]) => unknown;
  try {
    const koffi: unknown = createRequire(import.meta.url)('koffi');
    if (!isNativeLibraries(koffi)) return null;
    syscall = koffi.load(null).func('long syscall(long, int, _Inout_ void *, unsigned int, unsigned int)');
  } catch {
    return null; // An optional package, or a C library without it.
  }
  return (nice, sliceNs) => {
    const attributes = Buffer.alloc(ATTRIBUTES.size);
    attributes.writeUInt32LE(ATTRIBUTES.size, 0);
    attributes.writeInt32LE(nice, ATTRIBUTES.nice);
    attributes.writeBigUInt64LE(BigInt(sliceNs), ATTRIBUTES.runtime);
    if (syscall(calls.set, 0, attributes, 0, 0) !== 0) return false;
    if (sliceNs === 0) return true;
    // A kernel before 6.12 takes the request and does nothing with it.
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
    // A container may forbid it; the work is then done at the priority it has.
  }
};

/**
 * Lowers the priority of the calling thread, so that the thread which paces audio is never kept waiting by it.
 * On Linux a priority belongs to a thread; elsewhere, where it belongs to the process, nothing is changed.
 * `nice` as in nice(1): 1 yields a little, 19 gets what is left.
 *
 * Nothing native is loaded for it: a thread that is ended in the middle of that takes the process with it.
 */
export const yieldToCalls = (nice: number): void => {
  if (process.platform === 'linux') setNice(nice);
};

/** How this thread changes its slice, once it has a short one. */
let hurried: Schedule | null = null;

/** Starts a thread of lower rank. It would begin with the slice of the thread that starts it; it has that of everybody. */
export const startThread = (script: URL, options: WorkerOptions = {}): Worker => {
  if (hurried === null) return new Worker(script, options);
  const nice = getPriority(0);
  hurried(nice, 0);
  try {
    return new Worker(script, options);
  } finally {
    hurried(nice, SHORT_SLICE_NS);
  }
};

/**
 * Has the calling thread take its turn within a tenth of a millisecond of waking, where the kernel can do that; its priority
 * stays. Answers whether it got that.
 */
export const takeShortTurns = (): boolean => {
  const schedule = process.platform === 'linux' ? openSchedule() : null;
  if (schedule?.(getPriority(0), SHORT_SLICE_NS) !== true) return false;
  hurried = schedule;
  return true;
};

/**
 * Puts the calling thread before everything that only works for calls: it has its turn within a tenth of a millisecond of
 * waking where the kernel can do that, and a higher priority where the process has the right to it (root, CAP_SYS_NICE).
 * Answers which of both it got.
 */
export const goFirst = (): { readonly priority: boolean; readonly shortSlice: boolean } => {
  if (process.platform !== 'linux') return { priority: false, shortSlice: false };
  setNice(GOES_FIRST);
  return { priority: getPriority(0) === GOES_FIRST, shortSlice: takeShortTurns() };
};
