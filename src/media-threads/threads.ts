/**
 * The media threads of a node, managed by its main thread: it starts them on one port, answers their questions, adds up
 * their counts, replaces those that have ended, and adopts the audio that they had not sent. The main thread's garbage
 * collection, imports and requests do not delay frames of calls on these threads.
 */
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { checkPortIsFree, freePort, reachable } from '../../gateway/server/listening.js';
import type { CallOfMedia } from '../../media/call-of-media.js';
import type { ToolsOfCalls } from '../../media/tools.js';
import type { OwnList } from '../../operations/providers/own-lists.js';
import type { Passage } from '../../providers/llm/language-model.js';
import type { SpeechChunk, SpeechRequest } from '../../providers/speech/synthesiser.js';
import { PRIVATE_DIRECTORY } from '../../providers/spool/spool.js';
import type { KnowledgeQuestion } from '../../schemas/agents/knowledge.js';
import { assertNever } from '../../schemas/assert.js';
import { DomainError } from '../../schemas/errors.js';
import type { Logger } from '../logging.js';
import type { ProviderSetting } from '../providers-in-use/installation.js';
import {
  batched,
  type FromThread,
  type MediaAnswer,
  type MediaCount,
  type MediaQuestion,
  type MediaThreadStart,
  type MediaThreadState,
  type ToThread,
} from './messages.js';

/** Pause before a thread that has ended is replaced, ms. */
const RESTART_DELAY_MS = 1_000;
/** A thread that does not report its state within this time is left out, ms. */
const STATE_TIMEOUT_MS = 500;
/** How long threads may take to hand their calls over, ms. */
const DRAIN_TIMEOUT_MS = 15_000;
/** Directory of the threads' own spools, below the spool of a node. */
const THREADS = 'media-threads';
/** The name that shared-store.ts uses. */
const SPOOLS = 'spool';

export interface MediaThreadsDeps {
  readonly count: number;
  /** The address that carriers reach; null: the one listened on. */
  readonly publicUrl: string | null;
  /** Port 0: a free one. */
  readonly start: Omit<MediaThreadStart, 'number' | 'spool'>;
  /** The spool of the node's recordings; those of the threads are below it. */
  readonly nodeSpool: string;
  /** Finishes the session logs of a thread that has ended. */
  readonly adoptSessionLogs: (thread: number) => Promise<void>;
  readonly callOf: (businessId: string, callId: string) => CallOfMedia;
  readonly knowledge: (
    sourceIds: readonly string[],
    question: KnowledgeQuestion,
  ) => Promise<readonly Passage[]>;
  readonly tools: ToolsOfCalls;
  readonly listsFor: (businessId: string, agentId: string | null) => Promise<readonly OwnList[]>;
  readonly onCount: (count: MediaCount) => void;
  readonly logger: Logger;
}

export interface MediaThreads {
  /** The URL at which carriers reach them, without a trailing slash. */
  readonly url: string;
  /** The states of the threads that answer in time, by thread number. */
  states(): Promise<ReadonlyMap<number, MediaThreadState>>;
  /** Makes each thread learn the phrases. */
  learn(phrases: readonly string[]): void;
  /** Gives each thread speech synthesised ahead of its call. `speaker`: an opaque key of its synthesisers. */
  addSpeech(speaker: string, request: SpeechRequest, chunks: readonly SpeechChunk[]): void;
  /** Changes the installation's providers in each thread, including those started later. */
  change(setting: ProviderSetting): void;
  /** Makes each thread hand its calls over; the threads keep running. */
  handOver(): void;
  /** Hands all calls over and ends the threads. Idempotent. */
  drain(): Promise<void>;
}

const THREAD = new URL('./thread.js', import.meta.url);

/**
 * Starts the threads with `script`, which is a different one only in tests.
 * @throws Error if a thread cannot be started: its port is taken, or its providers are not as configured
 */
export const startMediaThreads = async (
  deps: MediaThreadsDeps,
  script: URL = THREAD,
): Promise<MediaThreads> => {
  await adoptSpools(deps.nodeSpool, null);
  const pool = new Pool(deps, script);
  await pool.start();
  return pool;
};

