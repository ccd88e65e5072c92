/**
 * Measures what a growing journal costs: requests compared with the same requests on a small journal (`--curve`),
 * contacts created for minutes (`--steady`), and what ended calls cost while they are kept: bytes of the journal and of
 * the views, memory of the nats-server, time to start. The calls are written to the journal as their actors write them,
 * but faster than real time, then archived and cleared (actors/runtime/archiving/archiver.ts) without the pauses that a service
 * makes in between.
 */
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { note, print, run, wholeNumber } from './command-line.js';
import { curve } from './growth/curve.js';
import { fill } from './growth/fill.js';
import { sizeOf } from './growth/measures.js';
import { archiveAll, viewsOf, withServer } from './growth/phases.js';
import { steady } from './growth/steady.js';

const HELP = `npm run bench:growth -- [options]

Fills its own data directory with ended calls, archives them, and prints what a call costs. With --curve or --steady it
measures requests instead.

  --calls N        number of calls, 100 to 2,000,000 (default 20,000; 100,000 take about ten minutes on two processors)
  --curve N[,N..]  processor time of a load, a command and a creation with N messages of other businesses in the journal,
                   1,000 to 20,000,000, compared with a small journal: 10000,100000,1000000
  --steady S       creates contacts over 64 connections for S seconds, 60 to 3,600, and prints the rate every 30 s
  --dir PATH       where data directories are created (default: the system's temporary directory)
  --help           this text`;

interface Phase {
  readonly serverMiB: number;
  readonly serverStartMs: number;
  readonly journalBytes: number;
  readonly messages: number;
  readonly viewsBytes: number;
}

const grow = async (dataDir: string, calls: number): Promise<object> => {
  const engineDir = join(dataDir, 'engine');
  mkdirSync(engineDir, { recursive: true });
  const empty = await withServer(engineDir, async ({ memoryMiB }) => memoryMiB);
  const began = performance.now();
  await withServer(engineDir, ({ access }) => fill(access, calls, (written) => note(`written ${written}`)));
  note(`filled in ${seconds(began)} s`);

  const measure = (file: string): Promise<Phase> =>
    withServer(engineDir, async ({ access, memoryMiB, startMs }) => {
      const views = await viewsOf(access, join(dataDir, file));
      note(`views of ${file}: ${views.events} events in ${views.ms} ms`);
      return {
        serverMiB: memoryMiB,
        serverStartMs: startMs,
        journalBytes: sizeOf(join(engineDir, 'nats')),
        messages: views.messages,
        viewsBytes: statSync(join(dataDir, file)).size,
      };
    });
  const before = await measure('views.sqlite');
  const archiving = performance.now();
  const used = process.cpuUsage();
  await withServer(engineDir, ({ access }) =>
    archiveAll(access, calls, (archived) => note(`archived ${archived}`)),
  );
  const { user, system } = process.cpuUsage(used);
  note(`archived in ${seconds(archiving)} s`);
  const after = await measure('views.sqlite');
  const rebuilt = await measure('rebuilt.sqlite');
  const restarted = await withServer(engineDir, async ({ access, startMs }) => {
    const views = await viewsOf(access, join(dataDir, 'rebuilt.sqlite'));
    return { serverStartMs: startMs, viewsReadyMs: views.ms };
  });

  const perCall = (total: number): number => Math.round(total / calls);
  const costPerCall = ({ journalBytes, viewsBytes, serverMiB, messages }: Phase) => ({
    journalBytes: perCall(journalBytes),
    viewsBytes: perCall(viewsBytes),
    serverBytes: perCall(Math.max(0, serverMiB - empty) * 1_048_576),
    messages: Number((messages / calls).toFixed(2)),
  });
  return {
    calls,
    aCall: { before: costPerCall(before), after: costPerCall(after), rebuilt: costPerCall(rebuilt) },
    server: { emptyMiB: empty, beforeMiB: before.serverMiB, afterMiB: rebuilt.serverMiB },
    start: { before: before.serverStartMs, after: restarted },
    archiving: { processorMsACall: Number(((user + system) / 1_000 / calls).toFixed(2)) },
  };
};

const seconds = (since: number): number => Math.round((performance.now() - since) / 1_000);

run(async () => {
  const { values } = parseArgs({
    options: {
      calls: { type: 'string', default: '20000' },
      curve: { type: 'string' },
      steady: { type: 'string' },
      dir: { type: 'string', default: tmpdir() },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return print(HELP);
  if (values.curve !== undefined) {
    const sizes = values.curve.split(',').map((size) => wholeNumber('curve', size, 1_000, 20_000_000));
    return print(JSON.stringify(await curve(sizes, values.dir), null, 1));
  }
  if (values.steady !== undefined) {
    const seconds = wholeNumber('steady', values.steady, 60, 3_600);
    return print(JSON.stringify(await steady(seconds, values.dir), null, 1));
  }
  const calls = wholeNumber('calls', values.calls, 100, 2_000_000);
  const dataDir = mkdtempSync(join(values.dir, 'parley-growth-'));
  try {
    print(JSON.stringify(await grow(dataDir, calls), null, 1));
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
});
