/** The words of an internal note: the customer and the agent never see it. */
import { type FormEvent, type ReactNode, useState } from 'react';
import type { ApiProblem } from '../../../api/client.js';
import { LongField } from '../../../ui/forms/long-field.js';
import { COMMON } from '../../../ui/messages.js';
import { Problem } from '../../../ui/states.js';
import { INBOX } from '../messages.js';

/** Characters, as in the API. */
const MAX_NOTE = 2_000;

interface NoteFormProps {
  readonly initial: string;
  /** On the button. */
  readonly action: string;
  readonly className?: string | undefined;
  readonly isSaving: boolean;
  readonly problem: ApiProblem | null;
  /** Receives the words without space around them. */
  readonly onSave: (text: string) => void;
  readonly onClose: () => void;
}

export const NoteForm = ({
  initial,
  action,
  className = 'stack',
  isSaving,
  problem,
  onSave,
  onClose,
}: NoteFormProps): ReactNode => {
  const [text, setText] = useState(initial);
  const texts = INBOX.internal;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onSave(text.trim());
  };
  return (
    <form className={className} onSubmit={submit} aria-label={texts.title}>
      <LongField
        label={texts.title}
        help={texts.help}
        rows={3}
        maxLength={MAX_NOTE}
        value={text}
        onChange={setText}
      />
      {problem !== null && <Problem problem={problem} />}
      <div className="actions">
        <button type="button" className="plain" onClick={onClose}>
          {COMMON.cancel}
        </button>
        <button type="submit" className="main" disabled={text.trim() === '' || isSaving}>
          {action}
        </button>
      </div>
    </form>
  );
};
