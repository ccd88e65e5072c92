/** What an agent's calls are judged by when they have ended, and runs over calls that ended before. */
import { Type } from 'typebox';
import type { Operations } from '../../../operations/operations.js';
import { AnalysisRunRequest, AnalysisRunResource } from '../../../schemas/analysis/run.js';
import { AnalysisSettings } from '../../../schemas/analysis/settings.js';
import { AgentId, BusinessId } from '../../../schemas/fields.js';
import { closed } from '../../../schemas/shapes.js';
import type { ViewStore } from '../../../views/views.js';
import { type Route, route } from '../../route.js';
import { BusinessQuery, epochMs, NextCursor, pageQuery, pageRequest, writtenAs } from '../common.js';
import { callFilterOf } from '../telephony/call-filters.js';

const Params = Type.Object({ agentId: AgentId }, closed);
const AnalysisSet = Type.Object({ businessId: BusinessId, analysis: AnalysisSettings }, closed);
const Response = Type.Object({ analysis: AnalysisSettings }, closed);

export const analysisRoutes = (operations: Operations, views: ViewStore): readonly Route[] => [
  route({
    method: 'GET',
    path: '/api/v1/agents/{agentId}/analysis',
    operationId: 'readAnalysisSettings',
    summary: "The success criteria and the fields to extract of the agent's calls.",
    description:
      "Without settings of its own, an agent's calls still have a summary, a sentiment and the customer's requests.",
    scopes: ['agents:read'],
    params: Params,
    query: BusinessQuery,
    response: Response,
    errors: ['agent_not_found'],
    handler: async ({ businessId, params: { agentId } }) => ({
      data: { analysis: await operations.analysisSettings.read(businessId, agentId) },
    }),
  }),
  route({
    method: 'POST',
    path: '/api/v1/agents/{agentId}/analysis',
    operationId: 'setAnalysisSettings',
    audit: { action: 'agent.changed', target: 'params.agentId' },
    summary:
      "Set the success criteria and the fields to extract of the agent's calls, for calls that end from now on. Calls are analysed if the business has switched that on.",
    description:
      'Replaces both lists. Earlier calls keep their findings; analyse them again with `POST /api/v1/agents/{agentId}/analysis-runs`. The settings belong to the agent, not to a version of it.',
    scopes: ['agents:write'],
    quota: 'none',
    idempotent: true,
    params: Params,
    body: AnalysisSet,
    response: Response,
    errors: ['agent_not_found', 'agent_archived'],
    handler: async ({ caller, params: { agentId }, body }) =>
      writtenAs('analysis', await operations.analysisSettings.set(caller, agentId, body.analysis)),
  }),
  route({
    method: 'GET',
    path: '/api/v1/agents/{agentId}/analysis-runs',
    operationId: 'listAnalysisRuns',
    summary:
      "List the runs over the agent's ended calls and silent conversations with their progress, newest first.",
    description: 'Poll it to follow a run: no webhook announces the end of one.',
    scopes: ['agents:read', 'voice:read'],
    params: Params,
    query: Type.Object({ businessId: BusinessId, ...pageQuery }, closed),
    response: Type.Object({
      analysisRuns: Type.Array(AnalysisRunResource, { description: 'The runs, newest first.' }),
      nextCursor: NextCursor,
    }),
    errors: ['agent_not_found', 'cursor_invalid'],
    handler: async ({ businessId, params: { agentId }, query }) => {
      await operations.analysisSettings.read(businessId, agentId);
      const { items, nextCursor } = views.analysisRuns(businessId, agentId, pageRequest(query));
      return { data: { analysisRuns: items, nextCursor } };
    },
  }),
  route({
    method: 'POST',
    path: '/api/v1/agents/{agentId}/analysis-runs',
    operationId: 'runAnalysis',
    audit: { action: 'analysis.run', target: 'params.agentId' },
    summary:
      'Estimate the maximum cost of analysing ended calls, all or those that match a filter, or silent conversations with the present criteria and fields (201), or confirm exactly that amount and start the run (202). Only completed analyses are charged.',
    description:
      'Send `mode: "estimate"` first, then `mode: "confirm"` with the `analysisRunId` and exactly the `maxChargeMicrocredits` of the response, within an hour. The whole price is reserved at the start. A run covers at most 10,000 calls or conversations that were not analysed with the present criteria and fields; new findings replace the former ones, and each call sends `voice.call.analyzed`.',
    scopes: ['agents:write', 'voice:read'],
    idempotent: true,
    status: 202,
    otherStatuses: [201],
    params: Params,
    body: AnalysisRunRequest,
    response: AnalysisRunResource,
    errors: [
      ...(['agent_not_found', 'analysis_run_not_found', 'analysis_run_too_large'] as const),
      ...(['analysis_estimate_mismatch', 'insufficient_credit'] as const),
    ],
    handler: async ({ caller, params: { agentId }, body }) => {
      if (body.mode === 'confirm') return operations.analysisRuns.confirm(caller, agentId, body);
      const covered = {
        what: body.of ?? ('calls' as const),
        from: body.from === undefined ? undefined : epochMs('from', body.from),
        to: body.to === undefined ? undefined : epochMs('to', body.to),
        filter: body.filter === undefined ? undefined : callFilterOf(body.filter),
      };
      const { result, ...written } = await operations.analysisRuns.estimate(caller, agentId, covered);
      return { ...written, result, status: 201 };
    },
  }),
];
