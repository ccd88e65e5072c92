/** The request behind what is shown, for developers who build on the API. */
import { Dialog, DialogDismiss, DialogHeading } from '@ariakit/react';
import { type ReactNode, useState } from 'react';
import { addressOf, type OperationId, type RequestParams } from '../api/client.js';
import { CALL } from '../features/calls/messages.js';
import { COMMON } from './messages.js';

/** As typed into a shell; our addresses contain no quotes. */
export const curlOf = <O extends OperationId>(operation: O, params: RequestParams<O>): string =>
  `curl -H "Authorization: Bearer $PARLEY_KEY" '${window.location.origin}${addressOf(operation, params)}'`;

export const CopyAsCurl = ({ command }: { readonly command: string }): ReactNode => {
  const [open, setOpen] = useState(false);
  const [copied, setCopied] = useState(false);
  // Over plain http, from another machine, a page may not write to the clipboard; the command can still be selected.
  const clipboard: Clipboard | undefined = navigator.clipboard;
  const copy = (): void => {
    void clipboard?.writeText(command).then(() => setCopied(true));
  };
  return (
    <>
      <button
        type="button"
        className="plain"
        onClick={() => {
          setCopied(false);
          setOpen(true);
        }}
      >
        {CALL.curl}
      </button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        className="dialog floats"
        backdrop={<div className="backdrop" />}
      >
        <DialogHeading>{CALL.curlTitle}</DialogHeading>
        <pre className="command">
          <code>{command}</code>
        </pre>
        <p className="help">{CALL.curlHelp}</p>
        <div className="actions">
          <DialogDismiss className="plain">{COMMON.close}</DialogDismiss>
          {clipboard !== undefined && (
            <button type="button" className="main" onClick={copy}>
              {copied ? COMMON.copied : COMMON.copy}
            </button>
          )}
        </div>
      </Dialog>
    </>
  );
};
