/** A secret that is shown only once, until the dialog is closed, and stored nowhere. */
import { Dialog, DialogDismiss, DialogHeading } from '@ariakit/react';
import { type ReactNode, useState } from 'react';
import { COMMON } from '../messages.js';

interface SecretProps {
  readonly title: string;
  readonly help: string;
  readonly secret: string;
  readonly onClose: () => void;
  /** Shown below the secret. */
  readonly children?: ReactNode;
}

export const Secret = ({ title, help, secret, onClose, children }: SecretProps): ReactNode => {
  const [copied, setCopied] = useState(false);
  // Over plain http, from another machine, a page may not write to the clipboard; the secret can still be selected.
  const clipboard: Clipboard | undefined = navigator.clipboard;
  return (
    <Dialog
      open
      onClose={onClose}
      hideOnInteractOutside={false}
      className="dialog floats"
      backdrop={<div className="backdrop" />}
    >
      <DialogHeading>{title}</DialogHeading>
      <p>{help}</p>
      <pre className="command">
        <code>{secret}</code>
      </pre>
      {children}
      <div className="actions">
        <DialogDismiss className="plain">{COMMON.close}</DialogDismiss>
        {clipboard !== undefined && (
          <button
            type="button"
            className="main"
            onClick={() => void clipboard.writeText(secret).then(() => setCopied(true))}
          >
            {copied ? COMMON.copied : COMMON.copy}
          </button>
        )}
      </div>
    </Dialog>
  );
};
