/** `parley admin channel`: our accounts on messaging channels, with their access tokens. */
import { type Command, Option } from 'commander';
import { business } from '../../actors/business/index.js';
import { accountActorId } from '../../actors/channel-account/claimed.js';
import { channelAccount } from '../../actors/channel-account/index.js';
import { connectClaimed, disconnectClaimed } from '../../operations/channels/account-claims.js';
import { createSealer } from '../../operations/sealing.js';
import { type AccountChannel, isAccountChannel } from '../../schemas/channel.js';
import { ACCOUNT_ID_PATTERN } from '../../schemas/patterns.js';
import { ConfigError } from '../config.js';
import { sharedSecrets } from '../secrets.js';
import { answering } from './answering.js';
import { type AdminOptions, asAdmin, businessRef } from './as-admin.js';
import { readSecret } from './secret-input.js';

interface OfAccount extends AdminOptions {
  readonly business: string;
  readonly channel: string;
  readonly account: string;
}

const ACCOUNT_ID = new RegExp(ACCOUNT_ID_PATTERN);

export const addChannelCommands = (admin: Command): void => {
  const group = admin
    .command('channel')
    .description(
      'Accounts on messaging channels. Agents are assigned to them over the API or in the console.',
    );
  const account = (command: Command): Command =>
    command
      .requiredOption('--business <id>', 'id of the business')
      .addOption(
        new Option('--channel <name>', 'the channel')
          .choices(['whatsapp', 'instagram'])
          .makeOptionMandatory(),
      )
      .requiredOption('--account <id>', 'WhatsApp phone number id, or Instagram professional account id');

  answering(
    account(group.command('connect'))
      .description('Connect an account, or replace its token and names; its assignment stays.')
      .requiredOption('--name <name>', 'what it is shown as')
      .option('--username <name>', 'its user name on Instagram')
      .requiredOption('--token-file <path>', 'where its access token is read, - for standard input'),
    (options: OfAccount & { name: string; username?: string; tokenFile: string }) => {
      const { channel, ref } = accountOf(options);
      const token = readSecret('--token-file', options.tokenFile);
      return asAdmin(options, async (session) => {
        // Fails if the business does not exist.
        await session.actors.query(business, businessRef(options.business), 'get');
        const { sealing } = await sharedSecrets(session.nc, session.replicas);
        const { actors, find } = session;
        const account = { channel, accountId: options.account };
        const others = async () =>
          (await find('channel-account', { id: ref.id })).map((each) => each.business);
        await connectClaimed(actors, account, ref.business, session.now(), others, (revision) =>
          actors.ask(channelAccount, ref, {
            type: 'connect',
            channel,
            accountId: options.account,
            displayName: options.name,
            username: options.username ?? null,
            sealedToken: createSealer(sealing).seal(ref.id, token),
            claim: revision,
          }),
        );
        return { businessId: options.business, channel, account: options.account, connected: true };
      });
    },
  );

  answering(
    account(group.command('disconnect')).description(
      'Stop using an account; forgets its token and assignment.',
    ),
    (options: OfAccount) => {
      const { channel, ref } = accountOf(options);
      return asAdmin(options, async ({ actors }) => {
        await disconnectClaimed(actors, { channel, accountId: options.account }, ref.business);
        return { businessId: options.business, channel, account: options.account, connected: false };
      });
    },
  );
};

const accountOf = (
  options: OfAccount,
): { readonly channel: AccountChannel; readonly ref: { readonly business: string; readonly id: string } } => {
  const { channel, account } = options;
  if (!isAccountChannel(channel))
    throw new ConfigError(`--channel is "${channel}"; there is no such channel`);
  if (!ACCOUNT_ID.test(account))
    throw new ConfigError(`--account is "${account}"; give the channel's id of it`);
  const { business: businessId } = businessRef(options.business);
  return { channel, ref: { business: businessId, id: accountActorId({ channel, accountId: account }) } };
};
