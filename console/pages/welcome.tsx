/** The first five minutes: an example becomes an agent, and the user talks to it, or watches a simulated caller who does. */

import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { type ApiProblem, ask } from '../api/client.js';
import { useRead } from '../api/live.js';
import { EXAMPLES, type Example } from '../examples.js';
import { NotYours } from '../parts/may.js';
import { Loading, Problem } from '../parts/states.js';
import { useMay } from '../role.js';
import { useBusinessId } from '../session.js';
import { TEXTS } from '../texts.js';
import { TalkView } from './agents/talk.js';
import { type Talk, useTalk } from './agents/use-talk.js';
import { phrasesIn } from './agents/words.js';
import { Watched } from './welcome-watched.js';

type Chosen =
  | { readonly type: 'watch'; readonly callId: string }
  | { readonly type: 'talk'; readonly agentId: string; readonly example: Example };

/** The available ways to try an example. */
interface Means {
  readonly talk: ((agentId: string, example: Example) => void) | null;
  readonly watch: ((callId: string) => void) | null;
}

export const WelcomePage = (): ReactNode => {
  const businessId = useBusinessId();
  const overview = useRead('readOverview', { query: { businessId } });
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const talk = useTalk();
  const mayBegin = useMay('createAgent');
  if (overview.error !== null)
    return <Problem problem={overview.error} retry={() => void overview.refetch()} />;
  if (overview.data === undefined) return <Loading />;
  const { simulatedCallers, browserLegs, carrier } = overview.data;
  const again = (): void => {
    talk.hangUp();
    setChosen(null);
  };
  const watch = (callId: string): void => setChosen({ type: 'watch', callId });
  if (chosen?.type === 'watch') return <Watched callId={chosen.callId} isHeard={browserLegs} again={again} />;
  if (chosen?.type === 'talk')
    return (
      <Talked
        agentId={chosen.agentId}
        example={chosen.example}
        talk={talk}
        watch={simulatedCallers ? watch : null}
        again={again}
      />
    );
  const means: Means = {
    talk: browserLegs
      ? (agentId, example) => {
          setChosen({ type: 'talk', agentId, example });
          talk.start(agentId, {});
        }
      : null,
    watch: simulatedCallers ? watch : null,
  };
  const words = (): string => {
    if (browserLegs) return TEXTS.welcome.talk;
    return simulatedCallers ? TEXTS.welcome.help : TEXTS.welcome.real(carrier);
  };
  return (
    <div className="page">
      <h1>{TEXTS.welcome.title}</h1>
      <p>{words()}</p>
      {!mayBegin && <NotYours operation="createAgent" />}
      <ul className="examples">
        {EXAMPLES.map((example) => (
          <ExampleCard key={example.id} example={example} means={means} />
        ))}
      </ul>
    </div>
  );
};

type Deed = 'talk' | 'watch' | 'create';

const ExampleCard = ({ example, means }: { readonly example: Example; readonly means: Means }): ReactNode => {
  const businessId = useBusinessId();
  const [, navigate] = useLocation();
  const beginning = useMutation<void, ApiProblem, Deed>({
    mutationFn: async (deed) => {
      const agentId = await agentOf(businessId, example);
      if (deed === 'talk') means.talk?.(agentId, example);
      else if (deed === 'watch') means.watch?.(await watchedCall(businessId, agentId, example));
      else navigate(`/agents/${agentId}`);
    },
  });
  const mayBegin = useMay('createAgent');
  const deeds: readonly Deed[] = [
    ...(means.talk === null ? [] : (['talk'] as const)),
    ...(means.watch === null ? [] : (['watch'] as const)),
    ...(means.talk === null && means.watch === null ? (['create'] as const) : []),
  ];
  const names: Readonly<Record<Deed, string>> = {
    talk: TEXTS.agents.talk.button,
    watch: TEXTS.welcome.watch,
    create: TEXTS.welcome.create,
  };
  return (
    <li className="card example">
      <h2>{example.title}</h2>
      <p>{example.about}</p>
      {deeds[0] !== 'create' && (
        <>
          <p className="small">{means.talk === null ? TEXTS.welcome.caller : TEXTS.welcome.sayable}</p>
          <ul className="says">
            {example.says.map((sentence) => (
              <li key={sentence}>“{sentence}”</li>
            ))}
          </ul>
        </>
      )}
      {beginning.error !== null && <Problem problem={beginning.error} />}
      {mayBegin &&
        deeds.map((deed, place) => (
          <button
            key={deed}
            type="button"
            className={place === 0 ? 'main' : 'plain'}
            disabled={beginning.isPending}
            aria-label={`${names[deed]}: ${example.title}`}
            onClick={() => beginning.mutate(deed)}
          >
            {names[deed]}
          </button>
        ))}
    </li>
  );
};

/** The agent created from the example before, if its instructions are unchanged; otherwise a new one. */
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

/** A simulated caller says the sentences of the example. */
const watchedCall = async (businessId: string, agentId: string, example: Example): Promise<string> =>
  (await ask('startSimulatedCall', { body: { businessId, agentId, says: example.says } })).callId;

interface TalkedProps {
  readonly agentId: string;
  readonly example: Example;
  readonly talk: Talk;
  readonly watch: ((callId: string) => void) | null;
  readonly again: () => void;
}

const Talked = ({ agentId, example, talk, watch, again }: TalkedProps): ReactNode => {
  const businessId = useBusinessId();
  const watching = useMutation<string, ApiProblem>({
    mutationFn: () => watchedCall(businessId, agentId, example),
    onSuccess: (callId) => watch?.(callId),
  });
  return (
    <div className="page">
      <div className="page-head">
        <h1>{example.name}</h1>
        <div className="actions">
          <Link className="plain" href={`/agents/${agentId}`}>
            {TEXTS.welcome.toAgent}
          </Link>
          <button type="button" className="plain" onClick={again}>
            {TEXTS.welcome.another}
          </button>
        </div>
      </div>
      <TalkView
        talk={talk}
        phrases={phrasesIn(example.instructions)}
        start={() => talk.start(agentId, {})}
        otherwise={
          watch !== null && (
            <button
              type="button"
              className="plain"
              disabled={watching.isPending}
              onClick={() => watching.mutate()}
            >
              {TEXTS.welcome.watch}
            </button>
          )
        }
      />
      {watching.error !== null && <Problem problem={watching.error} />}
    </div>
  );
};
