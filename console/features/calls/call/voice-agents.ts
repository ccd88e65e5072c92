/** The agents that can make a call like the one that is shown. */

import type { ApiProblem } from '../../../api/client.js';
import { useRead } from '../../../api/live.js';
import { useBusinessId } from '../../session/session.js';
import type { CallDetail } from '../turns/timeline.js';

interface VoiceAgents {
  readonly choices: readonly { readonly value: string; readonly name: string }[];
  /** The agent of the call; the first one if it is archived; empty while they are read, and if there is none. */
  readonly usual: string;
  readonly error: ApiProblem | null;
}

export const useVoiceAgents = ({ call }: CallDetail): VoiceAgents => {
  const businessId = useBusinessId();
  const { data, error } = useRead('listAgents', { query: { businessId, limit: 200 } });
  const agents = (data?.agents ?? []).filter(
    ({ channel, status }) => channel === 'voice' && status === 'active',
  );
  const usual = agents.find(({ name }) => name === call.agentName) ?? agents[0];
  return { choices: agents.map(({ id, name }) => ({ value: id, name })), usual: usual?.id ?? '', error };
};
