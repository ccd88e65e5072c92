/** Edits name and description, and the content of a text. */
import type { ReactNode } from 'react';
import { updateDataSourceBody } from '../../api/bodies/data-sources.js';
import { ApiProblem } from '../../api/client.js';
import { findInPages } from '../../api/pages.js';
import { exactTime } from '../../ui/format.js';
import { Form, FormProblem, LongTextField, Submit, TextField } from '../../ui/forms/form.js';
import { useBodyForm } from '../../ui/forms/use-body-form.js';
import { COMMON } from '../../ui/messages.js';
import { useBusinessId } from '../session/session.js';
import { DATA_SOURCES } from './messages.js';
import type { Source } from './source.js';
import styles from './source-forms.module.css';

interface Values {
  readonly name: string;
  readonly description: string;
  /** Empty: it stays as it is. */
  readonly text: string;
  /** The page does not know the text, so this stands for it. */
  readonly changedAt: string;
}

const valuesOf = ({ name, description, updatedAt }: Source): Values => ({
  name,
  description: description ?? '',
  text: '',
  changedAt: updatedAt ?? '',
});

/** As the service has it now. @throws ApiProblem data_source_not_found */
const readSource = async (businessId: string, id: string): Promise<Source> => {
  const found = await findInPages('listDataSources', { businessId, limit: 200 }, ({ dataSources }) =>
    dataSources.find((source) => source.id === id),
  );
  if (found === null) throw new ApiProblem('There is no such Data Source.', 'data_source_not_found', null);
  return found;
};

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
    values: valuesOf(source),
    toBody: ({ name, description, text }) => ({
      businessId,
      sourceId: source.id,
      name,
      description,
      ...(text.trim() === '' ? {} : { text }),
    }),
    edited: {
      tag: source.tag,
      read: async () => {
        const now = await readSource(businessId, source.id);
        return { words: valuesOf(now), tag: now.tag };
      },
      shown: [
        { name: 'name', label: texts.name, text: ({ name }) => name },
        { name: 'description', label: texts.description, text: ({ description }) => description },
        { name: 'changedAt', label: texts.facts.updated, text: ({ changedAt }) => exactTime(changedAt) },
      ],
    },
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
