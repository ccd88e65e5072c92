/** `parley admin business quota`: limits on what a business may store and have. */
import { type Command, Option } from 'commander';
import { business } from '../../../actors/business/index.js';
import { isQuotaItem, QUOTA_ITEMS } from '../../../schemas/accounts/quotas.js';
import { ConfigError } from '../../config/index.js';
import { addAction, wholeNumber } from '../action.js';
import { type AdminOptions, asAdmin, businessRef } from '../as-admin.js';

interface QuotaOptions extends AdminOptions {
  readonly business: string;
  readonly item?: string;
  readonly limit?: number;
  readonly usual?: true;
}

/** Adds the command to `parley admin business`. */
export const addQuota = (group: Command): void => {
  addAction(
    group
      .command('quota')
      .description(
        'Show the quotas that differ from the installation’s, or set one. Requests that exceed a quota are refused.',
      )
      .requiredOption('--business <id>', 'id of the business')
      .addOption(new Option('--item <name>', 'what is limited').choices(QUOTA_ITEMS))
      .addOption(
        new Option('--limit <n>', 'maximum; in bytes for stored_bytes')
          .argParser(wholeNumber(0))
          .conflicts('usual'),
      )
      .option('--usual', 'use the installation’s quota again'),
    (options: QuotaOptions) =>
      asAdmin(options, async ({ actors }) => {
        const ref = businessRef(options.business);
        const command = commandOf(options);
        const { answer } =
          command === null
            ? await actors.query(business, ref, 'get')
            : await actors.ask(business, ref, command);
        return { businessId: ref.id, quotas: answer.quotas ?? {} };
      }),
  );
};

/** Null if the quotas are only shown. @throws ConfigError */
const commandOf = ({ item, limit, usual }: QuotaOptions) => {
  if (item === undefined && limit === undefined && usual === undefined) return null;
  if (item === undefined || !isQuotaItem(item) || (limit === undefined && usual !== true))
    throw new ConfigError('give --item together with --limit or --usual');
  return { type: 'set_quota', item, limit: limit ?? null } as const;
};
