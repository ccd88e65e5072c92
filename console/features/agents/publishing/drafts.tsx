/** The draft of an agent: what the next publication may be. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { type ApiProblem, callApi, type Data } from '../../../api/client.js';
import { useRead } from '../../../api/live.js';
import { Time } from '../../../ui/format.js';
import { Field } from '../../../ui/forms/field.js';
import { Problem } from '../../../ui/states.js';
import { useCan } from '../../session/role.js';
import { useBusinessId } from '../../session/session.js';
import { type Agent, type AgentDraft, agentDraftOf, type ServiceDraft, saveAsDraft } from '../agent-draft.js';
import { VERSIONS } from './messages.js';

interface ServiceDraftState {
  /** Null: there is none. */
  readonly draft: ServiceDraft | null;
  /** Whether the service has answered. */
  readonly isKnown: boolean;
  readonly problem: ApiProblem | null;
  /** Reads it again. */
  readonly reload: () => Promise<unknown>;
}

/** The draft of an agent; of an agent that does not exist yet there is none. */
export const useServiceDraft = (agentId: string | null): ServiceDraftState => {
  const businessId = useBusinessId();
  const queries = useQueryClient();
  const path = { agentId: agentId ?? '' };
  const { data, error, isFetched } = useRead(
    'readDraft',
    { path, query: { businessId } },
    { enabled: agentId !== null },
  );
  const isMissing = error?.code === 'draft_not_found';
  return {
    draft: isMissing || agentId === null ? null : (data?.draft ?? null),
    isKnown: isFetched,
    problem: isMissing ? null : error,
    reload: () => queries.invalidateQueries({ queryKey: ['readDraft', path] }),
  };
};

interface SaveDraftProps {
  readonly agent: Agent;
  readonly before: ServiceDraft | null;
  readonly words: AgentDraft;
  readonly isChanged: boolean;
  readonly onSaved: () => void;
}

/** Saves the form as the draft. */
export const SaveDraft = ({ agent, before, words, isChanged, onSaved }: SaveDraftProps): ReactNode => {
  const businessId = useBusinessId();
  const saving = useMutation<ServiceDraft, ApiProblem>({
    mutationFn: () => saveAsDraft(businessId, agent, before, words),
    onSuccess: onSaved,
  });
  const isConflict = saving.error?.code === 'agent_changed';
  return (
    <>
      {isConflict && <p role="alert">{VERSIONS.conflict}</p>}
      {saving.error !== null && !isConflict && <Problem problem={saving.error} />}
      {saving.isSuccess && <p role="status">{VERSIONS.draftSaved}</p>}
      <button
        type="button"
        className="plain"
        disabled={!isChanged || saving.isPending || agent.status === 'archived'}
        onClick={() => saving.mutate()}
      >
        {VERSIONS.saveDraft}
      </button>
    </>
  );
};

interface DraftPanelProps {
  readonly agent: Agent;
  readonly draft: ServiceDraft;
  /** Puts the draft into the form. */
  readonly onEdit: (words: AgentDraft) => void;
  readonly onDiscarded: () => void;
  readonly onPublished: (agent: Agent) => void;
}

/** Shows that there is a draft, publishes it or deletes it. */
export const DraftPanel = ({
  agent,
  draft,
  onEdit,
  onDiscarded,
  onPublished,
}: DraftPanelProps): ReactNode => {
  const texts = VERSIONS;
  const businessId = useBusinessId();
  const canEdit = useCan('publishDraft');
  const [note, setNote] = useState('');
  const [percent, setPercent] = useState('');
  const path = { agentId: agent.id };
  const publishing = useMutation<Data<'publishDraft'>, ApiProblem>({
    mutationFn: () =>
      callApi('publishDraft', {
        path,
        ifMatch: draft.tag,
        body: {
          businessId,
          ...(note.trim() === '' ? {} : { note: note.trim() }),
          ...(percent === '' ? {} : { percent: Number(percent) }),
          ...(draft.isOutdated && agent.version !== undefined ? { replaces: agent.version } : {}),
        },
      }),
    onSuccess: (answer) => onPublished(answer.agent),
  });
  const discarding = useMutation<unknown, ApiProblem>({
    mutationFn: () => callApi('discardDraft', { path, ifMatch: draft.tag, body: { businessId } }),
    onSuccess: onDiscarded,
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    publishing.mutate();
  };
  const problem = publishing.error ?? discarding.error;
  return (
    <form className="stack" aria-labelledby="agent-draft" onSubmit={submit}>
      <div>
        <h3 id="agent-draft">{texts.draft}</h3>
        <p className="help">
          {texts.draftOf(draft.basedOn)} <Time at={draft.updatedAt} />
        </p>
        {draft.isOutdated && <p role="alert">{texts.outdated(agent.version)}</p>}
      </div>
      {canEdit && (
        <>
          <Field label={texts.note} maxLength={500} value={note} onChange={setNote} />
          <Field
            label={texts.percent}
            help={texts.percentHelp}
            type="number"
            min={1}
            max={99}
            value={percent}
            onChange={setPercent}
          />
        </>
      )}
      {problem !== null && <ProblemOf problem={problem} />}
      <div className="actions">
        <button type="button" className="plain" onClick={() => onEdit(agentDraftOf(draft))}>
          {texts.edit}
        </button>
        {canEdit && (
          <>
            <button
              type="button"
              className="plain"
              disabled={discarding.isPending}
              onClick={() => discarding.mutate()}
            >
              {texts.discard}
            </button>
            <button type="submit" className="main" disabled={publishing.isPending}>
              {draft.isOutdated ? texts.publishAnyway : texts.publish}
            </button>
          </>
        )}
      </div>
    </form>
  );
};

/** A refusal, in words for people if another editor was faster. */
export const ProblemOf = ({ problem }: { readonly problem: ApiProblem }): ReactNode =>
  problem.code === 'agent_changed' ? <p role="alert">{VERSIONS.conflict}</p> : <Problem problem={problem} />;
