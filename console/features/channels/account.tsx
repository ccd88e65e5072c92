/** One account: whether the channel accepts it, who answers on it, and how to disconnect it. */

import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { type ApiProblem, callApi, type Data } from '../../api/client.js';
import { useRead } from '../../api/live.js';
import { Confirm } from '../../ui/dialogs/confirm.js';
import { Time } from '../../ui/format.js';
import { Choice } from '../../ui/forms/field.js';
import { Option } from '../../ui/Option/Option.js';
import { sentenceOf } from '../../ui/Problem/problem-texts.js';
import { StatusPill } from '../../ui/StatusPill/StatusPill.js';
import { Problem } from '../../ui/states.js';
import { IfAllowed, RoleRequired } from '../session/if-allowed.js';
import { useCan } from '../session/role.js';
import { useBusinessId } from '../session/session.js';
import styles from './channels.module.css';
import { Connect } from './connect.js';
import type { Account } from './connected-account.js';
import { CHANNELS } from './messages.js';

export const AccountView = ({ account }: { readonly account: Account }): ReactNode => {
  const [replacing, setReplacing] = useState(false);
  const canAssign = useCan('assignChannel');
  const texts = CHANNELS;
  const { channel, accountId, displayName, username, connectedAt } = account;
  if (replacing) return <Connect account={account} onDone={() => setReplacing(false)} />;
  return (
    <article className="account" aria-label={displayName}>
      <header className="call-head">
        <div>
          <h2>{displayName}</h2>
          <p className="quiet">{texts.names[channel]}</p>
        </div>
        <IfAllowed operation="connectChannelAccount">
          <div className="actions">
            <button type="button" className="plain" onClick={() => setReplacing(true)}>
              {texts.replace}
            </button>
            <Disconnect account={account} />
          </div>
        </IfAllowed>
      </header>
      <dl className="facts">
        <div>
          <dt>{texts.account[channel]}</dt>
          <dd>
            <code>{accountId}</code>
          </dd>
        </div>
        {username !== null && (
          <div>
            <dt>{texts.username}</dt>
            <dd>{username}</dd>
          </div>
        )}
        <div>
          <dt>{texts.since}</dt>
          <dd>
            <Time at={connectedAt} />
          </dd>
        </div>
      </dl>
      <IfAllowed operation="checkChannelAccount">
        <Check account={account} />
      </IfAllowed>
      <h3>{texts.answering}</h3>
      <fieldset disabled={!canAssign}>
        <legend className="hidden">{texts.answering}</legend>
        <Answering account={account} />
      </fieldset>
      {!canAssign && <RoleRequired operation="assignChannel" />}
    </article>
  );
};

const TONES = { usable: 'good', refused: 'bad', unknown: 'waits' } as const;
const QUALITIES = new Map<string, string>(Object.entries(CHANNELS.qualities));

const Check = ({ account: { channel, accountId } }: { readonly account: Account }): ReactNode => {
  const businessId = useBusinessId();
  const checking = useMutation<Data<'checkChannelAccount'>, ApiProblem>({
    mutationFn: () => callApi('checkChannelAccount', { path: { channel, accountId }, body: { businessId } }),
  });
  const texts = CHANNELS;
  const { data } = checking;
  return (
    <section className={styles.check} aria-live="polite">
      <button type="button" className="plain" disabled={checking.isPending} onClick={() => checking.mutate()}>
        {checking.isPending ? texts.checking : texts.check}
      </button>
      {data === undefined && checking.error === null && <span className="quiet">{texts.unchecked}</span>}
      {data !== undefined && <StatusPill tone={TONES[data.state]}>{texts.states[data.state]}</StatusPill>}
      {data?.phoneNumber != null && (
        <span>
          {texts.facts.phoneNumber} <strong className="figure">{data.phoneNumber}</strong>
        </span>
      )}
      {data?.name != null && (
        <span>
          {texts.facts.name} <strong>{data.name}</strong>
        </span>
      )}
      {data?.quality != null && (
        <span>
          {texts.facts.quality} <strong>{QUALITIES.get(data.quality) ?? data.quality}</strong>
        </span>
      )}
      {data?.problem != null && <p className="wrong">{sentenceOf(data.problem)}</p>}
      {checking.error !== null && <Problem problem={checking.error} />}
    </section>
  );
};

