/** The steps from an empty business to a running one, derived from facts: a step is done when its result exists. */
import { consoleTeam, openInvitations } from '../../actors/console-team/index.js';
import { providerLists } from '../../actors/provider-lists/index.js';
import type { HomeStep } from '../../schemas/accounts/home.js';
import type { ProviderRole } from '../../schemas/accounts/provider-list.js';
import { teamOf } from '../accounts/memberships.js';
import type { OperationsDeps } from '../deps.js';

/** The model that answers by a script, for trials. */
const SCRIPT = 'scripted';
/** Either of them lets agents think. */
const THINKING: readonly ProviderRole[] = ['model', 'engine'];

type SetupDeps = Pick<OperationsDeps, 'actors' | 'installationFacts' | 'simulatedCallers'> & {
  readonly views: Pick<OperationsDeps['views'], 'setupFacts'>;
};

/** The steps in their order. `at`: now, ms since the epoch. */
export const setupStepsOf = async (
  { actors, installationFacts, simulatedCallers, views }: SetupDeps,
  businessId: string,
  at: number,
): Promise<readonly HomeStep[]> => {
  const [lists, team] = await Promise.all([
    actors.query(providerLists, { business: businessId, id: businessId }, 'lists'),
    actors.query(consoleTeam, teamOf(businessId), 'get'),
  ]);
  const installed = installationFacts
    .providers()
    .filter(({ role }) => THINKING.includes(role))
    .flatMap(({ inUse }) => inUse);
  const hasProvider =
    lists.answer.some(({ role }) => THINKING.includes(role)) || installed.some((name) => name !== SCRIPT);
  const facts = views.setupFacts(businessId);
  const isSimulated = simulatedCallers !== undefined;
  return [
    { step: 'provider', done: hasProvider, simulated: !hasProvider && installed.length > 0 },
    { step: 'phone', done: !isSimulated, simulated: isSimulated },
    { step: 'agent', done: facts.activeAgent, simulated: false },
    { step: 'first_call', done: facts.completedCall, simulated: false },
    { step: 'contacts', done: facts.contact, simulated: false },
    { step: 'campaign', done: facts.campaign, simulated: false },
    {
      step: 'colleague',
      done: facts.colleague || openInvitations(team.answer, at).length > 0,
      simulated: false,
    },
    { step: 'webhook', done: facts.webhook, simulated: false },
  ];
};
