/** Creates or edits a contact: name, number, categories, fields. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { type ApiProblem, ask, type Data } from '../../api/client.js';
import { besides, wrongAt } from '../../parts/details.js';
import { Field } from '../../parts/field.js';
import { Icon } from '../../parts/icon.js';
import { Problem } from '../../parts/states.js';
import { TimeZoneNames } from '../../parts/time-zone-names.js';
import { useBusinessId } from '../../session.js';
import { TEXTS } from '../../texts.js';
import { CategoryChoice } from './category-choice.js';

export type Contact = Data<'readContact'>['contact'];

interface ContactFormProps {
  /** Null for a new contact. */
  readonly contact: Contact | null;
  readonly done: (id: string) => void;
  readonly close: () => void;
}

interface FieldLine {
  /** Identifies a line while its name is being typed. */
  readonly line: number;
  readonly name: string;
  readonly value: string;
}

const PLACES = ['/name', '/mobile', '/categoryIds', '/fields', '/timeZone'] as const;

/** Fields that are no longer listed are removed. */
const fieldsOf = (lines: readonly FieldLine[], before: Contact | null): Record<string, string | null> => ({
  ...Object.fromEntries(Object.keys(before?.fields ?? {}).map((name) => [name, null])),
  ...Object.fromEntries(lines.map(({ name, value }) => [name.trim(), value])),
});

export const ContactForm = ({ contact, done, close }: ContactFormProps): ReactNode => {
  const businessId = useBusinessId();
  const queries = useQueryClient();
  const [name, setName] = useState(contact?.name ?? '');
  const [mobile, setMobile] = useState(contact?.mobile ?? '');
  const [timeZone, setTimeZone] = useState(contact?.timeZone ?? '');
  const zones = useId();
  const [categoryIds, setCategoryIds] = useState<readonly string[]>(
    contact?.categories.map(({ id }) => id) ?? [],
  );
  const [lines, setLines] = useState<readonly FieldLine[]>(
    Object.entries(contact?.fields ?? {}).map(([key, value], line) => ({ line, name: key, value })),
  );
  const named = lines.filter((line) => line.name.trim() !== '');
  const isTwice = new Set(named.map((line) => line.name.trim())).size < named.length;
  const saving = useMutation<string, ApiProblem>({
    mutationFn: async () => {
      if (contact === null) {
        const fields = Object.fromEntries(named.map((line) => [line.name.trim(), line.value]));
        const zone = timeZone.trim() === '' ? {} : { timeZone: timeZone.trim() };
        const body = { businessId, name, mobile, categoryIds, fields, ...zone };
        return (await ask('createContact', { body })).contact.id;
      }
      const zone = timeZone.trim() === '' ? null : timeZone.trim();
      const fields = fieldsOf(named, contact);
      const body = { businessId, name, mobile, categoryIds, fields, timeZone: zone };
      await ask('updateContact', { path: { contactId: contact.id }, body });
      return contact.id;
    },
    onSuccess: async (id) => {
      await Promise.all([
        queries.invalidateQueries({ queryKey: ['pages', 'listContacts'] }),
        queries.invalidateQueries({ queryKey: ['pages', 'listContactCategories'] }),
        queries.invalidateQueries({ queryKey: ['readContact'] }),
      ]);
      done(id);
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!isTwice) saving.mutate();
  };
  const texts = TEXTS.contacts;
  const { error } = saving;
  return (
    <form className="stack contact-form" onSubmit={submit}>
      <h2>{contact === null ? texts.create : contact.name}</h2>
      <Field
        label={texts.name}
        value={name}
        change={setName}
        required
        maxLength={200}
        autoComplete="off"
        wrong={wrongAt(error, '/name')}
      />
      <Field
        label={texts.mobile}
        type="tel"
        help={texts.mobileHelp}
        value={mobile}
        change={setMobile}
        required
        maxLength={40}
        autoComplete="off"
        wrong={wrongAt(error, '/mobile')}
      />
      <Field
        label={texts.timeZone}
        help={texts.timeZoneHelp}
        value={timeZone}
        change={setTimeZone}
        list={zones}
        maxLength={64}
        autoComplete="off"
        wrong={wrongAt(error, '/timeZone')}
      />
      <TimeZoneNames id={zones} />
      <CategoryChoice chosen={categoryIds} change={setCategoryIds} wrong={wrongAt(error, '/categoryIds')} />
      <FieldLines lines={lines} change={setLines} isTwice={isTwice} problem={error} />
      {error !== null && (
        <Problem
          problem={{ message: error.message, requestId: error.requestId, details: besides(error, PLACES) }}
        />
      )}
      <div className="actions">
        <button type="button" className="plain" onClick={close}>
          {TEXTS.cancel}
        </button>
        <button type="submit" className="main" disabled={saving.isPending || isTwice}>
          {contact === null ? texts.make : texts.save}
        </button>
      </div>
    </form>
  );
};

interface FieldLinesProps {
  readonly lines: readonly FieldLine[];
  readonly change: (lines: readonly FieldLine[]) => void;
  /** Whether two lines have the same name. */
  readonly isTwice: boolean;
  readonly problem: ApiProblem | null;
}

const FieldLines = ({ lines, change, isTwice, problem }: FieldLinesProps): ReactNode => {
  const texts = TEXTS.contacts;
  const changeOne = (line: number, next: Partial<FieldLine>): void =>
    change(lines.map((one) => (one.line === line ? { ...one, ...next } : one)));
  return (
    <fieldset>
      <legend>{texts.fields}</legend>
      <p className="help">{texts.fieldsHelp}</p>
      {lines.map(({ line, name: key, value }) => (
        <div key={line} className="field-line">
          <Field
            label={texts.fieldName}
            value={key}
            change={(next) => changeOne(line, { name: next })}
            maxLength={64}
            wrong={key.trim() === '' ? undefined : wrongAt(problem, `/fields/${key.trim()}`)}
          />
          <Field
            label={texts.fieldValue}
            value={value}
            change={(next) => changeOne(line, { value: next })}
            maxLength={2_000}
          />
          <button
            type="button"
            className="plain icon-only"
            aria-label={texts.removeField(key)}
            onClick={() => change(lines.filter((one) => one.line !== line))}
          >
            <Icon name="close" />
          </button>
        </div>
      ))}
      {isTwice && <p className="wrong">{texts.fieldTwice}</p>}
      <div>
        <button
          type="button"
          className="plain"
          disabled={lines.length >= 100}
          onClick={() =>
            change([
              ...lines,
              { line: Math.max(-1, ...lines.map((one) => one.line)) + 1, name: '', value: '' },
            ])
          }
        >
          {texts.addField}
        </button>
      </div>
    </fieldset>
  );
};
