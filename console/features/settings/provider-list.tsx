/** The providers of a role, in fallback order. */
import { type ReactNode, useState } from 'react';
import { useFieldArray } from 'react-hook-form';
import { setProvidersBody } from '../../api/bodies/settings.js';
import { callApi } from '../../api/client.js';
import { Confirm } from '../../ui/dialogs/confirm.js';
import { Form, FormProblem, Submit } from '../../ui/forms/form.js';
import { useBodyForm } from '../../ui/forms/use-body-form.js';
import { COMMON } from '../../ui/messages.js';
import { useBusinessId } from '../session/session.js';
import { SETTINGS } from './messages.js';
import { keyPlace, type ProviderDraft, ProviderLine, type ProviderValues } from './provider-line.js';
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

const linesOf = (list: StoredList): readonly ProviderDraft[] =>
  list.choices.map(({ provider, choice, address, hasCredential }) => {
    const place = { provider, address: address ?? '' };
    return { ...place, choice, credential: '', kept: hasCredential ? keyPlace(place) : null };
  });

const choicesOf = (lines: readonly ProviderDraft[]) =>
  lines.map(({ provider, choice, address, credential }) => ({
    provider,
    ...(choice.trim() === '' ? {} : { choice: choice.trim() }),
    ...(address.trim() === '' ? {} : { address: address.trim() }),
    ...(credential === '' ? {} : { credential }),
  }));

/** After a save: keys are never shown, also not those that were just typed. */
const withoutKeys = ({ standIn, lines }: ProviderValues): ProviderValues => ({
  standIn,
  lines: lines.map((line) =>
    line.credential === '' ? line : { ...line, credential: '', kept: keyPlace(line) },
  ),
});

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

const Editor = ({ agentId, installed, list, onClose }: EditorProps): ReactNode => {
  const businessId = useBusinessId();
  const { role, available } = installed;
  const fresh: ProviderDraft = {
    provider: available[0]?.provider ?? '',
    choice: '',
    address: '',
    credential: '',
    kept: null,
  };
  const first: ProviderValues = {
    standIn: list?.standIn === 'installation',
    lines: list === null ? [fresh] : linesOf(list),
  };
  const { form } = useBodyForm({
    body: setProvidersBody,
    values: first,
    toBody: ({ standIn, lines }) => ({
      businessId,
      role,
      ...(agentId === null ? {} : { agentId }),
      standIn: standIn ? 'installation' : 'none',
      choices: choicesOf(lines),
    }),
    onSuccess: (_, { getValues, reset }) => reset(withoutKeys(getValues())),
  });
  const { control, watch, setValue, formState } = form.methods;
  const { fields, append, remove, swap } = useFieldArray({ control, name: 'lines' });
  const isChanged = formState.isDirty;
  const texts = SETTINGS.providers;
  return (
    <Form form={form} className="stack">
      <ol className="provider-lines">
        {fields.map(({ id }, index) => (
          <ProviderLine
            key={id}
            form={form}
            index={index}
            available={available}
            isOnly={fields.length === 1}
            onRemove={() => remove(index)}
            onMoveUp={() => swap(index - 1, index)}
          />
        ))}
      </ol>
      <div>
        <button
          type="button"
          className="plain"
          disabled={fields.length >= MAX_PROVIDERS}
          onClick={() => append(fresh, { shouldFocus: false })}
        >
          {texts.add}
        </button>
      </div>
      <label className="check">
        <input
          type="checkbox"
          checked={watch('standIn')}
          onChange={({ target }) => setValue('standIn', target.checked, { shouldDirty: true })}
        />
        {texts.standIn}
      </label>
      <FormProblem form={form} />
      <div className="actions">
        {list === null && (
          <button type="button" className="plain" onClick={onClose}>
            {COMMON.cancel}
          </button>
        )}
        <Submit form={form} disabled={list !== null && !isChanged}>
          {texts.save}
        </Submit>
      </div>
      {list !== null && <ProviderTest agentId={agentId} role={role} isSaved={!isChanged} />}
    </Form>
  );
};
