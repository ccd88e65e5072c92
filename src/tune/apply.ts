/** Saves the patience that `parley tune` advises as a setting of an agent. */

import type { AgentProfile } from '../../actors/agent/events.js';
import { agent } from '../../actors/agent/index.js';
import type { Patience } from '../../schemas/agents/voice-settings.js';
import { DomainError } from '../../schemas/errors.js';
import { asAdmin, businessRef, idOption } from '../admin/as-admin.js';
import { ConfigError } from '../config/error.js';

/** The agent, as named by options. */
export interface Target {
  readonly business?: string | undefined;
  readonly agent?: string | undefined;
  readonly dataDir?: string | undefined;
}

/** The agent's patience before and after. `normal` is the default. */
interface Applied {
  readonly agentId: string;
  readonly before: Patience;
  readonly patience: Patience;
}

/**
 * Changes the agent, as a new version of it; live calls keep theirs.
 * @throws ConfigError if no patience was advised or no agent is named; DomainError agent_not_found, agent_archived,
 * agent_not_voice, agent_changing
 */
export const applyPatience = async (target: Target, advised: Patience | 'none'): Promise<Applied> => {
  if (target.business === undefined || target.agent === undefined)
    throw new ConfigError('--apply needs the agent: give --business <id> and --agent <id>');
  if (advised === 'none')
    throw new ConfigError(
      'there is nothing to apply: try one or more values of --patience, on logs in which a silence ended a turn',
    );
  const { business } = businessRef(target.business);
  const ref = { business, id: idOption('--agent', target.agent, 'the API returned') };
  const { dataDir } = target;
  return asAdmin(dataDir === undefined ? {} : { dataDir }, async ({ actors }) => {
    const { answer } = await actors.query(agent, ref, 'get');
    const { profile, contactContextRequired, revision } = answer;
    if (profile.channel !== 'voice') throw new DomainError('agent_not_voice');
    const before = profile.voiceSettings.patience ?? 'normal';
    if (before !== advised)
      await actors.ask(agent, ref, {
        type: 'update',
        profile: withPatience(profile, advised),
        contactContextRequired,
        ...(revision === undefined ? {} : { revision }),
      });
    return { agentId: ref.id, before, patience: advised };
  });
};

/** The profile with this patience; everything else stays. */
export const withPatience = (profile: AgentProfile, patience: Patience): AgentProfile => ({
  ...profile,
  voiceSettings: { ...profile.voiceSettings, patience },
});
