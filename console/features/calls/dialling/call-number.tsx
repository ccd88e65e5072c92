/** Calls a number with an agent, from anywhere in the console. Then it leads to the call. */
import { Dialog, DialogDismiss, DialogHeading } from '@ariakit/react';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { type ApiProblem, callApi, type Data } from '../../../api/client.js';
import { useRead } from '../../../api/live.js';
import { Choice } from '../../../ui/forms/field.js';
import { COMMON } from '../../../ui/messages.js';
import { Loading, Problem } from '../../../ui/states.js';
import { useBusinessId } from '../../session/session.js';
import { CALL } from '../messages.js';
import { DIALLING as texts } from './messages.js';

type Contact = Data<'listContacts'>['contacts'][number];

interface CallNumberProps {
  /** In E.164. */
  readonly number: string;
  readonly onClose: () => void;
}

export const CallNumber = ({ number, onClose }: CallNumberProps): ReactNode => {
  const businessId = useBusinessId();
  const agents = useRead('listAgents', { query: { businessId, limit: 200 } });
  const contacts = useRead('listContacts', { query: { businessId, search: number, limit: 5 } });
  const problem = agents.error ?? contacts.error;
  const voices = (agents.data?.agents ?? []).filter(
    ({ channel, status }) => channel === 'voice' && status === 'active',
  );
  const hasRead = agents.data !== undefined && contacts.data !== undefined;
  return (
    <Dialog open onClose={onClose} className="dialog floats" backdrop={<div className="backdrop" />}>
      <DialogHeading>{texts.title(number)}</DialogHeading>
      {problem !== null && <Problem problem={problem} />}
      {!hasRead && problem === null && <Loading rows={2} />}
      {hasRead && voices.length === 0 && (
        <>
          <p>{texts.noAgents}</p>
          <div className="actions">
            <DialogDismiss className="plain">{COMMON.cancel}</DialogDismiss>
            <Link className="main" href="/agents" onClick={onClose}>
              {texts.toAgents}
            </Link>
          </div>
        </>
      )}
      {hasRead && voices.length > 0 && (
        <NumberForm
          number={number}
          contact={contacts.data.contacts.find(({ mobile }) => mobile === number) ?? null}
          agents={voices.map(({ id, name }) => ({ value: id, name }))}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
};

interface NumberFormProps extends CallNumberProps {
  /** Null: no contact has the number. */
  readonly contact: Contact | null;
  readonly agents: readonly { readonly value: string; readonly name: string }[];
}

const NumberForm = ({ number, contact, agents, onClose }: NumberFormProps): ReactNode => {
  const businessId = useBusinessId();
  const [, navigate] = useLocation();
  const [agentId, setAgentId] = useState(agents[0]?.value ?? '');
  const isBlocked = contact?.communicationBlocked === true;
  const calling = useMutation<Data<'startVoiceCall'>, ApiProblem>({
    mutationFn: () =>
      callApi('startVoiceCall', {
        body: {
          businessId,
          agentId,
          ...(contact === null ? { toNumber: number } : { contactId: contact.id }),
        },
      }),
    onSuccess: ({ callId }) => {
      onClose();
      navigate(`/live/${callId}`);
    },
  });
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (!isBlocked && !calling.isPending) calling.mutate();
  };
  return (
    <form className="stack" onSubmit={handleSubmit}>
      <p className={isBlocked ? 'wrong' : 'help'}>{contextOf(contact)}</p>
      <Choice label={texts.agent} value={agentId} choices={agents} onChange={setAgentId} />
      <p className="help">{CALL.again.help}</p>
      {calling.error !== null && <Problem problem={calling.error} />}
      <div className="actions">
        <DialogDismiss className="plain">{COMMON.cancel}</DialogDismiss>
        <button type="submit" className="main" disabled={isBlocked || calling.isPending}>
          {texts.start}
        </button>
      </div>
    </form>
  );
};

const contextOf = (contact: Contact | null): string => {
  if (contact === null) return texts.unknown;
  return contact.communicationBlocked ? texts.blocked(contact.name) : texts.contact(contact.name);
};
