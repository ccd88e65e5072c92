/** Writes to a contact: leads to the conversation, or starts it with a template, as WhatsApp requires. */
import { Dialog, DialogDismiss, DialogHeading } from '@ariakit/react';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { type ApiProblem, callApi, type Data } from '../../api/client.js';
import { useRead } from '../../api/live.js';
import { Time } from '../../ui/format.js';
import { Choice, Field } from '../../ui/forms/field.js';
import { COMMON } from '../../ui/messages.js';
import { Loading, Problem } from '../../ui/states.js';
import { bodyWith, fromListed, isSendable } from '../inbox/listed-template.js';
import { INBOX } from '../inbox/messages.js';
import {
  componentsOf,
  emptyTemplate,
  missingIn,
  type TemplateDraft,
  withBodyValues,
  withValue,
} from '../inbox/template-draft.js';
import { useBusinessId } from '../session/session.js';
import type { Contact } from './contact.js';
import { CONTACTS } from './messages.js';
import styles from './write-contact.module.css';

type Conversation = Data<'listConversations'>['conversations'][number];
type Account = Data<'listChannelAssignments'>['assignments'][number] & { readonly phoneNumberId: string };

const texts = CONTACTS.write;
/** Conversations that a search for a number may find. */
const MAX_CONVERSATIONS = 50;

interface WriteContactProps {
  readonly contact: Contact;
  readonly onClose: () => void;
}

export const WriteContact = ({ contact, onClose }: WriteContactProps): ReactNode => {
  const businessId = useBusinessId();
  const found = useRead('listConversations', {
    query: { businessId, search: contact.mobile, limit: MAX_CONVERSATIONS },
  });
  const accounts = useRead('listChannelAssignments', {
    query: { businessId, channel: 'whatsapp', limit: 200 },
  });
  const conversations = (found.data?.conversations ?? []).filter(({ contactId }) => contactId === contact.id);
  const numbers = (accounts.data?.assignments ?? []).flatMap((account): readonly Account[] =>
    account.phoneNumberId === null ? [] : [{ ...account, phoneNumberId: account.phoneNumberId }],
  );
  const unused = numbers.filter(
    ({ phoneNumberId }) => !conversations.some(({ accountId }) => accountId === phoneNumberId),
  );
  const error = found.error ?? accounts.error;
  const isReady = found.data !== undefined && accounts.data !== undefined;
  return (
    <Dialog open onClose={onClose} className="dialog floats" backdrop={<div className="backdrop" />}>
      <DialogHeading>{texts.title(contact.name)}</DialogHeading>
      {error !== null && <Problem problem={error} />}
      {!isReady && error === null && <Loading rows={2} />}
      {conversations.length > 0 && <Conversations conversations={conversations} />}
      {contact.communicationBlocked && (
        <p className="wrong" role="alert">
          {texts.blocked}
        </p>
      )}
      {isReady && unused.length > 0 && !contact.communicationBlocked ? (
        <FirstMessage contact={contact} accounts={unused} />
      ) : (
        <>
          {isReady && numbers.length === 0 && conversations.length === 0 && <p>{texts.noAccounts}</p>}
          <div className="actions">
            <DialogDismiss className="plain">{COMMON.close}</DialogDismiss>
            {isReady && numbers.length === 0 && (
              <Link className="main" href="/channels">
                {texts.toChannels}
              </Link>
            )}
          </div>
        </>
      )}
    </Dialog>
  );
};

const Conversations = ({ conversations }: { readonly conversations: readonly Conversation[] }): ReactNode => (
  <ul className={styles.conversations} aria-label={texts.conversations}>
    {conversations.map(({ id, channel, accountName, lastActivityAt, windowClosesAt }) => (
      <li key={id}>
        <Link className="plain" href={`/conversations/${id}`}>
          {texts.openConversation(CONTACTS.channels[channel], accountName)}
        </Link>
        <span className="help">
          <Time at={lastActivityAt} />
          {channel === 'whatsapp' &&
            (windowClosesAt === null || Date.parse(windowClosesAt) < Date.now()) &&
            ` · ${texts.templateOnly}`}
        </span>
      </li>
    ))}
  </ul>
);

