/** Links to a call: its page for people who may sign in, and its recording for anybody, for as long as a signed link lasts. */
import { Dialog, DialogDismiss, DialogHeading } from '@ariakit/react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type ApiProblem, callApi } from '../../../api/client.js';
import { CopyField } from '../../../ui/copy-field.js';
import { COMMON } from '../../../ui/messages.js';
import { Problem } from '../../../ui/states.js';
import { useBusinessId } from '../../session/session.js';
import { CALL } from '../messages.js';

export const Share = ({ callId }: { readonly callId: string }): ReactNode => {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="plain" onClick={() => setOpen(true)}>
        {CALL.share}
      </button>
      {open && <ShareDialog callId={callId} onClose={() => setOpen(false)} />}
    </>
  );
};

const ShareDialog = ({
  callId,
  onClose,
}: {
  readonly callId: string;
  readonly onClose: () => void;
}): ReactNode => {
  const businessId = useBusinessId();
  const { data, error } = useQuery<string | null, ApiProblem>({
    // A freshly signed link lasts longest.
    queryKey: ['share', callId],
    queryFn: async ({ signal }) => {
      const params = { path: { callId }, query: { businessId }, signal };
      return (await callApi('readVoiceCall', params)).recordingUrl ?? null;
    },
    staleTime: 0,
    gcTime: 0,
  });
  return (
    <Dialog open onClose={onClose} className="dialog floats" backdrop={<div className="backdrop" />}>
      <DialogHeading>{CALL.shareTitle}</DialogHeading>
      <CopyField label={CALL.sharePage} value={`${window.location.origin}/calls/${callId}`} />
      {error !== null && <Problem problem={error} />}
      {data != null && <CopyField label={CALL.shareRecording} value={data} />}
      <p className="help">{CALL.shareHelp}</p>
      <div className="actions">
        <DialogDismiss className="plain">{COMMON.close}</DialogDismiss>
      </div>
    </Dialog>
  );
};
