/** Calls several contacts at once with an agent, without a campaign. */
import { Dialog, DialogDismiss, DialogHeading } from '@ariakit/react';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { type ApiProblem, callApi, type Data } from '../../api/client.js';
import { useRead } from '../../api/live.js';
import { Choice } from '../../ui/forms/field.js';
import { COMMON } from '../../ui/messages.js';
import { sentenceOf } from '../../ui/Problem/problem-texts.js';
import { Problem } from '../../ui/states.js';
import { useBusinessId } from '../session/session.js';
import { CONTACTS } from './messages.js';

/** Contacts that a batch of calls may have; more are a campaign. */
export const MAX_CALLED = 20;

const texts = CONTACTS.call;

interface CallManyProps {
  readonly contactIds: readonly string[];
  readonly onClose: () => void;
}

export const CallMany = ({ contactIds, onClose }: CallManyProps): ReactNode => {
  const businessId = useBusinessId();
  const { data, error, refetch } = useRead('listAgents', { query: { businessId, limit: 200 } });
  const agents = (data?.agents ?? []).filter(
    ({ channel, status }) => channel === 'voice' && status === 'active',
  );
  const [chosen, setChosen] = useState('');
  const agentId = chosen === '' ? (agents[0]?.id ?? '') : chosen;
  const calling = useMutation<Data<'startVoiceCallBatch'>, ApiProblem>({
    mutationFn: () => callApi('startVoiceCallBatch', { body: { businessId, agentId, contactIds } }),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (agentId !== '' && !calling.isPending) calling.mutate();
  };
  return (
    <Dialog open onClose={onClose} className="dialog floats" backdrop={<div className="backdrop" />}>
      <DialogHeading>{texts.manyTitle(contactIds.length)}</DialogHeading>
      {error !== null && <Problem problem={error} onRetry={() => void refetch()} />}
      {calling.data === undefined ? (
        <form className="stack" onSubmit={submit}>
          {data !== undefined && agents.length === 0 ? (
            <p>{texts.noAgents}</p>
          ) : (
            <Choice
              label={texts.agent}
              value={agentId}
              choices={agents.map(({ id, name }) => ({ value: id, name }))}
              onChange={setChosen}
            />
          )}
          <p className="help">{texts.cost}</p>
          {calling.error !== null && <Problem problem={calling.error} />}
          <div className="actions">
            <DialogDismiss className="plain">{COMMON.cancel}</DialogDismiss>
            <button type="submit" className="main" disabled={agentId === '' || calling.isPending}>
              {texts.button}
            </button>
          </div>
        </form>
      ) : (
        <Result result={calling.data} />
      )}
    </Dialog>
  );
};

const Result = ({ result: { accepted, failures } }: { readonly result: Data<'startVoiceCallBatch'> }) => (
  <>
    <p role="status">{texts.manyStarted(accepted.length, failures.length)}</p>
    <ul className="small">
      {[...new Set(failures.map(({ error }) => sentenceOf(error)))].map((message) => (
        <li key={message}>{message}</li>
      ))}
    </ul>
    <div className="actions">
      <DialogDismiss className="plain">{COMMON.close}</DialogDismiss>
      <Link className="main" href="/live">
        {texts.toLive}
      </Link>
    </div>
  </>
);
