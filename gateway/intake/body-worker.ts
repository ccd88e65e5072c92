/** The thread of `body-thread.ts`: it knows the schemas of the routes' bodies, and nothing else. */
import { parentPort, workerData } from 'node:worker_threads';
import { nameThread } from '../../actors/runtime/thread-name.js';
import { yieldToCalls } from '../../providers/scheduling/yield-to-calls.js';
import type { BodyTask, BodyThreadRoutes } from './body-thread.js';
import { type BodyRules, type BodyVerdict, readBodyOf } from './body-work.js';
import { compileBodyCheck } from './validation.js';

const routes: BodyThreadRoutes = workerData;
const rules = new Map<string, BodyRules>();

const rulesOf = (operationId: string): BodyRules => {
  const compiled = rules.get(operationId);
  if (compiled !== undefined) return compiled;
  const route = routes[operationId];
  if (route === undefined) throw new Error(`no route ${operationId} takes a body`);
  const { schema, namesBusiness, detached } = route;
  const built = { check: compileBodyCheck(schema), namesBusiness, detached };
  rules.set(operationId, built);
  return built;
};

nameThread('bodies');
yieldToCalls(1);
parentPort?.on('message', ({ operationId, bytes, requester }: BodyTask) => {
  const verdict: BodyVerdict = readBodyOf(bytes, rulesOf(operationId), requester);
  const buffer = verdict.type === 'good' ? verdict.detached?.buffer : undefined;
  parentPort?.postMessage(verdict, buffer instanceof ArrayBuffer ? [buffer] : []);
});
