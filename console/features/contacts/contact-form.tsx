/** Creates or edits a contact: name, number, categories, fields. */
import { type ReactNode, useId } from 'react';
import { createContactBody, updateContactBody } from '../../api/bodies/contacts.js';
import { type ApiProblem, callApi, type Data } from '../../api/client.js';
import { usePages } from '../../api/pages.js';
import type { ShownField } from '../../ui/conflict/use-versioned.js';
import { Field } from '../../ui/forms/field.js';
import { errorAt } from '../../ui/forms/field-errors.js';
import { Form, FormProblem, Submit, TextField, useFormField } from '../../ui/forms/form.js';
import { TimeZoneNames } from '../../ui/forms/time-zone-names.js';
import { useBodyForm } from '../../ui/forms/use-body-form.js';
import { Icon } from '../../ui/icon.js';
import { COMMON } from '../../ui/messages.js';
import { useBusinessId } from '../session/session.js';
import { CategoryChoice } from './category-choice.js';
import styles from './contact-form.module.css';
import { CONTACTS } from './messages.js';

export type Contact = Data<'readContact'>['contact'];

interface ContactFormProps {
  /** Null for a new contact. */
  readonly contact: Contact | null;
  readonly onSaved: (id: string) => void;
  readonly onClose: () => void;
}

interface FieldLine {
  /** Identifies a line while its name is being typed. */
  readonly line: number;
  readonly name: string;
  readonly value: string;
}

interface Values {
  readonly name: string;
  readonly mobile: string;
  readonly timeZone: string;
  readonly categoryIds: readonly string[];
  readonly lines: readonly FieldLine[];
}

const valuesOf = (contact: Contact | null): Values => ({
  name: contact?.name ?? '',
  mobile: contact?.mobile ?? '',
  timeZone: contact?.timeZone ?? '',
  categoryIds: contact?.categories.map(({ id }) => id) ?? [],
  lines: Object.entries(contact?.fields ?? {}).map(([key, value], line) => ({ line, name: key, value })),
});

const named = (lines: readonly FieldLine[]): readonly FieldLine[] =>
  lines.filter(({ name }) => name.trim() !== '');

const fieldsOf = (lines: readonly FieldLine[]): Record<string, string> =>
  Object.fromEntries(lines.map(({ name, value }) => [name.trim(), value]));

/** Fields that are no longer listed are removed. */
const withoutValues = ({ lines }: Values): Record<string, null> =>
  Object.fromEntries(lines.map(({ name }) => [name, null]));

/** What is shown of a contact where two people have changed it. */
const useShown = (): readonly ShownField<Values>[] => {
  const businessId = useBusinessId();
  const { data } = usePages('listContactCategories', { query: { businessId, limit: 200 } });
  const names = new Map(data?.pages.flatMap((page) => page.categories.map(({ id, name }) => [id, name])));
  const texts = CONTACTS;
  return [
    { name: 'name', label: texts.name, text: ({ name }) => name },
    { name: 'mobile', label: texts.mobile, text: ({ mobile }) => mobile },
    { name: 'timeZone', label: texts.timeZone, text: ({ timeZone }) => timeZone },
    {
      name: 'categoryIds',
      label: texts.categories,
      text: ({ categoryIds }) => categoryIds.map((id) => names.get(id) ?? id).join(', '),
    },
    {
      name: 'lines',
      label: texts.fields,
      text: ({ lines }) => lines.map(({ name, value }) => `${name}: ${value}`).join('\n'),
    },
  ];
};