interface FirstMessageProps {
  readonly contact: Contact;
  /** Numbers of the business from which nothing was written to the contact so far. */
  readonly accounts: readonly Account[];
}

/** The choice of a template that Meta does not list here. */
const BY_NAME = '';

const FirstMessage = ({ contact, accounts }: FirstMessageProps): ReactNode => {
  const businessId = useBusinessId();
  const [, navigate] = useLocation();
  const [phoneNumberId, setPhoneNumberId] = useState(accounts[0]?.phoneNumberId ?? '');
  const [draft, setDraft] = useState<TemplateDraft>(emptyTemplate);
  const { data } = useRead('listTemplates', { query: { businessId, phoneNumberId } });
  const templates = (data?.templates ?? []).filter(isSendable);
  const listed = templates.find(({ name, language }) => name === draft.name && language === draft.language);
  const sending = useMutation<string, ApiProblem>({
    mutationFn: async () => {
      const { name, language } = draft;
      const components = componentsOf(draft);
      const template = { name, language, ...(components.length === 0 ? {} : { components }) };
      const { conversationId } = await callApi('writeToContact', {
        path: { contactId: contact.id },
        body: { businessId, phoneNumberId, template },
      });
      return conversationId;
    },
    onSuccess: (conversationId) => navigate(`/conversations/${conversationId}`),
  });
  const isReady = draft.name !== '' && draft.language !== '' && missingIn(draft) === 0;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isReady && !sending.isPending) sending.mutate();
  };
  return (
    <form className="stack" onSubmit={submit}>
      <p className="help">{texts.firstHelp}</p>
      {accounts.length > 1 && (
        <Choice
          label={texts.from}
          value={phoneNumberId}
          choices={accounts.map((account) => ({ value: account.phoneNumberId, name: account.displayName }))}
          onChange={setPhoneNumberId}
        />
      )}
      {templates.length > 0 && (
        <Choice
          label={texts.template}
          value={listed === undefined ? BY_NAME : `${listed.name} ${listed.language}`}
          choices={[
            { value: BY_NAME, name: texts.byName },
            ...templates.map(({ name, language }) => ({
              value: `${name} ${language}`,
              name: `${name} (${language})`,
            })),
          ]}
          onChange={(key) => {
            const template = templates.find(({ name, language }) => `${name} ${language}` === key);
            setDraft(template === undefined ? emptyTemplate : fromListed(template));
          }}
        />
      )}
      {listed === undefined && <UnlistedTemplate draft={draft} onChange={setDraft} />}
      {draft.values.map(({ label, text, isImage }, index) => (
        <Field
          key={label}
          label={isImage ? INBOX.templates.image : label}
          value={text}
          onChange={(value) => setDraft(withValue(draft, index, value))}
          maxLength={isImage ? 2_048 : 1_024}
        />
      ))}
      {listed !== undefined && <p className={styles.sample}>{bodyWith(listed, draft)}</p>}
      {sending.error !== null && <Problem problem={sending.error} />}
      <div className="actions">
        <DialogDismiss className="plain">{COMMON.cancel}</DialogDismiss>
        <button type="submit" className="main" disabled={!isReady || sending.isPending}>
          {texts.send}
        </button>
      </div>
    </form>
  );
};

interface UnlistedTemplateProps {
  readonly draft: TemplateDraft;
  readonly onChange: (draft: TemplateDraft) => void;
}

const UnlistedTemplate = ({ draft, onChange }: UnlistedTemplateProps): ReactNode => {
  const { templates } = INBOX;
  const values = draft.values.length;
  return (
    <>
      <Field
        label={templates.name}
        help={templates.nameHelp}
        value={draft.name}
        onChange={(name) => onChange({ ...draft, name: name.trim() })}
        autoComplete="off"
      />
      <Field
        label={templates.language}
        help={templates.languageHelp}
        value={draft.language}
        onChange={(language) => onChange({ ...draft, language: language.trim() })}
        autoComplete="off"
      />
      <div className="actions from-left">
        <button type="button" className="plain" onClick={() => onChange(withBodyValues(draft, values + 1))}>
          {templates.add}
        </button>
        {values > 0 && (
          <button type="button" className="plain" onClick={() => onChange(withBodyValues(draft, values - 1))}>
            {templates.remove}
          </button>
        )}
      </div>
    </>
  );
};
