/** Edits name and description, and the content of a text. */
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { type ApiProblem, callApi } from '../../api/client.js';
import { Field } from '../../ui/forms/field.js';
import { errorAt, otherDetails } from '../../ui/forms/field-errors.js';
import { LongField } from '../../ui/forms/long-field.js';
import { COMMON } from '../../ui/messages.js';
import { Problem } from '../../ui/states.js';
import { useBusinessId } from '../session/session.js';
import { DATA_SOURCES } from './messages.js';
import type { Source } from './source.js';
import styles from './source-forms.module.css';

const FIELD_PATHS = ['/name', '/description', '/text'] as const;

export const SourceForm = ({
  source,
  onClose,
}: {
  readonly source: Source;
  readonly onClose: () => void;
}): ReactNode => {
  const businessId = useBusinessId();
  const [name, setName] = useState(source.name);
  const [description, setDescription] = useState(source.description ?? '');
  const [text, setText] = useState('');
  const texts = DATA_SOURCES;
  const saving = useMutation<void, ApiProblem>({
    mutationFn: async () => {
      const body = {
        businessId,
        sourceId: source.id,
        name,
        description,
        ...(text.trim() === '' ? {} : { text }),
      };
      await callApi('updateDataSource', { body });
    },
    onSuccess: onClose,
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    saving.mutate();
  };
  const { error } = saving;
  return (
    <form className={`stack ${styles.source}`} onSubmit={submit}>
      <h2>{source.name}</h2>
      <Field
        label={texts.name}
        value={name}
        onChange={setName}
        required
        maxLength={120}
        error={errorAt(error, '/name')}
      />
      <Field
        label={texts.description}
        help={texts.descriptionHelp}
        value={description}
        onChange={setDescription}
        maxLength={2_000}
        error={errorAt(error, '/description')}
      />
      {source.class === 'unstructured' && (
        <LongField
          label={texts.replaceText}
          help={texts.replaceTextHelp}
          value={text}
          onChange={setText}
          maxLength={500_000}
          error={errorAt(error, '/text')}
        />
      )}
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
        <button type="submit" className="main" disabled={saving.isPending}>
          {texts.save}
        </button>
      </div>
    </form>
  );
};
