/** Connects an account with its token, or replaces an account's token. The page drops the token once it is answered. */

import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { connectChannelAccountBody } from '../../api/bodies/channels.js';
import { ChoiceField, Form, FormProblem, Submit, TextField } from '../../ui/forms/form.js';
import { useBodyForm } from '../../ui/forms/use-body-form.js';
import { COMMON } from '../../ui/messages.js';
import { useBusinessId } from '../session/session.js';
import styles from './channels.module.css';
import { type Account, slugOf } from './connected-account.js';
import { CHANNELS } from './messages.js';

const CONNECTABLE = ['whatsapp', 'instagram'] as const;

interface Values {
  readonly channel: Account['channel'];
  readonly accountId: string;
  readonly displayName: string;
  readonly accessToken: string;
}

interface ConnectProps {
  /** The account whose token is replaced; null for a new one. */
  readonly account: Account | null;
  readonly onDone?: () => void;
}

export const Connect = ({ account, onDone }: ConnectProps): ReactNode => {
  const businessId = useBusinessId();
  const [, navigate] = useLocation();
  const first: Values = {
    channel: account?.channel ?? 'whatsapp',
    accountId: account?.accountId ?? '',
    displayName: account?.displayName ?? '',
    accessToken: '',
  };
  const { form } = useBodyForm({
    body: connectChannelAccountBody,
    values: first,
    toBody: ({ accountId, displayName, accessToken, channel }) => ({
      businessId,
      channel,
      accountId: accountId.trim(),
      accessToken: accessToken.trim(),
      ...(displayName.trim() === '' ? {} : { displayName: displayName.trim() }),
    }),
    onSuccess: ({ account: connected }, { resetField }) => {
      resetField('accessToken');
      navigate(`/channels/${slugOf(connected)}`);
      onDone?.();
    },
  });
  const texts = CHANNELS;
  const channel = form.methods.watch('channel');
  const title = account === null ? texts.connectTitle : texts.replaceTitle(account.displayName);
  return (
    <Form form={form} className={`stack ${styles.connect}`} label={title}>
      <h2>{title}</h2>
      {account === null && (
        <>
          <ChoiceField
            form={form}
            name="channel"
            label={texts.channel}
            choices={CONNECTABLE.map((value) => ({ value, name: texts.names[value] }))}
          />
          <TextField
            form={form}
            name="accountId"
            label={texts.account[channel]}
            help={texts.accountHelp[channel]}
            autoComplete="off"
          />
        </>
      )}
      <TextField form={form} name="displayName" label={texts.name} help={texts.nameHelp} />
      <TextField
        form={form}
        name="accessToken"
        label={texts.token}
        help={texts.tokenHelp}
        type="password"
        autoComplete="off"
      />
      <FormProblem form={form} />
      <div className="actions">
        {form.isSending && <span className="quiet">{texts.connecting}</span>}
        {onDone !== undefined && (
          <button type="button" className="plain" onClick={onDone}>
            {COMMON.cancel}
          </button>
        )}
        <Submit form={form}>{account === null ? texts.connect : texts.replace}</Submit>
      </div>
      {account === null && <p className="help">{texts.webhook}</p>}
    </Form>
  );
};
