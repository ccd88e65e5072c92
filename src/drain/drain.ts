/** The drain of this node: carries out what the state machine (drain-state.ts) decides. */
import { setTimeout as delay } from 'node:timers/promises';
import { Gauge, type Registry } from 'prom-client';
import type { NotReady } from '../../gateway/readiness.js';
import { assertNever } from '../../schemas/assert.js';
import type { Logger } from '../logging.js';
import {
  type DrainInput,
  type Draining,
  type DrainState,
  drainAfter,
  holdsCalls,
  type Look,
  SERVING,
  type StopReason,
} from './drain-state.js';

const POLL_MS = 250;
/** A drain whose number of calls does not change is logged again after this, ms. */
const PROGRESS_EVERY_MS = 10_000;

/** The parts of a node that drain. */
export interface DrainedNode {
  /** Announces to the other nodes that this one no longer takes anything over. */
  leave(): void;
  look(): Promise<Look>;
  /** Closes the streams of live calls, so that their carriers open them elsewhere. Resolves when their transcripts are final. */
  handOver(): Promise<void>;
}

export interface DrainDeps {
  /** How long live calls may take to end by themselves, ms. */
  readonly drainMs: number;
  /** ms, monotonic. */
  readonly now: () => number;
  readonly registry: Registry;
  readonly logger: Logger;
}

export interface Drain {
  /** Why `/readyz` says that the node is not ready; null while it serves. */
  notReady(): NotReady | null;
  /** Whether clients should take their next request elsewhere. */
  isDraining(): boolean;
  /** Resolves with true once calls may be placed here; with false when `signal` is aborted. */
  untilPlacementAllowed(signal: AbortSignal): Promise<boolean>;
  /** Requests a stop. `hurry`: without waiting for live calls. The second request hurries as well. */
  request(by: string, hurry: boolean): void;
  /** Waits for a request, drains `node`, and resolves with the reason why it stops. */
  run(node: DrainedNode): Promise<StopReason>;
}

export const createDrain = (deps: DrainDeps): Drain => new DrainOfNode(deps);

class DrainOfNode implements Drain {
  readonly #deps: DrainDeps;
  #state: DrainState = SERVING;
  /** Called after each change of the state. */
  readonly #waiting = new Set<() => void>();

  constructor(deps: DrainDeps) {
    this.#deps = deps;
    const state = (): DrainState => this.#state;
    const registers = [deps.registry];
    new Gauge({
      name: 'parley_draining',
      help: '1 from the request to stop on, else 0',
      registers,
      collect() {
        this.set(state().type === 'serving' ? 0 : 1);
      },
    });
    new Gauge({
      name: 'parley_drain_calls',
      help: 'Live calls that a draining node waits for',
      registers,
      collect() {
        const current = state();
        this.set(current.type === 'draining' ? current.calls : 0);
      },
    });
  }

  notReady(): NotReady | null {
    const state = this.#state;
    if (state.type === 'serving') return null;
    const refuses = holdsCalls(state) ? ({ what: 'calls', as: 'not_ready' } as const) : null;
    return { code: 'draining', message: this.#message(state), refuses };
  }

  isDraining(): boolean {
    return this.#state.type !== 'serving';
  }

  async untilPlacementAllowed(signal: AbortSignal): Promise<boolean> {
    while (!signal.aborted) {
      if (!holdsCalls(this.#state)) return true;
      await this.#changed(signal);
    }
    return false;
  }

  request(by: string, hurry: boolean): void {
    const before = this.#state.type;
    this.#step({ type: 'stop_requested', hurry });
    const { drainMs, logger } = this.#deps;
    logger.info({ event: 'service.stop_requested', by, before, state: this.#state.type, drainMs });
  }

  async run(node: DrainedNode): Promise<StopReason> {
    while (this.#state.type === 'serving') await this.#changed();
    node.leave();
    const { logger, now } = this.#deps;
    const since = now();
    let logged = { calls: 0, at: since };
    while (this.#state.type === 'draining') {
      const before: Draining = this.#state;
      this.#step({ type: 'looked', look: await this.#look(node) });
      const state: DrainState = this.#state;
      if (state.type !== 'draining') break;
      if (state.isHandedOver && !before.isHandedOver) {
        logger.info({ event: 'service.handing_over', calls: state.calls });
        await node
          .handOver()
          .catch((err: unknown) => logger.error({ event: 'service.hand_over_failed', err }));
      } else if (state.calls !== logged.calls || now() - logged.at >= PROGRESS_EVERY_MS) {
        logged = { calls: state.calls, at: now() };
        logger.info({
          event: 'service.draining',
          calls: state.calls,
          leftMs: Math.round(state.deadline - now()),
        });
      }
      await Promise.race([delay(POLL_MS), this.#changed()]);
    }
    const { reason, calls } = this.#stopped();
    const level = calls === 0 ? 'info' : 'warn';
    logger[level]({ event: 'service.drained', reason, calls, ms: Math.round(now() - since) });
    return reason;
  }

  /** A request takes effect even while a look is in progress. */
  #look(node: DrainedNode): Promise<Look | null> {
    const look = node.look().catch((err: unknown) => {
      this.#deps.logger.warn({ event: 'service.drain_look_failed', err });
      return null;
    });
    return Promise.race([look, this.#changed().then(() => null)]);
  }

  #step(input: DrainInput): void {
    const before = this.#state;
    this.#state = drainAfter(before, input, this.#deps.now(), this.#deps.drainMs);
    if (this.#state === before) return;
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const wake of waiting) wake();
  }

  #changed(signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wake = (): void => {
        this.#waiting.delete(wake);
        signal?.removeEventListener('abort', wake);
        resolve();
      };
      this.#waiting.add(wake);
      signal?.addEventListener('abort', wake, { once: true });
    });
  }

  #stopped(): { readonly reason: StopReason; readonly calls: number } {
    const state = this.#state;
    if (state.type === 'stopping') return state;
    throw new Error(`a finished drain has the state ${state.type}`);
  }

  #message(state: Exclude<DrainState, { readonly type: 'serving' }>): string {
    switch (state.type) {
      case 'draining': {
        const left = Math.max(0, Math.ceil((state.deadline - this.#deps.now()) / 1_000));
        return `The service is draining: it stops once its live calls (${state.calls}) have ended, at the latest in ${left} seconds.`;
      }
      case 'stopping':
        return 'The service is stopping.';
      default:
        return assertNever(state);
    }
  }
}
