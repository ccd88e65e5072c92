/** The first five minutes: an example becomes an agent, and a simulated caller talks to it. */
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { type ApiProblem, ask } from '../api/client.js';
import { useRead } from '../api/live.js';
import { EXAMPLES, type Example } from '../examples.js';
import { Loading, Problem } from '../parts/states.js';
import { useBusinessId } from '../session.js';
import { TEXTS } from '../texts.js';
import { CallView } from './call-view.js';

export const WelcomePage = (): ReactNode => {
  const businessId = useBusinessId();
  const overview = useRead('readOverview', { query: { businessId } });
  const [callId, setCallId] = useState<string | null>(null);
  if (overview.error !== null)
    return <Problem problem={overview.error} retry={() => void overview.refetch()} />;
  if (overview.data === undefined) return <Loading />;
  const { simulatedCallers, carrier } = overview.data;
  if (callId !== null) return <Watched callId={callId} again={() => setCallId(null)} />;
  return (
    <div className="page">
      <h1>{TEXTS.welcome.title}</h1>
      <p>{simulatedCallers ? TEXTS.welcome.help : TEXTS.welcome.real(carrier)}</p>
      <ul className="examples">
        {EXAMPLES.map((example) => (
          <ExampleCard key={example.id} example={example} watch={simulatedCallers ? setCallId : null} />
        ))}
      </ul>
    </div>
  );
};

interface ExampleCardProps {
  readonly example: Example;
  /** What is done with the call; null: there are no simulated callers. */
  readonly watch: ((callId: string) => void) | null;
}

const ExampleCard = ({ example, watch }: ExampleCardProps): ReactNode => {
  const businessId = useBusinessId();
  const [, navigate] = useLocation();
  const beginning = useMutation<void, ApiProblem>({
    mutationFn: async () => {
      const agentId = await agentOf(businessId, example);
      if (watch === null) {
        navigate(`/agents/${agentId}`);
        return;
      }
      const { callId } = await ask('startSimulatedCall', {
        body: { businessId, agentId, says: example.says },
      });
      watch(callId);
    },
  });
  return (
    <li className="card example">
      <h2>{example.title}</h2>
      <p>{example.about}</p>
      {watch !== null && (
        <>
          <p className="small">{TEXTS.welcome.caller}</p>
          <ul className="says">
            {example.says.map((sentence) => (
              <li key={sentence}>“{sentence}”</li>
            ))}
          </ul>
        </>
      )}
      {beginning.error !== null && <Problem problem={beginning.error} />}
      <button
        type="button"
        className="main"
        disabled={beginning.isPending}
        aria-label={`${watch === null ? TEXTS.welcome.create : TEXTS.welcome.watch}: ${example.title}`}
        onClick={() => beginning.mutate()}
      >
        {watch === null ? TEXTS.welcome.create : TEXTS.welcome.watch}
      </button>
    </li>
  );
};

/** The one that was made of the example before, as long as nobody has changed its words; else a new one. */
const agentOf = async (businessId: string, example: Example): Promise<string> => {
  const { agents } = await ask('listAgents', { query: { businessId, limit: 200 } });
  const made = agents.find(
    ({ name, status, instructions }) =>
      name === example.name && status === 'active' && instructions === example.instructions,
  );
  if (made !== undefined) return made.id;
  const { agent } = await ask('createAgent', {
    body: {
      businessId,
      name: example.name,
      channel: 'voice',
      instructions: example.instructions,
      voiceSettings: { firstGreeting: example.greeting },
    },
  });
  return agent.id;
};

const Watched = ({ callId, again }: { readonly callId: string; readonly again: () => void }): ReactNode => (
  <div className="page">
    <div className="page-head">
      <h1>{TEXTS.welcome.title}</h1>
      <div className="actions">
        <Link className="plain" href={`/calls/${callId}`}>
          {TEXTS.welcome.toCall}
        </Link>
        <button type="button" className="plain" onClick={again}>
          {TEXTS.welcome.another}
        </button>
      </div>
    </div>
    <CallView id={callId} />
  </div>
);