export const ContactForm = ({ contact, onSaved, onClose }: ContactFormProps): ReactNode => {
  const businessId = useBusinessId();
  const zones = useId();
  const shown = useShown();
  const { form, sending } = useBodyForm({
    body: contact === null ? createContactBody : updateContactBody,
    values: valuesOf(contact),
    toBody: ({ name, mobile, timeZone, categoryIds, lines }, base) => {
      const own = { businessId, name, mobile, categoryIds };
      const zone = timeZone.trim();
      return contact === null
        ? { ...own, fields: fieldsOf(named(lines)), ...(zone === '' ? {} : { timeZone: zone }) }
        : {
            ...own,
            fields: { ...withoutValues(base), ...fieldsOf(named(lines)) },
            timeZone: zone === '' ? null : zone,
          };
    },
    ...(contact === null
      ? {}
      : {
          request: { path: { contactId: contact.id } },
          edited: {
            tag: contact.tag,
            read: async () => {
              const { contact: now } = await callApi('readContact', {
                path: { contactId: contact.id },
                query: { businessId },
              });
              return { words: valuesOf(now), tag: now.tag };
            },
            shown,
          },
        }),
    onSuccess: ({ contact: saved }) => onSaved(saved.id),
  });
  const categories = useFormField({ form, name: 'categoryIds' });
  const fields = useFormField({ form, name: 'lines', path: '/fields' });
  const { categoryIds, lines } = form.methods.watch();
  const names = named(lines).map(({ name }) => name.trim());
  const hasDuplicates = new Set(names).size < names.length;
  const texts = CONTACTS;
  return (
    <Form form={form} className={`stack ${styles.contact}`}>
      <h2>{contact === null ? texts.create : contact.name}</h2>
      <TextField form={form} name="name" label={texts.name} autoComplete="off" />
      <TextField
        form={form}
        name="mobile"
        label={texts.mobile}
        type="tel"
        help={texts.mobileHelp}
        required
        autoComplete="off"
      />
      <TextField
        form={form}
        name="timeZone"
        label={texts.timeZone}
        help={texts.timeZoneHelp}
        list={zones}
        autoComplete="off"
      />
      <TimeZoneNames id={zones} />
      <CategoryChoice
        chosen={categoryIds}
        onChange={categories.field.onChange}
        error={categories.fieldState.error?.message}
      />
      <FieldLines
        lines={lines}
        onChange={fields.field.onChange}
        hasDuplicates={hasDuplicates}
        problem={sending.error}
      />
      <FormProblem form={form} />
      <div className="actions">
        <button type="button" className="plain" onClick={onClose}>
          {COMMON.cancel}
        </button>
        <Submit form={form} disabled={hasDuplicates}>
          {contact === null ? texts.make : texts.save}
        </Submit>
      </div>
    </Form>
  );
};

interface FieldLinesProps {
  readonly lines: readonly FieldLine[];
  readonly onChange: (lines: readonly FieldLine[]) => void;
  /** Whether two lines have the same name. */
  readonly hasDuplicates: boolean;
  readonly problem: ApiProblem | null;
}

const FieldLines = ({ lines, onChange, hasDuplicates, problem }: FieldLinesProps): ReactNode => {
  const texts = CONTACTS;
  const changeLine = (line: number, next: Partial<FieldLine>): void =>
    onChange(lines.map((fieldLine) => (fieldLine.line === line ? { ...fieldLine, ...next } : fieldLine)));
  return (
    <fieldset>
      <legend>{texts.fields}</legend>
      <p className="help">{texts.fieldsHelp}</p>
      {lines.map(({ line, name: key, value }) => (
        <div key={line} className={styles.fieldLine}>
          <Field
            label={texts.fieldName}
            value={key}
            onChange={(next) => changeLine(line, { name: next })}
            maxLength={64}
            error={key.trim() === '' ? undefined : errorAt(problem, `/fields/${key.trim()}`)}
          />
          <Field
            label={texts.fieldValue}
            value={value}
            onChange={(next) => changeLine(line, { value: next })}
            maxLength={2_000}
          />
          <button
            type="button"
            className={`plain ${styles.iconOnly}`}
            aria-label={texts.removeField(key)}
            onClick={() => onChange(lines.filter((fieldLine) => fieldLine.line !== line))}
          >
            <Icon name="close" />
          </button>
        </div>
      ))}
      {hasDuplicates && <p className="wrong">{texts.duplicateField}</p>}
      <div>
        <button
          type="button"
          className="plain"
          disabled={lines.length >= 100}
          onClick={() =>
            onChange([
              ...lines,
              { line: Math.max(-1, ...lines.map((fieldLine) => fieldLine.line)) + 1, name: '', value: '' },
            ])
          }
        >
          {texts.addField}
        </button>
      </div>
    </fieldset>
  );
};
