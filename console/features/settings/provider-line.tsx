/** One provider of a list: which one, its model or voice, its address, and its key, which can be set but is never shown. */
import type { ReactNode } from 'react';
import type { ApiProblem } from '../../api/client.js';
import { Choice, Field } from '../../ui/forms/field.js';
import { errorAt } from '../../ui/forms/field-errors.js';
import { SETTINGS } from './messages.js';
import type { Installed } from './setting.js';

export interface ProviderDraft {
  /** Identifies the line. */
  readonly line: number;
  readonly provider: string;
  readonly choice: string;
  readonly address: string;
  /** As just typed. */
  readonly credential: string;
  /** Provider and address for which the service has a key; null if there is none. */
  readonly kept: string | null;
}

interface ProviderLineProps {
  readonly line: ProviderDraft;
  readonly index: number;
  readonly available: Installed['available'];
  readonly problem: ApiProblem | null;
  readonly isOnly: boolean;
  readonly onChange: (line: ProviderDraft) => void;
  readonly onRemove: () => void;
  readonly onMoveUp: () => void;
}

export const ProviderLine = (props: ProviderLineProps): ReactNode => {
  const { line, index, available, problem, isOnly, onChange, onRemove, onMoveUp } = props;
  const texts = SETTINGS.providers;
  const kind = available.find(({ provider }) => provider === line.provider);
  const isKept = line.kept === `${line.provider} ${line.address.trim()}`;
  const at = `/choices/${index}`;
  const names = available.map(({ provider }) => provider);
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
        <div>
          <Choice
            label={texts.provider}
            value={line.provider}
            choices={(names.includes(line.provider) ? names : [line.provider, ...names]).map((value) => ({
              value,
              name: value,
            }))}
            onChange={(provider) => onChange({ ...line, provider, choice: '' })}
          />
          {errorAt(problem, `${at}/provider`) !== undefined && (
            <p className="wrong">{errorAt(problem, `${at}/provider`)}</p>
          )}
        </div>
        <Field
          label={texts.choice}
          help={texts.choiceHelp(kind?.defaultChoice ?? null)}
          value={line.choice}
          onChange={(choice) => onChange({ ...line, choice })}
          maxLength={200}
          autoComplete="off"
          error={errorAt(problem, `${at}/choice`)}
        />
        <Field
          label={texts.credential}
          type="password"
          help={isKept ? texts.credentialKept : texts.credentialNew}
          value={line.credential}
          onChange={(credential) => onChange({ ...line, credential })}
          maxLength={2_048}
          autoComplete="new-password"
          error={errorAt(problem, `${at}/credential`)}
        />
        <Field
          label={texts.address}
          type="url"
          help={texts.addressHelp(kind?.defaultAddress ?? null)}
          value={line.address}
          onChange={(address) => onChange({ ...line, address })}
          maxLength={2_048}
          autoComplete="off"
          placeholder={kind?.defaultAddress ?? ''}
          error={errorAt(problem, `${at}/address`)}
        />
      </div>
    </li>
  );
};
