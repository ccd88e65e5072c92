/** Edits an agent's texts, voice and knowledge, next to a panel in which the agent can be tried. */

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useEffect, useMemo, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { type ApiProblem, callApi, type Data } from '../../api/client.js';
import { Confirm } from '../../ui/dialogs/confirm.js';
import { type Question, useAskBeforeLeaving } from '../../ui/dialogs/navigation-guard.js';
import { Choice, Field } from '../../ui/forms/field.js';
import { Problem } from '../../ui/states.js';
import { IfAllowed } from '../session/if-allowed.js';
import { useCan } from '../session/role.js';
import { useBusinessId } from '../session/session.js';
import { SIMULATIONS } from '../simulations/messages.js';
import {
  type Agent,
  type AgentDraft,
  agentDraftOf,
  isChannel,
  isSame,
  loadDraft,
  save,
  storeDraft,
} from './agent-draft.js';
import { AnalysisSettings } from './analysis.js';
import { Knowledge } from './knowledge.js';
import { MemorySetting } from './memory.js';
import { AGENTS } from './messages.js';
import { Placeholders } from './placeholders.js';
import { SaveProblem } from './publishing/conflict.js';
import { DraftPanel, SaveDraft, useServiceDraft } from './publishing/drafts.js';
import { Splits } from './publishing/splits.js';
import { ChatSettings } from './settings/chat.js';
import { VoiceSettings } from './settings/voice.js';
import { AgentTools } from './tools/tools.js';
import { TryIt } from './try-it.js';
import { type Fillable, useFillables } from './variables.js';
import { Versions } from './versions.js';
import { VoicemailSetting } from './voicemail.js';
import { WordField } from './word-field.js';

/** Limits as the service counts them. */
const MAX_WORDS = { disclosure: 60, greeting: 30, instructions: 20_000 } as const;
/** Key of the draft of an agent that does not exist yet. */
const NEW = 'new';

/** The agent as the service has it now, except for values changed since `before`, which stay as they were typed. */
const mergeSaved = (after: AgentDraft, before: AgentDraft, now: AgentDraft): AgentDraft => {
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
  const [draft, setDraft] = useState(() => loadDraft(businessId, draftId) ?? agentDraftOf(agent));
  const isChanged = !isSame(draft, agentDraftOf(saved));
  const service = useServiceDraft(saved?.id ?? null);
  const queries = useQueryClient();
  const handlePublished = (after: Agent): void => {
    const before = agentDraftOf(saved);
    setSaved(after);
    setDraft((now) => mergeSaved(agentDraftOf(after), before, now));
    for (const name of ['listAgents', 'listAgentVersions'])
      void queries.invalidateQueries({ queryKey: ['pages', name] });
    void service.reload();
    void queries.invalidateQueries({ queryKey: ['listSplits'] });
  };
  useEffect(
    () => storeDraft(businessId, draftId, isChanged ? draft : null),
    [businessId, draftId, isChanged, draft],
  );
  const question = useMemo(
    (): Question | null =>
      isChanged ? { ...AGENTS.leaving, beforeLeaving: () => storeDraft(businessId, draftId, null) } : null,
    [isChanged, businessId, draftId],
  );
  useAskBeforeLeaving(question);
  // Only once nothing is unsaved, so that navigating to the new agent's own address needs no confirmation.
  const createdId = agent === null && !isChanged ? saved?.id : undefined;
  useEffect(() => {
    if (createdId !== undefined) navigate(`/agents/${createdId}`, { replace: true });
  }, [createdId, navigate]);
  return (
    <div className={saved === null ? 'agent' : 'agent with-trial'}>
      <div className="words">
        <AgentForm
          agent={saved}
          draft={draft}
          speech={speech}
          isChanged={isChanged}
          service={service}
          onChange={(changed) => setDraft((before) => ({ ...before, ...changed }))}
          onDone={(after, before) => {
            // From here on, unsaved input is kept as the draft of the created agent.
            if (saved === null) storeDraft(businessId, NEW, null);
            setSaved(after);
            setDraft((now) => mergeSaved(agentDraftOf(after), before, now));
          }}
        />
        {saved !== null && <AgentTools agentId={saved.id} />}
        {saved !== null && saved.channel === 'voice' && <VoicemailSetting agentId={saved.id} />}
        {saved !== null && service.draft !== null && (
          <DraftPanel
            key={service.draft.tag}
            agent={saved}
            draft={service.draft}
            onEdit={setDraft}
            onDiscarded={() => void service.reload()}
            onPublished={handlePublished}
          />
        )}
        {service.problem !== null && <Problem problem={service.problem} />}
        {saved !== null && <Splits key={saved.version} agent={saved} onPublished={handlePublished} />}
        {saved !== null && saved.channel === 'voice' && <AnalysisSettings agentId={saved.id} />}
        {saved !== null && <MemorySetting agentId={saved.id} />}
      </div>
      {saved !== null && saved.status === 'active' && (
        <IfAllowed operation="startAgentTest">
          <TryIt agent={saved} isChanged={isChanged} draft={service.draft} />
        </IfAllowed>
      )}
    </div>
  );
};

