/** Composes a reply: text while the channel allows it, otherwise a template. Refused input is kept. */

import { useMutation } from '@tanstack/react-query';
import {
  type Dispatch,
  type KeyboardEvent,
  type ReactNode,
  type SetStateAction,
  useId,
  useRef,
  useState,
} from 'react';
import { type ApiProblem, callApi } from '../../api/client.js';
import { classes } from '../../ui/classes.js';
import { deferred } from '../../ui/deferred.js';
import { useShortcuts } from '../../ui/shortcuts.js';
import { Problem } from '../../ui/states.js';
import { useBusinessId, useSession } from '../session/session.js';
import { AttachButton, FileForm } from './attach.js';
import styles from './composer.module.css';
import { InteractiveForm } from './interactive/form.js';
import { INTERACTIVE } from './interactive/messages.js';
import { INBOX } from './messages.js';
import { AddNote } from './notes/add-note.js';
import { TemplateForm } from './template-form.js';
import type { Conversation, Pending } from './types.js';
import { useIsOpen } from './window.js';

const QuickAnswers = deferred(async () => (await import('./quick-answers.js')).QuickAnswers);

/** Limits of the channels: characters on WhatsApp, bytes on Instagram (schemas/channels/message.ts). */
const MAX_SIZE = { whatsapp: 4_096, instagram: 1_000 } as const;
/** The number of characters left is shown from here on. */
const SHOW_REMAINING_FROM = 100;

const sizeOf = (channel: Conversation['channel'], text: string): number =>
  channel === 'whatsapp' ? text.length : new TextEncoder().encode(text).length;

export interface ComposerProps {
  readonly conversation: Conversation;
  readonly draft: string;
  readonly setDraft: Dispatch<SetStateAction<string>>;
  readonly addPending: (message: Pending) => void;
  /** The message now has this id; null if it was refused. */
  readonly resolvePending: (key: string, messageId: string | null) => void;
}

export const Composer = (props: ComposerProps): ReactNode => {
  const { channel, windowClosesAt } = props.conversation;
  const isOpen = useIsOpen(windowClosesAt);
  const [wantsTemplate, setWantsTemplate] = useState(false);
  const [file, setFile] = useState<File | null>(null);
  const [wantsNote, setWantsNote] = useState(false);
  const [wantsChoices, setWantsChoices] = useState(false);
  const texts = INBOX;
  if (wantsNote)
    return <AddNote conversationId={props.conversation.id} onClose={() => setWantsNote(false)} />;
  if (!isOpen && channel === 'instagram')
    return <p className={styles.closed}>{texts.windowClosedInstagram}</p>;
  if (!isOpen || wantsTemplate)
    return (
      <section className={styles.composer} aria-label={texts.templates.title}>
        {!isOpen && <p className="quiet">{texts.windowClosed}</p>}
        <TemplateForm conversation={props.conversation} onSent={() => setWantsTemplate(false)} />
        {isOpen && (
          <button type="button" className={styles.link} onClick={() => setWantsTemplate(false)}>
            {texts.text}
          </button>
        )}
      </section>
    );
  if (file !== null)
    return <FileForm conversation={props.conversation} file={file} onClose={() => setFile(null)} />;
  if (wantsChoices)
    return (
      <InteractiveForm
        conversation={props.conversation}
        text={props.draft}
        onClose={() => setWantsChoices(false)}
        onSent={() => {
          props.setDraft('');
          setWantsChoices(false);
        }}
      />
    );
  return (
    <TextForm
      {...props}
      onUseTemplate={() => setWantsTemplate(true)}
      onFile={setFile}
      onNote={() => setWantsNote(true)}
      onChoices={() => setWantsChoices(true)}
    />
  );
};

const TextForm = ({
  conversation,
  draft,
  setDraft,
  addPending,
  resolvePending,
  onUseTemplate,
  onFile,
  onNote,
  onChoices,
}: ComposerProps & {
  readonly onUseTemplate: () => void;
  readonly onFile: (file: File) => void;
  readonly onNote: () => void;
  readonly onChoices: () => void;
}): ReactNode => {
  const businessId = useBusinessId();
  const { user } = useSession();
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  useShortcuts([{ key: 'r', label: INBOX.keys.reply, run: () => field.current?.focus() }]);
  const { channel, takenBy } = conversation;
  const path = { conversationId: conversation.id };
  const sending = useMutation<unknown, ApiProblem, Pending>({
    mutationFn: async ({ key, text }) => {
      const { messageId } = await callApi('replyInConversation', { path, body: { businessId, text } });
      resolvePending(key, messageId);
    },
    onError: (_, { key, text }) => {
      resolvePending(key, null);
      setDraft((current) => (current.trim() === '' ? text : `${text}\n${current}`));
    },
  });
  const [isChoosing, setChoosing] = useState(false);
  const size = sizeOf(channel, draft);
  const left = MAX_SIZE[channel] - size;
  const canSend = draft.trim() !== '' && left >= 0 && !sending.isPending;
  const send = (): void => {
    if (!canSend) return;
    const pendingMessage = { key: `pending ${Date.now()}`, text: draft.trim() };
    addPending(pendingMessage);
    setDraft('');
    sending.mutate(pendingMessage);
  };
  const handleKey = (event: KeyboardEvent): void => {
    if (event.key === '/' && draft === '') {
      event.preventDefault();
      setChoosing(true);
      return;
    }
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  const texts = INBOX;
  return (
    <>
      <form
        className={styles.composer}
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        {sending.error !== null && <Problem problem={sending.error} />}
        <div className="field">
          <label htmlFor={id}>{texts.reply}</label>
          <textarea
            id={id}
            ref={field}
            rows={2}
            value={draft}
            onChange={(event) => setDraft(event.target.value)}
            onKeyDown={handleKey}
            aria-describedby={`${id}-help`}
          />
        </div>
        <div className={styles.foot}>
          <p className="help" id={`${id}-help`}>
            {texts.replyHelp}
            {takenBy?.userId !== user.id && ` ${texts.replyTakes}`}
          </p>
          {left <= SHOW_REMAINING_FROM && (
            <span className={classes('figure', left < 0 ? styles.tooLong : 'quiet')}>
              {left < 0 ? texts.tooLong(-left) : texts.left(left)}
            </span>
          )}
          <button type="button" className="plain" onClick={onNote}>
            {texts.internal.open}
          </button>
          <button type="button" className="plain" onClick={() => setChoosing(true)} aria-keyshortcuts="/">
            {texts.quickAnswers.title}
          </button>
          <button type="button" className="plain" onClick={onChoices}>
            {INTERACTIVE.open}
          </button>
          {channel === 'whatsapp' && <AttachButton onFile={onFile} />}
          {channel === 'whatsapp' && (
            <button type="button" className="plain" onClick={onUseTemplate}>
              {texts.template}
            </button>
          )}
          <button type="submit" className="main" disabled={!canSend}>
            {texts.send}
          </button>
        </div>
      </form>
      {/* Outside of the form: what is submitted in the dialog is no reply. */}
      {isChoosing && (
        <QuickAnswers
          conversationId={conversation.id}
          onClose={() => setChoosing(false)}
          onChoose={(text) => {
            setDraft((before) => (before.trim() === '' ? text : `${before}\n${text}`));
            setChoosing(false);
          }}
        />
      )}
    </>
  );
};
