/** Actions on the selected contacts, each a job of the service. */
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { type ApiProblem, type Body, callApi } from '../../api/client.js';
import { useRead } from '../../api/live.js';
import { usePages } from '../../api/pages.js';
import { Confirm } from '../../ui/dialogs/confirm.js';
import { Choice } from '../../ui/forms/field.js';
import { Problem } from '../../ui/states.js';
import { useCan } from '../session/role.js';
import { useBusinessId } from '../session/session.js';
import { CallMany, MAX_CALLED } from './call-many.js';
import { isRunning } from './contact-jobs.js';
import styles from './contact-selection.module.css';
import { CONTACTS } from './messages.js';

/** Contacts that a job may name; a filter selects any number. */
const MAX_NAMED = 1_000;

/** Named contacts, or all that match the filters of the list. */
export type Selected =
  | { readonly type: 'named'; readonly ids: ReadonlySet<string> }
  | { readonly type: 'matching' };

export const NOTHING_SELECTED: Selected = { type: 'named', ids: new Set() };

type JobBody = Omit<Body<'startContactJob'>, 'businessId'>;
type Selecting = Pick<JobBody, 'contactIds' | 'filter' | 'all'>;

interface SelectionProps {
  readonly selected: Selected;
  /** The ids that the list shows. */
  readonly listed: readonly string[];
  /** Selects what matches the list's filters. */
  readonly matching: Selecting;
  readonly onChange: (selected: Selected) => void;
  readonly onStarted: (jobId: string) => void;
}

export const Selection = ({ selected, listed, matching, onChange, onStarted }: SelectionProps): ReactNode => {
  const businessId = useBusinessId();
  const [deleting, setDeleting] = useState(false);
  const texts = CONTACTS;
  const selecting: Selecting = selected.type === 'matching' ? matching : { contactIds: [...selected.ids] };
  const starting = useMutation<string, ApiProblem, Pick<JobBody, 'action' | 'categoryIds'>>({
    mutationFn: async (action) => {
      const { job } = await callApi('startContactJob', { body: { businessId, ...selecting, ...action } });
      return job.jobId;
    },
    onSuccess: (jobId) => {
      onStarted(jobId);
      onChange(NOTHING_SELECTED);
    },
  });
  const canCall = useCan('startVoiceCallBatch');
  const [calling, setCalling] = useState(false);
  const isTooMany = selected.type === 'named' && selected.ids.size > MAX_NAMED;
  const title = selected.type === 'matching' ? texts.allMatching : texts.selected(selected.ids.size);
  const isDisabled = isTooMany || starting.isPending;
  return (
    <section className={styles.selected} aria-label={title}>
      <strong role="status">{title}</strong>
      <div className="actions">
        {selected.type === 'named' && (
          <>
            <button
              type="button"
              className="plain"
              onClick={() => onChange({ type: 'named', ids: new Set(listed.slice(0, MAX_NAMED)) })}
            >
              {texts.selectShown}
            </button>
            <button type="button" className="plain" onClick={() => onChange({ type: 'matching' })}>
              {texts.selectMatching}
            </button>
          </>
        )}
        <button type="button" className="plain" onClick={() => onChange(NOTHING_SELECTED)}>
          {texts.clearSelection}
        </button>
        {canCall && selected.type === 'named' && (
          <button
            type="button"
            className="plain"
            title={selected.ids.size > MAX_CALLED ? texts.call.manyLimit : undefined}
            disabled={selected.ids.size > MAX_CALLED}
            onClick={() => setCalling(true)}
          >
            {texts.call.button}
          </button>
        )}
        <button
          type="button"
          className="plain"
          title={texts.blockHelp}
          disabled={isDisabled}
          onClick={() => starting.mutate({ action: 'block' })}
        >
          {texts.block}
        </button>
        <button
          type="button"
          className="plain"
          disabled={isDisabled}
          onClick={() => starting.mutate({ action: 'unblock' })}
        >
          {texts.unblock}
        </button>
        <button
          type="button"
          className="danger quiet-danger"
          disabled={isDisabled}
          onClick={() => setDeleting(true)}
        >
          {texts.delete}
        </button>
      </div>
      <CategoryActions
        isDisabled={isDisabled}
        onAct={(action, categoryId) => starting.mutate({ action, categoryIds: [categoryId] })}
      />
      {isTooMany && <p className="wrong">{texts.tooMany}</p>}
      {starting.error !== null && <Problem problem={starting.error} />}
      {calling && selected.type === 'named' && (
        <CallMany contactIds={[...selected.ids]} onClose={() => setCalling(false)} />
      )}
      {deleting && selected.type === 'named' && (
        <Deleting
          count={selected.ids.size}
          onConfirm={() => starting.mutateAsync({ action: 'delete' })}
          onClose={() => setDeleting(false)}
        />
      )}
      {deleting && selected.type === 'matching' && (
        <CountedDeleting
          selecting={matching}
          onConfirm={() => starting.mutateAsync({ action: 'delete' })}
          onClose={() => setDeleting(false)}
        />
      )}
    </section>
  );
};