/** Directory in which a thread's audio waits. */
export const spoolOfThread = (nodeSpool: string, number: number): string =>
  join(nodeSpool, THREADS, String(number));

/**
 * Moves audio that a thread had not sent when it ended to the spool of the main thread, which sends the rest. `number`:
 * null for all threads there ever were. They must not be running.
 */
export const adoptSpools = async (nodeSpool: string, number: number | null): Promise<void> => {
  const threads =
    number === null ? await readdir(join(nodeSpool, THREADS)).catch(() => []) : [String(number)];
  const own = join(nodeSpool, SPOOLS);
  for (const thread of threads) {
    const threadSpool = join(nodeSpool, THREADS, thread);
    const names = await readdir(join(threadSpool, SPOOLS)).catch(() => []);
    if (names.length > 0) await mkdir(own, { recursive: true, mode: PRIVATE_DIRECTORY });
    // Each file name contains the name of its writer, so no two are the same.
    for (const name of names) await rename(join(threadSpool, SPOOLS, name), join(own, name));
    await rm(threadSpool, { recursive: true, force: true });
  }
};

interface Thread {
  readonly send: (message: ToThread) => void;
  readonly ended: Promise<void>;
}

class Pool implements MediaThreads {
  readonly #deps: MediaThreadsDeps;
  readonly #script: URL;
  readonly #threads = new Map<number, Thread>();
  /** Pending state requests, by request number. */
  readonly #pendingStates = new Map<number, (state: MediaThreadState) => void>();
  #lastRequestId = 0;
  #port = 0;
  #draining: Promise<void> | null = null;
  /** The current providers of the installation; null: those of the start. */
  #setting: ProviderSetting | null = null;

  constructor(deps: MediaThreadsDeps, script: URL) {
    this.#deps = deps;
    this.#script = script;
  }

  get url(): string {
    const { publicUrl, start } = this.#deps;
    return publicUrl ?? `http://${reachable(start.host)}:${this.#port}`;
  }