interface AgentFormProps extends EditorProps {
  readonly service: ReturnType<typeof useServiceDraft>;
  readonly draft: AgentDraft;
  readonly isChanged: boolean;
  readonly onChange: (changed: Partial<AgentDraft>) => void;
  /** Receives the agent as the service has it now, and the words as they were when it was saved. */
  readonly onDone: (agent: Agent, before: AgentDraft) => void;
}

const CHANNELS = Object.entries(AGENTS.channels).map(([value, name]) => ({ value, name }));

const AgentForm = ({
  agent,
  draft,
  speech,
  isChanged,
  service,
  onChange,
  onDone,
}: AgentFormProps): ReactNode => {
  const businessId = useBusinessId();
  const queries = useQueryClient();
  const fillables = useFillables();
  const handleSaved = async (after: Agent, before: AgentDraft): Promise<void> => {
    const listed = queries.invalidateQueries({ queryKey: ['pages', 'listAgents'] });
    // A new agent is shown at its own address once it is in the list.
    if (agent === null) await listed;
    onDone(after, before);
    await listed;
    await queries.invalidateQueries({ queryKey: ['pages', 'listAgentVersions'] });
  };
  const saving = useMutation<Agent, ApiProblem, AgentDraft>({
    mutationFn: (sent) => save(businessId, agent, sent),
    onSuccess: handleSaved,
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    saving.mutate(draft);
  };
  const grant = ({ variable }: Fillable): void => {
    if (!draft.variables.some(({ alias }) => alias === variable.alias))
      onChange({ variables: [...draft.variables, variable] });
  };
  const texts = AGENTS;
  const isArchived = agent?.status === 'archived';
  const canEdit = useCan('updateAgent');
  const textFieldProps = { granted: draft.variables, fillables, grant };
  return (
    <form className="stack" onSubmit={submit}>
      <header className="words-head">
        <h2>{agent?.name ?? texts.create}</h2>
        {agent !== null && <AgentActions agent={agent} draft={draft} onDone={handleSaved} />}
      </header>
      <fieldset disabled={isArchived || !canEdit}>
        <legend className="hidden">{texts.instructions}</legend>
        <div className="pair">
          <Field
            label={texts.name}
            required
            maxLength={120}
            value={draft.name}
            onChange={(name) => onChange({ name })}
          />
          <Choice
            label={texts.channel}
            value={draft.channel}
            choices={CHANNELS}
            onChange={(channel) => {
              if (isChannel(channel)) onChange({ channel });
            }}
          />
        </div>
        {draft.channel === 'voice' && (
          <WordField
            {...textFieldProps}
            label={texts.disclosure}
            help={texts.disclosureHelp}
            rows={2}
            maxWords={MAX_WORDS.disclosure}
            value={draft.disclosure}
            onChange={(disclosure) => onChange({ disclosure })}
          />
        )}
        {draft.channel === 'voice' && (
          <WordField
            {...textFieldProps}
            label={texts.greeting}
            help={texts.greetingHelp}
            rows={2}
            maxWords={MAX_WORDS.greeting}
            value={draft.greeting}
            onChange={(greeting) => onChange({ greeting })}
          />
        )}
        <WordField
          {...textFieldProps}
          label={texts.instructions}
          help={texts.instructionsHelp}
          rows={14}
          required
          maxWords={MAX_WORDS.instructions}
          value={draft.instructions}
          onChange={(instructions) => onChange({ instructions })}
        />
        <Placeholders draft={draft} fillables={fillables} grant={grant} />
        {draft.channel === 'voice' && <VoiceSettings draft={draft} speech={speech} onChange={onChange} />}
        {(draft.channel === 'whatsapp' || draft.channel === 'instagram') && (
          <ChatSettings draft={draft} onChange={onChange} />
        )}
        <Knowledge draft={draft} onChange={onChange} />
      </fieldset>
      {saving.error !== null && (
        <SaveProblem
          agent={agent}
          problem={saving.error}
          onLoaded={(after) => {
            saving.reset();
            void handleSaved(after, agentDraftOf(agent));
          }}
        />
      )}
      <SaveBar
        agent={agent}
        draft={draft}
        service={service}
        isChanged={isChanged}
        saving={saving}
        onChange={onChange}
      />
    </form>
  );
};

interface SaveBarProps
  extends Pick<AgentFormProps, 'agent' | 'draft' | 'service' | 'isChanged' | 'onChange'> {
  readonly saving: { readonly isPending: boolean; readonly isSuccess: boolean };
}

const SaveBar = ({ agent, draft, service, isChanged, onChange, saving }: SaveBarProps): ReactNode => {
  const texts = AGENTS;
  return (
    <IfAllowed operation="updateAgent" explain>
      <div className="actions save-bar">
        <span className="grows" role="status">
          {saving.isSuccess && !isChanged ? texts.saved : ''}
        </span>
        {isChanged && (
          <button type="button" className="plain" onClick={() => onChange(agentDraftOf(agent))}>
            {texts.discard}
          </button>
        )}
        {agent !== null && service.isKnown && (
          <SaveDraft
            agent={agent}
            before={service.draft}
            words={draft}
            isChanged={isChanged}
            onSaved={() => void service.reload()}
          />
        )}
        <button
          type="submit"
          className="main"
          disabled={agent?.status === 'archived' || !isChanged || saving.isPending}
        >
          {agent === null ? texts.make : texts.save}
        </button>
      </div>
    </IfAllowed>
  );
};

interface AgentActionsProps {
  readonly agent: Agent;
  readonly draft: AgentDraft;
  readonly onDone: (agent: Agent, before: AgentDraft) => Promise<void>;
}

const AgentActions = ({ agent, draft, onDone }: AgentActionsProps): ReactNode => {
  const businessId = useBusinessId();
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  const [dialog, setDialog] = useState<'archive' | 'versions' | null>(null);
  const canEdit = useCan('updateAgent');
  const close = (): void => setDialog(null);
  const texts = AGENTS;
  const copying = useMutation<Agent, ApiProblem>({
    mutationFn: () => save(businessId, null, { ...draft, name: texts.copyOf(draft.name).slice(0, 120) }),
    onSuccess: async (copy) => {
      await queries.invalidateQueries({ queryKey: ['pages', 'listAgents'] });
      navigate(`/agents/${copy.id}`);
    },
  });
  const archive = async (): Promise<void> => {
    const after = await callApi('archiveAgent', { body: { businessId, agentId: agent.id } });
    await onDone(after.agent, draft);
  };
  return (
    <div className="actions">
      {canEdit && agent.status === 'active' && (
        <button type="button" className="danger quiet-danger" onClick={() => setDialog('archive')}>
          {texts.archive}
        </button>
      )}
      {canEdit && (
        <button type="button" className="plain" disabled={copying.isPending} onClick={() => copying.mutate()}>
          {texts.duplicate}
        </button>
      )}
      <Link className="plain" href={`/agents/${agent.id}/simulations`}>
        {SIMULATIONS.open}
      </Link>
      <button type="button" className="plain" onClick={() => setDialog('versions')}>
        {texts.versions}
      </button>
      {copying.error !== null && <Problem problem={copying.error} />}
      {dialog === 'versions' && (
        <Versions
          agent={agent}
          onClose={close}
          onRestored={(after) => {
            close();
            void onDone(after, draft);
          }}
        />
      )}
      {dialog === 'archive' && (
        <Confirm
          title={texts.archiveTitle(agent.name)}
          help={texts.archiveHelp}
          name={agent.name}
          label={texts.archiveName(agent.name)}
          button={texts.archive}
          onConfirm={archive}
          onClose={close}
        />
      )}
    </div>
  );
};