interface CategoryActionsProps {
  readonly isDisabled: boolean;
  readonly onAct: (action: 'add_categories' | 'remove_categories', categoryId: string) => void;
}

const CategoryActions = ({ isDisabled, onAct }: CategoryActionsProps): ReactNode => {
  const businessId = useBusinessId();
  const [categoryId, setCategoryId] = useState('');
  const { data } = usePages('listContactCategories', { query: { businessId, limit: 200 } });
  const texts = CONTACTS;
  const categories = data?.pages.flatMap((page) => page.categories) ?? [];
  const choices = categories.map(({ id, name }) => ({ value: id, name }));
  return (
    <div className={styles.byCategory}>
      <Choice
        label={texts.filters.category}
        value={categoryId}
        choices={[{ value: '', name: texts.chooseCategory }, ...choices]}
        onChange={setCategoryId}
      />
      <div className="actions">
        <button
          type="button"
          className="plain"
          disabled={isDisabled || categoryId === ''}
          onClick={() => onAct('add_categories', categoryId)}
        >
          {texts.addToCategory}
        </button>
        <button
          type="button"
          className="plain"
          title={texts.removeFromCategoryHelp}
          disabled={isDisabled || categoryId === ''}
          onClick={() => onAct('remove_categories', categoryId)}
        >
          {texts.removeFromCategory}
        </button>
      </div>
    </div>
  );
};

interface DeletingProps {
  readonly onConfirm: () => Promise<unknown>;
  readonly onClose: () => void;
}

const Deleting = ({ count, ...actions }: DeletingProps & { readonly count: number }): ReactNode => (
  <Confirm
    title={CONTACTS.deleteMany(count)}
    help={CONTACTS.deleteHelp}
    name={String(count)}
    label={CONTACTS.confirmMany(count)}
    button={CONTACTS.delete}
    {...actions}
  />
);

/** Counts the contacts first, by a job that changes nothing. */
const CountedDeleting = ({
  selecting,
  ...actions
}: DeletingProps & { readonly selecting: Selecting }): ReactNode => {
  const businessId = useBusinessId();
  const [jobId, setJobId] = useState<string | null>(null);
  const counting = useMutation<void, ApiProblem>({
    mutationFn: async () => {
      const body = { businessId, ...selecting, action: 'delete' as const, dryRun: true };
      setJobId((await callApi('startContactJob', { body })).job.jobId);
    },
  });
  const { mutate } = counting;
  useEffect(() => mutate(), [mutate]);
  if (counting.error !== null) return <Problem problem={counting.error} />;
  return jobId === null ? <Counting /> : <WhenCounted jobId={jobId} {...actions} />;
};

const Counting = (): ReactNode => <p role="status">{CONTACTS.counting}</p>;

const WhenCounted = ({ jobId, ...actions }: DeletingProps & { readonly jobId: string }): ReactNode => {
  const businessId = useBusinessId();
  const { data, error } = useRead('listContactJobs', { query: { businessId, jobId } });
  const job = data?.jobs[0];
  if (error !== null) return <Problem problem={error} />;
  if (job === undefined || isRunning(job)) return <Counting />;
  return <Deleting count={job.counts.matched} {...actions} />;
};
