/** Actions on the selected contacts. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type ApiProblem, ask, type Data } from '../../api/client.js';
import { Confirm } from '../../parts/confirm.js';
import { Problem } from '../../parts/states.js';
import { useBusinessId } from '../../session.js';
import { TEXTS } from '../../texts.js';

/** Limit of one delete request. */
const MOST = 1_000;

interface SelectionProps {
  readonly selected: ReadonlySet<string>;
  readonly listed: Data<'listContacts'>['contacts'];
  readonly change: (ids: ReadonlySet<string>) => void;
}

export const Selection = ({ selected, listed, change }: SelectionProps): ReactNode => {
  const businessId = useBusinessId();
  const queries = useQueryClient();
  const [asking, setAsking] = useState(false);
  const [done, setDone] = useState(0);
  const texts = TEXTS.contacts;
  const readAgain = async (): Promise<void> => {
    await Promise.all([
      queries.invalidateQueries({ queryKey: ['pages', 'listContacts'] }),
      queries.invalidateQueries({ queryKey: ['pages', 'listContactCategories'] }),
      queries.invalidateQueries({ queryKey: ['readContact'] }),
    ]);
  };
  // One after the other: each is a separate request, and other clients need the service, too.
  const blocking = useMutation<void, ApiProblem, boolean>({
    mutationFn: async (communicationBlocked) => {
      setDone(0);
      const body = { businessId, communicationBlocked };
      for (const contactId of selected) {
        await ask('updateContact', { path: { contactId }, body });
        setDone((before) => before + 1);
      }
    },
    onSettled: readAgain,
  });
  const remove = async (): Promise<void> => {
    await ask('deleteContacts', { body: { businessId, contactIds: [...selected] } });
    change(new Set());
    await readAgain();
  };
  const isTooMany = selected.size > MOST;
  return (
    <section className="selection" aria-label={texts.selected(selected.size)}>
      <strong role="status">
        {blocking.isPending ? texts.doneOf(done, selected.size) : texts.selected(selected.size)}
      </strong>
      <div className="actions">
        <button
          type="button"
          className="plain"
          onClick={() => change(new Set(listed.slice(0, MOST).map(({ id }) => id)))}
        >
          {texts.selectShown}
        </button>
        <button type="button" className="plain" onClick={() => change(new Set())}>
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
          onClick={() => setAsking(true)}
        >
          {texts.delete}
        </button>
      </div>
      {isTooMany && <p className="wrong">{texts.tooMany}</p>}
      {blocking.error !== null && <Problem problem={blocking.error} />}
      {asking && (
        <Confirm
          title={texts.deleteMany(selected.size)}
          help={texts.deleteHelp}
          name={String(selected.size)}
          label={texts.confirmMany(selected.size)}
          button={texts.delete}
          act={remove}
          close={() => setAsking(false)}
        />
      )}
    </section>
  );
};
