/** Accounts on messaging channels; next to them the chosen one, with who answers on it and whether it works. */

import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useRead } from '../../api/live.js';
import { Card, Cards } from '../../ui/Cards/Cards.js';
import { Icon } from '../../ui/icon.js';
import { Master } from '../../ui/master.js';
import { COMMON } from '../../ui/messages.js';
import { Loading, Problem } from '../../ui/states.js';
import { INBOX } from '../inbox/messages.js';
import { IfAllowed } from '../session/if-allowed.js';
import { useBusinessId } from '../session/session.js';
import { AccountView } from './account.js';
import { Connect } from './connect.js';
import { type Account, slugOf } from './connected-account.js';
import { CHANNELS } from './messages.js';

/** Stands where the name of an account would be. */
const NEW = 'new';

export const ChannelsPage = ({ id }: { readonly id: string | null }): ReactNode => {
  const businessId = useBusinessId();
  const list = useRead('listChannelAccounts', { query: { businessId } });
  const texts = CHANNELS;
  return (
    <Master
      title={texts.title}
      path="/channels"
      aside={
        <IfAllowed operation="connectChannelAccount">
          <Link className="main" href={`/channels/${NEW}`}>
            {texts.connect}
          </Link>
        </IfAllowed>
      }
      list={
        <Cards
          list={list}
          empty={{
            title: texts.none,
            help: texts.noneHelp,
            action: (
              <IfAllowed operation="connectChannelAccount">
                <Link className="plain" href={`/channels/${NEW}`}>
                  {texts.connect}
                </Link>
              </IfAllowed>
            ),
          }}
        >
          {list.data?.accounts.map((account) => (
            <AccountCard key={slugOf(account)} account={account} isChosen={slugOf(account) === id} />
          ))}
        </Cards>
      }
      detail={id === null ? null : <Chosen key={id} id={id} accounts={list.data?.accounts} />}
    />
  );
};

const answererOf = ({
  humanHandoffActive,
  externalAutomation,
  agentName,
  autoReplyEnabled,
}: Account): string => {
  const texts = INBOX;
  if (humanHandoffActive) return texts.answering.human;
  if (externalAutomation) return texts.answering.backend;
  return agentName !== null && autoReplyEnabled ? texts.answeringAgent(agentName) : texts.answering.nobody;
};

const AccountCard = ({
  account,
  isChosen,
}: {
  readonly account: Account;
  readonly isChosen: boolean;
}): ReactNode => (
  <Card href={`/channels/${slugOf(account)}`} name={account.displayName} isChosen={isChosen}>
    <span className="quiet">{CHANNELS.names[account.channel]}</span>
    <span className="quiet">{answererOf(account)}</span>
  </Card>
);

const Chosen = ({
  id,
  accounts,
}: {
  readonly id: string;
  readonly accounts: readonly Account[] | undefined;
}): ReactNode => {
  const account = accounts?.find((candidate) => slugOf(candidate) === id);
  if (accounts === undefined) return <Loading rows={5} />;
  return (
    <>
      <Link className="back" href="/channels" aria-label={COMMON.close}>
        <Icon name="close" />
      </Link>
      {id === NEW && (
        <IfAllowed operation="connectChannelAccount" explain>
          <Connect account={null} />
        </IfAllowed>
      )}
      {id !== NEW && account === undefined && (
        <Problem problem={{ message: CHANNELS.missing, requestId: null, details: [] }} />
      )}
      {account !== undefined && <AccountView account={account} />}
    </>
  );
};
