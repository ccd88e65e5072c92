/** The words of an agent while they are edited: what they started from, saving, publishing, and other editors. */
import { useMutation } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { ApiProblem } from '../../../api/client.js';
import { merged, type ThreeWay } from '../../../ui/conflict/three-way.js';
import { useBusinessId } from '../../session/session.js';
import {
  type Agent,
  type AgentDraft,
  type Base,
  baseOf,
  create,
  discardDraft,
  isSame,
  loadUnsaved,
  type Publication,
  publishDraft,
  type ServiceDraft,
  saveAsDraft,
  storeUnsaved,
} from '../agent-draft.js';
import type { Edited } from './use-edited.js';

/** Key of the words of an agent that does not exist yet. */
const NEW = 'new';

interface State {
  /** What the words started from. */
  readonly base: Base;
  readonly words: AgentDraft;
}

/** What was done last, for the line that says so. */
type Done = 'draft_saved' | 'published' | 'draft_deleted' | null;

export interface Editing {
  readonly words: AgentDraft;
  readonly isChanged: boolean;
  /** What another editor has made of it since; null: nothing. */
  readonly elsewhere: ThreeWay<AgentDraft> | null;
  readonly isPending: boolean;
  /** Null also if another editor was faster: `elsewhere` says so. */
  readonly problem: ApiProblem | null;
  readonly done: Done;
  readonly change: (changed: Partial<AgentDraft>) => void;
  readonly discard: () => void;
  /** Goes on with these words on top of what the service has now. */
  readonly goOnWith: (words: AgentDraft) => void;
  readonly saveDraft: () => void;
  readonly publish: (publication: Publication) => void;
  readonly deleteDraft: () => void;
  readonly create: () => void;
}

interface EditingParams {
  /** Null if the agent is created here. */
  readonly edited: Edited | null;
  /** Replaces what is known of the agent. */
  readonly onEdited: (edited: Edited) => Promise<void>;
  /** Reads it again, because another editor was faster. */
  readonly onRefused: (code: 'agent_changed' | 'draft_outdated') => void;
  readonly onCreated: (agent: Agent) => void;
  readonly onPublished: () => void;
}

/** What was typed before a reload, otherwise what the service has. */
const startOf = (businessId: string, agentId: string, current: Base): State => {
  const unsaved = loadUnsaved(businessId, agentId);
  if (unsaved === null) return { base: current, words: current.words };
  return { base: unsaved.base ?? current, words: unsaved.words };
};

export const useEditing = (params: EditingParams): Editing => {
  const { edited, onEdited, onRefused, onCreated, onPublished } = params;
  const businessId = useBusinessId();
  const agentId = edited?.agent.id ?? NEW;
  const current = useMemo(() => baseOf(edited?.agent ?? null, edited?.draft ?? null), [edited]);
  const [{ base, words }, setState] = useState<State>(() => startOf(businessId, agentId, current));
  const [done, setDone] = useState<Done>(null);
  const latest = useRef(words);
  latest.current = words;
  const isChanged = !isSame(words, base.words);
  useEffect(
    () => storeUnsaved(businessId, agentId, isChanged ? { words, base } : null),
    [businessId, agentId, isChanged, words, base],
  );
  /** From here on the words are on top of `after`; what was typed since `sent` stays. */
  const rebase = (after: Base, sent: AgentDraft): void =>
    setState((now) => ({ base: after, words: merged({ base: sent, mine: now.words, theirs: after.words }) }));

  const store = async (): Promise<ServiceDraft> => {
    const sent = words;
    const draft = await saveAsDraft(businessId, agentId, base, sent);
    if (edited !== null) await onEdited({ agent: edited.agent, draft });
    rebase(baseOf(null, draft), sent);
    return draft;
  };
  const acting = useMutation<Done, ApiProblem, () => Promise<Done>>({
    mutationFn: (act) => act(),
    onMutate: () => setDone(null),
    onSuccess: setDone,
    onError: ({ code }) => {
      if (code === 'agent_changed' || code === 'draft_outdated') onRefused(code);
    },
  });
  const saveDraft = async (): Promise<Done> => {
    await store();
    return 'draft_saved';
  };
  const publish = async (publication: Publication): Promise<Done> => {
    const kept = edited?.draft ?? null;
    const draft = isChanged || kept === null ? await store() : kept;
    const agent = await publishDraft(businessId, draft, publication, edited?.agent.version);
    await onEdited({ agent, draft: null });
    const after = baseOf(agent, null);
    rebase(after, baseOf(null, draft).words);
    onPublished();
    return 'published';
  };
  const deleteDraft = async (): Promise<Done> => {
    const agent = await discardDraft(businessId, agentId, edited?.draft?.tag);
    await onEdited({ agent, draft: null });
    const after = baseOf(agent, null);
    setState({ base: after, words: after.words });
    return 'draft_deleted';
  };
  const createNew = async (): Promise<Done> => {
    const agent = await create(businessId, words);
    storeUnsaved(businessId, NEW, null);
    const after = baseOf(agent, null);
    const later = merged({ base: words, mine: latest.current, theirs: after.words });
    // What was typed meanwhile is kept as the input of the agent that now exists.
    if (!isSame(later, after.words)) storeUnsaved(businessId, agent.id, { words: later, base: after });
    setState({ base: after, words: after.words });
    onCreated(agent);
    return null;
  };
  const isElsewhere = edited !== null && current.tag !== base.tag && !acting.isPending;
  // Nothing was typed here, so there is nothing to lose.
  const isAdopted = isElsewhere && (!isChanged || isSame(words, current.words));
  useEffect(() => {
    if (isAdopted) setState({ base: current, words: current.words });
  }, [isAdopted, current]);
  const elsewhere =
    isElsewhere && !isAdopted ? { base: base.words, mine: words, theirs: current.words } : null;
  const isConflict = acting.error?.code === 'agent_changed' && elsewhere !== null;
  return {
    words,
    isChanged,
    elsewhere,
    isPending: acting.isPending,
    problem: isConflict ? null : acting.error,
    done: isChanged ? null : done,
    change: (changed) => setState((now) => ({ ...now, words: { ...now.words, ...changed } })),
    discard: () => {
      acting.reset();
      setState((now) => ({ ...now, words: now.base.words }));
    },
    goOnWith: (chosen) => {
      acting.reset();
      setState({ base: current, words: chosen });
    },
    saveDraft: () => acting.mutate(saveDraft),
    publish: (publication) => acting.mutate(() => publish(publication)),
    deleteDraft: () => acting.mutate(deleteDraft),
    create: () => acting.mutate(createNew),
  };
};
