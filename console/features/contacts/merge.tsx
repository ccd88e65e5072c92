/** Merges another contact into this one: finds it, shows what the merge keeps, and confirms. */
import { Dialog, DialogDismiss, DialogHeading } from '@ariakit/react';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type ApiProblem, callApi } from '../../api/client.js';
import { Field } from '../../ui/forms/field.js';
import { COMMON } from '../../ui/messages.js';
import { Problem } from '../../ui/states.js';
import { useBusinessId } from '../session/session.js';
import type { Contact } from './contact-form.js';
import { useContactSearch } from './contact-search.js';
import { FoundContacts } from './found-contacts.js';
import { type MergedRow, mergedRows } from './merge-preview.js';
import { CONTACTS } from './messages.js';

interface MergeProps {
  readonly contact: Contact;
  readonly onClose: () => void;
}

export const MergeContact = ({ contact, onClose }: MergeProps): ReactNode => {
  const businessId = useBusinessId();
  const [other, setOther] = useState<Contact | null>(null);
  const texts = CONTACTS.merge;
  const merging = useMutation<unknown, ApiProblem, Contact>({
    mutationFn: async ({ id: otherContactId }) => {
      const body = { businessId, otherContactId };
      await callApi('mergeContacts', { path: { contactId: contact.id }, body });
    },
    onSuccess: onClose,
  });
  return (
    <Dialog open onClose={onClose} className="dialog floats merge" backdrop={<div className="backdrop" />}>
      <DialogHeading>{texts.title(contact.name)}</DialogHeading>
      <p>{texts.help}</p>
      {other === null ? (
        <OtherContact contact={contact} onChoose={setOther} />
      ) : (
        <MergedTable contact={contact} other={other} />
      )}
      {merging.error !== null && <Problem problem={merging.error} />}
      <div className="actions">
        {other !== null && (
          <button type="button" className="plain" onClick={() => setOther(null)}>
            {texts.another}
          </button>
        )}
        <DialogDismiss className="plain">{COMMON.cancel}</DialogDismiss>
        <button
          type="button"
          className="danger"
          disabled={other === null || merging.isPending}
          onClick={() => {
            if (other !== null) merging.mutate(other);
          }}
        >
          {texts.confirm}
        </button>
      </div>
    </Dialog>
  );
};

const OtherContact = ({
  contact,
  onChoose,
}: {
  readonly contact: Contact;
  readonly onChoose: (other: Contact) => void;
}): ReactNode => {
  const { typed, setTyped, search, found, error } = useContactSearch();
  const others = (found ?? []).filter(({ id }) => id !== contact.id);
  return (
    <>
      <Field label={CONTACTS.merge.find} type="search" value={typed} onChange={setTyped} autoComplete="off" />
      {error !== null && <Problem problem={error} />}
      {found !== null && others.length === 0 && <p className="quiet">{CONTACTS.noMatch(search)}</p>}
      <FoundContacts contacts={others} onChoose={onChoose} />
    </>
  );
};

const MergedTable = ({
  contact,
  other,
}: {
  readonly contact: Contact;
  readonly other: Contact;
}): ReactNode => {
  const texts = CONTACTS.merge;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: people without a mouse scroll it with the keys.
    <section className="scrolls" tabIndex={0} aria-label={texts.preview}>
      <table className="rows still">
        <thead>
          <tr>
            <td />
            <th scope="col">{texts.stays}</th>
            <th scope="col">{texts.goes}</th>
            <th scope="col">{texts.after}</th>
          </tr>
        </thead>
        <tbody>
          {mergedRows(contact, other, texts.isBlocked).map((row) => (
            <tr key={titleOf(row)}>
              <th scope="row">{titleOf(row)}</th>
              <td className="quiet">{row.kept}</td>
              <td className="quiet">{row.other}</td>
              <td>{row.after}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
};

const titleOf = ({ name }: MergedRow): string =>
  'field' in name ? name.field : CONTACTS.merge.properties[name.property];
