/** Edits what an agent's calls are judged by when they have ended. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { FormEvent, ReactNode } from 'react';
import { type ApiProblem, callApi, type Data } from '../../../api/client.js';
import { useRead } from '../../../api/live.js';
import { Choice, Field } from '../../../ui/forms/field.js';
import { errorAt, otherDetails } from '../../../ui/forms/field-errors.js';
import { Icon } from '../../../ui/icon.js';
import { Loading, Problem } from '../../../ui/states.js';
import { useCan } from '../../session/role.js';
import { useBusinessId } from '../../session/session.js';
import { AGENTS } from '../messages.js';
import { refuseIfChanged, useSetting } from '../settings/use-setting.js';
import {
  analysisDraftOf,
  analysisOf,
  type CriterionDraft,
  FIELD_TYPES,
  type FieldDraft,
  isFieldType,
} from './analysis-draft.js';
import styles from './outcomes.module.css';

/** Limits of the service. */
const MOST_CRITERIA = 10;
const MOST_FIELDS = 20;

export const AnalysisSettings = ({ agentId }: { readonly agentId: string }): ReactNode => {
  const businessId = useBusinessId();
  const params = { path: { agentId }, query: { businessId } };
  const { data, error, refetch } = useRead('readAnalysisSettings', params);
  const texts = AGENTS.analysis;
  return (
    <section className="stack" aria-labelledby="agent-analysis">
      <div>
        <h3 id="agent-analysis">{texts.title}</h3>
        <p className="help">{texts.help}</p>
      </div>
      {error !== null && <Problem problem={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Loading rows={2} />}
      {data !== undefined && <AnalysisForm agentId={agentId} analysis={data.analysis} />}
    </section>
  );
};

const replaced = <Line,>(lines: readonly Line[], index: number, line: Line): readonly Line[] =>
  lines.map((other, at) => (at === index ? line : other));

interface AnalysisFormProps {
  readonly agentId: string;
  readonly analysis: Data<'readAnalysisSettings'>['analysis'];
}

const AnalysisForm = ({ agentId, analysis }: AnalysisFormProps): ReactNode => {
  const businessId = useBusinessId();
  const queries = useQueryClient();
  const canEdit = useCan('setAnalysisSettings');
  const { draft, change: setDraft, base, elsewhere } = useSetting(analysis, analysisDraftOf);
  const texts = AGENTS.analysis;
  const show = (answer: Data<'readAnalysisSettings'>): void => {
    queries.setQueryData(['readAnalysisSettings', { agentId }, { businessId }], answer);
  };
  const saving = useMutation<Data<'setAnalysisSettings'>, ApiProblem>({
    mutationFn: async () => {
      const now = await callApi('readAnalysisSettings', { path: { agentId }, query: { businessId } });
      show(now);
      refuseIfChanged(base, now.analysis);
      return callApi('setAnalysisSettings', {
        path: { agentId },
        body: { businessId, analysis: analysisOf(draft) },
      });
    },
    onSuccess: show,
  });
  const { criteria, fields } = draft;
  const isChanged = JSON.stringify(analysisOf(draft)) !== JSON.stringify(analysis);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    saving.mutate();
  };
  return (
    <form className="stack" onSubmit={submit}>
      <fieldset disabled={!canEdit}>
        <legend className="hidden">{texts.title}</legend>
        {criteria.map((criterion, index) => (
          <CriterionLine
            // biome-ignore lint/suspicious/noArrayIndexKey: a line has no other identity while it is edited.
            key={index}
            number={index + 1}
            criterion={criterion}
            error={errorAt(saving.error, `/analysis/criteria/${index}`)}
            onChange={(line) => setDraft({ ...draft, criteria: replaced(criteria, index, line) })}
            onRemove={() => setDraft({ ...draft, criteria: criteria.filter((_, at) => at !== index) })}
          />
        ))}
        <button
          type="button"
          className="plain"
          disabled={criteria.length >= MOST_CRITERIA}
          onClick={() => setDraft({ ...draft, criteria: [...criteria, { key: '', description: '' }] })}
        >
          {texts.addCriterion}
        </button>
        {fields.map((field, index) => (
          <FieldLine
            // biome-ignore lint/suspicious/noArrayIndexKey: a line has no other identity while it is edited.
            key={index}
            number={index + 1}
            field={field}
            onChange={(line) => setDraft({ ...draft, fields: replaced(fields, index, line) })}
            onRemove={() => setDraft({ ...draft, fields: fields.filter((_, at) => at !== index) })}
          />
        ))}
        <button
          type="button"
          className="plain"
          disabled={fields.length >= MOST_FIELDS}
          onClick={() =>
            setDraft({
              ...draft,
              fields: [...fields, { key: '', type: 'string', description: '', choices: '' }],
            })
          }
        >
          {texts.addField}
        </button>
      </fieldset>
      {elsewhere}
      {saving.error !== null && saving.error.code !== 'setting_changed' && (
        <Problem
          problem={{
            message: saving.error.message,
            requestId: saving.error.requestId,
            details: otherDetails(
              saving.error,
              criteria.map((_, index) => `/analysis/criteria/${index}`),
            ),
          }}
        />
      )}
      {canEdit && (
        <div className="actions">
          <span className="grows" role="status">
            {saving.isSuccess && !isChanged ? texts.saved : ''}
          </span>
          <button
            type="submit"
            className="main"
            disabled={!isChanged || saving.isPending || elsewhere !== null}
          >
            {texts.save}
          </button>
        </div>
      )}
    </form>
  );
};

interface CriterionLineProps {
  readonly number: number;
  readonly criterion: CriterionDraft;
  readonly error: string | undefined;
  readonly onChange: (criterion: CriterionDraft) => void;
  readonly onRemove: () => void;
}

const CriterionLine = ({ number, criterion, error, onChange, onRemove }: CriterionLineProps): ReactNode => {
  const texts = AGENTS.analysis;
  return (
    <div className={styles.judged}>
      <Field
        label={texts.key}
        maxLength={64}
        value={criterion.key}
        onChange={(key) => onChange({ ...criterion, key })}
        error={error}
      />
      <Field
        label={texts.criterion}
        maxLength={500}
        value={criterion.description}
        onChange={(description) => onChange({ ...criterion, description })}
      />
      <button type="button" className="plain" aria-label={texts.removeCriterion(number)} onClick={onRemove}>
        <Icon name="close" />
      </button>
    </div>
  );
};

interface FieldLineProps {
  readonly number: number;
  readonly field: FieldDraft;
  readonly onChange: (field: FieldDraft) => void;
  readonly onRemove: () => void;
}

const FieldLine = ({ number, field, onChange, onRemove }: FieldLineProps): ReactNode => {
  const texts = AGENTS.analysis;
  return (
    <div className={styles.judged}>
      <Field
        label={texts.key}
        maxLength={64}
        value={field.key}
        onChange={(key) => onChange({ ...field, key })}
      />
      <Choice
        label={texts.type}
        value={field.type}
        choices={FIELD_TYPES.map((value) => ({ value, name: texts.types[value] }))}
        onChange={(type) => {
          if (isFieldType(type)) onChange({ ...field, type });
        }}
      />
      <Field
        label={texts.description}
        maxLength={500}
        value={field.description}
        onChange={(description) => onChange({ ...field, description })}
      />
      {field.type === 'string' && (
        <Field
          label={texts.choices}
          value={field.choices}
          onChange={(choices) => onChange({ ...field, choices })}
        />
      )}
      <button type="button" className="plain" aria-label={texts.removeField(number)} onClick={onRemove}>
        <Icon name="close" />
      </button>
    </div>
  );
};
