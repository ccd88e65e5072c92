/**
 * The tools of agents, wherever they answer: on calls, in conversations and in tests.
 *
 * It guarantees:
 * O1. An agent is offered, and can use, the tools of its business that are assigned to it, in their current state.
 * O2. A use takes no longer than the tool's own time limit, and reading the list of tools no longer than {@link LIST_MS}.
 * O4. Every agent has the tool by which a customer ends contact, under a name that no other tool takes.
 * O3. A business has at most {@link MAX_CONCURRENT} uses running; further ones are refused at once.
 */
import type { Logger } from 'pino';
import type { ActorClient } from '../../actors/runtime/actor-client.js';
import { timeoutSignal } from '../../actors/runtime/timeout-signal.js';
import type { BuiltInAction, LineAction, StoredTool } from '../../actors/toolbox/events.js';
import { toolbox } from '../../actors/toolbox/index.js';
import type { GuardedHttp } from '../../providers/egress/guarded-http.js';
import type { ToolDefinition, ToolOutcome } from '../../providers/llm/language-model.js';
import {
  type AccessTokens,
  type Bearer,
  createAccessTokens,
  type TokenReport,
} from '../../providers/tools/access-tokens.js';
import { useHttpTool } from '../../providers/tools/http-tool.js';
import { useMcpTool } from '../../providers/tools/mcp-tool.js';
import type { ToolServerAnswer } from '../../providers/tools/tool-answer.js';
import { assertNever } from '../../schemas/assert.js';
import type { Views } from '../../views/views.js';
import type { InstalledDestinations } from '../outreach/destination-rule.js';
import type { LimitAlarm } from '../outreach/limit-alarm.js';
import type { OutreachDeps } from '../outreach/outreach-deps.js';
import { evaluateOutreach, refusedBy } from '../outreach/rules.js';
import type { Sealer } from '../sealing.js';
import { type ConsultDeps, consult } from './consult.js';
import { customerOf } from './customer.js';
import { handOver } from './hand-over.js';
import { lookUp } from './look-up.js';
import { saveMobile } from './save-mobile.js';
import { stopContacting } from './stop-contacting.js';
import { STOP_CONTACTING } from './stop-contacting-tool.js';
import type { ToolContext } from './tool-context.js';
import { clientOf } from './tool-oauth.js';
import { putThrough } from './transfer.js';

/**
 * How long the list is awaited, ms. A call reads it once, while its greeting is prepared and played; without it, the call
 * has only the tool of O4 until its end.
 */
const LIST_MS = 3_000;
const MAX_CONCURRENT = 50;

