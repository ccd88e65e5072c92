/**
 * The templates of a WhatsApp account, as Meta lists them. A list is kept for {@link KEPT_MS}, at most {@link MAX_KEPT} of them;
 * a refresh is requested at most every {@link REFRESH_MS} per account.
 */
import { timeoutSignal } from '../../actors/runtime/timeout-signal.js';
import { type ListedTemplate, valuesProblems } from '../../schemas/channels/approved-template.js';
import { DomainError } from '../../schemas/errors.js';
import type { ChannelAccountRecord } from '../../views/channel-accounts/index.js';
import type { TemplateUse } from '../conversations/template-content.js';
import type { OperationsDeps } from '../deps.js';
import { accountAccess } from './account-access.js';
import { accountFor } from './channels.js';

const KEPT_MS = 5 * 60_000;
const REFRESH_MS = 2_000;
/** Lists that a node keeps; each has 3,000 templates at most. */
const MAX_KEPT = 200;
/** Longest that Meta is waited for, ms. */
const LIST_MS = 15_000;

type Deps = Pick<OperationsDeps, 'actors' | 'sealer' | 'logger' | 'channels'>;

interface Kept {
  readonly at: number;
  readonly templates: readonly ListedTemplate[];
  /** Whether the account has no others. */
  readonly isComplete: boolean;
}

/** When the list was read, ms since the epoch. */
type ReadTemplates = Kept;

const kept = new Map<string, Kept>();

/**
 * The templates of an account. `at`: ms since the epoch.
 * @throws DomainError channel_not_connected, templates_unreachable, templates_not_readable
 */
const templatesOf = async (
  deps: Deps,
  { businessId, at }: { readonly businessId: string; readonly at: number },
  account: Pick<ChannelAccountRecord, 'id'>,
  isRefresh = false,
): Promise<ReadTemplates> => {
  const key = `${businessId} ${account.id}`;
  const known = kept.get(key);
  if (known !== undefined && at - known.at < (isRefresh ? REFRESH_MS : KEPT_MS)) return known;
  const access = await accountAccess(deps, businessId, account.id);
  const channel = deps.channels.get('whatsapp');
  if (access === null || channel === undefined) throw new DomainError('channel_not_connected');
  const listed = await channel.listTemplates(access, timeoutSignal(LIST_MS));
  if (listed.is === 'unreachable') throw new DomainError('templates_unreachable');
  if (listed.is === 'refused') throw new DomainError('templates_not_readable', listed.failure.message);
  const { templates, isComplete } = listed;
  const read = { at, templates, isComplete };
  kept.delete(key);
  kept.set(key, read);
  for (const oldest of kept.keys()) {
    if (kept.size <= MAX_KEPT) break;
    kept.delete(oldest);
  }
  return read;
};

interface TemplateOperations {
  /** @throws DomainError as templatesOf, and channel_account_not_found, validation_failed */
  list(
    caller: { readonly businessId: string; readonly at: number },
    request: { readonly phoneNumberId?: string; readonly refresh?: boolean },
  ): Promise<ReadTemplates>;
}

export const templateOperations = (deps: OperationsDeps): TemplateOperations => ({
  list: async (caller, { phoneNumberId, refresh }) => {
    await deps.views.catchUp(caller.businessId);
    const account = accountFor(deps, caller.businessId, {
      channel: 'whatsapp',
      ...(phoneNumberId === undefined ? {} : { phoneNumberId }),
    });
    return templatesOf(deps, caller, account, refresh);
  },
});

/**
 * Checks a template and its values against the list. If it does not fit, the list is read again before it is refused. A token that
 * may not list templates leaves the check to Meta, message by message.
 * @throws DomainError channel_not_connected, templates_unreachable, template_not_found, template_not_approved,
 *   template_paused, template_disabled, template_parameters_mismatch
 */
export const requireTemplate = async (
  deps: Deps,
  caller: { readonly businessId: string; readonly at: number },
  account: Pick<ChannelAccountRecord, 'id'>,
  use: TemplateUse,
): Promise<void> => {
  try {
    const { templates } = await templatesOf(deps, caller, account);
    if (refusalOf(templates, use) === null) return;
    const latest = await templatesOf(deps, caller, account, true);
    const refusal = refusalOf(latest.templates, use);
    const isUnlisted = refusal?.code === 'template_not_found' && !latest.isComplete;
    if (refusal !== null && !isUnlisted) throw refusal;
  } catch (error) {
    if (error instanceof DomainError && error.code === 'templates_not_readable') return;
    throw error;
  }
};

/** Why the template cannot be sent with these values; null if it can. */
const refusalOf = (
  templates: readonly ListedTemplate[],
  { name, languageCode, components, path }: TemplateUse,
): DomainError | null => {
  const sameName = templates.filter((template) => template.name === name);
  const found = sameName.find(({ language }) => language === languageCode);
  if (found === undefined) {
    const languages = sameName.map(({ language }) => language).join(', ');
    const message =
      languages === ''
        ? `The account has no template ${name}.`
        : `The template ${name} has no language ${languageCode}; it has ${languages}.`;
    return new DomainError('template_not_found', message);
  }
  switch (found.status) {
    case 'APPROVED':
      break;
    case 'PAUSED':
      return new DomainError('template_paused');
    case 'DISABLED':
      return new DomainError('template_disabled');
    default:
      return new DomainError(
        'template_not_approved',
        `The template ${name} is ${found.status.toLowerCase()} at Meta.`,
      );
  }
  const problems = valuesProblems(found, components, path);
  return problems.length === 0 ? null : new DomainError('template_parameters_mismatch', undefined, problems);
};
