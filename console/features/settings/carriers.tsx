/** The carriers for calls, their order and caller numbers, and a test of their accounts. */
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { type ApiProblem, callApi, type Data } from '../../api/client.js';
import { Field } from '../../ui/forms/field.js';
import { errorAt, otherDetails } from '../../ui/forms/field-errors.js';
import { StatusPill } from '../../ui/StatusPill/StatusPill.js';
import { Problem } from '../../ui/states.js';
import { useBusinessId } from '../session/session.js';
import { SETTINGS } from './messages.js';
import { remedyOf } from './remedy-messages.js';
import type { Settings } from './setting.js';
import { useChange } from './use-change.js';

type Report = Data<'testCarriers'>['carriers'][number];

/** The service waits up to 20 seconds for a carrier; its answer takes a moment more. */
const TEST_MS = 30_000;

/** A carrier, in the order in which carriers are tried. */
interface CarrierLine {
  readonly carrier: string;
  readonly isUsed: boolean;
  readonly number: string;
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

const swapped = (lines: readonly CarrierLine[], index: number): readonly CarrierLine[] => {
  const [upper, lower] = [lines[index - 1], lines[index]];
  if (upper === undefined || lower === undefined) return lines;
  return [...lines.slice(0, index - 1), lower, upper, ...lines.slice(index + 1)];
};

export const CarrierSettings = ({ settings }: { readonly settings: Settings }): ReactNode => {
  const { carriers, installation } = settings;
  const changing = useChange();
  const texts = SETTINGS.carriers;
  const missing = (carriers?.order ?? []).filter((name) => !installation.carrierAccounts.includes(name));
  return (
    <section className="stack" aria-labelledby="settings-carriers">
      <div>
        <h2 id="settings-carriers">{texts.title}</h2>
        <p className="help">{texts.help}</p>
      </div>
      {missing.length > 0 && <p className="warns">{texts.missing(missing.join(', '))}</p>}
      <CarrierChoice key={JSON.stringify(carriers)} settings={settings} changing={changing} />
      <AccountTest />
    </section>
  );
};

interface ChoiceProps {
  readonly settings: Settings;
  readonly changing: ReturnType<typeof useChange>;
}

/** The business's choice, or the installation's until the business has one. */
const CarrierChoice = ({ settings, changing }: ChoiceProps): ReactNode => {
  const [choosing, setChoosing] = useState(settings.carriers !== null);
  const texts = SETTINGS.carriers;
  if (choosing)
    return <CarrierForm settings={settings} changing={changing} onClose={() => setChoosing(false)} />;
  return (
    <>
      <p>{texts.usual(settings.installation.carrierOrder.join(', '))}</p>
      <div>
        <button type="button" className="plain" onClick={() => setChoosing(true)}>
          {texts.choose}
        </button>
      </div>
    </>
  );
};

interface ChoosingProps extends ChoiceProps {
  readonly onClose: () => void;
}

const CarrierForm = ({ settings, changing, onClose }: ChoosingProps): ReactNode => {
  const [lines, setLines] = useState(() => linesOf(settings));
  const texts = SETTINGS.carriers;
  const used = lines.filter(({ isUsed }) => isUsed);
  const withNumber = used.filter(({ number }) => number.trim() !== '');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    changing.mutate({
      carriers: {
        order: used.map(({ carrier }) => carrier),
        from: withNumber.map(({ carrier, number }) => ({ carrier, number: number.trim() })),
      },
    });
  };
  const change = (carrier: string, next: Partial<CarrierLine>): void =>
    setLines(lines.map((line) => (line.carrier === carrier ? { ...line, ...next } : line)));
  const { error } = changing;
  return (
    <form className="stack" onSubmit={submit}>
      <ol className="lines">
        {lines.map(({ carrier, isUsed, number }, index) => (
          <li key={carrier} aria-label={carrier}>
            <label className="check">
              <input
                type="checkbox"
                aria-label={texts.use(carrier)}
                checked={isUsed}
                onChange={({ target }) => change(carrier, { isUsed: target.checked })}
              />
              <strong>{carrier}</strong>
              <span className="small">{rankText(used, carrier)}</span>
            </label>
            <Field
              label={texts.number(carrier)}
              type="tel"
              value={number}
              onChange={(next) => change(carrier, { number: next })}
              disabled={!isUsed}
              maxLength={40}
              autoComplete="off"
              error={errorAt(
                error,
                `/carriers/from/${withNumber.findIndex((line) => line.carrier === carrier)}`,
              )}
            />
            <div className="actions">
              <button
                type="button"
                className="plain"
                aria-label={texts.up(carrier)}
                disabled={index === 0}
                onClick={() => setLines(swapped(lines, index))}
              >
                ↑
              </button>
              <button
                type="button"
                className="plain"
                aria-label={texts.down(carrier)}
                disabled={index === lines.length - 1}
                onClick={() => setLines(swapped(lines, index + 1))}
              >
                ↓
              </button>
            </div>
          </li>
        ))}
      </ol>
      <p className="help">{texts.numberHelp}</p>
      {used.length === 0 && <p className="wrong">{texts.chooseCarrier}</p>}
      {error !== null && (
        <Problem
          problem={{
            code: error.code,
            message: error.message,
            requestId: error.requestId,
            details: otherDetails(error, ['/carriers/from']),
          }}
        />
      )}
      <div className="actions">
        {changing.isSuccess && (
          <p className="grows" role="status">
            {SETTINGS.saved}
          </p>
        )}
        <button
          type="button"
          className="plain"
          disabled={changing.isPending}
          onClick={() => (settings.carriers === null ? onClose() : changing.mutate({ carriers: null }))}
        >
          {SETTINGS.usual}
        </button>
        <button type="submit" className="main" disabled={changing.isPending || used.length === 0}>
          {SETTINGS.save}
        </button>
      </div>
    </form>
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
