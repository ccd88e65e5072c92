/** Repeats the conversation with another agent: a simulated caller says what this customer said. */
import { Dialog, DialogDismiss, DialogHeading } from '@ariakit/react';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { useLocation } from 'wouter';
import { type ApiProblem, callApi, type Data } from '../../../api/client.js';
import { useRead } from '../../../api/live.js';
import { Choice } from '../../../ui/forms/field.js';
import { COMMON } from '../../../ui/messages.js';
import { Problem } from '../../../ui/states.js';
import { useBusinessId } from '../../session/session.js';
import { CALL } from '../messages.js';
import type { CallDetail } from '../turns/timeline.js';
import { useVoiceAgents } from './voice-agents.js';

/** Limits of the API. */
const MOST_SENTENCES = 12;
const MOST_CHARACTERS = 300;

/** What the customer said, one turn per line. */
const customerTurnsOf = ({ transcript }: CallDetail): string =>
  transcript
    .flatMap(({ speaker, text }) => (speaker === 'customer' ? [text.slice(0, MOST_CHARACTERS)] : []))
    .slice(0, MOST_SENTENCES)
    .join('\n');

/** Hidden if there are no simulated callers, or if the customer said nothing. */
export const Rerun = ({ detail }: { readonly detail: CallDetail }): ReactNode => {
  const businessId = useBusinessId();
  const [open, setOpen] = useState(false);
  const overview = useRead('readOverview', { query: { businessId } });
  if (overview.data?.simulatedCallers !== true || customerTurnsOf(detail) === '') return null;
  return (
    <>
      <button type="button" className="plain" onClick={() => setOpen(true)}>
        {CALL.rerun}
      </button>
      {open && <RerunDialog detail={detail} onClose={() => setOpen(false)} />}
    </>
  );
};

interface RerunDialogProps {
  readonly detail: CallDetail;
  readonly onClose: () => void;
}

const RerunDialog = ({ detail, onClose }: RerunDialogProps): ReactNode => {
  const id = useId();
  const businessId = useBusinessId();
  const [, navigate] = useLocation();
  const { choices, usual, error } = useVoiceAgents(detail);
  const [chosen, setChosen] = useState('');
  const [text, setText] = useState(() => customerTurnsOf(detail));
  const agentId = chosen === '' ? usual : chosen;
  const says = text
    .split('\n')
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '')
    .slice(0, MOST_SENTENCES);
  const calling = useMutation<Data<'startSimulatedCall'>, ApiProblem>({
    mutationFn: () => callApi('startSimulatedCall', { body: { businessId, agentId, says } }),
    onSuccess: ({ callId }) => navigate(`/calls/${callId}`),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    calling.mutate();
  };
  return (
    <Dialog open onClose={onClose} className="dialog floats" backdrop={<div className="backdrop" />}>
      <form onSubmit={submit}>
        <DialogHeading>{CALL.rerunTitle}</DialogHeading>
        <p className="help">{CALL.rerunHelp}</p>
        {error !== null && <Problem problem={error} />}
        <Choice label={CALL.rerunAgent} value={agentId} choices={choices} onChange={setChosen} />
        <div className="field">
          <label htmlFor={id}>{CALL.rerunSays}</label>
          <textarea id={id} rows={5} value={text} onChange={(event) => setText(event.target.value)} />
        </div>
        {calling.error !== null && <Problem problem={calling.error} />}
        <div className="actions">
          <DialogDismiss className="plain">{COMMON.cancel}</DialogDismiss>
          <button
            type="submit"
            className="main"
            disabled={says.length === 0 || agentId === '' || calling.isPending}
          >
            {CALL.rerunStart}
          </button>
        </div>
      </form>
    </Dialog>
  );
};
