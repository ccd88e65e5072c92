/** Attaches a file to a reply: chosen, shown with its caption, uploaded to the channel, and sent. */

import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useId, useRef, useState } from 'react';
import { type ApiProblem, callApi } from '../../api/client.js';
import { upload } from '../../api/upload.js';
import { Field } from '../../ui/forms/field.js';
import { Problem } from '../../ui/states.js';
import { useBusinessId } from '../session/session.js';
import { ACCEPTED, attachmentOf } from './attachment.js';
import styles from './composer.module.css';
import { INBOX } from './messages.js';
import type { Conversation } from './types.js';

/** WhatsApp's limit of a caption, characters. */
const MAX_CAPTION = 1_024;

interface FileFormProps {
  readonly conversation: Conversation;
  readonly file: File;
  readonly onClose: () => void;
}

/** The chosen file in place of the text. */
export const FileForm = ({ conversation, file, onClose }: FileFormProps): ReactNode => {
  const businessId = useBusinessId();
  const [caption, setCaption] = useState('');
  const [share, setShare] = useState(0);
  const stop = useRef(new AbortController());
  const attachment = attachmentOf(file);
  const sending = useMutation<unknown, ApiProblem>({
    mutationFn: async () => {
      if (attachment.is !== 'fine') return;
      const { kind, mimeType } = attachment;
      const { mediaId } = await upload('uploadMedia', {
        fields: {
          businessId,
          phoneNumberId: conversation.accountId,
          mediaType: kind,
          mimeType,
        },
        file,
        onProgress: setShare,
        signal: stop.current.signal,
      });
      const words = kind === 'audio' ? '' : caption.trim();
      await callApi('replyInConversation', {
        path: { conversationId: conversation.id },
        body: {
          businessId,
          file: {
            kind,
            mediaId,
            ...(words === '' ? {} : { caption: words }),
            ...(kind === 'document' ? { fileName: file.name.slice(-240) } : {}),
          },
        },
      });
    },
    onSuccess: () => {
      onClose();
    },
  });
  const texts = INBOX.files;
  const close = (): void => {
    stop.current.abort();
    onClose();
  };
  return (
    <form
      className={styles.composer}
      aria-label={texts.title}
      onSubmit={(event) => {
        event.preventDefault();
        sending.mutate();
      }}
    >
      <p>
        <strong>{file.name}</strong> <span className="quiet">{texts.size(file.size)}</span>
      </p>
      {attachment.is === 'refused' && <p className="wrong">{attachment.problem}</p>}
      {attachment.is === 'fine' && attachment.kind !== 'audio' && (
        <Field label={texts.caption} value={caption} onChange={setCaption} maxLength={MAX_CAPTION} />
      )}
      {sending.isPending && <progress value={share} max={1} aria-label={texts.uploading} />}
      {sending.error !== null && <Problem problem={sending.error} />}
      <div className={styles.foot}>
        <button type="button" className="plain" onClick={close}>
          {texts.cancel}
        </button>
        <button type="submit" className="main" disabled={attachment.is === 'refused' || sending.isPending}>
          {texts.send}
        </button>
      </div>
    </form>
  );
};

/** Opens the file dialog. */
export const AttachButton = ({ onFile }: { readonly onFile: (file: File) => void }): ReactNode => {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        id={id}
        type="file"
        hidden
        accept={ACCEPTED}
        aria-label={INBOX.files.attach}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          if (file !== undefined) onFile(file);
          event.target.value = '';
        }}
      />
      <button type="button" className="plain" onClick={() => input.current?.click()}>
        {INBOX.files.attach}
      </button>
    </>
  );
};
