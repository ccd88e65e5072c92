/** Creates a source: a table from a file or a database, or a text. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { type ApiProblem, ask } from '../../api/client.js';
import { besides, wrongAt } from '../../parts/details.js';
import { Choice, Field } from '../../parts/field.js';
import { LongField } from '../../parts/long-field.js';
import { Problem } from '../../parts/states.js';
import { useBusinessId } from '../../session.js';
import { TEXTS } from '../../texts.js';

type SourceClass = 'structured' | 'unstructured';
/** A table of a connection that the operator of the service has allowed. */
interface Database {
  readonly connection: string;
  readonly table: string;
}

type Origin = 'file' | 'database' | 'text';

const PLACES = ['/name', '/description', '/database/connection', '/database/table', '/text'] as const;

export const NewSource = ({ done }: { readonly done: (id: string) => void }): ReactNode => {
  const businessId = useBusinessId();
  const queries = useQueryClient();
  const [sourceClass, setClass] = useState<SourceClass>('structured');
  const [origin, setOrigin] = useState<Origin>('file');
  const [name, setName] = useState('');
  const [description, setDescription] = useState('');
  const [database, setDatabase] = useState<Database>({ connection: '', table: '' });
  const [text, setText] = useState('');
  const texts = TEXTS.dataSources;
  const origins: readonly Origin[] = sourceClass === 'structured' ? ['file', 'database'] : ['file', 'text'];
  const making = useMutation<string, ApiProblem>({
    mutationFn: async () => {
      const { dataSource } = await ask('createDataSource', {
        body: {
          businessId,
          class: sourceClass,
          name,
          ...(description.trim() === '' ? {} : { description }),
          ...(origin === 'database' ? { database } : {}),
          ...(origin === 'text' ? { text } : {}),
        },
      });
      await queries.invalidateQueries({ queryKey: ['pages', 'listDataSources'] });
      return dataSource.id;
    },
    onSuccess: done,
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    making.mutate();
  };
  const { error } = making;
  return (
    <form className="stack source-form" onSubmit={submit}>
      <h2>{texts.create}</h2>
      <Field
        label={texts.name}
        value={name}
        change={setName}
        required
        maxLength={120}
        wrong={wrongAt(error, '/name')}
      />
      <Field
        label={texts.description}
        help={texts.descriptionHelp}
        value={description}
        change={setDescription}
        maxLength={2_000}
        wrong={wrongAt(error, '/description')}
      />
      <Choice
        label={texts.class}
        value={sourceClass}
        choices={[
          { value: 'structured', name: texts.classes.structured },
          { value: 'unstructured', name: texts.classes.unstructured },
        ]}
        change={(next) => {
          setClass(next);
          setOrigin('file');
        }}
      />
      <p className="help">{texts.classHelp[sourceClass]}</p>
      <Choice
        label={texts.origin}
        value={origin}
        choices={origins.map((value) => ({ value, name: texts.origins[value] }))}
        change={setOrigin}
      />
      {origin === 'database' && <DatabaseFields database={database} change={setDatabase} problem={error} />}
      {origin === 'text' && (
        <LongField
          label={texts.text}
          help={texts.textHelp}
          value={text}
          change={setText}
          required
          maxLength={500_000}
          wrong={wrongAt(error, '/text')}
        />
      )}
      {error !== null && (
        <Problem
          problem={{ message: error.message, requestId: error.requestId, details: besides(error, PLACES) }}
        />
      )}
      <div className="actions">
        <button type="submit" className="main" disabled={making.isPending}>
          {texts.make}
        </button>
      </div>
    </form>
  );
};

interface DatabaseFieldsProps {
  readonly database: Database;
  readonly change: (database: Database) => void;
  readonly problem: ApiProblem | null;
}

const DatabaseFields = ({ database, change, problem }: DatabaseFieldsProps): ReactNode => {
  const texts = TEXTS.dataSources;
  return (
    <>
      <Field
        label={texts.connection}
        help={texts.connectionHelp}
        value={database.connection}
        change={(connection) => change({ ...database, connection })}
        required
        maxLength={63}
        wrong={wrongAt(problem, '/database/connection')}
      />
      <Field
        label={texts.table}
        value={database.table}
        change={(table) => change({ ...database, table })}
        required
        maxLength={200}
        wrong={wrongAt(problem, '/database/table')}
      />
    </>
  );
};
