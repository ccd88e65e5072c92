/** One provider of a list: which one, its model or voice, its address, and its key, which can be set but is never shown. */
import type { ReactNode } from 'react';
import type { ApiProblem } from '../../api/client.js';
import { wrongAt } from '../../parts/details.js';
import { Choice, Field } from '../../parts/field.js';
import { TEXTS } from '../../texts.js';
import type { Installed } from './setting.js';

export interface Line {
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
  readonly line: Line;
  readonly index: number;
  readonly available: Installed['available'];
  readonly problem: ApiProblem | null;
  readonly isOnly: boolean;
  readonly change: (line: Line) => void;
  readonly remove: () => void;
  readonly earlier: () => void;
}

export const ProviderLine = (props: ProviderLineProps): ReactNode => {
  const { line, index, available, problem, isOnly, change, remove, earlier } = props;
  const texts = TEXTS.settings.providers;
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
            <button type="button" className="plain" onClick={earlier}>
              {texts.up}
            </button>
          )}
          {!isOnly && (
            <button type="button" className="plain" onClick={remove}>
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
            change={(provider) => change({ ...line, provider, choice: '' })}
          />
          {wrongAt(problem, `${at}/provider`) !== undefined && (
            <p className="wrong">{wrongAt(problem, `${at}/provider`)}</p>
          )}
        </div>
        <Field
          label={texts.choice}
          help={texts.choiceHelp(kind?.defaultChoice ?? null)}
          value={line.choice}
          change={(choice) => change({ ...line, choice })}
          maxLength={200}
          autoComplete="off"
          wrong={wrongAt(problem, `${at}/choice`)}
        />
        <Field
          label={texts.credential}
          type="password"
          help={isKept ? texts.credentialKept : texts.credentialNew}
          value={line.credential}
          change={(credential) => change({ ...line, credential })}
          maxLength={2_048}
          autoComplete="new-password"
          wrong={wrongAt(problem, `${at}/credential`)}
        />
        <Field
          label={texts.address}
          type="url"
          help={texts.addressHelp(kind?.defaultAddress ?? null)}
          value={line.address}
          change={(address) => change({ ...line, address })}
          maxLength={2_048}
          autoComplete="off"
          placeholder={kind?.defaultAddress ?? ''}
          wrong={wrongAt(problem, `${at}/address`)}
        />
      </div>
    </li>
  );
};
