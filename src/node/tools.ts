/** The tools of a node's agents: for its calls, its conversations and its agent tests. */
import { Counter, Histogram, type Registry } from 'prom-client';
import { colleagueCalls } from '../../operations/calls/consultations.js';
import { type AgentTools, createAgentTools } from '../../operations/tools/agent-tools.js';
import { createGuardedHttp, type GuardedHttp } from '../../providers/egress/guarded-http.js';
import type { Destinations } from './destinations.js';
import { type External, installedCarriers } from './external.js';
import type { Foundation } from './foundation.js';
import type { Messaging } from './messaging.js';
import type { State } from './state.js';

export interface Tools {
  readonly agentTools: AgentTools;
  /** For the servers of tools. */
  readonly toolHttp: GuardedHttp;
  closeTools(): Promise<void>;
}

/** Connections to the servers of one business. */
const CONNECTIONS = 8;
/** Longer than a tool's own timeout, ms. */
const MAX_TIMEOUT_MS = 30_000;

export const openTools = (services: Foundation & External & Messaging & State & Destinations): Tools => {
  const {
    actors,
    config,
    destinations,
    limitAlarm,
    logger,
    registry,
    sealer,
    tenantNames: names,
    views,
    journalTime: now,
  } = services;
  const http = createGuardedHttp({
    anywhere: config.development,
    connections: CONNECTIONS,
    timeoutMs: MAX_TIMEOUT_MS,
    names,
    use: 'tool',
  });
  return {
    toolHttp: http,
    agentTools: createAgentTools({
      actors,
      sealer,
      http,
      views,
      installationTimeZone: config.timeZone,
      destinations,
      limitAlarm,
      callColleague: colleagueCalls(
        {
          actors,
          views,
          sealer,
          installationTimeZone: config.timeZone,
          destinations,
          limitAlarm,
          ...installedCarriers(services, logger),
        },
        now,
      ),
      observe: toolObserver(registry),
      observeToken: tokenObserver(registry),
      logger,
      now,
    }),
    closeTools: http.close,
  };
};

const toolObserver = (registry: Registry): ((outcome: string, ms: number) => void) => {
  const uses = new Counter({
    name: 'parley_tool_uses_total',
    help: 'Uses of tools by agents, by outcome',
    labelNames: ['outcome'],
    registers: [registry],
  });
  const seconds = new Histogram({
    name: 'parley_tool_use_seconds',
    help: 'Duration of tool uses',
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2, 4, 8, 16, 32],
    registers: [registry],
  });
  return (outcome, ms) => {
    uses.inc({ outcome });
    seconds.observe(ms / 1_000);
  };
};

const tokenObserver = (registry: Registry): ((outcome: string, ms: number) => void) => {
  const requests = new Counter({
    name: 'parley_tool_tokens_total',
    help: 'Requests for OAuth access tokens of tools, by outcome',
    labelNames: ['outcome'],
    registers: [registry],
  });
  const seconds = new Histogram({
    name: 'parley_tool_token_seconds',
    help: 'Duration of requests for OAuth access tokens of tools',
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2, 4, 8, 16],
    registers: [registry],
  });
  return (outcome, ms) => {
    requests.inc({ outcome });
    seconds.observe(ms / 1_000);
  };
};
