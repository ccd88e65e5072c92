/** Edits name and description, and the content of a text. */
import type { ReactNode } from 'react';
import { updateDataSourceBody } from '../../api/bodies/data-sources.js';
import { Form, FormProblem, LongTextField, Submit, TextField } from '../../ui/forms/form.js';
import { useBodyForm } from '../../ui/forms/use-body-form.js';
import { COMMON } from '../../ui/messages.js';
import { useBusinessId } from '../session/session.js';
import { DATA_SOURCES } from './messages.js';
import type { Source } from './source.js';
import styles from './source-forms.module.css';

export const SourceForm = ({
  source,
  onClose,
}: {
  readonly source: Source;
  readonly onClose: () => void;
}): ReactNode => {
  const businessId = useBusinessId();
  const texts = DATA_SOURCES;
  const { form } = useBodyForm({
    body: updateDataSourceBody,
    values: { name: source.name, description: source.description ?? '', text: '' },
    toBody: ({ text, ...values }) => ({
      businessId,
      sourceId: source.id,
      ...values,
      ...(text.trim() === '' ? {} : { text }),
    }),
    onSuccess: onClose,
  });
  return (
    <Form form={form} className={`stack ${styles.source}`}>
      <h2>{source.name}</h2>
      <TextField form={form} name="name" label={texts.name} required />
      <TextField form={form} name="description" label={texts.description} help={texts.descriptionHelp} />
      {source.class === 'unstructured' && (
        <LongTextField form={form} name="text" label={texts.replaceText} help={texts.replaceTextHelp} />
      )}
      <FormProblem form={form} />
      <div className="actions">
        <button type="button" className="plain" onClick={onClose}>
          {COMMON.cancel}
        </button>
        <Submit form={form}>{texts.save}</Submit>
      </div>
    </Form>
  );
};
