/** Sends a template with its values: one that was sent before, or one given by name. A preview follows the input. */

import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { type ApiProblem, callApi, type Data } from '../../api/client.js';
import { useRead } from '../../api/live.js';
import { Choice, Field } from '../../ui/forms/field.js';
import { Problem } from '../../ui/states.js';
import { useBusinessId } from '../session/session.js';
import styles from './composer.module.css';
import { bodyWith, fromListed, isSendable, type Listed } from './listed-template.js';
import { INBOX } from './messages.js';
import {
  componentsOf,
  emptyTemplate,
  fromSent,
  missingIn,
  type TemplateDraft,
  withBodyValues,
  withValue,
} from './template-draft.js';
import type { Conversation } from './types.js';

type Sent = Data<'listSentTemplates'>['templates'][number];

/** The choice of a template that was not sent before. */
const OTHER = 'other';
const NONE: readonly Sent[] = [];
const UNLISTED: readonly Listed[] = [];

const keyOf = ({ name, language }: Pick<Sent, 'name' | 'language'>): string => `${name} ${language}`;

interface TemplateFormProps {
  readonly conversation: Conversation;
  readonly onSent: () => void;
}

export const TemplateForm = ({ conversation, onSent }: TemplateFormProps): ReactNode => {
  const businessId = useBusinessId();
  const path = { conversationId: conversation.id };
  const { data } = useRead('listSentTemplates', { path, query: { businessId } });
  const listed = useRead('listTemplates', {
    query: { businessId, phoneNumberId: conversation.accountId },
  });
  const known = data?.templates ?? NONE;
  const approved = (listed.data?.templates ?? UNLISTED).filter(isSendable);
  const unsent = approved.filter((template) => !known.some((sent) => keyOf(sent) === keyOf(template)));
  const [typed, setTyped] = useState<{ readonly choice: string; readonly draft: TemplateDraft } | null>(null);
  const [first] = known;
  // Until something is typed, the template that was sent last is offered.
  const { choice, draft } =
    typed ??
    (first === undefined
      ? { choice: OTHER, draft: emptyTemplate }
      : { choice: keyOf(first), draft: fromSent(first) });
  const change = (next: TemplateDraft): void => setTyped({ choice, draft: next });
  const choose = (key: string): void => {
    const template = known.find((candidate) => keyOf(candidate) === key);
    const unused = unsent.find((candidate) => keyOf(candidate) === key);
    const fresh = unused === undefined ? emptyTemplate : fromListed(unused);
    setTyped({ choice: key, draft: template === undefined ? fresh : fromSent(template) });
  };
  const texts = INBOX.templates;
  return (
    <TemplateFields
      conversation={conversation}
      draft={draft}
      listed={approved.find((template) => keyOf(template) === keyOf(draft)) ?? null}
      onChange={change}
      isNameEditable={choice === OTHER}
      onSent={() => {
        setTyped(null);
        onSent();
      }}
    >
      {known.length + unsent.length > 0 && (
        <Choice
          label={texts.choose}
          value={choice}
          choices={[
            ...[...known, ...unsent].map((template) => ({
              value: keyOf(template),
              name: `${template.name} (${template.language})`,
            })),
            { value: OTHER, name: texts.another },
          ]}
          onChange={choose}
        />
      )}
    </TemplateFields>
  );
};

interface FieldsProps extends TemplateFormProps {
  readonly draft: TemplateDraft;
  /** As Meta lists it; null if it does not. */
  readonly listed: Listed | null;
  readonly onChange: (draft: TemplateDraft) => void;
  /** Whether its name is typed by the user. */
  readonly isNameEditable: boolean;
  readonly children: ReactNode;
}

const TemplateFields = ({
  conversation,
  draft,
  listed,
  onChange,
  isNameEditable,
  onSent,
  children,
}: FieldsProps): ReactNode => {
  const businessId = useBusinessId();
  const sending = useMutation<unknown, ApiProblem>({
    mutationFn: () => {
      const components = componentsOf(draft);
      const { name, language } = draft;
      const template = { name, language, ...(components.length === 0 ? {} : { components }) };
      return callApi('replyInConversation', {
        path: { conversationId: conversation.id },
        body: { businessId, template },
      });
    },
    onSuccess: () => {
      onSent();
    },
  });
  const texts = INBOX.templates;
  const body = draft.values.filter(({ type }) => type === 'body').length;
  const isReady = draft.name !== '' && draft.language !== '' && missingIn(draft) === 0;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isReady && !sending.isPending) sending.mutate();
  };
  return (
    <form className={styles.templateForm} onSubmit={submit}>
      {children}
      {isNameEditable && (
        <div className="pair">
          <Field
            label={texts.name}
            help={texts.nameHelp}
            value={draft.name}
            onChange={(name) => onChange({ ...draft, name: name.trim() })}
            autoComplete="off"
          />
          <Field
            label={texts.language}
            help={texts.languageHelp}
            value={draft.language}
            onChange={(language) => onChange({ ...draft, language: language.trim() })}
            autoComplete="off"
          />
        </div>
      )}
      {draft.values.map(({ label, text, isImage }, index) => (
        <Field
          key={label}
          label={isImage ? texts.image : label}
          value={text}
          onChange={(next) => onChange(withValue(draft, index, next))}
          maxLength={isImage ? 2_048 : 1_024}
        />
      ))}
      {isNameEditable && (
        <div className={styles.valueCount}>
          <button
            type="button"
            className={styles.link}
            onClick={() => onChange(withBodyValues(draft, body + 1))}
          >
            {texts.add}
          </button>
          {body > 0 && (
            <button
              type="button"
              className={styles.link}
              onClick={() => onChange(withBodyValues(draft, body - 1))}
            >
              {texts.remove}
            </button>
          )}
        </div>
      )}
      <Preview draft={draft} words={listed === null ? null : bodyWith(listed, draft)} />
      {sending.error !== null && <Problem problem={sending.error} />}
      <div className={styles.foot}>
        <p className="help">{texts.approved}</p>
        <button type="submit" className="main" disabled={!isReady || sending.isPending}>
          {texts.send}
        </button>
      </div>
    </form>
  );
};

const Preview = ({
  draft,
  words,
}: {
  readonly draft: TemplateDraft;
  /** Of the body; null if they are unknown. */
  readonly words: string | null;
}): ReactNode => {
  const texts = INBOX.templates;
  if (draft.name === '') return null;
  return (
    <section className={styles.templatePreview} aria-label={texts.preview}>
      <code>
        {draft.name} ({draft.language})
      </code>
      {words !== null && <p>{words}</p>}
      {draft.values.length > 0 && (
        <ol>
          {draft.values.map(({ label, text }, index) => (
            <li key={label}>
              <span className="quiet">{label}</span>{' '}
              {text === '' ? <em className="quiet">{texts.empty(index + 1)}</em> : text}
            </li>
          ))}
        </ol>
      )}
    </section>
  );
};
