/** The providers of a role, in fallback order. */
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { type ApiProblem, callApi } from '../../api/client.js';
import { Confirm } from '../../ui/dialogs/confirm.js';
import { otherDetails } from '../../ui/forms/field-errors.js';
import { COMMON } from '../../ui/messages.js';
import { Problem } from '../../ui/states.js';
import { useBusinessId } from '../session/session.js';
import { SETTINGS } from './messages.js';
import { type ProviderDraft, ProviderLine } from './provider-line.js';
import { ProviderTest } from './provider-test.js';
import type { Installed, StoredList } from './setting.js';

interface ProviderListProps {
  /** Null for the list of all agents. */
  readonly agentId: string | null;
  readonly installed: Installed;
  /** Null if there is no list. */
  readonly list: StoredList | null;
  /** Whether the list of all agents applies, because this agent has none. */
  readonly isInherited: boolean;
}

/** The most providers that the service accepts. */
const MAX_PROVIDERS = 5;

const linesOf = (list: StoredList | null): readonly ProviderDraft[] =>
  (list?.choices ?? []).map(({ provider, choice, address, hasCredential }, line) => ({
    line,
    provider,
    choice,
    address: address ?? '',
    credential: '',
    kept: hasCredential ? `${provider} ${address ?? ''}` : null,
  }));

export const ProviderList = ({ agentId, installed, list, isInherited }: ProviderListProps): ReactNode => {
  const { role, inUse } = installed;
  const [isConfirming, setConfirming] = useState(false);
  const [isOpen, setOpen] = useState(list !== null);
  const businessId = useBusinessId();
  const texts = SETTINGS.providers;
  const removeList = async (): Promise<void> => {
    const query = { businessId, ...(agentId === null ? {} : { agentId }) };
    await callApi('removeProviders', { path: { role }, query });
  };
  const name = texts.roles[role];
  const usual = inUse.length === 0 ? texts.none : texts.usual(inUse.join(', '));
  return (
    <section className="role" aria-label={name}>
      <div className="head-line">
        <h3>{name}</h3>
        {list !== null && (
          <button type="button" className="danger quiet-danger" onClick={() => setConfirming(true)}>
            {texts.drop}
          </button>
        )}
      </div>
      <p className="help">{texts.roleHelp[role]}</p>
      {isOpen ? (
        <Editor agentId={agentId} installed={installed} list={list} onClose={() => setOpen(list !== null)} />
      ) : (
        <div className="head-line">
          <p>{isInherited ? texts.inherited : usual}</p>
          <button type="button" className="plain" onClick={() => setOpen(true)}>
            {texts.own}
          </button>
        </div>
      )}
      {isConfirming && (
        <Confirm
          title={texts.dropTitle(name)}
          help={texts.dropHelp}
          name={name}
          label={texts.dropName(name)}
          button={texts.drop}
          onConfirm={removeList}
          onClose={() => setConfirming(false)}
        />
      )}
    </section>
  );
};

interface EditorProps extends Omit<ProviderListProps, 'isInherited'> {
  readonly onClose: () => void;
}

const movedUp = (lines: readonly ProviderDraft[], index: number): readonly ProviderDraft[] => [
  ...lines.slice(0, index - 1),
  ...lines.slice(index, index + 1),
  ...lines.slice(index - 1, index),
  ...lines.slice(index + 1),
];

const Editor = ({ agentId, installed, list, onClose }: EditorProps): ReactNode => {
  const businessId = useBusinessId();
  const { role, available } = installed;
  const fresh = (line: number): ProviderDraft => ({
    line,
    provider: available[0]?.provider ?? '',
    choice: '',
    address: '',
    credential: '',
    kept: null,
  });
  const [lines, setLines] = useState<readonly ProviderDraft[]>(() =>
    list === null ? [fresh(0)] : linesOf(list),
  );
  const [standIn, setStandIn] = useState(list?.standIn === 'installation');
  const [isTouched, setTouched] = useState(false);
  const texts = SETTINGS.providers;
  const saving = useMutation<void, ApiProblem>({
    mutationFn: async () => {
      await callApi('setProviders', {
        body: {
          businessId,
          role,
          ...(agentId === null ? {} : { agentId }),
          standIn: standIn ? 'installation' : 'none',
          choices: lines.map(({ provider, choice, address, credential }) => ({
            provider,
            ...(choice.trim() === '' ? {} : { choice: choice.trim() }),
            ...(address.trim() === '' ? {} : { address: address.trim() }),
            ...(credential === '' ? {} : { credential }),
          })),
        },
      });
    },
  });
  const updateLines = (next: readonly ProviderDraft[]): void => {
    setLines(next);
    setTouched(true);
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    saving.mutate();
  };
  const { error } = saving;
  const fieldPaths = lines.map((_, index) => `/choices/${index}`);
  return (
    <form className="stack" onSubmit={submit}>
      <ol className="provider-lines">
        {lines.map((line, index) => (
          <ProviderLine
            key={line.line}
            line={line}
            index={index}
            available={available}
            problem={error}
            isOnly={lines.length === 1}
            onChange={(next) =>
              updateLines(lines.map((candidate) => (candidate.line === line.line ? next : candidate)))
            }
            onRemove={() => updateLines(lines.filter((candidate) => candidate.line !== line.line))}
            onMoveUp={() => updateLines(movedUp(lines, index))}
          />
        ))}
      </ol>
      <div>
        <button
          type="button"
          className="plain"
          disabled={lines.length >= MAX_PROVIDERS}
          onClick={() => updateLines([...lines, fresh(Math.max(-1, ...lines.map(({ line }) => line)) + 1)])}
        >
          {texts.add}
        </button>
      </div>
      <label className="check">
        <input
          type="checkbox"
          checked={standIn}
          onChange={({ target }) => {
            setStandIn(target.checked);
            setTouched(true);
          }}
        />
        {texts.standIn}
      </label>
      {error !== null && (
        <Problem
          problem={{
            code: error.code,
            message: error.message,
            requestId: error.requestId,
            details: otherDetails(error, fieldPaths),
          }}
        />
      )}
      <div className="actions">
        {list === null && (
          <button type="button" className="plain" onClick={onClose}>
            {COMMON.cancel}
          </button>
        )}
        <button
          type="submit"
          className="main"
          disabled={saving.isPending || lines.length === 0 || (list !== null && !isTouched)}
        >
          {texts.save}
        </button>
      </div>
      {list !== null && <ProviderTest agentId={agentId} role={role} isSaved={!isTouched} />}
    </form>
  );
};
