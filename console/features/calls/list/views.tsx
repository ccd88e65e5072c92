/** Saved views of the list as tabs, each with an address; the filters of the list can be saved as another one. */
import { Dialog, DialogDismiss, DialogHeading } from '@ariakit/react';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Link, useLocation, useSearchParams } from 'wouter';
import { type ApiProblem, callApi } from '../../../api/client.js';
import { useRead } from '../../../api/live.js';
import { Field } from '../../../ui/forms/field.js';
import { COMMON } from '../../../ui/messages.js';
import { Problem } from '../../../ui/states.js';
import { IfAllowed } from '../../session/if-allowed.js';
import { useBusinessId } from '../../session/session.js';
import { CALLS } from '../messages.js';
import { type SavedView, viewQueryOf } from './call-query.js';
import styles from './calls.module.css';
import { paramsOfView } from './view-address.js';

const useViews = (): readonly SavedView[] => {
  const businessId = useBusinessId();
  const { data } = useRead('listSavedViews', { query: { businessId } });
  return data?.savedViews.filter(({ calls }) => calls !== undefined) ?? [];
};

export const ViewTabs = (): ReactNode => {
  const views = useViews();
  const [params] = useSearchParams();
  const current = params.get('view');
  if (views.length === 0) return null;
  return (
    <nav className={styles.views} aria-label={CALLS.views.title}>
      <Link href="/calls" className={styles.view} aria-current={current === null ? 'page' : undefined}>
        {CALLS.views.all}
      </Link>
      {views.map((view) => (
        <Link
          key={view.viewId}
          href={`/calls?${paramsOfView(view)}`}
          className={styles.view}
          aria-current={view.viewId === current ? 'page' : undefined}
        >
          {view.name}
        </Link>
      ))}
    </nav>
  );
};

/** Saves the filters of the list; offered if there are any. */
export const SaveView = (): ReactNode => {
  const [params] = useSearchParams();
  const views = useViews();
  const [open, setOpen] = useState(false);
  const current = views.find(({ viewId }) => viewId === params.get('view'));
  const isNew =
    Object.keys(viewQueryOf(params)).length > 0 &&
    (current === undefined || !isSame(viewQueryOf(params), current));
  return (
    <>
      <IfAllowed operation="createSavedView">
        {isNew && (
          <button type="button" className="plain" onClick={() => setOpen(true)}>
            {CALLS.views.save}
          </button>
        )}
        {current !== undefined && <RemoveView view={current} />}
      </IfAllowed>
      {open && <SaveDialog onClose={() => setOpen(false)} />}
    </>
  );
};

const isSame = (query: NonNullable<SavedView['calls']>, view: SavedView): boolean => {
  const sorted = (params: URLSearchParams): string => {
    const copy = new URLSearchParams(params);
    copy.sort();
    return copy.toString();
  };
  return sorted(paramsOfView({ ...view, calls: query })) === sorted(paramsOfView(view));
};

const RemoveView = ({ view: { viewId } }: { readonly view: SavedView }): ReactNode => {
  const businessId = useBusinessId();
  const [, navigate] = useLocation();
  const removing = useMutation<unknown, ApiProblem>({
    mutationFn: () => callApi('removeSavedView', { path: { viewId }, query: { businessId } }),
    onSuccess: () => {
      navigate('/calls');
    },
  });
  return (
    <>
      <button type="button" className="plain" disabled={removing.isPending} onClick={() => removing.mutate()}>
        {CALLS.views.remove}
      </button>
      {removing.error !== null && <Problem problem={removing.error} />}
    </>
  );
};

const SaveDialog = ({ onClose }: { readonly onClose: () => void }): ReactNode => {
  const businessId = useBusinessId();
  const [params] = useSearchParams();
  const [, navigate] = useLocation();
  const [name, setName] = useState('');
  const texts = CALLS.views;
  const saving = useMutation<SavedView, ApiProblem>({
    mutationFn: async () => {
      const body = { businessId, name: name.trim(), calls: viewQueryOf(params) };
      return (await callApi('createSavedView', { body })).savedView;
    },
    onSuccess: (view) => {
      onClose();
      navigate(`/calls?${paramsOfView(view)}`);
    },
  });
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    saving.mutate();
  };
  return (
    <Dialog open onClose={onClose} className="dialog floats" backdrop={<div className="backdrop" />}>
      <form onSubmit={handleSubmit}>
        <DialogHeading>{texts.save}</DialogHeading>
        <Field label={texts.name} value={name} maxLength={80} required onChange={setName} />
        <p className="help">{texts.help}</p>
        {saving.error !== null && <Problem problem={saving.error} />}
        <div className="actions">
          <DialogDismiss className="plain">{COMMON.cancel}</DialogDismiss>
          <button type="submit" className="main" disabled={name.trim() === '' || saving.isPending}>
            {texts.save}
          </button>
        </div>
      </form>
    </Dialog>
  );
};
