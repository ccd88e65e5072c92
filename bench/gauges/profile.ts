/**
 * Where the main thread of another Node process spends its time, by our own folder and by package: its sampling
 * profiler, through its inspector. A process started with {@link profilable} has no inspector until it is signalled.
 */
import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { dirname, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import WebSocket from 'ws';
import { until } from '../../testkit/until.js';

/** A function of a script; line and column count from 0. */
interface CallFrame {
  readonly functionName: string;
  readonly url: string;
  readonly lineNumber: number;
  readonly columnNumber: number;
}

/** A call in the profile, with the calls it makes (Profiler.ProfileNode of V8's inspector protocol). */
interface ProfileNode {
  readonly id: number;
  readonly callFrame: CallFrame;
  readonly children?: readonly number[];
}

/** As V8 returns it. */
export interface CpuProfile {
  readonly nodes: readonly ProfileNode[];
  /** The node that was active, by id, and the µs since the previous sample. */
  readonly samples?: readonly number[];
  readonly timeDeltas?: readonly number[];
}

/** A profile in progress. */
interface Profiling {
  /** Ends and returns the profile. */
  stop(): Promise<CpuProfile>;
}

/** Between two samples, µs: 200 per second cost the thread next to nothing, and are enough over a minute. */
const INTERVAL_US = 5_000;
const ANSWER_TIMEOUT_MS = 60_000;

/** Arguments for the command line of the process. Its inspector prints nothing on standard error. */
export const profilable = (port: number): readonly string[] => [
  `--inspect-port=127.0.0.1:${port}`,
  '--inspect-publish-uid=http',
];

/** Profiles a process started with {@link profilable}. @throws Error when its inspector does not answer */
export const startProfile = async (pid: number, port: number): Promise<Profiling> => {
  process.kill(pid, 'SIGUSR1');
  const url = await until('the inspector to answer', () => inspectorOf(port));
  const socket = new WebSocket(url, { maxPayload: 2 ** 30 });
  const answers = new Map<number, (answer: string) => void>();
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
  });
  socket.on('message', (bytes) => {
    const text = bytes.toString();
    const { id }: { readonly id?: number } = JSON.parse(text);
    if (id !== undefined) answers.get(id)?.(text);
  });
  let lastId = 0;
  const ask = (method: string, params: object = {}): Promise<string> =>
    new Promise((resolve, reject) => {
      lastId += 1;
      const timer = setTimeout(() => reject(new Error(`${method} was not answered`)), ANSWER_TIMEOUT_MS);
      answers.set(lastId, (answer) => {
        clearTimeout(timer);
        resolve(answer);
      });
      socket.send(JSON.stringify({ id: lastId, method, params }));
    });
  await ask('Profiler.enable');
  await ask('Profiler.setSamplingInterval', { interval: INTERVAL_US });
  await ask('Profiler.start');
  return {
    stop: async () => {
      const answer: { readonly result: { readonly profile: CpuProfile } } = JSON.parse(
        await ask('Profiler.stop'),
      );
      socket.close();
      return answer.result.profile;
    },
  };
};

const inspectorOf = async (port: number): Promise<string | null> => {
  try {
    const targets: readonly { readonly webSocketDebuggerUrl: string }[] = JSON.parse(
      await (await fetch(`http://127.0.0.1:${port}/json/list`)).text(),
    );
    return targets[0]?.webSocketDebuggerUrl ?? null;
  } catch {
    return null; // It is not listening yet.
  }
};

/** V8's names for work that is not a function. */
const ENGINE: Readonly<Record<string, string | null>> = {
  '(garbage collector)': 'garbage collector',
  // Outside JavaScript: sockets are read and written, timers are checked.
  '(program)': 'event loop, sockets',
  '(idle)': null,
};

/** Our folder, or the package, that a file belongs to. */
const placeOf = (source: string): string => {
  const [, name] = /^(?:.*\/)?node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(source) ?? [];
  return name ?? dirname(source).split('/').slice(0, 2).join('/');
};

/**
 * The file of a function, relative to the folder of all our files; null for functions of Node itself or without a file.
 */
export type SourceOf = (callFrame: CallFrame) => string | null;

/**
 * Uses the source maps next to bundled files, which say where each function comes from. `repository` is the folder of the
 * package.
 */
export const sourcesIn = (repository: string): SourceOf => {
  const maps = new Map<string, SourceMap | null>();
  const mapOf = (file: string): SourceMap | null => {
    const known = maps.get(file);
    if (known !== undefined) return known;
    const path = `${file}.map`;
    const map = existsSync(path) ? new SourceMap(JSON.parse(readFileSync(path, 'utf8'))) : null;
    maps.set(file, map);
    return map;
  };
  return ({ url, lineNumber, columnNumber }) => {
    if (!url.startsWith('file:')) return null;
    const file = fileURLToPath(url);
    const entry = mapOf(file)?.findEntry(lineNumber, columnNumber) ?? {};
    const original = 'originalSource' in entry ? entry.originalSource : null;
    const source = typeof original === 'string' ? resolve(dirname(file), original) : file;
    return relative(repository, source).replace(/^dist\//, '');
  };
};

/**
 * Shares of the time in which the thread was at work, by kind of work. Work of Node itself, and of a package of native
 * code, counts for its caller.
 */
export const workOf = (
  { nodes, samples = [], timeDeltas = [] }: CpuProfile,
  sourceOf: SourceOf,
): Readonly<Record<string, number>> => {
  const kinds = new Map<number, string | null>();
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const classify = (node: ProfileNode, above: string): void => {
    const engine = ENGINE[node.callFrame.functionName];
    const source = engine === undefined ? sourceOf(node.callFrame) : null;
    const kind = engine === undefined ? (source === null ? above : placeOf(source)) : engine;
    kinds.set(node.id, kind);
    for (const id of node.children ?? []) {
      const child = byId.get(id);
      if (child !== undefined) classify(child, kind ?? above);
    }
  };
  const [root] = nodes;
  if (root !== undefined) classify(root, 'Node');
  const spent = new Map<string, number>();
  for (const [index, id] of samples.entries()) {
    const kind = kinds.get(id) ?? null;
    if (kind !== null) spent.set(kind, (spent.get(kind) ?? 0) + Math.max(0, timeDeltas[index] ?? 0));
  }
  const all = [...spent.values()].reduce((sum, us) => sum + us, 0);
  return Object.fromEntries([...spent].map(([kind, us]) => [kind, us / all]));
};
