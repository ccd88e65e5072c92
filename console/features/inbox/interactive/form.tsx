/** Composes a message with buttons, a list or a link, with its preview, and sends it. Refused input is kept. */
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { type ApiProblem, callApi } from '../../../api/client.js';
import { Field } from '../../../ui/forms/field.js';
import { LongField } from '../../../ui/forms/long-field.js';
import { Segments } from '../../../ui/Segments/Segments.js';
import { Problem } from '../../../ui/states.js';
import { useBusinessId, useSession } from '../../session/session.js';
import outer from '../composer.module.css';
import type { Conversation } from '../types.js';
import {
  bodyLimit,
  emptyInteractive,
  emptyRow,
  type InteractiveDraft,
  interactiveOf,
  KINDS_OF,
  MAX,
  problemOf,
  type Row,
} from './draft.js';
import styles from './interactive.module.css';
import { INTERACTIVE as texts } from './messages.js';
import { Preview } from './preview.js';

interface InteractiveFormProps {
  readonly conversation: Conversation;
  /** What was written as text. */
  readonly text: string;
  readonly onClose: () => void;
  readonly onSent: () => void;
}

export const InteractiveForm = ({ conversation, text, onClose, onSent }: InteractiveFormProps): ReactNode => {
  const businessId = useBusinessId();
  const { user } = useSession();
  const [draft, setDraft] = useState(() => emptyInteractive(text.trim()));
  const isWhatsapp = conversation.channel === 'whatsapp';
  const message = interactiveOf(draft, isWhatsapp);
  const problem = problemOf(draft);
  const sending = useMutation<unknown, ApiProblem>({
    mutationFn: () =>
      callApi('replyInConversation', {
        path: { conversationId: conversation.id },
        body: { businessId, interactive: message },
      }),
    onSuccess: onSent,
  });
  const change = (changes: Partial<InteractiveDraft>): void => setDraft({ ...draft, ...changes });
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (problem === null && !sending.isPending) sending.mutate();
  };
  return (
    <form className={outer.composer} aria-label={texts.title} onSubmit={handleSubmit}>
      <Segments
        label={texts.kind}
        value={draft.kind}
        choices={KINDS_OF[conversation.channel].map((value) => ({ value, name: texts.kinds[value] }))}
        onChange={(kind) => change({ kind })}
      />
      <div className={styles.columns}>
        <div className={styles.fields}>
          <Words draft={draft} isFramed={isWhatsapp} onChange={change} />
          <Choices draft={draft} onChange={change} />
        </div>
        <Preview message={message} />
      </div>
      {sending.error !== null && <Problem problem={sending.error} />}
      <div className={outer.foot}>
        <p className="help">{problem ?? (conversation.takenBy?.userId === user.id ? '' : texts.takes)}</p>
        <button type="button" className="plain" onClick={onClose}>
          {texts.back}
        </button>
        <button type="submit" className="main" disabled={problem !== null || sending.isPending}>
          {texts.send}
        </button>
      </div>
    </form>
  );
};

interface PartProps {
  readonly draft: InteractiveDraft;
  readonly onChange: (changes: Partial<InteractiveDraft>) => void;
}

const Words = ({ draft, isFramed, onChange }: PartProps & { readonly isFramed: boolean }): ReactNode => (
  <>
    {isFramed && (
      <Field
        label={texts.header}
        value={draft.header}
        onChange={(header) => onChange({ header })}
        maxLength={MAX.header}
      />
    )}
    <LongField
      label={texts.body}
      help={texts.bodyHelp(bodyLimit(draft.kind))}
      value={draft.body}
      onChange={(body) => onChange({ body })}
      rows={2}
      maxLength={bodyLimit(draft.kind)}
    />
    {isFramed && (
      <Field
        label={texts.footer}
        value={draft.footer}
        onChange={(footer) => onChange({ footer })}
        maxLength={MAX.footer}
      />
    )}
  </>
);

const Choices = ({ draft, onChange }: PartProps): ReactNode => {
  switch (draft.kind) {
    case 'buttons':
      return (
        <Rows
          rows={draft.buttons}
          most={MAX.buttons}
          nameOf={texts.button}
          add={texts.addButton}
          onChange={(buttons) => onChange({ buttons })}
        />
      );
    case 'list':
      return (
        <>
          <Field
            label={texts.listButton}
            value={draft.listButton}
            onChange={(listButton) => onChange({ listButton })}
            maxLength={MAX.button}
          />
          <Rows
            rows={draft.rows}
            most={MAX.rows}
            nameOf={texts.row}
            add={texts.addRow}
            hasDescriptions
            onChange={(rows) => onChange({ rows })}
          />
        </>
      );
    case 'link':
      return (
        <>
          <Field
            label={texts.linkLabel}
            value={draft.label}
            onChange={(label) => onChange({ label })}
            maxLength={MAX.button}
          />
          <Field
            label={texts.url}
            type="url"
            value={draft.url}
            onChange={(url) => onChange({ url })}
            maxLength={MAX.link}
          />
        </>
      );
    default:
      return draft.kind satisfies never;
  }
};

interface RowsProps {
  readonly rows: readonly Row[];
  readonly most: number;
  readonly nameOf: (number: number) => string;
  readonly add: string;
  readonly hasDescriptions?: boolean;
  readonly onChange: (rows: readonly Row[]) => void;
}

const Rows = ({ rows, most, nameOf, add, hasDescriptions = false, onChange }: RowsProps): ReactNode => {
  const replace = (row: Row): void => onChange(rows.map((before) => (before.key === row.key ? row : before)));
  return (
    <>
      {rows.map((row, index) => (
        <div key={row.key} className={styles.row}>
          <Field
            label={nameOf(index + 1)}
            value={row.title}
            onChange={(title) => replace({ ...row, title })}
            maxLength={hasDescriptions ? MAX.row : MAX.button}
          />
          {hasDescriptions && (
            <Field
              label={texts.description(index + 1)}
              value={row.description}
              onChange={(description) => replace({ ...row, description })}
              maxLength={MAX.description}
            />
          )}
          {rows.length > 1 && (
            <button
              type="button"
              className="plain"
              aria-label={texts.remove(nameOf(index + 1))}
              onClick={() => onChange(rows.filter(({ key }) => key !== row.key))}
            >
              ×
            </button>
          )}
        </div>
      ))}
      {rows.length < most && (
        <button
          type="button"
          className={`plain ${styles.add}`}
          onClick={() => onChange([...rows, emptyRow(Math.max(...rows.map(({ key }) => key)) + 1)])}
        >
          {add}
        </button>
      )}
    </>
  );
};
