/** Calls a contact: with which agent, and with which values. Then it leads to the call. */
import { Dialog, DialogDismiss, DialogHeading } from '@ariakit/react';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { type ApiProblem, callApi, type Data } from '../../api/client.js';
import { useRead } from '../../api/live.js';
import { Choice, Field } from '../../ui/forms/field.js';
import { COMMON } from '../../ui/messages.js';
import { Loading, Problem } from '../../ui/states.js';
import { useBusinessId } from '../session/session.js';
import type { Contact } from './contact.js';
import { GrantCategories, mayContact } from './grant-category.js';
import { CONTACTS } from './messages.js';

type Agent = Data<'listAgents'>['agents'][number];
type Values = Readonly<Record<string, string>>;

const texts = CONTACTS.call;

interface CallContactProps {
  readonly contact: Contact;
  readonly onClose: () => void;
}

/** Values that replace those of the contact; empty ones do not. */
export const testVariablesOf = (values: Values): { readonly testVariables?: Values } => {
  const typed = Object.entries(values).filter(([, value]) => value.trim() !== '');
  return typed.length === 0 ? {} : { testVariables: Object.fromEntries(typed) };
};

export const CallContact = ({ contact, onClose }: CallContactProps): ReactNode => {
  const businessId = useBusinessId();
  const agents = useRead('listAgents', { query: { businessId, limit: 200 } });
  const calling = useMutation<Data<'startVoiceCall'>, ApiProblem, { agentId: string; values: Values }>({
    mutationFn: ({ agentId, values }) =>
      callApi('startVoiceCall', {
        body: { businessId, agentId, contactId: contact.id, ...testVariablesOf(values) },
      }),
  });
  const voices = (agents.data?.agents ?? []).filter(
    ({ channel, status }) => channel === 'voice' && status === 'active',
  );
  return (
    <Dialog open onClose={onClose} className="dialog floats" backdrop={<div className="backdrop" />}>
      <DialogHeading>{texts.title(contact.name)}</DialogHeading>
      {agents.error !== null && <Problem problem={agents.error} onRetry={() => void agents.refetch()} />}
      {agents.data === undefined && agents.error === null && <Loading rows={2} />}
      {calling.data !== undefined && (
        <>
          <p role="status">{texts.started(calling.data.destination)}</p>
          <div className="actions">
            <DialogDismiss className="plain">{COMMON.close}</DialogDismiss>
            <Link className="main" href={`/live/${calling.data.callId}`} autoFocus>
              {texts.open}
            </Link>
          </div>
        </>
      )}
      {calling.data === undefined && agents.data !== undefined && voices.length === 0 && (
        <>
          <p>{texts.noAgents}</p>
          <div className="actions">
            <DialogDismiss className="plain">{COMMON.cancel}</DialogDismiss>
            <Link className="main" href="/agents">
              {texts.toAgents}
            </Link>
          </div>
        </>
      )}
      {calling.data === undefined && voices.length > 0 && (
        <CallForm
          contact={contact}
          agents={voices}
          isCalling={calling.isPending}
          problem={calling.error}
          onCall={(agentId, values) => calling.mutate({ agentId, values })}
        />
      )}
    </Dialog>
  );
};

interface CallFormProps {
  readonly contact: Contact;
  readonly agents: readonly Agent[];
  readonly isCalling: boolean;
  readonly problem: ApiProblem | null;
  readonly onCall: (agentId: string, values: Values) => void;
}

const CallForm = ({ contact, agents, isCalling, problem, onCall }: CallFormProps): ReactNode => {
  const first = agents.find((agent) => mayContact(agent, contact.categories)) ?? agents[0];
  const [agentId, setAgentId] = useState(first?.id ?? '');
  const [values, setValues] = useState<Values>({});
  const agent = agents.find(({ id }) => id === agentId);
  const variables = agent?.dataSourceVariables ?? [];
  const isInScope = agent !== undefined && mayContact(agent, contact.categories);
  const canCall = isInScope && !contact.communicationBlocked;
  const businessId = useBusinessId();
  const resolved = useRead(
    'resolveVoiceCall',
    { query: { businessId, agentId, contactId: contact.id } },
    { enabled: canCall },
  );
  const isLacking = canCall && resolved.error?.code === 'contact_context_required';
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (canCall && !isCalling) onCall(agentId, values);
  };
  return (
    <form className="stack" onSubmit={submit}>
      <p className="figure">{contact.mobile}</p>
      {contact.communicationBlocked && (
        <p className="wrong" role="alert">
          {texts.blocked}
        </p>
      )}
      <Choice
        label={texts.agent}
        value={agentId}
        choices={agents.map(({ id, name }) => ({ value: id, name }))}
        onChange={(id) => {
          setAgentId(id);
          setValues({});
        }}
      />
      {agent !== undefined && !isInScope && (
        <>
          <p className="wrong">{texts.outOfScope(agent.name)}</p>
          <GrantCategories agent={agent} categories={contact.categories} />
        </>
      )}
      {variables.length > 0 && (
        <details open={isLacking}>
          <summary>{texts.variables}</summary>
          <div className="stack">
            <p className={isLacking ? 'warns' : 'help'}>{isLacking ? texts.missing : texts.variablesHelp}</p>
            {variables.map(({ alias }) => (
              <Field
                key={alias}
                label={alias}
                value={values[alias] ?? ''}
                placeholder={resolved.data?.values[alias] ?? ''}
                onChange={(value) => setValues({ ...values, [alias]: value })}
                maxLength={2_000}
                autoComplete="off"
              />
            ))}
          </div>
        </details>
      )}
      <p className="help">{texts.cost}</p>
      {problem !== null && <Problem problem={problem} />}
      <div className="actions">
        <DialogDismiss className="plain">{COMMON.cancel}</DialogDismiss>
        <button type="submit" className="main" disabled={!canCall || isCalling}>
          {texts.button}
        </button>
      </div>
    </form>
  );
};