/** Changes to an assignment. */
interface Change {
  readonly aiAgentId?: string | null;
  readonly autoReplyEnabled?: boolean;
  readonly humanHandoffActive?: boolean;
}

const NO_AGENT = '';

const Answering = ({ account }: { readonly account: Account }): ReactNode => {
  const businessId = useBusinessId();
  const { channel, accountId, aiAgentId, agentName, autoReplyEnabled, humanHandoffActive } = account;
  const { data } = useRead('listChannelAssignments', { query: { businessId, channel, limit: 200 } });
  const assigning = useMutation<unknown, ApiProblem, Change>({
    mutationFn: (change) =>
      callApi('assignChannel', {
        body: {
          businessId,
          channel,
          ...(channel === 'whatsapp' ? { phoneNumberId: accountId } : { providerAccountId: accountId }),
          ...change,
        },
      }),
  });
  const texts = CHANNELS;
  // Shows the requested change at once; a refusal reverts it.
  const pending: Change = assigning.isPending ? assigning.variables : {};
  const agents = data?.assignableAgents ?? [];
  const assigned = pending.aiAgentId === undefined ? aiAgentId : pending.aiAgentId;
  const isListed = assigned === null || agents.some(({ id }) => id === assigned);
  return (
    <div className={`stack ${styles.answering}`}>
      {account.externalAutomation && <p className="note">{texts.backend}</p>}
      <Choice
        label={texts.agent}
        value={assigned ?? NO_AGENT}
        choices={[
          { value: NO_AGENT, name: texts.noAgent },
          ...agents.map(({ id, name }) => ({ value: id, name })),
          ...(isListed || assigned === null ? [] : [{ value: assigned, name: agentName ?? assigned }]),
        ]}
        onChange={(value) => assigning.mutate({ aiAgentId: value === NO_AGENT ? null : value })}
      />
      {data !== undefined && agents.length === 0 && (
        <p className="help">
          {texts.noAgents(texts.names[channel])} <Link href="/agents/new">{texts.makeAgent}</Link>
        </p>
      )}
      <Option
        label={texts.auto}
        help={texts.autoHelp}
        checked={pending.autoReplyEnabled ?? autoReplyEnabled}
        onChange={(value) => assigning.mutate({ autoReplyEnabled: value })}
      />
      <Option
        label={texts.handoff}
        help={texts.handoffHelp}
        checked={pending.humanHandoffActive ?? humanHandoffActive}
        onChange={(value) => assigning.mutate({ humanHandoffActive: value })}
      />
      {assigning.error !== null && <Problem problem={assigning.error} />}
    </div>
  );
};

const Disconnect = ({ account }: { readonly account: Account }): ReactNode => {
  const businessId = useBusinessId();
  const [, navigate] = useLocation();
  const [isConfirming, setConfirming] = useState(false);
  const { channel, accountId, displayName } = account;
  const texts = CHANNELS;
  const disconnect = async (): Promise<void> => {
    await callApi('disconnectChannelAccount', { path: { channel, accountId }, body: { businessId } });
    navigate('/channels');
  };
  return (
    <>
      <button type="button" className="danger quiet-danger" onClick={() => setConfirming(true)}>
        {texts.disconnect}
      </button>
      {isConfirming && (
        <Confirm
          title={texts.disconnectTitle(displayName)}
          help={texts.disconnectHelp}
          name={displayName}
          label={texts.disconnectName(displayName)}
          button={texts.disconnect}
          onConfirm={disconnect}
          onClose={() => setConfirming(false)}
        />
      )}
    </>
  );
};
