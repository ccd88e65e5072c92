/** Which providers an agent uses: its own list, otherwise that of the business, otherwise those of the installation. Pure. */
import type { Data } from '../../../api/client.js';
import type { Agent } from '../agent-draft.js';

type List = Data<'listProviders'>['lists'][number];
type Role = List['role'];

interface EffectiveProviders {
  readonly role: Role;
  /** In the order in which they are tried; empty: those of the installation. */
  readonly choices: readonly string[];
  /** Whether the list is the agent's own. */
  readonly isOwn: boolean;
}

/** The roles that matter to the agent, in the order of a call. A speech-to-speech engine is shown if there is one. */
export const providersOf = (
  lists: readonly List[],
  { id, channel }: Pick<Agent, 'id' | 'channel'>,
): readonly EffectiveProviders[] => {
  const of = (role: Role): EffectiveProviders => {
    const own = lists.find((list) => list.role === role && list.agentId === id);
    const list = own ?? lists.find((candidate) => candidate.role === role && candidate.agentId === null);
    const choices = (list?.choices ?? []).map(({ provider, choice }) =>
      choice === '' ? provider : `${provider} ${choice}`,
    );
    return { role, choices, isOwn: own !== undefined };
  };
  if (channel !== 'voice') return [of('model')];
  const engine = of('engine');
  const parts = [of('model'), of('recogniser'), of('synthesiser')];
  return engine.choices.length === 0 ? parts : [engine, ...parts];
};
