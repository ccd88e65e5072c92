/** The words of an agent, what they leave to be filled in, and the agent to try them with. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { useLocation } from 'wouter';
import { type ApiProblem, ask, type Data } from '../api/client.js';
import { Confirm } from '../parts/confirm.js';
import { Choice, Field } from '../parts/field.js';
import { Problem } from '../parts/states.js';
import { useBusinessId } from '../session.js';
import { TEXTS } from '../texts.js';
import { AgentListen } from './agent-listen.js';
import { AgentTrial } from './agent-trial.js';

type Agent = Data<'listAgents'>['agents'][number];
type Voice = Data<'listVoices'>['voices'][number];

interface Words {
  readonly name: string;
  readonly channel: Agent['channel'];
  readonly greeting: string;
  readonly voiceId: string;
  readonly instructions: string;
}

const NOTHING: Words = { name: '', channel: 'voice', greeting: '', voiceId: '', instructions: '' };

const wordsOf = (agent: Agent | null): Words =>
  agent === null
    ? NOTHING
    : {
        name: agent.name,
        channel: agent.channel,
        greeting: agent.voiceSettings.firstGreeting ?? '',
        voiceId: agent.voiceSettings.liveVoiceId ?? '',
        instructions: agent.instructions,
      };

/** What a text leaves to be filled in, each once. */
const placeholdersIn = (text: string): readonly string[] => [
  ...new Set([...text.matchAll(/\{\{\s*([A-Za-z]\w*)\s*\}\}/g)].map(([, alias = '']) => alias)),
];

interface EditorProps {
  /** Null: it is made here. */
  readonly agent: Agent | null;
  readonly voices: readonly Voice[];
}

export const AgentEditor = ({ agent, voices }: EditorProps): ReactNode => {
  const [words, setWords] = useState(() => wordsOf(agent));
  const [saved, setSaved] = useState(agent);
  const isChanged = JSON.stringify(words) !== JSON.stringify(wordsOf(saved));
  return (
    <div className={saved === null ? 'agent' : 'agent with-trial'}>
      <WordsForm
        agent={saved}
        words={words}
        voices={voices}
        isChanged={isChanged}
        change={(changed) => setWords((before) => ({ ...before, ...changed }))}
        done={(after) => {
          setSaved(after);
          setWords(wordsOf(after));
        }}
      />
      {saved !== null && saved.status === 'active' && (
        <div className="trial">
          <AgentTrial
            key={saved.updatedAt}
            agentId={saved.id}
            placeholders={placeholdersIn(`${wordsOf(saved).greeting} ${saved.instructions}`)}
            isChanged={isChanged}
          />
          {saved.channel === 'voice' && <AgentListen agentId={saved.id} instructions={saved.instructions} />}
        </div>
      )}
    </div>
  );
};

interface WordsFormProps extends EditorProps {
  readonly words: Words;
  readonly isChanged: boolean;
  readonly change: (changed: Partial<Words>) => void;
  /** What the service has now. */
  readonly done: (agent: Agent) => void;
}

