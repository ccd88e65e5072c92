/** A contact: its data, whether it may be contacted, and its history on every channel. */

import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { type ApiProblem, callApi, type Data } from '../../api/client.js';
import { useRead } from '../../api/live.js';
import { usePages } from '../../api/pages.js';
import { Callout } from '../../ui/Callout/Callout.js';
import { deferred } from '../../ui/deferred.js';
import { Confirm } from '../../ui/dialogs/confirm.js';
import { lengthOf, Time } from '../../ui/format.js';
import { COMMON } from '../../ui/messages.js';
import { Loading, Problem } from '../../ui/states.js';
import { CALL, CALL_STATUSES } from '../calls/messages.js';
import { nameOfType } from '../inbox/kinds.js';
import { INBOX } from '../inbox/messages.js';
import { IfAllowed } from '../session/if-allowed.js';
import { useBusinessId } from '../session/session.js';
import { CallContact } from './call-contact.js';
import type { Contact } from './contact-form.js';
import { ContactMemory } from './memory.js';
import { MergeContact } from './merge.js';
import { CONTACTS } from './messages.js';
import { WriteContact } from './write-contact.js';

const ContactForm = deferred(
  async () => (await import('./contact-form.js')).ContactForm,
  <Loading rows={6} />,
);

type Entry = Data<'readContactTimeline'>['timeline'][number];

export const ContactView = ({ id }: { readonly id: string }): ReactNode => {
  const businessId = useBusinessId();
  const [editing, setEditing] = useState(false);
  const { data, error, refetch } = useRead('readContact', { path: { contactId: id }, query: { businessId } });
  if (error !== null) return <Problem problem={error} onRetry={() => void refetch()} />;
  if (data === undefined || data.contact.id !== id) return <Loading rows={6} />;
  const { contact } = data;
  if (editing)
    return (
      <ContactForm contact={contact} onSaved={() => setEditing(false)} onClose={() => setEditing(false)} />
    );
  const texts = CONTACTS;
  return (
    <article aria-label={contact.name}>
      <h2>{contact.name}</h2>
      <Reach contact={contact} />
      <IfAllowed operation="updateContact">
        <Actions contact={contact} onEdit={() => setEditing(true)} />
      </IfAllowed>
      {contact.communicationBlocked && (
        <Callout title={texts.blockedTitle}>
          <p>{texts.blockedHelp}</p>
        </Callout>
      )}
      <Facts contact={contact} />
      <ContactMemory contact={contact} />
      <Timeline id={id} />
    </article>
  );
};

/** The first thing to do with a contact: call it, or write to it. */
const Reach = ({ contact }: { readonly contact: Contact }): ReactNode => {
  const [open, setOpen] = useState<'call' | 'write' | null>(null);
  const close = (): void => setOpen(null);
  return (
    <div className="actions from-left">
      <IfAllowed operation="startVoiceCall">
        <button type="button" className="main" onClick={() => setOpen('call')}>
          {CONTACTS.call.button}
        </button>
      </IfAllowed>
      <IfAllowed operation="writeToContact">
        <button type="button" className="plain" onClick={() => setOpen('write')}>
          {CONTACTS.write.button}
        </button>
      </IfAllowed>
      {open === 'call' && <CallContact contact={contact} onClose={close} />}
      {open === 'write' && <WriteContact contact={contact} onClose={close} />}
    </div>
  );
};

