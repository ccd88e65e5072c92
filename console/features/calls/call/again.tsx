/** Calls the same person again, with the agent of the call or another one. */
import { Dialog, DialogDismiss, DialogHeading } from '@ariakit/react';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import { type ApiProblem, callApi, type Data } from '../../../api/client.js';
import { Choice } from '../../../ui/forms/field.js';
import { COMMON } from '../../../ui/messages.js';
import { Problem } from '../../../ui/states.js';
import { useBusinessId } from '../../session/session.js';
import { CALL } from '../messages.js';
import type { CallDetail } from '../turns/timeline.js';
import { useVoiceAgents } from './voice-agents.js';

interface AgainProps {
  readonly detail: CallDetail;
}

/** A test call in a browser has no number to call. */
export const CallAgain = ({ detail }: AgainProps): ReactNode => {
  const [open, setOpen] = useState(false);
  const { contactId, calleeNumber } = detail.call;
  if (contactId === null && !calleeNumber.startsWith('+')) return null;
  return (
    <>
      <button type="button" className="plain" onClick={() => setOpen(true)}>
        {CALL.again.button}
      </button>
      {open && <AgainDialog detail={detail} onClose={() => setOpen(false)} />}
    </>
  );
};

const AgainDialog = ({ detail, onClose }: AgainProps & { readonly onClose: () => void }): ReactNode => {
  const businessId = useBusinessId();
  const [, navigate] = useLocation();
  const { choices, usual, error } = useVoiceAgents(detail);
  const [chosen, setChosen] = useState('');
  const agentId = chosen === '' ? usual : chosen;
  const { contactId, contactName, calleeNumber } = detail.call;
  const texts = CALL.again;
  const calling = useMutation<Data<'startVoiceCall'>, ApiProblem>({
    mutationFn: () =>
      callApi('startVoiceCall', {
        body: { businessId, agentId, ...(contactId === null ? { toNumber: calleeNumber } : { contactId }) },
      }),
    onSuccess: ({ callId }) => {
      // Closed first: going back to this page at once would find the dialog open.
      onClose();
      navigate(`/live/${callId}`);
    },
  });
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    calling.mutate();
  };
  return (
    <Dialog open onClose={onClose} className="dialog floats" backdrop={<div className="backdrop" />}>
      <form onSubmit={handleSubmit}>
        <DialogHeading>{texts.title(contactName ?? calleeNumber)}</DialogHeading>
        <p className="help">{texts.help}</p>
        {error !== null && <Problem problem={error} />}
        <Choice label={CALL.rerunAgent} value={agentId} choices={choices} onChange={setChosen} />
        {calling.error !== null && <Problem problem={calling.error} />}
        <div className="actions">
          <DialogDismiss className="plain">{COMMON.cancel}</DialogDismiss>
          <button type="submit" className="main" disabled={agentId === '' || calling.isPending}>
            {texts.start}
          </button>
        </div>
      </form>
    </Dialog>
  );
};
