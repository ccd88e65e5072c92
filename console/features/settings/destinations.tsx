/** Which countries and types of numbers the business calls, how much, and at which prices. */
import { type ReactNode, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { creditsOf } from '../../ui/format.js';
import { CountryPicker, countryName } from '../../ui/forms/countries.js';
import { Field } from '../../ui/forms/field.js';
import {
  Form,
  FormProblem,
  PartProblem,
  Saved,
  Submit,
  TextField,
  useFormField,
} from '../../ui/forms/form.js';
import { numberOrNull } from '../../ui/forms/number-in.js';
import { toggled } from '../../ui/forms/ticks.js';
import type { BodyForm } from '../../ui/forms/use-body-form.js';
import { formatNumber } from '../../ui/i18n/language.js';
import { SETTINGS } from './messages.js';
import type { Settings } from './setting.js';
import { useSettingsForm } from './use-settings-form.js';

type Destinations = Settings['destinations'];
type NumberType = Destinations['types'][number];

const MICROCREDITS = 1_000_000;

export const DestinationSettings = ({ settings }: { readonly settings: Settings }): ReactNode => {
  const texts = SETTINGS.destinations;
  const [saved, setSaved] = useState<'destinations' | 'limits' | null>(null);
  return (
    <section className="stack" aria-labelledby="settings-destinations">
      <div>
        <h2 id="settings-destinations">{texts.title}</h2>
        <p className="help">{texts.help}</p>
      </div>
      <DestinationForm
        settings={settings}
        isSaved={saved === 'destinations'}
        onSaved={() => setSaved('destinations')}
      />
      <LimitsForm settings={settings} isSaved={saved === 'limits'} onSaved={() => setSaved('limits')} />
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
  readonly isSaved: boolean;
  readonly onSaved: () => void;
}

interface Values {
  /** Null: the default of the installation. */
  readonly countries: readonly string[] | null;
  readonly types: readonly NumberType[];
}

const installationDefaultOf = ({ installation: { allowedCountries } }: Settings): string =>
  allowedCountries === null
    ? SETTINGS.destinations.all
    : SETTINGS.destinations.usual(allowedCountries.map(countryName).join(', '));

const valuesOf = ({ destinations: { countries, types } }: Settings): Values => ({ countries, types });

const DestinationForm = ({ settings, isSaved, onSaved }: FormProps): ReactNode => {
  const texts = SETTINGS.destinations;
  const form = useSettingsForm({
    settings,
    valuesOf,
    toChange: (destinations) => ({ destinations }),
    shown: [
      {
        name: 'countries',
        label: texts.countries,
        text: ({ countries }) => countries?.map(countryName).join(', ') ?? installationDefaultOf(settings),
      },
      {
        name: 'types',
        label: texts.alsoTypes,
        text: ({ types }) => types.map((type) => texts.types[type]).join(', '),
      },
    ],
    onSaved,
  });
  return (
    <Form form={form} className="stack narrow-form">
      <CountryFields form={form} settings={settings} />
      <TypeFields form={form} />
      <Saving form={form} isSaved={isSaved} />
    </Form>
  );
};

interface FieldsProps {
  readonly form: BodyForm<Values>;
}

interface CountryFieldsProps extends FieldsProps {
  readonly settings: Settings;
}

const CountryFields = ({ form, settings }: CountryFieldsProps): ReactNode => {
  const { installation } = settings;
  const { field } = useFormField({ form, name: 'countries', path: '/destinations/countries' });
  const countries = form.methods.watch('countries');
  const message = form.methods.formState.errors.countries?.message;
  const texts = SETTINGS.destinations;
  return (
    <fieldset className="stack">
      <legend>{texts.countries}</legend>
      <label className="check">
        <input
          ref={field.ref}
          type="radio"
          name="countries"
          checked={countries === null}
          onChange={() => field.onChange(null)}
        />
        {installationDefaultOf(settings)}
      </label>
      <label className="check">
        <input
          type="radio"
          name="countries"
          checked={countries !== null}
          onChange={() => field.onChange(countries ?? installation.allowedCountries ?? [])}
        />
        {texts.some}
      </label>
      {countries !== null && (
        <CountryPicker chosen={countries} offered={offeredIn(settings)} onChange={field.onChange} />
      )}
      {message !== undefined && <p className="wrong">{message}</p>}
    </fieldset>
  );
};

const isNumberType = (name: string): name is NumberType => Object.hasOwn(SETTINGS.destinations.types, name);

const TypeFields = ({ form }: FieldsProps): ReactNode => {
  const { watch, setValue } = form.methods;
  const types = watch('types');
  const texts = SETTINGS.destinations;
  return (
    <fieldset className="stack">
      <legend>{texts.alsoTypes}</legend>
      <p className="help">{texts.typesHelp}</p>
      {Object.keys(texts.types)
        .filter(isNumberType)
        .map((type) => (
          <label className="check" key={type}>
            <input
              type="checkbox"
              checked={types.includes(type)}
              onChange={() =>
                setValue('types', toggled(types, type).filter(isNumberType), { shouldDirty: true })
              }
            />
            {texts.types[type]}
          </label>
        ))}
      <PartProblem form={form} path="/destinations/types" />
    </fieldset>
  );
};

interface LimitValues {
  /** Both may be empty: no limit. */
  readonly credits: string;
  readonly calls: string;
}

const limitsOf = ({ credits, calls }: LimitValues) => {
  const typed = numberOrNull(credits);
  return {
    callLimits: {
      spendPerDayMicrocredits: typed === null ? null : Math.round(typed * MICROCREDITS),
      callsPerMinute: numberOrNull(calls),
    },
  };
};

const limitValuesOf = ({ callLimits }: Settings): LimitValues => {
  const { spendPerDayMicrocredits, callsPerMinute } = callLimits;
  return {
    credits: spendPerDayMicrocredits === null ? '' : String(spendPerDayMicrocredits / MICROCREDITS),
    calls: callsPerMinute?.toString() ?? '',
  };
};

const LimitsForm = ({ settings, isSaved, onSaved }: FormProps): ReactNode => {
  const { spend } = settings;
  const texts = SETTINGS.destinations;
  const form = useSettingsForm({
    settings,
    valuesOf: limitValuesOf,
    toChange: limitsOf,
    shown: [
      { name: 'credits', label: texts.spend, text: ({ credits }) => credits },
      { name: 'calls', label: texts.rate, text: ({ calls }) => calls },
    ],
    onSaved,
  });
  return (
    <Form form={form} className="stack narrow-form">
      <TextField
        form={form}
        name="credits"
        path="/callLimits/spendPerDayMicrocredits"
        label={texts.spend}
        inputMode="decimal"
        help={spend.endsAt === null ? texts.spendHelp : texts.spent(creditsOf(spend.microcredits))}
      />
      <TextField
        form={form}
        name="calls"
        path="/callLimits/callsPerMinute"
        label={texts.rate}
        inputMode="numeric"
        help={texts.rateHelp}
      />
      <Saving form={form} isSaved={isSaved} />
    </Form>
  );
};

interface SavingProps<V extends FieldValues> {
  readonly form: BodyForm<V>;
  readonly isSaved: boolean;
}

const Saving = <V extends FieldValues>({ form, isSaved }: SavingProps<V>): ReactNode => (
  <>
    <FormProblem form={form} />
    <div className="actions from-left">
      <Submit form={form}>{SETTINGS.save}</Submit>
      <Saved form={form} isSaved={isSaved}>
        {SETTINGS.saved}
      </Saved>
    </div>
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
