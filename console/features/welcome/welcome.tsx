/** The first five minutes: an example becomes an agent, and the user talks to it, or watches a simulated caller who does. */

import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { type ApiProblem, callApi } from '../../api/client.js';
import { useRead } from '../../api/live.js';
import { EXAMPLES, type Example } from '../../examples.js';
import { Loading, Problem } from '../../ui/states.js';
import { phrasesIn } from '../agents/agent-draft.js';
import { AGENTS } from '../agents/messages.js';
import { TalkView } from '../agents/trying/talk.js';
import { type Talk, useTalk } from '../agents/trying/use-talk.js';
import { type TalkOffer, useTalkOffer } from '../agents/trying/use-talk-offer.js';
import { RoleRequired } from '../session/if-allowed.js';
import { useCan } from '../session/role.js';
import { useBusinessId } from '../session/session.js';
import { WELCOME } from './messages.js';
import styles from './welcome.module.css';
import { Watched } from './welcome-watched.js';

type Chosen =
  | { readonly type: 'watch'; readonly callId: string }
  | { readonly type: 'talk'; readonly agentId: string; readonly example: Example };

/** The available ways to try an example. */
interface TrialOptions {
  readonly talk: (agentId: string, example: Example) => void;
  readonly canTalk: boolean;
  /** The element that says why one cannot talk. */
  readonly reasonId: string | undefined;
  readonly watch: ((callId: string) => void) | null;
}

export const WelcomePage = (): ReactNode => {
  const businessId = useBusinessId();
  const overview = useRead('readOverview', { query: { businessId } });
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const talk = useTalk();
  const offer = useTalkOffer();
  const reasonId = useId();
  const canCreate = useCan('createAgent');
  if (overview.error !== null)
    return <Problem problem={overview.error} onRetry={() => void overview.refetch()} />;
  if (overview.data === undefined) return <Loading />;
  const { simulatedCallers, browserLegs, carrier } = overview.data;
  const restart = (): void => {
    talk.hangUp();
    setChosen(null);
  };
  const watch = (callId: string): void => setChosen({ type: 'watch', callId });
  if (chosen?.type === 'watch')
    return <Watched callId={chosen.callId} hasAudio={browserLegs} onRestart={restart} />;
  if (chosen?.type === 'talk')
    return (
      <TalkPanel
        agentId={chosen.agentId}
        example={chosen.example}
        talk={talk}
        offer={offer}
        watch={simulatedCallers ? watch : null}
        onRestart={restart}
      />
    );
  const options: TrialOptions = {
    talk: (agentId, example) => {
      setChosen({ type: 'talk', agentId, example });
      talk.start(agentId, { variables: {} });
    },
    canTalk: offer.isKnown && offer.reason === null,
    reasonId: offer.reason === null ? undefined : reasonId,
    watch: simulatedCallers ? watch : null,
  };
  const introduction = (): string => {
    if (offer.reason === null) return WELCOME.talk;
    return simulatedCallers ? WELCOME.help : WELCOME.real(carrier);
  };
  return (
    <div className="page">
      <h1>{WELCOME.title}</h1>
      <p>{introduction()}</p>
      {offer.reason !== null && (
        <p className="note" id={reasonId}>
          {WELCOME.noTalk} {offer.reason}
        </p>
      )}
      {!canCreate && <RoleRequired operation="createAgent" />}
      <ul className={styles.examples}>
        {EXAMPLES.map((example) => (
          <ExampleCard key={example.id} example={example} options={options} />
        ))}
      </ul>
    </div>
  );
};

type Action = 'talk' | 'watch' | 'create';

const ExampleCard = ({
  example,
  options,
}: {
  readonly example: Example;
  readonly options: TrialOptions;
}): ReactNode => {
  const businessId = useBusinessId();
  const [, navigate] = useLocation();
  const starting = useMutation<void, ApiProblem, Action>({
    mutationFn: async (action) => {
      const agentId = await agentOf(businessId, example);
      if (action === 'talk') options.talk(agentId, example);
      else if (action === 'watch') options.watch?.(await watchedCall(businessId, agentId, example));
      else navigate(`/agents/${agentId}`);
    },
  });
  const canCreate = useCan('createAgent');
  const { canTalk, reasonId } = options;
  const { title, about } = WELCOME.examples[example.id];
  const others: readonly Action[] = options.watch === null ? ['create'] : ['watch'];
  // What works comes first.
  const actions: readonly Action[] = canTalk
    ? ['talk', ...(options.watch === null ? [] : others)]
    : [...others, 'talk'];
  const names: Readonly<Record<Action, string>> = {
    talk: AGENTS.talk.button,
    watch: WELCOME.watch,
    create: WELCOME.create,
  };
  return (
    <li className={`card ${styles.example}`}>
      <h2>{title}</h2>
      <p>{about}</p>
      {actions[0] !== 'create' && (
        <>
          <p className="small">{canTalk ? WELCOME.sayable : WELCOME.caller}</p>
          <ul className={styles.says}>
            {example.says.map((sentence) => (
              <li key={sentence}>{WELCOME.quote(sentence)}</li>
            ))}
          </ul>
        </>
      )}
      {starting.error !== null && <Problem problem={starting.error} />}
      {canCreate &&
        actions.map((action, index) => (
          <button
            key={action}
            type="button"
            className={index === 0 ? 'main' : 'plain'}
            disabled={starting.isPending || (action === 'talk' && !canTalk)}
            aria-describedby={action === 'talk' ? reasonId : undefined}
            aria-label={`${names[action]}: ${title}`}
            onClick={() => starting.mutate(action)}
          >
            {names[action]}
          </button>
        ))}
    </li>
  );
};

/** The agent created from the example before, if its instructions are unchanged; otherwise a new one. */
const agentOf = async (businessId: string, example: Example): Promise<string> => {
  const { agents } = await callApi('listAgents', { query: { businessId, limit: 200 } });
  const existing = agents.find(
    ({ name, status, instructions }) =>
      name === example.name && status === 'active' && instructions === example.instructions,
  );
  if (existing !== undefined) return existing.id;
  const { agent } = await callApi('createAgent', {
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
  (await callApi('startSimulatedCall', { body: { businessId, agentId, says: example.says } })).callId;

interface TalkPanelProps {
  readonly agentId: string;
  readonly example: Example;
  readonly talk: Talk;
  readonly offer: TalkOffer;
  readonly watch: ((callId: string) => void) | null;
  readonly onRestart: () => void;
}

const TalkPanel = ({ agentId, example, talk, offer, watch, onRestart }: TalkPanelProps): ReactNode => {
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
            {WELCOME.toAgent}
          </Link>
          <button type="button" className="plain" onClick={onRestart}>
            {WELCOME.another}
          </button>
        </div>
      </div>
      <TalkView
        talk={talk}
        offer={offer}
        phrases={phrasesIn(example.instructions)}
        start={() => talk.start(agentId, { variables: {} })}
        otherwise={
          watch !== null && (
            <button
              type="button"
              className="plain"
              disabled={watching.isPending}
              onClick={() => watching.mutate()}
            >
              {WELCOME.watch}
            </button>
          )
        }
      />
      {watching.error !== null && <Problem problem={watching.error} />}
    </div>
  );
};
