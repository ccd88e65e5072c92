/** What the calls of agents are judged by: success criteria, and fields to extract. */
import type { AgentDetails } from '../../actors/agent/commands.js';
import { agent } from '../../actors/agent/index.js';
import type { ActorClient } from '../../actors/runtime/actor-client.js';
import {
  type AnalysisSettings,
  type AnalysisTask,
  NO_ANALYSIS_SETTINGS,
} from '../../schemas/analysis/settings.js';
import type { ErrorDetail } from '../../schemas/errors.js';
import { deriveId } from '../../schemas/ids.js';
import { hasOwnWords } from '../../schemas/text.js';
import { type Caller, commandIdOf } from '../caller.js';
import { refuseProblems } from '../refusals.js';
import type { Written } from '../written.js';

interface AnalysisSettingsOperations {
  /** @throws DomainError agent_not_found */
  read(businessId: string, agentId: string): Promise<AnalysisSettings>;
  /** For calls that end from now on. @throws DomainError validation_failed, agent_not_found, agent_archived */
  set(caller: Caller, agentId: string, settings: AnalysisSettings): Promise<Written<AnalysisSettings>>;
}

export const analysisSettingsOperations = ({
  actors,
}: {
  readonly actors: ActorClient;
}): AnalysisSettingsOperations => ({
  read: async (businessId, agentId) => {
    const { answer } = await actors.query(agent, { business: businessId, id: agentId }, 'get');
    return answer.analysis ?? NO_ANALYSIS_SETTINGS;
  },

  set: async (caller, agentId, settings) => {
    refuseProblems(problemsOf(settings));
    const { answer, shard, seq } = await actors.ask(
      agent,
      { business: caller.businessId, id: agentId },
      { type: 'set_analysis', analysis: settings },
      { commandId: commandIdOf(caller) },
    );
    return { result: answer.analysis ?? NO_ANALYSIS_SETTINGS, shard, seq };
  },
});

/** What is wrong with settings whose shape is right. */
const problemsOf = ({ criteria, fields }: AnalysisSettings): readonly ErrorDetail[] => [
  ...criteria.flatMap(({ key, description }, index): readonly ErrorDetail[] => {
    const path = `/analysis/criteria/${index}`;
    if (criteria.findIndex((criterion) => criterion.key === key) < index)
      return [{ path: `${path}/key`, message: `${key} is the key of another criterion; choose another key` }];
    if (!hasOwnWords(description))
      return [{ path: `${path}/description`, message: 'has no words; write when the criterion is met' }];
    return [];
  }),
  ...Object.entries(fields?.properties ?? {}).flatMap(([key, field]): readonly ErrorDetail[] =>
    field.enum !== undefined && field.type !== 'string'
      ? [
          {
            path: `/analysis/fields/properties/${key}/enum`,
            message: 'is for fields of type string; leave it out',
          },
        ]
      : [],
  ),
];

/** What the work of an agent is analysed for, with its present settings; null: no agent's. */
export const analysisTaskOf = (
  details: Pick<AgentDetails, 'analysis' | 'remembers'> | null,
): AnalysisTask => ({
  ...(details?.analysis ?? NO_ANALYSIS_SETTINGS),
  ...(details?.remembers === true ? { remembers: true } : {}),
});

/** Identifies settings: the same for the same criteria and fields, and for the same memory. */
export const settingsIdOf = (settings: AnalysisTask): string =>
  deriveId('analysis-settings', JSON.stringify(settings));
