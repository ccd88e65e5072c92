/** Edits an agent: its parts in tabs, and beside them the pane in which it is tried while its words change. */
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useLocation } from 'wouter';
import type { Data } from '../../../api/client.js';
import { deferred } from '../../../ui/deferred.js';
import { type Question, useAskBeforeLeaving } from '../../../ui/dialogs/navigation-guard.js';
import { Loading } from '../../../ui/states.js';
import { useCan } from '../../session/role.js';
import { useBusinessId } from '../../session/session.js';
import { storeUnsaved } from '../agent-draft.js';
import { AGENTS } from '../messages.js';
import { AnalysisSettings } from '../outcomes/analysis.js';
import { MemorySetting } from '../outcomes/memory.js';
import { PromptPanel } from '../prompt/prompt.js';
import { type Fillable, useFillables } from '../prompt/variables.js';
import { ChangedElsewhere, ConflictDialog } from '../publishing/conflict.js';
import { Splits } from '../publishing/splits.js';
import { Versions } from '../publishing/versions.js';
import { CallSettings } from '../settings/calls.js';
import { ChatSettings } from '../settings/chat.js';
import { Knowledge } from '../settings/knowledge.js';
import { Model } from '../settings/model.js';
import { VoiceSettings } from '../settings/voice.js';
import styles from './editor.module.css';
import { EditorHeader, type Opened } from './header.js';
import { invalidTabIn, Tabs, useTab } from './tabs.js';
import type { Edited } from './use-edited.js';
import { type Editing, useEditing } from './use-editing.js';

const TryIt = deferred(async () => (await import('../trying/try-it.js')).TryIt, <Loading rows={6} />);
const AgentTools = deferred(async () => (await import('../tools/tools.js')).AgentTools, <Loading rows={6} />);
const VoicemailSetting = deferred(
  async () => (await import('../settings/voicemail.js')).VoicemailSetting,
  <Loading rows={3} />,
);

/** Windows with room for the pane beside the words, as in editor.module.css. */
const WIDE = '(width >= 1100px)';

interface EditorProps {
  /** Null if the agent is created here. */
  readonly edited: Edited | null;
  readonly speech: Data<'listVoices'> | undefined;
  /** Replaces what is known of the agent. */
  readonly onEdited: (edited: Edited) => Promise<void>;
  readonly onReload: () => void;
}

export const AgentEditor = ({ edited, speech, onEdited, onReload }: EditorProps): ReactNode => {
  const [, navigate] = useLocation();
  const [tab, setTab] = useTab();
  const [opened, setOpened] = useState<Opened | 'conflict'>(null);
  const [createdId, setCreatedId] = useState<string | null>(null);
  const words = useRef<HTMLDivElement>(null);
  const canTest = useCan('startAgentTest');
  const hasPane = edited !== null && edited.agent.status === 'active' && canTest;
  const [isPaneOpen, setPaneOpen] = usePane();
  const editing = useEditing({
    edited,
    onEdited,
    onRefused: (code) => {
      onReload();
      if (code === 'agent_changed') setOpened('conflict');
    },
    onCreated: ({ id }) => setCreatedId(id),
    onPublished: () => setOpened(null),
  });
  useLeaving(editing, edited?.agent.id ?? 'new', tab);
  useSaveKey(() => {
    if (edited !== null && editing.isChanged && !editing.isPending) whenValid(editing.saveDraft);
  });
  // Only once nothing is unsaved, so that navigating to the new agent's own address needs no confirmation.
  const goTo = editing.isChanged ? null : createdId;
  useEffect(() => {
    if (goTo !== null) navigate(`/agents/${goTo}`, { replace: true });
  }, [goTo, navigate]);
  const whenValid = (act: () => void): void => {
    const invalid = words.current === null ? null : invalidTabIn(words.current);
    if (invalid === null) return act();
    flushSync(() => setTab(invalid.tab));
    invalid.report();
  };
  const isSplit = hasPane && isPaneOpen;
  return (
    <div className={isSplit ? `${styles.agent} ${styles.withPane}` : styles.agent}>
      <EditorHeader
        edited={edited}
        editing={editing}
        opened={opened === 'conflict' ? null : opened}
        onOpen={setOpened}
        whenValid={whenValid}
        onArchived={(agent) => void onEdited({ agent, draft: null })}
        test={
          hasPane && (
            <button
              type="button"
              className="plain"
              aria-expanded={isPaneOpen}
              aria-controls="agent-pane"
              onClick={() => setPaneOpen(!isPaneOpen)}
            >
              {AGENTS.test}
            </button>
          )
        }
      />
      <div className={styles.words} ref={words}>
        {editing.elsewhere !== null && <ChangedElsewhere onReview={() => setOpened('conflict')} />}
        <Parts
          edited={edited}
          editing={editing}
          speech={speech}
          tab={tab}
          onTab={setTab}
          onEdited={onEdited}
        />
      </div>
      {hasPane && (
        <aside id="agent-pane" className={styles.pane} hidden={!isPaneOpen} aria-label={AGENTS.test}>
          <TryIt
            agent={edited.agent}
            words={editing.words}
            draft={edited.draft}
            onClose={() => setPaneOpen(false)}
          />
        </aside>
      )}
      {opened === 'conflict' && editing.elsewhere !== null && (
        <ConflictDialog
          ways={editing.elsewhere}
          onChosen={(chosen) => {
            editing.goOnWith(chosen);
            setOpened(null);
          }}
          onClose={() => setOpened(null)}
        />
      )}
    </div>
  );
};

