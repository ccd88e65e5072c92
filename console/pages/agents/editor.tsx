/** Edits an agent's texts, voice and knowledge, next to a panel in which the agent can be tried. */

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useEffect, useMemo, useState } from 'react';
import { useLocation } from 'wouter';
import { type ApiProblem, ask, type Data } from '../../api/client.js';
import { Confirm } from '../../parts/confirm.js';
import { Choice, Field } from '../../parts/field.js';
import { type Question, useAskBeforeLeaving } from '../../parts/leaving.js';
import { May } from '../../parts/may.js';
import { Problem } from '../../parts/states.js';
import { useMay } from '../../role.js';
import { useBusinessId } from '../../session.js';
import { TEXTS } from '../../texts.js';
import { Knowledge } from './knowledge.js';
import { Placeholders } from './placeholders.js';
import { TryIt } from './try-it.js';
import { type Fillable, useFillables } from './variables.js';
import { Versions } from './versions.js';
import { VoiceSettings } from './voice.js';
import { WordField } from './word-field.js';
import { type Agent, draftOf, isChannel, isSame, keepDraft, save, type Words, wordsOf } from './words.js';

/** Limits as the service counts them. */
const MOST_WORDS = { disclosure: 60, greeting: 30, instructions: 20_000 } as const;
/** Key of the draft of an agent that does not exist yet. */
const NEW = 'new';

/** The agent as the service has it now, except for values changed since `before`, which stay as they were typed. */
const answeredWith = (after: Words, before: Words, now: Words): Words => {
  const sent = new Map<string, unknown>(Object.entries(before));
  const typed = Object.entries(now).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(sent.get(name)),
  );
  return { ...after, ...Object.fromEntries(typed) };
};

interface EditorProps {
  /** Null if the agent is created here. */
  readonly agent: Agent | null;
  readonly speech: Data<'listVoices'> | undefined;
}

export const AgentEditor = ({ agent, speech }: EditorProps): ReactNode => {
  const businessId = useBusinessId();
  const [, navigate] = useLocation();
  const [saved, setSaved] = useState(agent);
  const draftId = saved?.id ?? NEW;
  const [words, setWords] = useState(() => draftOf(businessId, draftId) ?? wordsOf(agent));
  const isChanged = !isSame(words, wordsOf(saved));
  useEffect(
    () => keepDraft(businessId, draftId, isChanged ? words : null),
    [businessId, draftId, isChanged, words],
  );
  const question = useMemo(
    (): Question | null =>
      isChanged
        ? { ...TEXTS.agents.leaving, beforeLeaving: () => keepDraft(businessId, draftId, null) }
        : null,
    [isChanged, businessId, draftId],
  );
  useAskBeforeLeaving(question);
  // Only once nothing is unsaved, so that navigating to the new agent's own address needs no confirmation.
  const madeId = agent === null && !isChanged ? saved?.id : undefined;
  useEffect(() => {
    if (madeId !== undefined) navigate(`/agents/${madeId}`, { replace: true });
  }, [madeId, navigate]);
  return (
    <div className={saved === null ? 'agent' : 'agent with-trial'}>
      <WordsForm
        agent={saved}
        words={words}
        speech={speech}
        isChanged={isChanged}
        change={(changed) => setWords((before) => ({ ...before, ...changed }))}
        done={(after, before) => {
          // From here on, unsaved input is kept as the draft of the created agent.
          if (saved === null) keepDraft(businessId, NEW, null);
          setSaved(after);
          setWords((now) => answeredWith(wordsOf(after), before, now));
        }}
      />
      {saved !== null && saved.status === 'active' && (
        <May operation="startAgentTest">
          <TryIt agent={saved} isChanged={isChanged} />
        </May>
      )}
    </div>
  );
};

interface WordsFormProps extends EditorProps {
  readonly words: Words;
  readonly isChanged: boolean;
  readonly change: (changed: Partial<Words>) => void;
  /** Receives the agent as the service has it now, and the words as they were when it was saved. */
  readonly done: (agent: Agent, before: Words) => void;
}

