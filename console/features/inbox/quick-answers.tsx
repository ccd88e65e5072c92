/** Prepared answers: inserted into a reply with the customer's values, and kept here. */
import { Dialog, DialogDismiss, DialogHeading } from '@ariakit/react';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { createQuickAnswerBody, updateQuickAnswerBody } from '../../api/bodies/inbox.js';
import { type ApiProblem, callApi, type Data } from '../../api/client.js';
import { useRead } from '../../api/live.js';
import { Field } from '../../ui/forms/field.js';
import { Form, FormProblem, LongTextField, Submit, TextField } from '../../ui/forms/form.js';
import { useBodyForm } from '../../ui/forms/use-body-form.js';
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

type Draft = Pick<QuickAnswer, 'shortcut' | 'title' | 'text'>;
const EMPTY: Draft = { shortcut: '', title: '', text: '' };

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
      <AnswerForm key={chosen?.quickAnswerId ?? 'new'} answer={chosen} onSaved={() => setChosen(null)} />
      <div className="actions">
        <DialogDismiss className="plain">{COMMON.close}</DialogDismiss>
      </div>
    </Dialog>
  );
};

const draftOf = (answer: QuickAnswer | null): Draft => answer ?? EMPTY;

interface AnswerFormProps {
  /** Null for a new one. */
  readonly answer: QuickAnswer | null;
  readonly onSaved: () => void;
}

const AnswerForm = ({ answer, onSaved }: AnswerFormProps): ReactNode => {
  const businessId = useBusinessId();
  const texts = INBOX.quickAnswers;
  const { form } = useBodyForm({
    body: answer === null ? createQuickAnswerBody : updateQuickAnswerBody,
    values: draftOf(answer),
    toBody: ({ shortcut, title, text }) => ({
      businessId,
      shortcut: shortcut.trim(),
      title: title.trim(),
      text: text.trim(),
    }),
    request: answer === null ? {} : { path: { quickAnswerId: answer.quickAnswerId } },
    onSuccess: (_, { reset }) => {
      reset(EMPTY);
      onSaved();
    },
  });
  return (
    <Form form={form} className="stack">
      <h2>{answer === null ? texts.create : texts.change(answer.title)}</h2>
      <TextField form={form} name="shortcut" label={texts.shortcut} help={texts.shortcutHelp} />
      <TextField form={form} name="title" label={texts.name} />
      <LongTextField form={form} name="text" label={texts.text} help={texts.textHelp} rows={4} />
      <FormProblem form={form} />
      <Submit form={form}>{texts.save}</Submit>
    </Form>
  );
};
