/** The scheduling of threads, as the kernel reports it for a separate process. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { getPriority, release } from 'node:os';
import t from 'tap';

const MODULE = new URL('../../../providers/scheduling/yield-to-calls.js', import.meta.url).href;
const KERNEL_REPORTS = existsSync('/proc/thread-self/sched');
const [major = 0, minor = 0] = release().split('.').map(Number);
const KERNEL_CAN = ['x64', 'arm64'].includes(process.arch) && (major > 6 || (major === 6 && minor >= 12));

/** Runs `steps` in the main thread of a new process, and returns what the kernel reports afterwards. */
const placeAfter = (
  steps: string,
): { readonly nice: number; readonly sliceNs: number; readonly got: unknown } => {
  const program = `
    import { readFileSync } from 'node:fs';
    import { getPriority, release } from 'node:os';
    import { goFirst, startThread, takeShortTurns } from '${MODULE}';
    const got = ${steps};
    const sliceNs = Number(/se\\.slice\\s*:\\s*(\\d+)/.exec(readFileSync('/proc/thread-self/sched', 'utf8'))?.[1]);
    console.log(JSON.stringify({ nice: getPriority(0), sliceNs, got: got ?? null }));`;
  return JSON.parse(
    execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' }),
  );
};

t.test('goFirst sets a short slice, and returns what it got', { skip: !KERNEL_REPORTS }, (t) => {
  const { nice, sliceNs, got } = placeAfter('goFirst()');
  t.same(got, { priority: nice === -10, shortSlice: sliceNs === 100_000 });
  if (KERNEL_CAN) t.equal(sliceNs, 100_000);
  t.end();
});

t.test(
  'a thread that yields has its own nice value and the default time slice',
  { skip: !KERNEL_REPORTS },
  (t) => {
    const own = placeAfter('null').sliceNs;
    const nice = Math.max(getPriority(0), 0) + 3;
    const thread = `
      import { readFileSync } from 'node:fs';
      import { getPriority } from 'node:os';
      import { parentPort } from 'node:worker_threads';
      import { yieldToCalls } from '${MODULE}';
      yieldToCalls(${nice});
      const sliceNs = Number(/se\\.slice\\s*:\\s*(\\d+)/.exec(readFileSync('/proc/thread-self/sched', 'utf8'))[1]);
      parentPort.postMessage({ nice: getPriority(0), sliceNs });`;
    const url = `data:text/javascript,${encodeURIComponent(thread)}`;
    const started = placeAfter(
      `(goFirst(), await new Promise((resolve) => startThread(new URL(${JSON.stringify(url)})).once('message', resolve)))`,
    );
    t.same(started.got, { nice, sliceNs: own });
    if (KERNEL_CAN) t.equal(started.sliceNs, 100_000, 'the starting thread keeps its short slice');
    t.end();
  },
);

t.test('takeShortTurns keeps the priority', { skip: !(KERNEL_REPORTS && KERNEL_CAN) }, (t) => {
  const nice = getPriority(0);
  t.same(placeAfter('takeShortTurns()'), { nice, sliceNs: 100_000, got: true });
  t.end();
});