const WordsForm = ({ agent, words, voices, isChanged, change, done }: WordsFormProps): ReactNode => {
  const businessId = useBusinessId();
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  const saving = useMutation<Agent, ApiProblem>({
    mutationFn: () => save(businessId, agent, words),
    onSuccess: async (after) => {
      await queries.invalidateQueries({ queryKey: ['pages', 'listAgents'] });
      done(after);
      if (agent === null) navigate(`/agents/${after.id}`, { replace: true });
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    saving.mutate();
  };
  const texts = TEXTS.agents;
  const isArchived = agent?.status === 'archived';
  const channels = Object.entries(texts.channels).map(([value, name]) => ({ value, name }));
  return (
    <form className="stack words" onSubmit={submit}>
      <h2>{agent?.name ?? texts.create}</h2>
      <fieldset disabled={isArchived}>
        <legend className="hidden">{texts.instructions}</legend>
        <div className="pair">
          <Field
            label={texts.name}
            required
            maxLength={120}
            value={words.name}
            change={(name) => change({ name })}
          />
          <Choice
            label={texts.channel}
            value={words.channel}
            choices={channels}
            change={(channel) => {
              if (isChannel(channel)) change({ channel });
            }}
          />
        </div>
        {words.channel === 'voice' && (
          <>
            <Field
              label={texts.greeting}
              help={texts.greetingHelp}
              value={words.greeting}
              change={(greeting) => change({ greeting })}
            />
            <Choice
              label={texts.voice}
              value={words.voiceId}
              choices={[
                { value: '', name: texts.anyVoice },
                ...voices.map(({ id, name, language }) => ({ value: id, name: `${name} (${language})` })),
              ]}
              change={(voiceId) => change({ voiceId })}
            />
          </>
        )}
        <Instructions agent={agent} words={words} change={change} />
      </fieldset>
      {saving.error !== null && <Problem problem={saving.error} />}
      <div className="actions">
        {agent !== null && !isArchived && <Archive agent={agent} done={done} />}
        <span className="grows" role="status">
          {saving.isSuccess && !isChanged ? texts.saved : ''}
        </span>
        {agent !== null && isChanged && (
          <button type="button" className="plain" onClick={() => change(wordsOf(agent))}>
            {texts.discard}
          </button>
        )}
        <button type="submit" className="main" disabled={isArchived || !isChanged || saving.isPending}>
          {agent === null ? texts.make : texts.save}
        </button>
      </div>
    </form>
  );
};

const isChannel = (value: string): value is Agent['channel'] => Object.hasOwn(TEXTS.agents.channels, value);

const Instructions = ({
  agent,
  words,
  change,
}: Pick<WordsFormProps, 'agent' | 'words' | 'change'>): ReactNode => {
  const id = useId();
  const granted = new Set(agent?.dataSourceVariables.map(({ alias }) => alias) ?? []);
  const placeholders = placeholdersIn(`${words.greeting} ${words.instructions}`);
  const count = words.instructions.split(/\s+/).filter((word) => word !== '').length;
  return (
    <div className="field">
      <label htmlFor={id}>{TEXTS.agents.instructions}</label>
      <textarea
        id={id}
        required
        rows={14}
        value={words.instructions}
        aria-describedby={`${id}-count`}
        onChange={(event) => change({ instructions: event.target.value })}
      />
      <p className="help" id={`${id}-count`}>
        {TEXTS.agents.words(count)}
      </p>
      <p className="small">{TEXTS.agents.placeholders}</p>
      {placeholders.length === 0 && <p className="help">{TEXTS.agents.noPlaceholders}</p>}
      <ul className="chips">
        {placeholders.map((alias) => (
          <li key={alias} className={granted.has(alias) ? 'chip' : 'chip wrong'}>
            <code>{`{{${alias}}}`}</code> {granted.has(alias) ? TEXTS.agents.granted : TEXTS.agents.ungranted}
          </li>
        ))}
      </ul>
    </div>
  );
};

const save = async (businessId: string, agent: Agent | null, words: Words): Promise<Agent> => {
  const { name, channel, instructions, greeting, voiceId } = words;
  if (agent === null) {
    const made = await ask('createAgent', {
      body: {
        businessId,
        name,
        channel,
        instructions,
        voiceSettings: {
          ...(greeting === '' ? {} : { firstGreeting: greeting }),
          ...(voiceId === '' ? {} : { liveVoiceId: voiceId }),
        },
      },
    });
    return made.agent;
  }
  const changed = await ask('updateAgent', {
    body: {
      businessId,
      agentId: agent.id,
      name,
      channel,
      instructions,
      voiceSettings: {
        firstGreeting: greeting === '' ? null : greeting,
        liveVoiceId: voiceId === '' ? null : voiceId,
      },
    },
  });
  return changed.agent;
};

const Archive = ({
  agent,
  done,
}: {
  readonly agent: Agent;
  readonly done: (agent: Agent) => void;
}): ReactNode => {
  const businessId = useBusinessId();
  const queries = useQueryClient();
  const [asking, setAsking] = useState(false);
  const texts = TEXTS.agents;
  const archive = async (): Promise<void> => {
    const after = await ask('archiveAgent', { body: { businessId, agentId: agent.id } });
    await queries.invalidateQueries({ queryKey: ['pages', 'listAgents'] });
    done(after.agent);
  };
  return (
    <>
      <button type="button" className="danger quiet-danger" onClick={() => setAsking(true)}>
        {texts.archive}
      </button>
      {asking && (
        <Confirm
          title={texts.archiveTitle(agent.name)}
          help={texts.archiveHelp}
          name={agent.name}
          label={texts.archiveName(agent.name)}
          button={texts.archive}
          act={archive}
          close={() => setAsking(false)}
        />
      )}
    </>
  );
};
