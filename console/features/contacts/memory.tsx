/** What agents remember of a contact, with the calls and conversations it comes from. Entries can be erased. */
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { type ApiProblem, callApi, type Data } from '../../api/client.js';
import { usePages } from '../../api/pages.js';
import { Confirm } from '../../ui/dialogs/confirm.js';
import { Time } from '../../ui/format.js';
import { Icon } from '../../ui/icon.js';
import { COMMON } from '../../ui/messages.js';
import { Problem } from '../../ui/states.js';
import { IfAllowed } from '../session/if-allowed.js';
import { useBusinessId } from '../session/session.js';
import type { Contact } from './contact-form.js';
import { CONTACTS } from './messages.js';

type Entry = Data<'readContactMemory'>['entries'][number];

/** Nothing is shown of a contact of whom nothing is remembered. */
export const ContactMemory = ({ contact }: { readonly contact: Contact }): ReactNode => {
  const { id, name } = contact;
  const businessId = useBusinessId();
  const [isConfirming, setConfirming] = useState(false);
  const memory = usePages('readContactMemory', {
    path: { contactId: id },
    query: { businessId, limit: 50 },
  });
  const erase = async (entryIds?: string[]): Promise<void> => {
    const body = { businessId, ...(entryIds === undefined ? {} : { entryIds }) };
    await callApi('eraseContactMemory', { path: { contactId: id }, body });
  };
  const erasing = useMutation<void, ApiProblem, string>({ mutationFn: (entryId) => erase([entryId]) });
  const texts = CONTACTS.memory;
  const entries = memory.data?.pages.flatMap((page) => page.entries) ?? [];
  if (memory.error !== null) return <Problem problem={memory.error} onRetry={() => void memory.refetch()} />;
  if (entries.length === 0) return null;
  return (
    <section className="stack" aria-labelledby="contact-memory">
      <div>
        <h3 id="contact-memory">{texts.title}</h3>
        <p className="help">{texts.help}</p>
      </div>
      <ol className="events">
        {entries.map((entry) => (
          <li key={entry.id}>
            <EntryText entry={entry} />
            <Time at={entry.saidAt} />
            <IfAllowed operation="eraseContactMemory">
              <button
                type="button"
                className="plain"
                aria-label={texts.eraseEntry(entry.text)}
                disabled={erasing.isPending}
                onClick={() => erasing.mutate(entry.id)}
              >
                <Icon name="close" />
              </button>
            </IfAllowed>
          </li>
        ))}
      </ol>
      {erasing.error !== null && <Problem problem={erasing.error} />}
      {memory.hasNextPage && (
        <button type="button" className="plain more" onClick={() => void memory.fetchNextPage()}>
          {COMMON.more}
        </button>
      )}
      <IfAllowed operation="eraseContactMemory">
        <div className="actions">
          <button type="button" className="danger quiet-danger" onClick={() => setConfirming(true)}>
            {texts.eraseAll}
          </button>
        </div>
      </IfAllowed>
      {isConfirming && (
        <Confirm
          title={texts.eraseTitle}
          help={texts.eraseHelp}
          name={name}
          label={CONTACTS.confirmName(name)}
          button={texts.eraseAll}
          onConfirm={() => erase()}
          onClose={() => setConfirming(false)}
        />
      )}
    </section>
  );
};

const SOURCE_PATHS = { call: '/calls/', conversation: '/conversations/' } as const;

const EntryText = ({ entry }: { readonly entry: Entry }): ReactNode => {
  const texts = CONTACTS.memory;
  const kind = entry.promisedBy === null ? texts.kinds[entry.kind] : texts.promisedBy[entry.promisedBy];
  return (
    <span>
      {`${kind}: ${entry.text} `}
      <Link href={SOURCE_PATHS[entry.source.type] + entry.source.id}>{texts.sources[entry.source.type]}</Link>
    </span>
  );
};
