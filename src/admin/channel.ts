/** `parley admin channel`: our accounts on messaging channels, with their access tokens. */
import { type Command, Option } from 'commander';
import { business } from '../../actors/business/index.js';
import { accountActorId } from '../../actors/channel-account/claimed.js';
import { channelAccount } from '../../actors/channel-account/index.js';
import { connectClaimed, disconnectClaimed } from '../../operations/channels/account-claims.js';
import { createSealer } from '../../operations/sealing.js';
import { type AccountChannel, isAccountChannel } from '../../schemas/channels/channel.js';
import { ACCOUNT_ID_PATTERN } from '../../schemas/patterns.js';
import { ConfigError } from '../config/index.js';
import { sharedSecrets } from '../nats/secrets.js';
import { addAction } from './action.js';
import { type AdminOptions, asAdmin, businessRef } from './as-admin.js';
import { readSecret } from './secret-input.js';

interface AccountOptions extends AdminOptions {
  readonly business: string;
  readonly channel: string;
  readonly account: string;
}

const ACCOUNT_ID = new RegExp(ACCOUNT_ID_PATTERN);

export const addChannelCommands = (admin: Command): void => {
  const group = admin
    .command('channel')
    .description('Accounts on messaging channels. Assign agents to them with the API or in the console.');
  const withAccountOptions = (command: Command): Command =>
    command
      .requiredOption('--business <id>', 'id of the business')
      .addOption(
        new Option('--channel <name>', 'the channel')
          .choices(['whatsapp', 'instagram'])
          .makeOptionMandatory(),
      )
      .requiredOption('--account <id>', 'WhatsApp phone number id, or Instagram professional account id');

  addAction(
    withAccountOptions(group.command('connect'))
      .description('Connect an account, or replace its token and names; its assignment stays.')
      .requiredOption('--name <name>', 'display name')
      .option('--username <name>', 'Instagram user name')
      .requiredOption('--token-file <path>', 'file with its access token, or - for standard input'),
    (options: AccountOptions & { name: string; username?: string; tokenFile: string }) => {
      const { channel, ref } = accountOf(options);
      const token = readSecret('--token-file', options.tokenFile);
      return asAdmin(options, async (session) => {
        // Fails if the business does not exist.
        await session.actors.query(business, businessRef(options.business), 'get');
        const { sealing } = await sharedSecrets(session.nc, session.replicas);
        const { actors, find } = session;
        const account = { channel, accountId: options.account };
        const businessesWithAccount = async () =>
          (await find('channel-account', { id: ref.id })).map((each) => each.business);
        await connectClaimed(
          actors,
          account,
          ref.business,
          session.now(),
          businessesWithAccount,
          (revision) =>
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

  addAction(
    withAccountOptions(group.command('disconnect')).description(
      'Stop using an account; deletes its token and assignment.',
    ),
    (options: AccountOptions) => {
      const { channel, ref } = accountOf(options);
      return asAdmin(options, async ({ actors }) => {
        await disconnectClaimed(actors, { channel, accountId: options.account }, ref.business);
        return { businessId: options.business, channel, account: options.account, connected: false };
      });
    },
  );
};

const accountOf = (
  options: AccountOptions,
): { readonly channel: AccountChannel; readonly ref: { readonly business: string; readonly id: string } } => {
  const { channel, account } = options;
  if (!isAccountChannel(channel))
    throw new ConfigError(`--channel is "${channel}"; there is no such channel`);
  if (!ACCOUNT_ID.test(account))
    throw new ConfigError(`--account is "${account}"; use its id on the channel`);
  const { business: businessId } = businessRef(options.business);
  return { channel, ref: { business: businessId, id: accountActorId({ channel, accountId: account }) } };
};
