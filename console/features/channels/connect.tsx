/** Connects an account with its token, or replaces an account's token. The page drops the token once it is answered. */

import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import { type ApiProblem, callApi, type Data } from '../../api/client.js';
import { Choice, Field } from '../../ui/forms/field.js';
import { COMMON } from '../../ui/messages.js';
import { Problem } from '../../ui/states.js';
import { useBusinessId } from '../session/session.js';
import styles from './channels.module.css';
import { type Account, slugOf } from './connected-account.js';
import { CHANNELS } from './messages.js';

const CONNECTABLE = ['whatsapp', 'instagram'] as const;

interface ConnectProps {
  /** The account whose token is replaced; null for a new one. */
  readonly account: Account | null;
  readonly onDone?: () => void;
}

export const Connect = ({ account, onDone }: ConnectProps): ReactNode => {
  const businessId = useBusinessId();
  const [, navigate] = useLocation();
  const [channel, setChannel] = useState<Account['channel']>(account?.channel ?? 'whatsapp');
  const [accountId, setAccountId] = useState(account?.accountId ?? '');
  const [name, setName] = useState(account?.displayName ?? '');
  const [accessToken, setToken] = useState('');
  const connecting = useMutation<Data<'connectChannelAccount'>, ApiProblem>({
    mutationFn: () => {
      const displayName = name.trim();
      return callApi('connectChannelAccount', {
        body: {
          businessId,
          channel,
          accountId: accountId.trim(),
          accessToken,
          ...(displayName === '' ? {} : { displayName }),
        },
      });
    },
    onSuccess: ({ account: connected }) => {
      setToken('');
      navigate(`/channels/${slugOf(connected)}`);
      onDone?.();
    },
  });
  const texts = CHANNELS;
  const isReady = accountId.trim() !== '' && accessToken.trim() !== '';
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isReady && !connecting.isPending) connecting.mutate();
  };
  const title = account === null ? texts.connectTitle : texts.replaceTitle(account.displayName);
  return (
    <form className={`stack ${styles.connect}`} onSubmit={submit} aria-label={title}>
      <h2>{title}</h2>
      {account === null && (
        <>
          <Choice
            label={texts.channel}
            value={channel}
            choices={CONNECTABLE.map((value) => ({ value, name: texts.names[value] }))}
            onChange={setChannel}
          />
          <Field
            label={texts.account[channel]}
            help={texts.accountHelp[channel]}
            value={accountId}
            onChange={setAccountId}
            maxLength={64}
            autoComplete="off"
          />
        </>
      )}
      <Field label={texts.name} help={texts.nameHelp} value={name} onChange={setName} maxLength={120} />
      <Field
        label={texts.token}
        help={texts.tokenHelp}
        type="password"
        value={accessToken}
        onChange={setToken}
        maxLength={4_096}
        autoComplete="off"
      />
      {connecting.error !== null && <Problem problem={connecting.error} />}
      <div className="actions">
        {connecting.isPending && <span className="quiet">{texts.connecting}</span>}
        {onDone !== undefined && (
          <button type="button" className="plain" onClick={onDone}>
            {COMMON.cancel}
          </button>
        )}
        <button type="submit" className="main" disabled={!isReady || connecting.isPending}>
          {account === null ? texts.connect : texts.replace}
        </button>
      </div>
      {account === null && <p className="help">{texts.webhook}</p>}
    </form>
  );
};