  async start(): Promise<void> {
    const { start } = this.#deps;
    this.#port = start.port === 0 ? await freePort(start.host) : start.port;
    await checkPortIsFree({ host: start.host, port: this.#port });
    try {
      const numbers = Array.from({ length: this.#deps.count }, (_, index) => index + 1);
      await Promise.all(numbers.map((number) => this.#startThread(number)));
    } catch (error) {
      await this.drain();
      throw error;
    }
  }

  async states(): Promise<ReadonlyMap<number, MediaThreadState>> {
    const states = new Map<number, MediaThreadState>();
    await Promise.all(
      [...this.#threads].map(async ([number, thread]) => {
        const state = await this.#stateOf(thread);
        if (state !== null) states.set(number, state);
      }),
    );
    return states;
  }

  learn(phrases: readonly string[]): void {
    this.#broadcast({ type: 'learn', phrases });
  }

  addSpeech(speaker: string, request: SpeechRequest, chunks: readonly SpeechChunk[]): void {
    this.#broadcast({ type: 'speech', speaker, request, chunks });
  }

  change(setting: ProviderSetting): void {
    this.#setting = setting;
    this.#broadcast({ type: 'change', setting });
  }

  handOver(): void {
    this.#broadcast({ type: 'hand_over' });
  }

  drain(): Promise<void> {
    this.#draining ??= this.#drain();
    return this.#draining;
  }

  async #drain(): Promise<void> {
    this.#broadcast({ type: 'drain' });
    const late = delay(DRAIN_TIMEOUT_MS, 'late', { ref: false });
    const ended = Promise.all([...this.#threads.values()].map((thread) => thread.ended));
    if ((await Promise.race([ended, late])) === 'late')
      this.#deps.logger.error({ event: 'media.threads.not_drained', threads: this.#threads.size });
  }

  #broadcast(message: ToThread): void {
    for (const { send } of this.#threads.values()) send(message);
  }

  async #stateOf({ send, ended }: Thread): Promise<MediaThreadState | null> {
    this.#lastRequestId += 1;
    const id = this.#lastRequestId;
    const state = new Promise<MediaThreadState>((resolve) => this.#pendingStates.set(id, resolve));
    send({ type: 'get_state', id });
    const answer = await Promise.race([
      state,
      ended.then(() => null),
      delay(STATE_TIMEOUT_MS, null, { ref: false }),
    ]);
    this.#pendingStates.delete(id);
    return answer;
  }

  /** Resolves once the thread listens. @throws Error if it ends before that */
  #startThread(number: number): Promise<void> {
    const { logger, nodeSpool, start } = this.#deps;
    const workerData: MediaThreadStart = {
      ...start,
      settings: { ...start.settings, ...this.#setting },
      port: this.#port,
      number,
      spool: spoolOfThread(nodeSpool, number),
    };
    const worker = new Worker(this.#script, { workerData });
    const send = batched<ToThread>((messages) => worker.postMessage(messages));
    return new Promise((resolve, reject) => {
      let failure: Error | null = null;
      let ready = false;
      const ended = new Promise<void>((resolveEnded) => worker.once('exit', () => resolveEnded()));
      this.#threads.set(number, { send, ended });
      worker.on('error', (error: Error) => {
        failure = error;
        logger.error({ event: 'media.thread.failed', thread: number, err: error });
      });
      worker.on('message', (messages: readonly FromThread[]) => {
        for (const message of messages) {
          if (message.type === 'ready') {
            ready = true;
            resolve();
          } else this.#handle(message, send);
        }
      });
      void ended.then(() => {
        this.#threads.delete(number);
        if (ready) void this.#replace(number);
        else reject(failure ?? new Error(`media thread ${number} ended while it started`));
      });
    });
  }

  async #replace(number: number): Promise<void> {
    const { adoptSessionLogs, logger, nodeSpool } = this.#deps;
    await Promise.all([adoptSpools(nodeSpool, number), adoptSessionLogs(number)]).catch((error: unknown) =>
      logger.error({ event: 'media.thread.spool_left', thread: number, err: error }),
    );
    while (this.#draining === null) {
      logger.warn({ event: 'media.thread.replaced', thread: number });
      await delay(RESTART_DELAY_MS, undefined, { ref: false });
      if (this.#draining !== null) return;
      const started = await this.#startThread(number).then(
        () => true,
        () => false,
      );
      if (started) return;
    }
  }

  #handle(message: Exclude<FromThread, { readonly type: 'ready' }>, send: Thread['send']): void {
    switch (message.type) {
      case 'question':
        return void this.#answer(message.question).then((answer) => send({ type: 'answer', answer }));
      case 'counted':
        for (const count of message.counts) this.#deps.onCount(count);
        return;
      case 'state':
        return this.#pendingStates.get(message.id)?.(message.state);
      default:
        assertNever(message);
    }
  }

  async #answer(question: MediaQuestion): Promise<MediaAnswer> {
    const { id } = question;
    try {
      return await this.#resultOf(question);
    } catch (error) {
      if (!(error instanceof DomainError))
        this.#deps.logger.error({ event: 'media.question_failed', question: question.type, err: error });
      const { code, message, details, retryAfterSeconds } =
        error instanceof DomainError ? error : new DomainError('internal');
      return { type: 'refused', id, code, message, details, retryAfterSeconds };
    }
  }

  async #resultOf(question: MediaQuestion): Promise<MediaAnswer> {
    const { callOf, knowledge, listsFor, tools } = this.#deps;
    const { id } = question;
    switch (question.type) {
      case 'attach': {
        const { businessId, callId, attachmentId, carrierCallId, commandId } = question;
        const media = await callOf(businessId, callId).attach(attachmentId, carrierCallId, commandId);
        return { type: 'attached', id, media };
      }
      case 'command': {
        const { businessId, callId, command, commandId } = question;
        return { type: 'command_done', id, ended: await callOf(businessId, callId).send(command, commandId) };
      }
      case 'get':
        return { type: 'call', id, call: await callOf(question.businessId, question.callId).get() };
      case 'knowledge':
        return { type: 'passages', id, passages: await knowledge(question.sourceIds, question.question) };
      case 'tools':
        return { type: 'tools', id, tools: await tools.of(question.businessId, question.agentId) };
      case 'use_tool':
        return { type: 'tool_used', id, answer: await tools.use(question.use) };
      case 'providers':
        return { type: 'providers', id, lists: await listsFor(question.businessId, question.agentId) };
      default:
        return assertNever(question);
    }
  }
}
