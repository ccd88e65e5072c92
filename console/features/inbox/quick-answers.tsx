/** Prepared answers: inserted into a reply with the customer's values, and kept here. */
import { Dialog, DialogDismiss, DialogHeading } from '@ariakit/react';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { type ApiProblem, callApi, type Data } from '../../api/client.js';
import { useRead } from '../../api/live.js';
import { Field } from '../../ui/forms/field.js';
import { LongField } from '../../ui/forms/long-field.js';
import { COMMON } from '../../ui/messages.js';
import { Loading, Problem } from '../../ui/states.js';
import { useCan } from '../session/role.js';
import { useBusinessId } from '../session/session.js';
import { INBOX } from './messages.js';
import styles from './quick-answers.module.css';

type QuickAnswer = Data<'listQuickAnswers'>['quickAnswers'][number];
type Filled = Data<'listQuickAnswersFor'>['quickAnswers'][number];

interface QuickAnswersProps {
  readonly conversationId: string;
  readonly onChoose: (text: string) => void;
  readonly onClose: () => void;
}

/** Chooses an answer, with the values of this customer. */
export const QuickAnswers = ({ conversationId, onChoose, onClose }: QuickAnswersProps): ReactNode => {
  const [isEditing, setEditing] = useState(false);
  const [search, setSearch] = useState('');
  const { data, error, refetch } = useRead('listQuickAnswersFor', {
    path: { conversationId },
    query: { businessId: useBusinessId() },
  });
  const canEdit = useCan('createQuickAnswer');
  const texts = INBOX.quickAnswers;
  const found = data?.quickAnswers.filter((answer) => isMatch(answer, search)) ?? [];
  if (isEditing) return <Editor onClose={() => setEditing(false)} />;
  return (
    <Dialog open onClose={onClose} className="dialog floats" backdrop={<div className="backdrop" />}>
      <DialogHeading>{texts.title}</DialogHeading>
      {error !== null && data === undefined && <Problem problem={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Loading />}
      {data?.quickAnswers.length === 0 && <p className="quiet">{texts.none}</p>}
      {data !== undefined && data.quickAnswers.length > 0 && (
        <Field label={texts.search} type="search" value={search} onChange={setSearch} />
      )}
      <ul className={styles.list}>
        {found.map((answer) => (
          <li key={answer.quickAnswerId}>
            <button type="button" className={styles.answer} onClick={() => onChoose(answer.text)}>
              <strong>
                {answer.title} <span className="quiet">/{answer.shortcut}</span>
              </strong>
              <span>{answer.text}</span>
              {answer.missing.length > 0 && (
                <span className="wrong">{texts.missing(answer.missing.join(', '))}</span>
              )}
            </button>
          </li>
        ))}
      </ul>
      <div className="actions">
        {canEdit && (
          <button type="button" className="plain" onClick={() => setEditing(true)}>
            {texts.edit}
          </button>
        )}
        <DialogDismiss className="plain">{COMMON.close}</DialogDismiss>
      </div>
    </Dialog>
  );
};

const isMatch = ({ shortcut, title, text }: Filled, search: string): boolean => {
  const wanted = search.trim().toLowerCase().replace(/^\//, '');
  return [shortcut, title, text].some((part) => part.toLowerCase().includes(wanted));
};

const EMPTY = { shortcut: '', title: '', text: '' } as const;
type Draft = Pick<QuickAnswer, 'shortcut' | 'title' | 'text'>;

const Editor = ({ onClose }: { readonly onClose: () => void }): ReactNode => {
  const businessId = useBusinessId();
  const { data, error, refetch } = useRead('listQuickAnswers', { query: { businessId } });
  const [chosen, setChosen] = useState<QuickAnswer | null>(null);
  const texts = INBOX.quickAnswers;
  const removing = useMutation<unknown, ApiProblem, QuickAnswer>({
    mutationFn: ({ quickAnswerId }) =>
      callApi('removeQuickAnswer', { path: { quickAnswerId }, query: { businessId } }),
    onSuccess: (_, { quickAnswerId }) => {
      if (chosen?.quickAnswerId === quickAnswerId) setChosen(null);
    },
  });
  return (
    <Dialog open onClose={onClose} className="dialog floats" backdrop={<div className="backdrop" />}>
      <DialogHeading>{texts.edit}</DialogHeading>
      <p className="help">{texts.help}</p>
      {error !== null && data === undefined && <Problem problem={error} onRetry={() => void refetch()} />}
      {removing.error !== null && <Problem problem={removing.error} />}
      <ul className={styles.list}>
        {data?.quickAnswers.map((answer) => (
          <li key={answer.quickAnswerId} className={styles.line}>
            <button type="button" className="link" onClick={() => setChosen(answer)}>
              {answer.title}
            </button>
            <span className="quiet">/{answer.shortcut}</span>
            <button
              type="button"
              className="plain quiet-danger"
              disabled={removing.isPending}
              aria-label={texts.removeNamed(answer.title)}
              onClick={() => removing.mutate(answer)}
            >
              {texts.remove}
            </button>
          </li>
        ))}
      </ul>
      <AnswerForm
        key={chosen?.quickAnswerId ?? 'new'}
        answer={chosen}
        onSaved={async () => {
          setChosen(null);
        }}
      />
      <div className="actions">
        <DialogDismiss className="plain">{COMMON.close}</DialogDismiss>
      </div>
    </Dialog>
  );
};

interface AnswerFormProps {
  /** Null for a new one. */
  readonly answer: QuickAnswer | null;
  readonly onSaved: () => Promise<void>;
}

const AnswerForm = ({ answer, onSaved }: AnswerFormProps): ReactNode => {
  const businessId = useBusinessId();
  const [draft, setDraft] = useState<Draft>(answer ?? EMPTY);
  const texts = INBOX.quickAnswers;
  const saving = useMutation<unknown, ApiProblem>({
    mutationFn: () => {
      const { shortcut, title, text } = draft;
      const body = { businessId, shortcut: shortcut.trim(), title: title.trim(), text: text.trim() };
      return answer === null
        ? callApi('createQuickAnswer', { body })
        : callApi('updateQuickAnswer', { path: { quickAnswerId: answer.quickAnswerId }, body });
    },
    onSuccess: async () => {
      setDraft(EMPTY);
      await onSaved();
    },
  });
  const isReady = Object.values({ shortcut: draft.shortcut, title: draft.title, text: draft.text }).every(
    (part) => part.trim() !== '',
  );
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isReady) saving.mutate();
  };
  return (
    <form className="stack" onSubmit={submit}>
      <h2>{answer === null ? texts.create : texts.change(answer.title)}</h2>
      <Field
        label={texts.shortcut}
        help={texts.shortcutHelp}
        maxLength={32}
        value={draft.shortcut}
        onChange={(shortcut) => setDraft({ ...draft, shortcut })}
      />
      <Field
        label={texts.name}
        maxLength={80}
        value={draft.title}
        onChange={(title) => setDraft({ ...draft, title })}
      />
      <LongField
        label={texts.text}
        help={texts.textHelp}
        rows={4}
        maxLength={2_000}
        value={draft.text}
        onChange={(text) => setDraft({ ...draft, text })}
      />
      {saving.error !== null && <Problem problem={saving.error} />}
      <button type="submit" className="main" disabled={!isReady || saving.isPending}>
        {texts.save}
      </button>
    </form>
  );
};
