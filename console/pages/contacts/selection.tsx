/** Actions on the selected contacts. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type ApiProblem, callApi, type Data } from '../../api/client.js';
import { Confirm } from '../../parts/dialogs/confirm.js';
import { Problem } from '../../parts/states.js';
import { useBusinessId } from '../../session.js';
import { TEXTS } from '../../texts.js';

/** Limit of one delete request. */
const MOST = 1_000;

interface SelectionProps {
  readonly selected: ReadonlySet<string>;
  readonly listed: Data<'listContacts'>['contacts'];
  readonly onChange: (ids: ReadonlySet<string>) => void;
}

export const Selection = ({ selected, listed, onChange }: SelectionProps): ReactNode => {
  const businessId = useBusinessId();
  const queries = useQueryClient();
  const [isConfirming, setConfirming] = useState(false);
  const [doneCount, setDoneCount] = useState(0);
  const texts = TEXTS.contacts;
  const invalidate = async (): Promise<void> => {
    await Promise.all([
      queries.invalidateQueries({ queryKey: ['pages', 'listContacts'] }),
      queries.invalidateQueries({ queryKey: ['pages', 'listContactCategories'] }),
      queries.invalidateQueries({ queryKey: ['readContact'] }),
    ]);
  };
  // One after the other: each is a separate request, and other clients need the service, too.
  const blocking = useMutation<void, ApiProblem, boolean>({
    mutationFn: async (communicationBlocked) => {
      setDoneCount(0);
      const body = { businessId, communicationBlocked };
      for (const contactId of selected) {
        await callApi('updateContact', { path: { contactId }, body });
        setDoneCount((before) => before + 1);
      }
    },
    onSettled: invalidate,
  });
  const remove = async (): Promise<void> => {
    await callApi('deleteContacts', { body: { businessId, contactIds: [...selected] } });
    onChange(new Set());
    await invalidate();
  };
  const isTooMany = selected.size > MOST;
  return (
    <section className="selection" aria-label={texts.selected(selected.size)}>
      <strong role="status">
        {blocking.isPending ? texts.doneOf(doneCount, selected.size) : texts.selected(selected.size)}
      </strong>
      <div className="actions">
        <button
          type="button"
          className="plain"
          onClick={() => onChange(new Set(listed.slice(0, MOST).map(({ id }) => id)))}
        >
          {texts.selectShown}
        </button>
        <button type="button" className="plain" onClick={() => onChange(new Set())}>
          {texts.clearSelection}
        </button>
        <button
          type="button"
          className="plain"
          title={texts.blockHelp}
          disabled={blocking.isPending}
          onClick={() => blocking.mutate(true)}
        >
          {texts.block}
        </button>
        <button
          type="button"
          className="plain"
          disabled={blocking.isPending}
          onClick={() => blocking.mutate(false)}
        >
          {texts.unblock}
        </button>
        <button
          type="button"
          className="danger quiet-danger"
          disabled={isTooMany || blocking.isPending}
          onClick={() => setConfirming(true)}
        >
          {texts.delete}
        </button>
      </div>
      {isTooMany && <p className="wrong">{texts.tooMany}</p>}
      {blocking.error !== null && <Problem problem={blocking.error} />}
      {isConfirming && (
        <Confirm
          title={texts.deleteMany(selected.size)}
          help={texts.deleteHelp}
          name={String(selected.size)}
          label={texts.confirmMany(selected.size)}
          button={texts.delete}
          onConfirm={remove}
          onClose={() => setConfirming(false)}
        />
      )}
    </section>
  );
};