/** A use of a tool by an agent. */
interface ToolRequest {
  readonly businessId: string;
  readonly agentId: string;
  readonly context: ToolContext;
  /** The same when the use is repeated. */
  readonly useId: string;
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** A tool that an agent may use. */
interface OfferedTool extends ToolDefinition {
  /** What it does on the line of a call; absent: nothing. */
  readonly onLine?: LineAction['type'];
}

export interface AgentTools {
  /** If the list cannot be read in time: the tool of O4 alone. Never rejects. */
  of(businessId: string, agentId: string, where: 'call' | 'writing'): Promise<readonly OfferedTool[]>;
  /** Never rejects. `result` is for the model to read. */
  use(request: ToolRequest): Promise<{ readonly outcome: ToolOutcome; readonly result: string }>;
}

export interface AgentToolsDeps {
  readonly actors: ActorClient;
  readonly sealer: Sealer;
  readonly http: GuardedHttp;
  /** Null: nothing can be looked up. */
  readonly views: (OutreachDeps['views'] & Pick<Views, 'sourceValues' | 'currentContactId'>) | null;
  /** The time zone of businesses that have none of their own. */
  readonly installationTimeZone: string;
  /** Destinations that the operator allows. */
  readonly destinations: InstalledDestinations;
  /** Called when a number is refused; absent: nothing is reported. */
  readonly limitAlarm?: LimitAlarm;
  /** Places the call of a consultation; null: calls cannot be placed here. */
  readonly callColleague: ConsultDeps['callColleague'] | null;
  /** Called with the outcome and duration of a use. */
  readonly observe: (outcome: ToolOutcome, ms: number) => void;
  /** Called with the outcome and duration of a request for an access token. */
  readonly observeToken: (outcome: 'obtained' | 'failed', ms: number) => void;
  readonly logger: Logger;
  /** ms since the epoch. */
  readonly now: () => number;
}

export const createAgentTools = (deps: AgentToolsDeps): AgentTools => {
  const { actors, logger, now, observe } = deps;
  const running = new Map<string, number>();
  const tokens = createAccessTokens({
    http: deps.http,
    clock: () => performance.now(),
    report: (report) => reportToken(deps, report),
  });

  const toolsFor = async (businessId: string, agentId: string): Promise<readonly StoredTool[]> => {
    const ref = { business: businessId, id: businessId };
    const { answer } = await actors.query(toolbox, ref, 'tools');
    return answer.filter(({ agentIds }) => agentIds === null || agentIds.includes(agentId));
  };

  const run = async (request: ToolRequest): Promise<Awaited<ReturnType<AgentTools['use']>>> => {
    const { businessId, agentId, name } = request;
    const count = running.get(businessId) ?? 0;
    if (count >= MAX_CONCURRENT)
      return { outcome: 'failed', result: 'Too many tools are in use at the moment. Nothing was done.' };
    running.set(businessId, count + 1);
    try {
      if (name === STOP_CONTACTING.name)
        return await stopContacting({ actors, sealer: deps.sealer }, request);
      const tool = (await toolsFor(businessId, agentId)).find((stored) => stored.name === name);
      if (tool === undefined)
        return { outcome: 'failed', result: 'This tool no longer exists. Nothing was done.' };
      if (tool.server.type === 'built_in') return await runBuiltIn(deps, tool.server.action, request);
      return answerOf(await askServer(deps, tokens, { ...tool, server: tool.server }, request));
    } catch (error) {
      logger.error({ event: 'tool.failed', businessId, tool: name, err: error });
      return { outcome: 'failed', result: 'It could not be used. Nothing was done.' };
    } finally {
      const left = (running.get(businessId) ?? 1) - 1;
      if (left === 0) running.delete(businessId);
      else running.set(businessId, left);
    }
  };

  return {
    of: async (businessId, agentId, where) => {
      const late = new Promise<'late'>((resolve) => setTimeout(() => resolve('late'), LIST_MS).unref());
      try {
        const found = await Promise.race([toolsFor(businessId, agentId), late]);
        if (found === 'late') throw new Error(`the toolbox did not answer within ${LIST_MS} ms`);
        const offeredTools = found.filter((tool) => isFor(tool, where) && tool.name !== STOP_CONTACTING.name);
        // A customer on the line does not wait for the tokens of the first uses.
        if (where === 'call') obtainTokens(deps, tokens, businessId, offeredTools);
        return [...offeredTools.map(toOffered), STOP_CONTACTING];
      } catch (error) {
        logger.warn({ event: 'tool.list_failed', businessId, agentId, err: error });
        return [STOP_CONTACTING]; // O4
      }
    },
    use: async (request) => {
      const startedAt = now();
      const answer = await run(request);
      const { businessId, context, name, useId } = request;
      const ms = now() - startedAt;
      observe(answer.outcome, ms);
      const logFields = {
        businessId,
        [context.type]: context.id,
        tool: name,
        useId,
        outcome: answer.outcome,
        ms,
      };
      logger.info({ event: 'tool.used', ...logFields });
      return answer;
    },
  };
};

const lineActionOf = ({ server }: StoredTool): LineAction | null => {
  if (server.type !== 'built_in') return null;
  const { action } = server;
  return action.type === 'transfer' || action.type === 'consult' || action.type === 'send_digits'
    ? action
    : null;
};

/** Line actions are for calls alone, and handing over is for written conversations alone. */
const isFor = (tool: StoredTool, where: 'call' | 'writing'): boolean => {
  if (where === 'writing') return lineActionOf(tool) === null;
  return tool.server.type !== 'built_in' || tool.server.action.type !== 'hand_over';
};

const toOffered = (tool: StoredTool): OfferedTool => {
  const { name, description, parameters } = tool;
  const action = lineActionOf(tool);
  return action === null
    ? { name, description, parameters }
    : { name, description, parameters, onLine: action.type };
};

const reportToken = (
  { logger, observeToken }: AgentToolsDeps,
  { businessId, tool, problem, ms }: TokenReport,
): void => {
  observeToken(problem === null ? 'obtained' : 'failed', ms);
  if (problem !== null)
    logger.warn({ event: 'tool.token_failed', businessId, tool, problem, ms: Math.round(ms) });
};

/** Requests the access tokens that these tools lack. The uses report what fails. */
const obtainTokens = (
  deps: AgentToolsDeps,
  tokens: AccessTokens,
  businessId: string,
  tools: readonly StoredTool[],
): void => {
  for (const tool of tools) {
    if (tool.server.type === 'built_in' || tool.server.oauth === undefined) continue;
    try {
      const bearer = bearerOf(deps, tokens, businessId, tool);
      bearer?.token(timeoutSignal(tool.timeoutMs)).catch(() => undefined);
    } catch {
      // A secret that does not open.
    }
  }
};

/** Null: the tool's server requires no access token. @throws Unsealable */
const bearerOf = (
  { sealer }: AgentToolsDeps,
  tokens: AccessTokens,
  businessId: string,
  { name, server }: Pick<StoredTool, 'name' | 'server'>,
): Bearer | null =>
  server.type === 'built_in' || server.oauth === undefined
    ? null
    : tokens.of(name, clientOf(sealer, { businessId, name }, server.oauth));

/** A tool that a server runs. */
interface ServedTool extends StoredTool {
  readonly server: Exclude<StoredTool['server'], { readonly type: 'built_in' }>;
}

const askServer = async (
  deps: AgentToolsDeps,
  tokens: AccessTokens,
  tool: ServedTool,
  { businessId: owner, agentId, context, useId, arguments: args }: ToolRequest,
): Promise<ToolServerAnswer> => {
  const { actors, http, now, sealer, views } = deps;
  const { name, server, timeoutMs } = tool;
  const { url } = server;
  const purpose = sealPurpose(owner, name);
  const bearer = bearerOf(deps, tokens, owner, tool);
  switch (server.type) {
    case 'http': {
      const secret = sealer.open(purpose, server.sealedSecret);
      const found = views === null ? null : await customerOf({ actors, views }, owner, context);
      const customer = found === null ? null : { contactId: found.id || null, mobile: found.mobile };
      const body = { tool: name, arguments: args, customer, agentId, context };
      return useHttpTool(http, { owner, url, secret, bearer, useId, body, timeoutMs }, now);
    }
    case 'mcp': {
      const fixed = server.sealedToken === null ? null : sealer.open(purpose, server.sealedToken);
      const token = bearer ?? fixed;
      return useMcpTool(http, { owner, url, token }, { name: server.tool, arguments: args, timeoutMs });
    }
    default:
      return assertNever(server);
  }
};

const NO_CUSTOMER = { outcome: 'failed', result: 'There is no customer here. Nothing was saved.' } as const;

const runBuiltIn = async (
  deps: AgentToolsDeps,
  action: BuiltInAction,
  request: ToolRequest,
): Promise<Awaited<ReturnType<AgentTools['use']>>> => {
  const { actors, views } = deps;
  switch (action.type) {
    case 'look_up':
      if (views === null) return { outcome: 'failed', result: 'Nothing can be looked up here.' };
      return lookUp({ actors, views }, request.businessId, action.sourceId, request.context);
    case 'hand_over':
      return handOver(actors, request);
    case 'save_mobile':
      return views === null ? NO_CUSTOMER : saveMobile({ ...deps, views }, request);
    default:
      return runOnLine(deps, action, request);
  }
};

/** Digits are not sent here, but where the audio is produced (media/session/turn/line-actions.ts). */
const runOnLine = async (
  {
    actors,
    callColleague,
    destinations,
    installationTimeZone,
    limitAlarm,
    now,
    sealer,
    views,
  }: AgentToolsDeps,
  action: LineAction,
  { businessId, agentId, context, useId, arguments: args }: ToolRequest,
): Promise<Awaited<ReturnType<AgentTools['use']>>> => {
  if (action.type === 'send_digits' || context.type !== 'call')
    return { outcome: 'failed', result: 'It can only be used on a call. Nothing was done.' };
  if (views === null) return { outcome: 'failed', result: 'A transfer is not possible here.' };
  const results = await evaluateOutreach(
    {
      actors,
      sealer,
      views,
      installationTimeZone,
      destinations,
      ...(limitAlarm === undefined ? {} : { limitAlarm }),
    },
    {
      businessId,
      channel: 'voice',
      to: action.to,
      contactId: null,
      purpose: 'service',
      iterationId: null,
      at: now(),
      isTransfer: true,
    },
  );
  if (refusedBy(results) !== null)
    return {
      outcome: 'failed',
      result: 'The business may not call that number. Nothing was done; the customer is still with you.',
    };
  // The call identifies its uses without its own id.
  const ownId = useId.slice(context.id.length + 1);
  if (action.type === 'transfer')
    return putThrough(actors, { business: businessId, id: context.id }, ownId, action.to);
  if (callColleague === null) return { outcome: 'failed', result: 'No colleague can be called here.' };
  const { to } = action;
  return consult(
    { actors, callColleague },
    { businessId, callId: context.id, agentId, useId: ownId, to, brief: args.brief },
  );
};

export const sealPurpose = (businessId: string, name: string): string => `tool ${businessId} ${name}`;

const refusal = (status: number | null, text: string): string =>
  status === null ? `It refused: ${text}` : `It refused, with status ${status}: ${text}`.trim();

/** The answer as the model reads it. */
const answerOf = (answer: ToolServerAnswer): { readonly outcome: ToolOutcome; readonly result: string } => {
  switch (answer.outcome) {
    case 'done': {
      const text = answer.text.trim() === '' ? 'Done.' : answer.text;
      return { outcome: 'done', result: answer.isWhole ? text : `${text}\n(The rest was cut off.)` };
    }
    case 'refused':
      return { outcome: 'failed', result: refusal(answer.status, answer.text) };
    case 'unauthorised':
      return {
        outcome: 'failed',
        result: `Its authorization server gave no access token (${answer.problem}). Nothing was done.`,
      };
    case 'failed':
      return { outcome: 'failed', result: `It could not be reached (${answer.problem}). Nothing was done.` };
    case 'unknown':
      return {
        outcome: 'unknown',
        result: `It gave no clear result (${answer.problem}). Whether it was done is unknown.`,
      };
    default:
      return assertNever(answer);
  }
};