const Facts = ({ contact }: { readonly contact: Contact }): ReactNode => {
  const texts = CONTACTS;
  const rollups = [
    { name: texts.channels.voice, rollup: contact.rollups.voice },
    { name: texts.channels.whatsapp, rollup: contact.rollups.whatsapp },
    { name: texts.channels.instagram, rollup: contact.rollups.instagram },
  ].filter(({ rollup }) => rollup.count > 0);
  return (
    <dl className="facts">
      <div>
        <dt>{texts.mobile}</dt>
        <dd className="figure">{contact.mobile}</dd>
      </div>
      {contact.otherMobiles !== undefined && (
        <div>
          <dt>{texts.otherMobiles}</dt>
          <dd className="figure">{contact.otherMobiles.join(', ')}</dd>
        </div>
      )}
      <div>
        <dt>{texts.timeZone}</dt>
        <dd>{contact.timeZone ?? texts.noTimeZone}</dd>
      </div>
      <div>
        <dt>{texts.categories}</dt>
        <dd>{contact.categories.map(({ name }) => name).join(', ')}</dd>
      </div>
      {Object.entries(contact.fields).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      {rollups.map(({ name, rollup }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {texts.rollup(rollup.count)}
            {rollup.lastAt !== null && (
              <>
                {', '}
                <Time at={rollup.lastAt} />
              </>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
};

const Actions = ({
  contact,
  onEdit,
}: {
  readonly contact: Contact;
  readonly onEdit: () => void;
}): ReactNode => {
  const businessId = useBusinessId();
  const [, navigate] = useLocation();
  const [isConfirming, setConfirming] = useState(false);
  const [isMerging, setMerging] = useState(false);
  const texts = CONTACTS;
  const blocking = useMutation<unknown, ApiProblem>({
    mutationFn: async () => {
      const body = { businessId, communicationBlocked: !contact.communicationBlocked };
      await callApi('updateContact', { path: { contactId: contact.id }, body });
    },
  });
  const remove = async (): Promise<void> => {
    await callApi('deleteContacts', { body: { businessId, contactIds: [contact.id] } });
    navigate('/contacts');
  };
  return (
    <>
      <div className="actions of-thing">
        <button type="button" className="plain" onClick={onEdit}>
          {texts.edit}
        </button>
        <button
          type="button"
          className="plain"
          title={contact.communicationBlocked ? texts.blockedHelp : texts.blockHelp}
          disabled={blocking.isPending}
          onClick={() => blocking.mutate()}
        >
          {contact.communicationBlocked ? texts.unblock : texts.block}
        </button>
        <button type="button" className="plain" title={texts.merge.openHelp} onClick={() => setMerging(true)}>
          {texts.merge.open}
        </button>
        <button type="button" className="danger quiet-danger" onClick={() => setConfirming(true)}>
          {texts.delete}
        </button>
      </div>
      {blocking.error !== null && <Problem problem={blocking.error} />}
      {isMerging && <MergeContact contact={contact} onClose={() => setMerging(false)} />}
      {isConfirming && (
        <Confirm
          title={texts.deleteTitle(contact.name)}
          help={texts.deleteHelp}
          name={contact.name}
          label={texts.confirmName(contact.name)}
          button={texts.delete}
          onConfirm={remove}
          onClose={() => setConfirming(false)}
        />
      )}
    </>
  );
};

const Timeline = ({ id }: { readonly id: string }): ReactNode => {
  const businessId = useBusinessId();
  const history = usePages('readContactTimeline', {
    path: { contactId: id },
    query: { businessId, limit: 50 },
  });
  const entries = history.data?.pages.flatMap(({ timeline }) => timeline) ?? [];
  return (
    <>
      <h3>{CONTACTS.timeline}</h3>
      {history.error !== null && <Problem problem={history.error} onRetry={() => void history.refetch()} />}
      {history.data !== undefined && entries.length === 0 && <p className="quiet">{CONTACTS.noTimeline}</p>}
      <ol className="events">
        {entries.map((entry) => (
          <EntryLine key={entry.id} entry={entry} />
        ))}
      </ol>
      {history.hasNextPage && (
        <button type="button" className="plain more" onClick={() => void history.fetchNextPage()}>
          {COMMON.more}
        </button>
      )}
    </>
  );
};

const EntryLine = ({ entry }: { readonly entry: Entry }): ReactNode => (
  <li>
    <span>
      <EntryText entry={entry} />
      {entry.campaignId !== null && (
        <>
          {' · '}
          <Link href={`/campaigns/${entry.campaignId}`}>{CONTACTS.entries.campaign}</Link>
        </>
      )}
    </span>
    <Time at={entry.at} />
  </li>
);

const wordsOfMessage = ({
  text,
  messageType,
  revokedAt,
}: Extract<Entry, { readonly type: 'message' }>): string =>
  revokedAt === undefined ? (text ?? nameOfType(messageType)) : INBOX.revoked;

const EntryText = ({ entry }: { readonly entry: Entry }): ReactNode => {
  const texts = CONTACTS.entries;
  switch (entry.type) {
    case 'call_started':
      return <Link href={`/calls/${entry.callId}`}>{texts.callStarted(entry.agentName)}</Link>;
    case 'transcript':
      return `${CALL.speakers[entry.speaker]}: ${entry.text}`;
    case 'call_ended':
      return texts.callEnded(CALL_STATUSES[entry.status], lengthOf(entry.durationSeconds));
    case 'message':
      return `${entry.direction === 'inbound' ? texts.received : texts.sent}: ${wordsOfMessage(entry)}`;
    case 'mobile_given':
      return texts.mobileProvided(entry.mobile);
    case 'handed_over':
      return `${texts.handedOver}${entry.reason === null ? '' : `: ${entry.reason}`}`;
    default:
      return entry satisfies never;
  }
};
