/** Creates or edits a contact: name, number, categories, fields. */
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { type ApiProblem, callApi, type Data } from '../../api/client.js';
import { Field } from '../../ui/forms/field.js';
import { errorAt, otherDetails } from '../../ui/forms/field-errors.js';
import { TimeZoneNames } from '../../ui/forms/time-zone-names.js';
import { Icon } from '../../ui/icon.js';
import { COMMON } from '../../ui/messages.js';
import { Problem } from '../../ui/states.js';
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

const FIELD_PATHS = ['/name', '/mobile', '/categoryIds', '/fields', '/timeZone'] as const;

/** Fields that are no longer listed are removed. */
const fieldsOf = (lines: readonly FieldLine[], before: Contact | null): Record<string, string | null> => ({
  ...Object.fromEntries(Object.keys(before?.fields ?? {}).map((name) => [name, null])),
  ...Object.fromEntries(lines.map(({ name, value }) => [name.trim(), value])),
});

export const ContactForm = ({ contact, onSaved, onClose }: ContactFormProps): ReactNode => {
  const businessId = useBusinessId();
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
  const namedLines = lines.filter((line) => line.name.trim() !== '');
  const hasDuplicates = new Set(namedLines.map((line) => line.name.trim())).size < namedLines.length;
  const saving = useMutation<string, ApiProblem>({
    mutationFn: async () => {
      if (contact === null) {
        const fields = Object.fromEntries(namedLines.map((line) => [line.name.trim(), line.value]));
        const zone = timeZone.trim() === '' ? {} : { timeZone: timeZone.trim() };
        const body = { businessId, name, mobile, categoryIds, fields, ...zone };
        return (await callApi('createContact', { body })).contact.id;
      }
      const zone = timeZone.trim() === '' ? null : timeZone.trim();
      const fields = fieldsOf(namedLines, contact);
      const body = { businessId, name, mobile, categoryIds, fields, timeZone: zone };
      await callApi('updateContact', { path: { contactId: contact.id }, body });
      return contact.id;
    },
    onSuccess: (id) => {
      onSaved(id);
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!hasDuplicates) saving.mutate();
  };
  const texts = CONTACTS;
  const { error } = saving;
  return (
    <form className={`stack ${styles.contact}`} onSubmit={submit}>
      <h2>{contact === null ? texts.create : contact.name}</h2>
      <Field
        label={texts.name}
        value={name}
        onChange={setName}
        required
        maxLength={200}
        autoComplete="off"
        error={errorAt(error, '/name')}
      />
      <Field
        label={texts.mobile}
        type="tel"
        help={texts.mobileHelp}
        value={mobile}
        onChange={setMobile}
        required
        maxLength={40}
        autoComplete="off"
        error={errorAt(error, '/mobile')}
      />
      <Field
        label={texts.timeZone}
        help={texts.timeZoneHelp}
        value={timeZone}
        onChange={setTimeZone}
        list={zones}
        maxLength={64}
        autoComplete="off"
        error={errorAt(error, '/timeZone')}
      />
      <TimeZoneNames id={zones} />
      <CategoryChoice chosen={categoryIds} onChange={setCategoryIds} error={errorAt(error, '/categoryIds')} />
      <FieldLines lines={lines} onChange={setLines} hasDuplicates={hasDuplicates} problem={error} />
      {error !== null && (
        <Problem
          problem={{
            code: error.code,
            message: error.message,
            requestId: error.requestId,
            details: otherDetails(error, FIELD_PATHS),
          }}
        />
      )}
      <div className="actions">
        <button type="button" className="plain" onClick={onClose}>
          {COMMON.cancel}
        </button>
        <button type="submit" className="main" disabled={saving.isPending || hasDuplicates}>
          {contact === null ? texts.make : texts.save}
        </button>
      </div>
    </form>
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
