/** Publishes the words on the page: first the changes to the version that is live, then the step itself. */
import { Dialog, DialogDismiss, DialogHeading } from '@ariakit/react';
import { type FormEvent, type ReactNode, useState } from 'react';
import type { ApiProblem } from '../../../api/client.js';
import { Field } from '../../../ui/forms/field.js';
import { COMMON } from '../../../ui/messages.js';
import { Problem } from '../../../ui/states.js';
import type { AgentDraft, Publication } from '../agent-draft.js';
import { AGENTS } from '../messages.js';
import { Changes } from './changes.js';
import { VERSIONS } from './messages.js';
import styles from './publishing.module.css';

interface PublishProps {
  /** The published version. */
  readonly live: AgentDraft;
  readonly version: number | undefined;
  readonly words: AgentDraft;
  /** Whether another version was published since the draft was begun, which this publication replaces. */
  readonly isOutdated: boolean;
  readonly isPending: boolean;
  readonly problem: ApiProblem | null;
  readonly onPublish: (publication: Publication) => void;
  readonly onClose: () => void;
}

export const PublishDialog = (props: PublishProps): ReactNode => {
  const { live, version, words, isOutdated, isPending, problem, onPublish, onClose } = props;
  const texts = VERSIONS;
  const [note, setNote] = useState('');
  const [percent, setPercent] = useState('');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onPublish({ note: note.trim(), percent: percent === '' ? null : Number(percent) });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      hideOnInteractOutside={false}
      className={`dialog floats ${styles.dialog}`}
      backdrop={<div className="backdrop" />}
    >
      <form onSubmit={submit}>
        <DialogHeading>{texts.publishTitle(words.name)}</DialogHeading>
        {isOutdated && <p role="alert">{texts.outdated(version)}</p>}
        <section aria-label={texts.changesTo(version)}>
          <p className="help">{texts.changesTo(version)}</p>
          <Changes before={live} after={words} />
        </section>
        <Field label={texts.note} maxLength={500} value={note} onChange={setNote} />
        <Field
          label={texts.percent}
          help={texts.percentHelp}
          type="number"
          min={1}
          max={99}
          value={percent}
          onChange={setPercent}
        />
        <p className="help">{AGENTS.publishHelp}</p>
        {problem !== null && <Problem problem={problem} />}
        <div className="actions">
          <DialogDismiss className="plain">{COMMON.cancel}</DialogDismiss>
          <button type="submit" className="main" disabled={isPending}>
            {isOutdated ? texts.publishAnyway : texts.publish}
          </button>
        </div>
      </form>
    </Dialog>
  );
};
