/**
 * The signing secret, shown only once. The dialog closes only by its button, which confirms that the secret has been
 * stored.
 */

import { Dialog, DialogHeading } from '@ariakit/react';
import { type ReactNode, useState } from 'react';
import { CopyField } from '../../ui/copy-field.js';
import { COMMON } from '../../ui/messages.js';
import { WEBHOOKS } from './messages.js';
import styles from './webhooks.module.css';

/** The service's only disclosure of the secret. */
export interface RevealedSecret {
  readonly host: string;
  /** Null if an earlier answer to the same request contained it. */
  readonly signingSecret: string | null;
  /** The same secret as libraries of Standard Webhooks take it; null as above. */
  readonly standardSecret: string | null;
}

export const SecretDialog = ({
  secret: { host, signingSecret, standardSecret },
  onClose,
}: {
  readonly secret: RevealedSecret;
  readonly onClose: () => void;
}): ReactNode => {
  const [copied, setCopied] = useState(false);
  // Over plain http, from another machine, a page may not write to the clipboard; the secret can still be selected.
  const clipboard: Clipboard | undefined = navigator.clipboard;
  const texts = WEBHOOKS;
  return (
    <Dialog
      open
      onClose={onClose}
      hideOnEscape={false}
      hideOnInteractOutside={false}
      className="dialog floats"
      backdrop={<div className="backdrop" />}
    >
      <DialogHeading>{texts.secretTitle}</DialogHeading>
      <p>
        <strong>{host}</strong>
      </p>
      <p>{signingSecret === null ? texts.secretAlreadyShown : texts.secretHelp}</p>
      {signingSecret !== null && (
        <pre className={`command ${styles.secret}`}>
          <code>{signingSecret}</code>
        </pre>
      )}
      {standardSecret !== null && <CopyField label={texts.standardSecret} value={standardSecret} />}
      <div className="actions">
        {clipboard !== undefined && signingSecret !== null && (
          <button
            type="button"
            className="plain"
            onClick={() => void clipboard.writeText(signingSecret).then(() => setCopied(true))}
          >
            {copied ? COMMON.copied : COMMON.copy}
          </button>
        )}
        <button type="button" className="main" onClick={onClose}>
          {texts.secretKept}
        </button>
      </div>
    </Dialog>
  );
};
