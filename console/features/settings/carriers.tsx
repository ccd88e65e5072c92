/** The carriers for calls, their order and caller numbers, and a test of their accounts. */
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useFieldArray } from 'react-hook-form';
import { type ApiProblem, callApi, type Data } from '../../api/client.js';
import { Form, FormProblem, Saved, Submit, TextField } from '../../ui/forms/form.js';
import type { BodyForm } from '../../ui/forms/use-body-form.js';
import { StatusPill } from '../../ui/StatusPill/StatusPill.js';
import { Problem } from '../../ui/states.js';
import { useBusinessId } from '../session/session.js';
import { SETTINGS } from './messages.js';
import { remedyOf } from './remedy-messages.js';
import type { Settings } from './setting.js';
import { useChange } from './use-change.js';
import { useSettingsForm } from './use-settings-form.js';

type Report = Data<'testCarriers'>['carriers'][number];

/** The service waits up to 20 seconds for a carrier; its answer takes a moment more. */
const TEST_MS = 30_000;

/** A carrier, in the order in which carriers are tried. */
interface CarrierLine {
  readonly carrier: string;
  readonly isUsed: boolean;
  readonly number: string;
}

interface Values {
  readonly lines: readonly CarrierLine[];
}

/** The chosen carriers first, then the others that have an account. */
const linesOf = ({ carriers, installation }: Settings): readonly CarrierLine[] => {
  const order = carriers === null || carriers.order.length === 0 ? installation.carrierOrder : carriers.order;
  const known = order.filter((name) => installation.carrierAccounts.includes(name));
  const remaining = installation.carrierAccounts.filter((name) => !known.includes(name));
  return [...known, ...remaining].map((carrier) => ({
    carrier,
    isUsed: known.includes(carrier),
    number: carriers?.from.find((entry) => entry.carrier === carrier)?.number ?? '',
  }));
};

const usedIn = ({ lines }: Values): readonly CarrierLine[] => lines.filter(({ isUsed }) => isUsed);

/** The lines whose number becomes an entry of `from`, in its order. */
const numberedIn = (values: Values): readonly CarrierLine[] =>
  usedIn(values).filter(({ number }) => number.trim() !== '');

const changeOf = (values: Values) => ({
  carriers: {
    order: usedIn(values).map(({ carrier }) => carrier),
    from: numberedIn(values).map(({ carrier, number }) => ({ carrier, number: number.trim() })),
  },
});

const valuesOf = (settings: Settings): Values => ({ lines: linesOf(settings) });

const shownLines = (values: Values): string =>
  usedIn(values)
    .map(({ carrier, number }) => `${carrier} ${number}`.trim())
    .join('\n');

export const CarrierSettings = ({ settings }: { readonly settings: Settings }): ReactNode => {
  const { carriers, installation } = settings;
  const [isSaved, setSaved] = useState(false);
  const texts = SETTINGS.carriers;
  const missing = (carriers?.order ?? []).filter((name) => !installation.carrierAccounts.includes(name));
  return (
    <section className="stack" aria-labelledby="settings-carriers">
      <div>
        <h2 id="settings-carriers">{texts.title}</h2>
        <p className="help">{texts.help}</p>
      </div>
      {missing.length > 0 && <p className="warns">{texts.missing(missing.join(', '))}</p>}
      <CarrierChoice
        // The business's choice and the installation's have different forms.
        key={String(carriers === null)}
        settings={settings}
        isSaved={isSaved}
        onSaved={() => setSaved(true)}
      />
      <AccountTest />
    </section>
  );
};

interface ChoiceProps {
  readonly settings: Settings;
  readonly isSaved: boolean;
  readonly onSaved: () => void;
}

/** The business's choice, or the installation's until the business has one. */
const CarrierChoice = (props: ChoiceProps): ReactNode => {
  const { carriers, installation } = props.settings;
  const [choosing, setChoosing] = useState(carriers !== null);
  const texts = SETTINGS.carriers;
  if (choosing) return <CarrierForm {...props} onClose={() => setChoosing(false)} />;
  return (
    <>
      <p>{texts.usual(installation.carrierOrder.join(', '))}</p>
      <div>
        <button type="button" className="plain" onClick={() => setChoosing(true)}>
          {texts.choose}
        </button>
      </div>
    </>
  );
};

interface CarrierFormProps extends ChoiceProps {
  readonly onClose: () => void;
}

