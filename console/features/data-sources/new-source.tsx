/** Creates a source: a table from a file or a database, or a text. */
import type { ReactNode } from 'react';
import { createDataSourceBody } from '../../api/bodies/data-sources.js';
import { Choice } from '../../ui/forms/field.js';
import { ChoiceField, Form, FormProblem, LongTextField, Submit, TextField } from '../../ui/forms/form.js';
import { useBodyForm } from '../../ui/forms/use-body-form.js';
import { useBusinessId } from '../session/session.js';
import { DATA_SOURCES } from './messages.js';
import styles from './source-forms.module.css';

type SourceClass = 'structured' | 'unstructured';
type Origin = 'file' | 'database' | 'text';

interface Values {
  readonly class: SourceClass;
  readonly origin: Origin;
  readonly name: string;
  readonly description: string;
  /** Of a connection that the operator of the service has allowed. */
  readonly connection: string;
  readonly table: string;
  readonly text: string;
}

const FIRST: Values = {
  class: 'structured',
  origin: 'file',
  name: '',
  description: '',
  connection: '',
  table: '',
  text: '',
};

export const NewSource = ({ onCreated }: { readonly onCreated: (id: string) => void }): ReactNode => {
  const businessId = useBusinessId();
  const texts = DATA_SOURCES;
  const { form } = useBodyForm({
    body: createDataSourceBody,
    values: FIRST,
    toBody: ({ origin, description, connection, table, text, ...values }) => ({
      businessId,
      ...values,
      ...(description.trim() === '' ? {} : { description }),
      ...(origin === 'database' ? { database: { connection, table } } : {}),
      ...(origin === 'text' ? { text } : {}),
    }),
    onSuccess: ({ dataSource }) => onCreated(dataSource.id),
  });
  const [sourceClass, origin] = form.methods.watch(['class', 'origin']);
  const origins: readonly Origin[] = sourceClass === 'structured' ? ['file', 'database'] : ['file', 'text'];
  return (
    <Form form={form} className={`stack ${styles.source}`}>
      <h2>{texts.create}</h2>
      <TextField form={form} name="name" label={texts.name} />
      <TextField form={form} name="description" label={texts.description} help={texts.descriptionHelp} />
      <Choice
        label={texts.class}
        value={sourceClass}
        choices={[
          { value: 'structured', name: texts.classes.structured },
          { value: 'unstructured', name: texts.classes.unstructured },
        ]}
        onChange={(next) => {
          form.methods.setValue('class', next);
          form.methods.setValue('origin', 'file');
        }}
      />
      <p className="help">{texts.classHelp[sourceClass]}</p>
      <ChoiceField
        form={form}
        name="origin"
        label={texts.origin}
        choices={origins.map((value) => ({ value, name: texts.origins[value] }))}
      />
      {origin === 'database' && (
        <>
          <TextField
            form={form}
            name="connection"
            path="/database/connection"
            label={texts.connection}
            help={texts.connectionHelp}
          />
          <TextField form={form} name="table" path="/database/table" label={texts.table} />
        </>
      )}
      {origin === 'text' && (
        <LongTextField form={form} name="text" label={texts.text} help={texts.textHelp} required />
      )}
      <FormProblem form={form} />
      <div className="actions">
        <Submit form={form}>{texts.make}</Submit>
      </div>
    </Form>
  );
};