/** Whether the pane is open: at first, and when the width of the window changes, if there is room beside the words. */
const usePane = (): readonly [boolean, (isOpen: boolean) => void] => {
  const [isOpen, setOpen] = useState(() => window.matchMedia(WIDE).matches);
  useEffect(() => {
    const wide = window.matchMedia(WIDE);
    const handleChange = (): void => setOpen(wide.matches);
    wide.addEventListener('change', handleChange);
    return () => wide.removeEventListener('change', handleChange);
  }, []);
  return [isOpen, setOpen];
};

/** Asks before the page is left with unsaved words. */
const useLeaving = ({ isChanged }: Editing, agentId: string, tab: string): void => {
  const businessId = useBusinessId();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the guard returns to the address that it knows, which has the tab.
  const question = useMemo(
    (): Question | null =>
      isChanged ? { ...AGENTS.leaving, beforeLeaving: () => storeUnsaved(businessId, agentId, null) } : null,
    [isChanged, businessId, agentId, tab],
  );
  useAskBeforeLeaving(question);
};

/** Ctrl-S, or Cmd-S, saves. */
const useSaveKey = (save: () => void): void => {
  const latest = useRef(save);
  latest.current = save;
  useEffect(() => {
    const handleKey = (event: KeyboardEvent): void => {
      if (event.key !== 's' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
      event.preventDefault();
      latest.current();
    };
    window.addEventListener('keydown', handleKey);
    return () => window.removeEventListener('keydown', handleKey);
  }, []);
};

interface PartsProps extends Pick<EditorProps, 'edited' | 'speech' | 'onEdited'> {
  readonly editing: Editing;
  readonly tab: ReturnType<typeof useTab>[0];
  readonly onTab: ReturnType<typeof useTab>[1];
}

const Parts = ({ edited, editing, speech, tab, onTab, onEdited }: PartsProps): ReactNode => {
  const { words, change } = editing;
  const fillables = useFillables();
  const canEdit = useCan('updateAgent');
  const agent = edited?.agent ?? null;
  const isVoice = words.channel === 'voice';
  const isDisabled = agent?.status === 'archived' || !canEdit;
  const grant = ({ variable }: Fillable): void => {
    if (!words.variables.some(({ alias }) => alias === variable.alias))
      change({ variables: [...words.variables, variable] });
  };
  const shared = { draft: words, fillables, grant, onChange: change };
  const ofForm = (name: string, content: ReactNode): ReactNode => (
    <fieldset disabled={isDisabled}>
      <legend className="hidden">{name}</legend>
      {content}
    </fieldset>
  );
  const { tabs } = AGENTS;
  return (
    <Tabs
      tab={tab}
      onTab={onTab}
      panels={{
        prompt: () => ofForm(tabs.prompt, <PromptPanel {...shared} live={agent} />),
        voice: () => (
          <>
            {isVoice && ofForm(tabs.voice, <VoiceSettings draft={words} speech={speech} onChange={change} />)}
            {agent !== null && <Model agent={agent} />}
          </>
        ),
        knowledge: () => ofForm(tabs.knowledge, <Knowledge draft={words} onChange={change} />),
        ...(agent === null ? {} : { tools: () => <AgentTools agentId={agent.id} /> }),
        calls: () => (
          <>
            {isVoice && ofForm(tabs.calls, <CallSettings {...shared} />)}
            {(words.channel === 'whatsapp' || words.channel === 'instagram') &&
              ofForm(tabs.calls, <ChatSettings draft={words} onChange={change} />)}
            {(words.channel === 'sms' || words.channel === 'other') && (
              <p className="quiet">{AGENTS.noCallSettings}</p>
            )}
            {agent !== null && agent.channel === 'voice' && <VoicemailSetting agentId={agent.id} />}
          </>
        ),
        ...(agent === null
          ? {}
          : {
              outcomes: () => (
                <>
                  {agent.channel === 'voice' && <AnalysisSettings agentId={agent.id} />}
                  <MemorySetting agentId={agent.id} />
                </>
              ),
              versions: () => (
                <>
                  <Versions
                    agent={agent}
                    onRestored={(after) => void onEdited({ agent: after, draft: edited?.draft ?? null })}
                  />
                  <Splits
                    key={agent.version}
                    agent={agent}
                    onPublished={(after) => void onEdited({ agent: after, draft: edited?.draft ?? null })}
                  />
                </>
              ),
            }),
      }}
    />
  );
};