const WordsForm = ({ agent, words, speech, isChanged, change, done }: WordsFormProps): ReactNode => {
  const businessId = useBusinessId();
  const queries = useQueryClient();
  const fillables = useFillables();
  const onSaved = async (after: Agent, before: Words): Promise<void> => {
    const listed = queries.invalidateQueries({ queryKey: ['pages', 'listAgents'] });
    // A new agent is shown at its own address once it is in the list.
    if (agent === null) await listed;
    done(after, before);
    await listed;
    await queries.invalidateQueries({ queryKey: ['pages', 'listAgentVersions'] });
  };
  const saving = useMutation<Agent, ApiProblem, Words>({
    mutationFn: (sent) => save(businessId, agent, sent),
    onSuccess: onSaved,
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    saving.mutate(words);
  };
  const grant = ({ variable }: Fillable): void => {
    if (!words.variables.some(({ alias }) => alias === variable.alias))
      change({ variables: [...words.variables, variable] });
  };
  const texts = TEXTS.agents;
  const isArchived = agent?.status === 'archived';
  const mayWrite = useMay('updateAgent');
  const channels = Object.entries(texts.channels).map(([value, name]) => ({ value, name }));
  const filled = { granted: words.variables, fillables, grant };
  return (
    <form className="stack words" onSubmit={submit}>
      <header className="words-head">
        <h2>{agent?.name ?? texts.create}</h2>
        {agent !== null && <AgentActions agent={agent} words={words} done={onSaved} />}
      </header>
      <fieldset disabled={isArchived || !mayWrite}>
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
          <WordField
            {...filled}
            label={texts.disclosure}
            help={texts.disclosureHelp}
            rows={2}
            mostWords={MOST_WORDS.disclosure}
            value={words.disclosure}
            change={(disclosure) => change({ disclosure })}
          />
        )}
        {words.channel === 'voice' && (
          <WordField
            {...filled}
            label={texts.greeting}
            help={texts.greetingHelp}
            rows={2}
            mostWords={MOST_WORDS.greeting}
            value={words.greeting}
            change={(greeting) => change({ greeting })}
          />
        )}
        <WordField
          {...filled}
          label={texts.instructions}
          help={texts.instructionsHelp}
          rows={14}
          required
          mostWords={MOST_WORDS.instructions}
          value={words.instructions}
          change={(instructions) => change({ instructions })}
        />
        <Placeholders words={words} fillables={fillables} grant={grant} />
        {words.channel === 'voice' && <VoiceSettings words={words} speech={speech} change={change} />}
        <Knowledge words={words} change={change} />
      </fieldset>
      {saving.error !== null && <Problem problem={saving.error} />}
      <May operation="updateAgent" tells>
        <div className="actions save-bar">
          <span className="grows" role="status">
            {saving.isSuccess && !isChanged ? texts.saved : ''}
          </span>
          {isChanged && (
            <button type="button" className="plain" onClick={() => change(wordsOf(agent))}>
              {texts.discard}
            </button>
          )}
          <button type="submit" className="main" disabled={isArchived || !isChanged || saving.isPending}>
            {agent === null ? texts.make : texts.save}
          </button>
        </div>
      </May>
    </form>
  );
};

interface AgentActionsProps {
  readonly agent: Agent;
  readonly words: Words;
  readonly done: (agent: Agent, before: Words) => Promise<void>;
}

const AgentActions = ({ agent, words, done }: AgentActionsProps): ReactNode => {
  const businessId = useBusinessId();
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  const [asking, setAsking] = useState<'archive' | 'versions' | null>(null);
  const mayWrite = useMay('updateAgent');
  const close = (): void => setAsking(null);
  const texts = TEXTS.agents;
  const copying = useMutation<Agent, ApiProblem>({
    mutationFn: () => save(businessId, null, { ...words, name: texts.copyOf(words.name).slice(0, 120) }),
    onSuccess: async (copy) => {
      await queries.invalidateQueries({ queryKey: ['pages', 'listAgents'] });
      navigate(`/agents/${copy.id}`);
    },
  });
  const archive = async (): Promise<void> => {
    const after = await ask('archiveAgent', { body: { businessId, agentId: agent.id } });
    await done(after.agent, words);
  };
  return (
    <div className="actions">
      {mayWrite && agent.status === 'active' && (
        <button type="button" className="danger quiet-danger" onClick={() => setAsking('archive')}>
          {texts.archive}
        </button>
      )}
      {mayWrite && (
        <button type="button" className="plain" disabled={copying.isPending} onClick={() => copying.mutate()}>
          {texts.duplicate}
        </button>
      )}
      <button type="button" className="plain" onClick={() => setAsking('versions')}>
        {texts.versions}
      </button>
      {copying.error !== null && <Problem problem={copying.error} />}
      {asking === 'versions' && (
        <Versions
          agent={agent}
          close={close}
          restored={(after) => {
            close();
            void done(after, words);
          }}
        />
      )}
      {asking === 'archive' && (
        <Confirm
          title={texts.archiveTitle(agent.name)}
          help={texts.archiveHelp}
          name={agent.name}
          label={texts.archiveName(agent.name)}
          button={texts.archive}
          act={archive}
          close={close}
        />
      )}
    </div>
  );
};
