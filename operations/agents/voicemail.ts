/** What agents do when a machine answers their calls. */
import { agent } from '../../actors/agent/index.js';
import type { ActorClient, Target } from '../../actors/runtime/actor-client.js';
import { DEFAULT_VOICEMAIL, type Voicemail } from '../../schemas/agents/voicemail.js';
import { DomainError } from '../../schemas/errors.js';
import { hasOwnWords } from '../../schemas/text.js';
import { type Caller, commandIdOf } from '../caller.js';
import { refuseProblems } from '../refusals.js';
import type { Written } from '../written.js';
import { undeclaredProblems } from './placeholders.js';

interface VoicemailOperations {
  /** @throws DomainError agent_not_found */
  read(businessId: string, agentId: string): Promise<Voicemail>;
  /** @throws DomainError validation_failed, variable_undeclared, agent_not_found, agent_archived, agent_not_voice */
  set(caller: Caller, agentId: string, voicemail: Voicemail): Promise<Written<Voicemail>>;
}

export const voicemailOperations = ({ actors }: { readonly actors: ActorClient }): VoicemailOperations => ({
  read: async (businessId, agentId) => {
    const { answer } = await actors.query(agent, { business: businessId, id: agentId }, 'get');
    return answer.voicemail ?? DEFAULT_VOICEMAIL;
  },

  set: (caller, agentId, voicemail) =>
    setVoicemail(actors, { business: caller.businessId, id: agentId }, voicemail, commandIdOf(caller)),
});

/** @throws DomainError as {@link VoicemailOperations.set} */
export const setVoicemail = async (
  actors: ActorClient,
  target: Target,
  voicemail: Voicemail,
  commandId: string,
): Promise<Written<Voicemail>> => {
  if (voicemail.type === 'leave_message') {
    const path = '/voicemail/text';
    if (!hasOwnWords(voicemail.text))
      refuseProblems([{ path, message: 'has no words besides variables; write the text to be spoken' }]);
    const { answer } = await actors.query(agent, target, 'get');
    const problems = undeclaredProblems(path, voicemail.text, answer.profile);
    if (problems.length > 0) throw new DomainError('variable_undeclared', undefined, problems);
  }
  const { answer, shard, seq } = await actors.ask(
    agent,
    target,
    { type: 'set_voicemail', voicemail },
    { commandId },
  );
  return { result: answer.voicemail ?? DEFAULT_VOICEMAIL, shard, seq };
};
