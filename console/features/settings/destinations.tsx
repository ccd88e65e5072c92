/** Which countries and types of numbers the business calls, how much, and at which prices. */
import { type FormEvent, type ReactNode, useState } from 'react';
import { creditsOf } from '../../ui/format.js';
import { CountryPicker, countryName } from '../../ui/forms/countries.js';
import { Field } from '../../ui/forms/field.js';
import { formatNumber } from '../../ui/i18n/language.js';
import { Problem } from '../../ui/states.js';
import { SETTINGS } from './messages.js';
import type { Settings } from './setting.js';
import { useChange } from './use-change.js';

type Destinations = Settings['destinations'];
type NumberType = Destinations['types'][number];

const MICROCREDITS = 1_000_000;

export const DestinationSettings = ({ settings }: { readonly settings: Settings }): ReactNode => {
  const texts = SETTINGS.destinations;
  const { destinations, callLimits } = settings;
  // Created here, because the forms are rebuilt after each save.
  const changingDestinations = useChange();
  const changingLimits = useChange();
  return (
    <section className="stack" aria-labelledby="settings-destinations">
      <div>
        <h2 id="settings-destinations">{texts.title}</h2>
        <p className="help">{texts.help}</p>
      </div>
      <DestinationForm
        key={JSON.stringify(destinations)}
        settings={settings}
        changing={changingDestinations}
      />
      <LimitsForm key={JSON.stringify(callLimits)} settings={settings} changing={changingLimits} />
      <Prices prices={settings.callPrices} />
    </section>
  );
};

/** The countries that may be chosen: those that the operator allows, and those already chosen; null means all. */
const offeredIn = ({ destinations, installation }: Settings): readonly string[] | null =>
  installation.allowedCountries === null
    ? null
    : [...installation.allowedCountries, ...(destinations.countries ?? [])];

interface FormProps {
  readonly settings: Settings;
  readonly changing: ReturnType<typeof useChange>;
}

const DestinationForm = ({ settings, changing }: FormProps): ReactNode => {
  const { destinations, installation } = settings;
  const [countries, setCountries] = useState<readonly string[] | null>(destinations.countries);
  const [types, setTypes] = useState<readonly NumberType[]>(destinations.types);
  const texts = SETTINGS.destinations;
  const installationDefault =
    installation.allowedCountries === null
      ? texts.all
      : texts.usual(installation.allowedCountries.map(countryName).join(', '));
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    changing.mutate({
      destinations: { countries: countries === null ? null : [...countries], types: [...types] },
    });
  };
  const names = Object.keys(texts.types).filter(isNumberType);
  return (
    <form className="stack narrow-form" onSubmit={submit}>
      <fieldset className="stack">
        <legend>{texts.countries}</legend>
        <label className="check">
          <input
            type="radio"
            name="countries"
            checked={countries === null}
            onChange={() => setCountries(null)}
          />
          {installationDefault}
        </label>
        <label className="check">
          <input
            type="radio"
            name="countries"
            checked={countries !== null}
            onChange={() => setCountries(countries ?? installation.allowedCountries ?? [])}
          />
          {texts.some}
        </label>
        {countries !== null && (
          <CountryPicker chosen={countries} offered={offeredIn(settings)} onChange={setCountries} />
        )}
      </fieldset>
      <fieldset className="stack">
        <legend>{texts.alsoTypes}</legend>
        <p className="help">{texts.typesHelp}</p>
        {names.map((type) => (
          <label className="check" key={type}>
            <input
              type="checkbox"
              checked={types.includes(type)}
              onChange={({ target }) =>
                setTypes(
                  target.checked ? [...types, type] : types.filter((selectedType) => selectedType !== type),
                )
              }
            />
            {texts.types[type]}
          </label>
        ))}
      </fieldset>
      <Saving changing={changing} />
    </form>
  );
};

const isNumberType = (name: string): name is NumberType => Object.hasOwn(SETTINGS.destinations.types, name);

const LimitsForm = ({ settings, changing }: FormProps): ReactNode => {
  const { callLimits, spend } = settings;
  const { spendPerDayMicrocredits, callsPerMinute } = callLimits;
  const [credits, setCredits] = useState(
    spendPerDayMicrocredits === null ? '' : String(spendPerDayMicrocredits / MICROCREDITS),
  );
  const [calls, setCalls] = useState(callsPerMinute === null ? '' : String(callsPerMinute));
  const texts = SETTINGS.destinations;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    changing.mutate({
      callLimits: {
        spendPerDayMicrocredits: credits.trim() === '' ? null : Math.round(Number(credits) * MICROCREDITS),
        callsPerMinute: calls.trim() === '' ? null : Number(calls),
      },
    });
  };
  return (
    <form className="stack narrow-form" onSubmit={submit}>
      <Field
        label={texts.spend}
        type="number"
        min={0}
        step="any"
        value={credits}
        onChange={setCredits}
        help={spend.endsAt === null ? texts.spendHelp : texts.spent(creditsOf(spend.microcredits))}
      />
      <Field
        label={texts.rate}
        type="number"
        min={0}
        max={6_000}
        step={1}
        value={calls}
        onChange={setCalls}
        help={texts.rateHelp}
      />
      <Saving changing={changing} />
    </form>
  );
};

const Saving = ({ changing }: Pick<FormProps, 'changing'>): ReactNode => (
  <>
    <div>
      <button type="submit" className="main" disabled={changing.isPending}>
        {SETTINGS.save}
      </button>
    </div>
    {changing.isSuccess && <p role="status">{SETTINGS.saved}</p>}
    {changing.error !== null && <Problem problem={changing.error} />}
  </>
);

/** The price of a block may be a fraction of a hundredth. */
const priceOf = (microcredits: number): string =>
  formatNumber(microcredits / MICROCREDITS, { maximumFractionDigits: 6 });

const Prices = ({ prices }: { readonly prices: Settings['callPrices'] }): ReactNode => {
  const [search, setSearch] = useState('');
  const texts = SETTINGS.destinations;
  const digits = search.replace(/\D/g, '');
  const found = prices.byPrefix.filter(({ prefix }) => prefix.startsWith(digits)).slice(0, SHOWN);
  return (
    <div className="stack">
      <h3>{texts.prices}</h3>
      <p className="help">{texts.pricesHelp(priceOf(prices.flatMicrocredits))}</p>
      {prices.byPrefix.length > 0 && (
        <>
          <Field
            label={texts.findPrefix}
            value={search}
            onChange={setSearch}
            inputMode="tel"
            maxLength={20}
          />
          <table>
            <thead>
              <tr>
                <th scope="col">{texts.prefix}</th>
                <th scope="col">{texts.price}</th>
              </tr>
            </thead>
            <tbody>
              {found.map(({ prefix, microcredits }) => (
                <tr key={prefix}>
                  <td className="figure">+{prefix}</td>
                  <td className="figure">{priceOf(microcredits)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {found.length < prices.byPrefix.length && (
            <p className="help">{texts.someShown(found.length, prices.byPrefix.length)}</p>
          )}
        </>
      )}
    </div>
  );
};

/** Prefixes in the table; the search field finds the others. */
const SHOWN = 50;
