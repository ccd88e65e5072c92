/**
 * Two nodes of the service, each with a data directory of its own, behind a balancer; one nats-server and one
 * simulated phone network serve both and outlive them. A node can be killed and started again, or frozen and thawed.
 */
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pino } from 'pino';
import { startNetworkProcess } from '../../providers/carriers/loopback/index.js';
import { createPhraseRecogniser } from '../../providers/speech/phrase-recogniser.js';
import type { Synthesiser } from '../../providers/speech/synthesiser.js';
import { startEngine } from '../../src/engine/index.js';
import { type ApiClient, createApiClient } from '../api-client.js';
import { startBalancer } from '../balancer.js';
import { freePort } from '../free-port.js';
import { natsEnv } from '../nats-env.js';
import { createNetworkClient, type NetworkClient } from '../network-client.js';
import { NO_CHANNELS } from '../no-channels.js';
import { createTenant, type ParleyProcess, startParley } from '../parley-process.js';

/** How soon the other node resumes what a dead one owed, ms: a call's end should not wait for it long. */
const WATCHDOG_MS = 3_000;
const TAUGHT_MS = 30_000;
/** How soon the balancer gives up a node that does not answer, ms; many look every second or two. */
const NOTICED_AFTER_MS = 1_000;
const NETWORK_AUTH = 'network-of-a-bench';

export interface TwoNodes {
  /** Speaks to whichever node is up. */
  readonly client: ApiClient;
  readonly network: NetworkClient;
  /** Speaks to that node alone. */
  clientOf(node: number): ApiClient;
  /** SIGSTOP; the balancer notices a second later, and closes its connections. Answers with the moment of it. */
  freeze(node: number): number;
  /** SIGCONT; the balancer takes it in again. */
  thaw(node: number): void;
  /** SIGKILL; resolves with the moment of it, ms since the epoch, once the process is gone. */
  kill(node: number): Promise<number>;
  /** Starts it again on its own data; resolves when it serves. */
  start(node: number): Promise<void>;
  /** Ends everything and removes the data; idempotent. */
  stop(): Promise<void>;
}

export interface TwoNodesOptions {
  /** Teaches the nodes their phrases beforehand: nodes in service have been there before, and have kept them. */
  readonly voices: Synthesiser;
  /** Calls that may be up at a time. */
  readonly lines: number;
  /** Where a fetched nats-server and the recogniser's book are kept; a folder of their own when absent. */
  readonly cacheDir?: string | undefined;
  /** Hears every line of the nodes' logs, with the node's number. */
  readonly onLog?: ((node: number, line: string) => void) | undefined;
  readonly logLevel?: string | undefined;
}

interface Node {
  readonly dataDir: string;
  readonly port: number;
  process: ParleyProcess | null;
  /** Until the balancer has noticed that it is frozen. */
  noticing: NodeJS.Timeout | null;
  /** The balancer passes nothing to it. */
  isOut: boolean;
}

/** Sees to it that the recogniser's book is in a folder, as nodes keep it. @throws Error when it is not there in time */
const teach = async (voices: Synthesiser, folder: string): Promise<void> => {
  mkdirSync(folder, { recursive: true });
  const teacher = createPhraseRecogniser(voices, { cacheDir: folder });
  try {
    await teacher.ready();
    // It is written behind the recogniser's back, under another name until it is whole.
    for (const until = Date.now() + TAUGHT_MS; !readdirSync(folder).some((name) => name.endsWith('.bin')); ) {
      if (Date.now() > until) throw new Error(`the recogniser kept no book in ${TAUGHT_MS} ms`);
      await delay(20);
    }
  } finally {
    await teacher.close();
  }
};

/** @throws Error when a part of it does not start; what had started is stopped */
export const startTwoNodes = async (options: TwoNodesOptions): Promise<TwoNodes> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-failover-'));
  const closing: (() => unknown)[] = [() => rmSync(dataDir, { recursive: true, force: true })];
  let stopped: Promise<void> | null = null;
  const stop = (): Promise<void> => {
    stopped ??= (async () => {
      for (const close of closing.reverse()) await close();
    })();
    return stopped;
  };
  try {
    const network = await startNetworkProcess(NETWORK_AUTH);
    closing.push(() => network.stop());
    const cacheDir = options.cacheDir ?? join(dataDir, 'cache');
    await teach(options.voices, cacheDir);
    const engine = await startEngine({
      dataDir: join(dataDir, 'engine'),
      cacheDir,
      logger: pino({ level: 'silent' }),
    });
    closing.push(() => engine.stop());
    const balancer = await startBalancer();
    closing.push(() => balancer.close());
    const url = `http://127.0.0.1:${balancer.port}`;
    const env = {
      ...natsEnv(engine),
      PARLEY_PUBLIC_URL: url,
      PARLEY_LOG_LEVEL: options.logLevel ?? 'error',
      PARLEY_CACHE_DIR: cacheDir,
      PARLEY_LOOPBACK_URL: network.url,
      PARLEY_LOOPBACK_AUTH: NETWORK_AUTH,
      PARLEY_WATCHDOG_MS: String(WATCHDOG_MS),
      PARLEY_RATE_LIMIT: '1000000',
      PARLEY_RATE_BURST: '1000000',
      ...NO_CHANNELS,
    };
    const nodes: Node[] = [];
    for (const name of ['a', 'b']) {
      const node = {
        dataDir: join(dataDir, name),
        port: await freePort(),
        process: null,
        noticing: null,
        isOut: false,
      };
      nodes.push(node);
    }
    const nodeOf = (index: number) => {
      const node = nodes[index];
      if (node === undefined) throw new Error(`there is no node ${index}`);
      return node;
    };
    const serveThose = (): void =>
      balancer.serve(nodes.flatMap(({ process: up, isOut }) => (isOut ? [] : (up?.url ?? []))));
    closing.push(async () => {
      for (const { process: up, noticing } of nodes) {
        clearTimeout(noticing ?? undefined);
        up?.kill('SIGCONT');
        up?.kill('SIGTERM');
      }
      for (const { process: up } of nodes) await up?.ended;
    });
    const start = async (index: number): Promise<void> => {
      const node = nodeOf(index);
      const { onLog } = options;
      node.process = await startParley({
        dataDir: node.dataDir,
        port: node.port,
        env,
        ...(onLog === undefined ? {} : { onLog: (line: string) => onLog(index, line) }),
      });
      serveThose();
    };
    for (const index of nodes.keys()) await start(index);
    const { businessId, apiKey } = await createTenant(dataDir, {
      lines: options.lines,
      credits: 1_000_000,
      env,
    });
    return {
      client: createApiClient(url, businessId, apiKey),
      clientOf: (index) => createApiClient(nodeOf(index).process?.url ?? '', businessId, apiKey),
      freeze: (index) => {
        const node = nodeOf(index);
        node.process?.kill('SIGSTOP');
        const at = Date.now();
        node.noticing = setTimeout(() => {
          node.isOut = true;
          serveThose();
          balancer.cut(node.process?.url ?? '');
        }, NOTICED_AFTER_MS);
        return at;
      },
      thaw: (index) => {
        const node = nodeOf(index);
        clearTimeout(node.noticing ?? undefined);
        node.process?.kill('SIGCONT');
        node.isOut = false;
        serveThose();
      },
      network: createNetworkClient(network.url),
      start,
      kill: async (index) => {
        const node = nodeOf(index);
        const up = node.process;
        node.process = null;
        serveThose();
        const at = Date.now();
        up?.kill('SIGKILL');
        await up?.ended;
        return at;
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
};
