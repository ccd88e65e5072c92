/**
 * The templates of the business account that a phone number belongs to (docs/reference/protocols/whatsapp.md "Templates"). The
 * business account is found by what the token grants.
 */
import type { ListedTemplate } from '../../../schemas/channels/approved-template.js';
import type { ApiResult } from '../../http-api.js';
import { list, record, text } from '../json.js';
import type { AccountAccess, TemplateList } from '../messaging-channel.js';

/** Templates on one page, and the pages that are read: more are left out. */
const PAGE = 200;
const MAX_PAGES = 15;
/** Business accounts among which the phone number is looked for. */
const MAX_BUSINESS_ACCOUNTS = 10;
const FIELDS = 'name,language,status,category,components';
const SCOPE = 'whatsapp_business_management';

/** `get`: requests a path with the account's token. `failureOf`: what a refusal means; null: it may pass. */
export const listTemplates = async (
  get: (path: string) => Promise<ApiResult>,
  { accountId, token }: AccountAccess,
  failureOf: (answer: ApiResult) => TemplateList,
): Promise<TemplateList> => {
  const granted = await get(`/debug_token?input_token=${encodeURIComponent(token)}`);
  if (!isFine(granted)) return failureOf(granted);
  const scopes = list(record(record(granted.body).data).granular_scopes);
  const ids = scopes.find(({ scope }) => scope === SCOPE)?.target_ids;
  const businessAccounts = (Array.isArray(ids) ? ids : []).flatMap((id: unknown) => text(id) ?? []);
  const owner = await ownerOf(get, accountId, businessAccounts.slice(0, MAX_BUSINESS_ACCOUNTS));
  if (owner === null) return NOT_PERMITTED;
  const templates: ListedTemplate[] = [];
  let after: string | null = '';
  for (let page = 0; page < MAX_PAGES && after !== null; page += 1) {
    const cursor: string = after === '' ? '' : `&after=${encodeURIComponent(after)}`;
    const answer = await get(
      `/${encodeURIComponent(owner)}/message_templates?fields=${FIELDS}&limit=${PAGE}${cursor}`,
    );
    if (!isFine(answer)) return failureOf(answer);
    const { data, paging } = record(answer.body);
    templates.push(...list(data).flatMap((template) => templateOf(template) ?? []));
    after = record(paging).next === undefined ? null : text(record(record(paging).cursors).after);
  }
  return { is: 'listed', templates, isComplete: after === null };
};

const NOT_PERMITTED: TemplateList = {
  is: 'refused',
  failure: {
    code: 'channel_permission_missing',
    message: 'The access token of the account does not allow this.',
  },
};

const isFine = (answer: ApiResult): answer is Extract<ApiResult, { readonly type: 'answered' }> =>
  answer.type === 'answered' && answer.status === 200;

/** The business account with this phone number. */
const ownerOf = async (
  get: (path: string) => Promise<ApiResult>,
  accountId: string,
  [first, ...others]: readonly string[],
): Promise<string | null> => {
  if (first === undefined || others.length === 0) return first ?? null;
  for (const candidate of [first, ...others]) {
    const answer = await get(`/${encodeURIComponent(candidate)}/phone_numbers?fields=id&limit=200`);
    if (isFine(answer) && list(record(answer.body).data).some(({ id }) => text(id) === accountId))
      return candidate;
  }
  return null;
};

const variablesOf = (words: string): readonly string[] =>
  Array.from(words.matchAll(/\{\{\s*(\w+)\s*\}\}/g), ([, name = '']) => name);

const FORMATS = ['text', 'image', 'video', 'document', 'location'] as const;
const BUTTONS = ['quick_reply', 'url', 'copy_code'] as const;
/** Buttons that need no value, and are therefore no obstacle. */
const WITHOUT_VALUE: ReadonlySet<string> = new Set(['PHONE_NUMBER', 'VOICE_CALL', 'SPM']);

const templateOf = ({
  name,
  language,
  status,
  category,
  components,
}: Record<string, unknown>): ListedTemplate | null => {
  const [nameText, languageText] = [text(name), text(language)];
  if (nameText === null || languageText === null) return null;
  const part = (type: string): Record<string, unknown> =>
    list(components).find((component) => component.type === type) ?? {};
  const [header, body, footer] = [part('HEADER'), part('BODY'), part('FOOTER')];
  const format = text(header.format)?.toLowerCase() ?? 'text';
  const bodyText = text(body.text) ?? '';
  const headerText = text(header.text);
  return {
    name: nameText,
    language: languageText,
    status: text(status) ?? 'UNKNOWN',
    category: text(category),
    header:
      header.type === undefined
        ? null
        : {
            format: FORMATS.find((known) => known === format) ?? 'other',
            text: headerText,
            variables: [...variablesOf(headerText ?? '')],
          },
    body: { text: bodyText, variables: [...variablesOf(bodyText)] },
    footer: text(footer.text),
    buttons: list(part('BUTTONS').buttons).map(buttonOf),
  };
};

const buttonOf = ({ type, text: label, url }: Record<string, unknown>): ListedTemplate['buttons'][number] => {
  const kind = text(type) ?? '';
  const known = BUTTONS.find((each) => each === kind.toLowerCase()) ?? 'other';
  const needsValue =
    known === 'copy_code' ||
    (known === 'url' && variablesOf(text(url) ?? '').length > 0) ||
    (known === 'other' && !WITHOUT_VALUE.has(kind));
  return { type: known, text: text(label) ?? '', needsValue };
};
