/** One provider of a list: which one, its model or voice, its address, and its key, which can be set but is never shown. */
import type { ReactNode } from 'react';
import { Choice } from '../../ui/forms/field.js';
import { PartProblem, TextField, useFormField } from '../../ui/forms/form.js';
import type { BodyForm } from '../../ui/forms/use-body-form.js';
import { SETTINGS } from './messages.js';
import type { Installed } from './setting.js';

export interface ProviderDraft {
  readonly provider: string;
  readonly choice: string;
  readonly address: string;
  /** As just typed. */
  readonly credential: string;
  /** Provider and address for which the service has a key, as in {@link keyPlace}; null if there is none. */
  readonly kept: string | null;
}

export interface ProviderValues {
  readonly standIn: boolean;
  readonly lines: readonly ProviderDraft[];
}

/** A key is for a provider at an address. */
export const keyPlace = ({ provider, address }: Pick<ProviderDraft, 'provider' | 'address'>): string =>
  `${provider} ${address.trim()}`;

interface ProviderLineProps {
  readonly form: BodyForm<ProviderValues>;
  readonly index: number;
  readonly available: Installed['available'];
  readonly isOnly: boolean;
  readonly onRemove: () => void;
  readonly onMoveUp: () => void;
}

export const ProviderLine = (props: ProviderLineProps): ReactNode => {
  const { form, index, available, isOnly, onRemove, onMoveUp } = props;
  const texts = SETTINGS.providers;
  const line = form.methods.watch(`lines.${index}`);
  const kind = available.find(({ provider }) => provider === line.provider);
  const isKept = line.kept === keyPlace(line);
  const place = <Name extends 'choice' | 'credential' | 'address'>(name: Name) =>
    ({ form, name: `lines.${index}.${name}`, path: `/choices/${index}/${name}` }) as const;
  return (
    <li aria-label={texts.place(index)}>
      <div className="head-line">
        <span className="small">{texts.place(index)}</span>
        <div className="actions">
          {index > 0 && (
            <button type="button" className="plain" onClick={onMoveUp}>
              {texts.up}
            </button>
          )}
          {!isOnly && (
            <button type="button" className="plain" onClick={onRemove}>
              {texts.remove}
            </button>
          )}
        </div>
      </div>
      <div className="pair even">
        <ProviderChoice form={form} index={index} available={available} />
        <TextField
          {...place('choice')}
          label={texts.choice}
          help={texts.choiceHelp(kind?.defaultChoice ?? null)}
          autoComplete="off"
        />
        <TextField
          {...place('credential')}
          label={texts.credential}
          type="password"
          help={isKept ? texts.credentialKept : texts.credentialNew}
          autoComplete="new-password"
        />
        <TextField
          {...place('address')}
          label={texts.address}
          type="url"
          help={texts.addressHelp(kind?.defaultAddress ?? null)}
          autoComplete="off"
          placeholder={kind?.defaultAddress ?? ''}
        />
      </div>
      <PartProblem form={form} path={`/choices/${index}`} />
    </li>
  );
};

const ProviderChoice = ({
  form,
  index,
  available,
}: Pick<ProviderLineProps, 'form' | 'index' | 'available'>): ReactNode => {
  const { field, fieldState } = useFormField({
    form,
    name: `lines.${index}.provider`,
    path: `/choices/${index}/provider`,
  });
  const chosen = form.methods.watch(`lines.${index}.provider`);
  const names = available.map(({ provider }) => provider);
  return (
    <Choice
      label={SETTINGS.providers.provider}
      value={chosen}
      choices={(names.includes(chosen) ? names : [chosen, ...names]).map((value) => ({ value, name: value }))}
      onChange={(provider) => {
        field.onChange(provider);
        // Another provider has other models and voices.
        form.methods.setValue(`lines.${index}.choice`, '', { shouldDirty: true });
      }}
      inputRef={field.ref}
      error={fieldState.error?.message}
    />
  );
};
