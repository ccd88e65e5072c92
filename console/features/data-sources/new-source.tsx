/** Creates a source: a table from a file or a database, or a text. */
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { type ApiProblem, callApi } from '../../api/client.js';
import { Choice, Field } from '../../ui/forms/field.js';
import { errorAt, otherDetails } from '../../ui/forms/field-errors.js';
import { LongField } from '../../ui/forms/long-field.js';
import { Problem } from '../../ui/states.js';
import { useBusinessId } from '../session/session.js';
import { DATA_SOURCES } from './messages.js';
import styles from './source-forms.module.css';

type SourceClass = 'structured' | 'unstructured';
/** A table of a connection that the operator of the service has allowed. */
interface Database {
  readonly connection: string;
  readonly table: string;
}

type Origin = 'file' | 'database' | 'text';

const FIELD_PATHS = ['/name', '/description', '/database/connection', '/database/table', '/text'] as const;

export const NewSource = ({ onCreated }: { readonly onCreated: (id: string) => void }): ReactNode => {
  const businessId = useBusinessId();
  const [sourceClass, setClass] = useState<SourceClass>('structured');
  const [origin, setOrigin] = useState<Origin>('file');
  const [name, setName] = useState('');
  const [description, setDescription] = useState('');
  const [database, setDatabase] = useState<Database>({ connection: '', table: '' });
  const [text, setText] = useState('');
  const texts = DATA_SOURCES;
  const origins: readonly Origin[] = sourceClass === 'structured' ? ['file', 'database'] : ['file', 'text'];
  const creating = useMutation<string, ApiProblem>({
    mutationFn: async () => {
      const { dataSource } = await callApi('createDataSource', {
        body: {
          businessId,
          class: sourceClass,
          name,
          ...(description.trim() === '' ? {} : { description }),
          ...(origin === 'database' ? { database } : {}),
          ...(origin === 'text' ? { text } : {}),
        },
      });
      return dataSource.id;
    },
    onSuccess: onCreated,
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    creating.mutate();
  };
  const { error } = creating;
  return (
    <form className={`stack ${styles.source}`} onSubmit={submit}>
      <h2>{texts.create}</h2>
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
      <Choice
        label={texts.class}
        value={sourceClass}
        choices={[
          { value: 'structured', name: texts.classes.structured },
          { value: 'unstructured', name: texts.classes.unstructured },
        ]}
        onChange={(next) => {
          setClass(next);
          setOrigin('file');
        }}
      />
      <p className="help">{texts.classHelp[sourceClass]}</p>
      <Choice
        label={texts.origin}
        value={origin}
        choices={origins.map((value) => ({ value, name: texts.origins[value] }))}
        onChange={setOrigin}
      />
      {origin === 'database' && <DatabaseFields database={database} onChange={setDatabase} problem={error} />}
      {origin === 'text' && (
        <LongField
          label={texts.text}
          help={texts.textHelp}
          value={text}
          onChange={setText}
          required
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
        <button type="submit" className="main" disabled={creating.isPending}>
          {texts.make}
        </button>
      </div>
    </form>
  );
};

interface DatabaseFieldsProps {
  readonly database: Database;
  readonly onChange: (database: Database) => void;
  readonly problem: ApiProblem | null;
}

const DatabaseFields = ({ database, onChange, problem }: DatabaseFieldsProps): ReactNode => {
  const texts = DATA_SOURCES;
  return (
    <>
      <Field
        label={texts.connection}
        help={texts.connectionHelp}
        value={database.connection}
        onChange={(connection) => onChange({ ...database, connection })}
        required
        maxLength={63}
        error={errorAt(problem, '/database/connection')}
      />
      <Field
        label={texts.table}
        value={database.table}
        onChange={(table) => onChange({ ...database, table })}
        required
        maxLength={200}
        error={errorAt(problem, '/database/table')}
      />
    </>
  );
};
