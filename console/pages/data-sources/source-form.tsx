/** Edits name and description, and the content of a text. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { type ApiProblem, ask } from '../../api/client.js';
import { besides, wrongAt } from '../../parts/details.js';
import { Field } from '../../parts/field.js';
import { LongField } from '../../parts/long-field.js';
import { Problem } from '../../parts/states.js';
import { useBusinessId } from '../../session.js';
import { TEXTS } from '../../texts.js';
import type { Source } from './source.js';

const PLACES = ['/name', '/description', '/text'] as const;

export const SourceForm = ({
  source,
  close,
}: {
  readonly source: Source;
  readonly close: () => void;
}): ReactNode => {
  const businessId = useBusinessId();
  const queries = useQueryClient();
  const [name, setName] = useState(source.name);
  const [description, setDescription] = useState(source.description ?? '');
  const [text, setText] = useState('');
  const texts = TEXTS.dataSources;
  const saving = useMutation<void, ApiProblem>({
    mutationFn: async () => {
      const body = {
        businessId,
        sourceId: source.id,
        name,
        description,
        ...(text.trim() === '' ? {} : { text }),
      };
      await ask('updateDataSource', { body });
      await Promise.all([
        queries.invalidateQueries({ queryKey: ['pages', 'listDataSources'] }),
        queries.invalidateQueries({ queryKey: ['pages', 'listIngestions'] }),
      ]);
    },
    onSuccess: close,
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    saving.mutate();
  };
  const { error } = saving;
  return (
    <form className="stack source-form" onSubmit={submit}>
      <h2>{source.name}</h2>
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
      {source.class === 'unstructured' && (
        <LongField
          label={texts.replaceText}
          help={texts.replaceTextHelp}
          value={text}
          change={setText}
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
        <button type="button" className="plain" onClick={close}>
          {TEXTS.cancel}
        </button>
        <button type="submit" className="main" disabled={saving.isPending}>
          {texts.save}
        </button>
      </div>
    </form>
  );
};
