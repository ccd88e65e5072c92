/** Tries an agent beside its words: by microphone, in writing, and with simulated customers. Each keeps what it has. */
import { Tab, TabList, TabPanel, TabProvider } from '@ariakit/react';
import { type ReactNode, useState } from 'react';
import { useRead } from '../../../api/live.js';
import { Choice, Field } from '../../../ui/forms/field.js';
import { Icon } from '../../../ui/icon.js';
import { COMMON } from '../../../ui/messages.js';
import { useRemembered } from '../../../ui/remembered.js';
import { IfAllowed } from '../../session/if-allowed.js';
import { useBusinessId } from '../../session/session.js';
import {
  type Agent,
  type AgentDraft,
  agentDraftOf,
  phrasesIn,
  placeholdersIn,
  type ServiceDraft,
} from '../agent-draft.js';
import styles from '../editor/editor.module.css';
import { AGENTS } from '../messages.js';
import { Simulate } from './simulate.js';
import { AgentListen } from './simulated.js';
import { TalkView } from './talk.js';
import { SOURCES, type Source, type Tested, testedOf, unpublishedIn } from './tested.js';
import { AgentTrial } from './trial.js';
import own from './trying.module.css';
import { useTalk } from './use-talk.js';
import { useTalkOffer } from './use-talk-offer.js';

const MODES = ['write', 'talk', 'simulate'] as const;
type Mode = (typeof MODES)[number];
const isMode = (name: unknown): name is Mode => MODES.some((mode) => mode === name);

interface TryItProps {
  readonly agent: Agent;
  /** The words on the page, saved or not. */
  readonly words: AgentDraft;
  /** Null: there is none. */
  readonly draft: ServiceDraft | null;
  readonly onClose: () => void;
}

export const TryIt = ({ agent, words, draft, onClose }: TryItProps): ReactNode => {
  const texts = AGENTS;
  const [remembered, setMode] = useRemembered('agent-trial', MODES);
  const [source, setSource] = useState<Source>('page');
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const isVoice = agent.channel === 'voice';
  const modes = MODES.filter((mode) => mode !== 'talk' || isVoice);
  const mode = modes.includes(remembered) ? remembered : 'write';
  const [opened, setOpened] = useState<ReadonlySet<Mode>>(new Set([mode]));
  if (!opened.has(mode)) setOpened(new Set([...opened, mode]));
  const placeholders = placeholdersOf(source === 'page' ? words : agentDraftOf(agent));
  const variables = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
  const tested = testedOf({ source, agent, draft, words, variables });
  const panels: Readonly<Record<Mode, () => ReactNode>> = {
    talk: () => <Talking agent={agent} words={words} draft={draft} source={source} tested={tested} />,
    write: () => <AgentTrial agentId={agent.id} tested={tested} />,
    simulate: () => (
      <IfAllowed operation="runSimulation" explain>
        <Simulate
          agent={agent}
          variables={variables}
          instructions={unpublishedIn({ source, agent, words })}
        />
      </IfAllowed>
    ),
  };
  return (
    <div className={own.pane}>
      <div className={own.head}>
        <h2>{texts.try}</h2>
        <button type="button" className="plain" aria-label={texts.closeTest} onClick={onClose}>
          <Icon name="close" />
          <span className="hidden">{COMMON.close}</span>
        </button>
      </div>
      <TabProvider
        selectedId={`try-${mode}`}
        setSelectedId={(id) => {
          const name = id?.replace('try-', '');
          if (isMode(name)) setMode(name);
        }}
      >
        <TabList className={own.tabs} aria-label={texts.try}>
          {modes.map((name) => (
            <Tab key={name} id={`try-${name}`} className={styles.tab}>
              {texts.modes[name]}
            </Tab>
          ))}
        </TabList>
        <Choice
          label={texts.source}
          value={source}
          choices={SOURCES.map((value) => ({ value, name: texts.answeredBy[value] }))}
          onChange={setSource}
        />
        {placeholders.length > 0 && (
          <details className={own.values} open={placeholders.length <= 3}>
            <summary>{texts.values}</summary>
            {placeholders.map((alias) => (
              <Field
                key={alias}
                label={alias}
                maxLength={500}
                value={values[alias] ?? ''}
                onChange={(value) => setValues((before) => ({ ...before, [alias]: value }))}
              />
            ))}
          </details>
        )}
        {modes.map((name) => (
          <TabPanel key={name} tabId={`try-${name}`} className={own.mode} focusable={false}>
            {opened.has(name) && panels[name]()}
          </TabPanel>
        ))}
      </TabProvider>
    </div>
  );
};

/** The placeholders of what an agent says and knows. */
const placeholdersOf = ({
  disclosure,
  greeting,
  instructions,
}: Pick<AgentDraft, 'disclosure' | 'greeting' | 'instructions'>): readonly string[] =>
  placeholdersIn(`${disclosure} ${greeting} ${instructions}`);

/** Everything but the instructions, which a call can take from the page. */
const settingsOf = (draft: AgentDraft): string =>
  JSON.stringify({ ...draft, instructions: '', name: '', categoryIds: [] });

interface TalkingProps extends Omit<TryItProps, 'onClose'> {
  readonly source: Source;
  readonly tested: Tested;
}

/** A call with the instructions on the page, or with the version that is published. */
const Talking = ({ agent, words, draft, source, tested }: TalkingProps): ReactNode => {
  const texts = AGENTS;
  const businessId = useBusinessId();
  const talk = useTalk();
  const offer = useTalkOffer();
  const overview = useRead('readOverview', { query: { businessId } });
  const saved = agentDraftOf(source === 'page' && draft !== null ? draft : agent);
  const heard = { ...saved, instructions: tested.instructions ?? saved.instructions };
  const missing = placeholdersOf(heard).filter((alias) => tested.variables[alias] === undefined);
  return (
    <>
      {source === 'page' && settingsOf(words) !== settingsOf(saved) && (
        <p className="help">{texts.talk.saveFirst}</p>
      )}
      {missing.length > 0 && <p className="help">{texts.talk.missing(missing.join(', '))}</p>}
      <TalkView
        talk={talk}
        offer={offer}
        phrases={phrasesIn(heard.instructions)}
        {...(missing.length === 0 ? { start: () => talk.start(agent.id, tested) } : {})}
        otherwise={
          overview.data?.simulatedCallers === true ? <p className="help">{texts.talk.otherwise}</p> : null
        }
      />
      <AgentListen agentId={agent.id} instructions={agent.instructions} />
    </>
  );
};
