/**
 * Evaluates all alert rules once a minute. Every node does: the actor of a rule takes the first observation of a minute, so that an
 * alert begins and ends once (actors/alert-rule). Rules are evaluated as long as a node runs; after an outage the first minute
 * counts, and what happened meanwhile is evaluated if it is still in the window.
 *
 * It guarantees:
 * EV1. A rule is evaluated at most once in a slot, on each node; a sweep that takes longer skips slots.
 * EV2. Nothing is evaluated from views that are behind the journal, so a rebuild fires nothing.
 * EV3. The actor is only reached if the observation may change something.
 * EV4. A rule that fails to be evaluated delays no other.
 */
import type { Logger } from 'pino';
import { meetsCondition } from '../../actors/alert-rule/condition.js';
import type { Reading } from '../../actors/alert-rule/events.js';
import { alertRule } from '../../actors/alert-rule/index.js';
import type { ActorClient } from '../../actors/runtime/actor-client.js';
import { deriveId } from '../../schemas/ids.js';
import type { EvaluatedRule } from '../../views/alerts/index.js';
import type { ViewStore } from '../../views/views.js';
import { type AlertViews, readMetric } from './reading.js';

export interface AlertEvaluatorDeps {
  readonly actors: ActorClient;
  readonly views: AlertViews & Pick<ViewStore, 'alertRulesToEvaluate' | 'ready'>;
  /** ms since the epoch, the same on all nodes. */
  readonly now: () => number;
  /** The length of a slot, ms. */
  readonly everyMs: number;
  readonly logger: Logger;
  readonly count: (outcome: 'evaluated' | 'failed') => void;
}

export interface AlertEvaluator {
  /** Evaluates all rules if a slot has begun since the last time. Never rejects. */
  sweep(): Promise<void>;
  stop(): void;
}

/** How often it looks whether a slot has begun, as a part of the slot. */
const LOOKS = 10;
const MAX_LOOK_MS = 5_000;
/** Rules that are read at a time. */
const PAGE = 200;

export const createAlertEvaluator = (deps: AlertEvaluatorDeps): AlertEvaluator => {
  const { views, now, everyMs, logger } = deps;
  let lastSlot = -1;
  let isStopped = false;

  const sweep = async (): Promise<void> => {
    const slot = Math.floor(now() / everyMs);
    if (slot <= lastSlot || !views.ready()) return;
    lastSlot = slot;
    try {
      let after = 0;
      let rules = views.alertRulesToEvaluate(after, PAGE);
      while (rules.length > 0 && !isStopped) {
        for (const rule of rules) {
          if (isStopped) return;
          await evaluate(deps, rule, slot);
          after = rule.row;
        }
        rules = views.alertRulesToEvaluate(after, PAGE);
      }
    } catch (error) {
      // The views are temporarily unreadable.
      logger.warn({ event: 'alert.sweep_failed', err: error });
    }
  };

  let running = Promise.resolve();
  let isRunning = false;
  const timer = setInterval(
    () => {
      if (isRunning) return;
      isRunning = true;
      running = sweep().finally(() => {
        isRunning = false;
      });
    },
    Math.min(MAX_LOOK_MS, everyMs / LOOKS),
  );
  timer.unref();
  return {
    sweep: () => running.then(sweep),
    stop: () => {
      isStopped = true;
      clearInterval(timer);
    },
  };
};

/** EV3 */
const mayChange = ({ rule, isFiring, isSettled }: EvaluatedRule, reading: Reading): boolean => {
  const fires = meetsCondition(rule, reading);
  return isFiring ? !(fires && isSettled) : fires;
};

/** EV4 */
const evaluate = async (deps: AlertEvaluatorDeps, evaluated: EvaluatedRule, slot: number): Promise<void> => {
  const { businessId, id, rule, revision } = evaluated;
  try {
    const reading = await readMetric(deps.views, businessId, rule, deps.now());
    deps.count('evaluated');
    if (!mayChange(evaluated, reading)) return;
    const firingId = deriveId(id, 'firing', String(slot));
    await deps.actors.ask(
      alertRule,
      { business: businessId, id },
      { type: 'observe', revision, slot, reading, firingId },
      { commandId: deriveId(id, 'observe', String(slot), String(revision)) },
    );
  } catch (error) {
    deps.count('failed');
    deps.logger.warn({ event: 'alert.evaluation_failed', businessId, alertRuleId: id, err: error });
  }
};