const CarrierForm = ({ settings, isSaved, onSaved, onClose }: CarrierFormProps): ReactNode => {
  const form = useSettingsForm({
    settings,
    valuesOf,
    toChange: changeOf,
    shown: [{ name: 'lines', label: SETTINGS.carriers.title, text: shownLines }],
    onSaved,
  });
  const { fields, swap } = useFieldArray({ control: form.methods.control, name: 'lines' });
  const dropping = useChange();
  const texts = SETTINGS.carriers;
  const hasNone = usedIn(form.methods.watch()).length === 0;
  return (
    <Form form={form} className="stack">
      <ol className="lines">
        {fields.map(({ id }, index) => (
          <Line
            key={id}
            form={form}
            index={index}
            isLast={index === fields.length - 1}
            onSwap={(other) => swap(index, other)}
          />
        ))}
      </ol>
      <p className="help">{texts.numberHelp}</p>
      {hasNone && <p className="wrong">{texts.chooseCarrier}</p>}
      <FormProblem form={form} />
      {dropping.error !== null && <Problem problem={dropping.error} />}
      <div className="actions">
        <Saved form={form} isSaved={isSaved}>
          {SETTINGS.saved}
        </Saved>
        <button
          type="button"
          className="plain"
          disabled={dropping.isPending}
          onClick={() => (settings.carriers === null ? onClose() : dropping.mutate({ carriers: null }))}
        >
          {SETTINGS.usual}
        </button>
        <Submit form={form} disabled={hasNone}>
          {SETTINGS.save}
        </Submit>
      </div>
    </Form>
  );
};

interface LineProps {
  readonly form: BodyForm<Values>;
  readonly index: number;
  readonly isLast: boolean;
  readonly onSwap: (index: number) => void;
}

const Line = ({ form, index, isLast, onSwap }: LineProps): ReactNode => {
  const { watch, setValue } = form.methods;
  const values = watch();
  const { carrier, isUsed } = watch(`lines.${index}`);
  const place = numberedIn(values).findIndex((line) => line.carrier === carrier);
  const texts = SETTINGS.carriers;
  return (
    <li aria-label={carrier}>
      <label className="check">
        <input
          type="checkbox"
          aria-label={texts.use(carrier)}
          checked={isUsed}
          onChange={({ target }) => setValue(`lines.${index}.isUsed`, target.checked, { shouldDirty: true })}
        />
        <strong>{carrier}</strong>
        <span className="small">{rankText(usedIn(values), carrier)}</span>
      </label>
      <TextField
        form={form}
        name={`lines.${index}.number`}
        // A carrier without a number has no entry.
        path={`/carriers/from/${place < 0 ? carrier : place}`}
        label={texts.number(carrier)}
        type="tel"
        disabled={!isUsed}
        autoComplete="off"
      />
      <div className="actions">
        <button
          type="button"
          className="plain"
          aria-label={texts.up(carrier)}
          disabled={index === 0}
          onClick={() => onSwap(index - 1)}
        >
          ↑
        </button>
        <button
          type="button"
          className="plain"
          aria-label={texts.down(carrier)}
          disabled={isLast}
          onClick={() => onSwap(index + 1)}
        >
          ↓
        </button>
      </div>
    </li>
  );
};

const rankText = (used: readonly CarrierLine[], carrier: string): string => {
  const texts = SETTINGS.carriers;
  const rank = used.findIndex((line) => line.carrier === carrier);
  if (rank < 0) return texts.notUsed;
  return rank === 0 ? texts.first : texts.standIn;
};

const AccountTest = (): ReactNode => {
  const businessId = useBusinessId();
  const texts = SETTINGS.carriers;
  const testing = useMutation<readonly Report[], ApiProblem>({
    mutationFn: async () =>
      (await callApi('testCarriers', { body: { businessId }, deadlineMs: TEST_MS })).carriers,
  });
  return (
    <section className="test" aria-label={texts.test}>
      <div className="head-line">
        <p className="help">{testing.isPending ? texts.testing : texts.testHelp}</p>
        <button type="button" className="plain" disabled={testing.isPending} onClick={() => testing.mutate()}>
          {texts.test}
        </button>
      </div>
      {testing.error !== null && <Problem problem={testing.error} />}
      <ul className="reports" aria-live="polite">
        {(testing.data ?? []).map(({ carrier, ok, totalMs, remedy }) => (
          <li key={carrier}>
            <StatusPill tone={ok ? 'good' : 'bad'}>{carrier}</StatusPill>
            <span>{ok ? texts.ok(totalMs ?? 0) : remedyOf(remedy ?? '')}</span>
          </li>
        ))}
      </ul>
    </section>
  );
};
