/**
 * Generates the schemas of the bodies that the console's forms send, so that the page checks input by the rules of the service. One
 * file for each feature: a page loads only its own.
 */
import { isRecord } from '../../schemas/json.js';
import * as patterns from '../../schemas/patterns.js';
import { dereferenced } from '../../testkit/api/documents.js';

/** The operations with a form, by the feature whose page has it. */
const FORMS: Readonly<Record<string, readonly string[]>> = {
  session: ['signIn', 'setUp', 'acceptInvitation', 'resetPassword'],
  account: ['changePassword', 'inviteMember', 'createKey'],
  suppressions: ['addSuppressions'],
  webhooks: ['createSubscription', 'updateSubscription'],
  channels: ['connectChannelAccount'],
  contacts: ['createContact', 'updateContact', 'createContactCategory', 'linkContact'],
  'data-sources': ['createDataSource', 'updateDataSource'],
  settings: ['changeSettings', 'setProviders'],
  inbox: ['createQuickAnswer', 'updateQuickAnswer'],
  alerts: ['createAlertRule', 'updateAlertRule'],
  simulations: ['createSimulationScenario', 'updateSimulationScenario', 'runSimulation'],
  agents: ['setVoicemail', 'setTool', 'tryTool', 'importTools'],
  campaigns: ['createCampaign'],
};

/** What the page calls the texts that match a pattern (console/ui/forms/messages.ts). */
const KINDS: Readonly<Record<string, string>> = {
  [patterns.EMAIL_PATTERN]: 'email',
  [patterns.MAIL_ADDRESS_PATTERN]: 'email',
  [patterns.TIME_OF_DAY_PATTERN]: 'time',
  [patterns.ACCOUNT_ID_PATTERN]: 'accountId',
  [patterns.SHORTCUT_PATTERN]: 'shortcut',
  [patterns.NOT_BLANK_PATTERN]: 'notBlank',
  [patterns.FIELD_KEY_PATTERN]: 'fieldKey',
  [patterns.TO_NUMBER_PATTERN]: 'phoneNumber',
  [patterns.TEMPLATE_NAME_PATTERN]: 'templateName',
  [patterns.TEMPLATE_LANGUAGE_PATTERN]: 'templateLanguage',
};

/** Keywords that decide; the others describe. */
const DECIDING: ReadonlySet<string> = new Set([
  ...['type', 'const', 'enum', 'anyOf', 'oneOf', 'allOf', 'format', 'pattern', 'minLength', 'maxLength'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'multipleOf', 'minItems', 'maxItems', 'uniqueItems'],
  ...['additionalProperties', 'required', 'minProperties', 'maxProperties', 'items'],
]);
/** Keywords whose value has a schema for each name. */
const NAMED: ReadonlySet<string> = new Set(['properties', 'patternProperties']);

const lean = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(lean);
  if (!isRecord(schema)) return schema;
  const entries = Object.entries(schema).flatMap(([keyword, value]): [string, unknown][] => {
    if (NAMED.has(keyword) && isRecord(value))
      return [
        [keyword, Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, lean(inner)]))],
      ];
    if (keyword === 'enum' || keyword === 'const' || keyword === 'required') return [[keyword, value]];
    return DECIDING.has(keyword) ? [[keyword, lean(value)]] : [];
  });
  const kind = typeof schema.pattern === 'string' ? KINDS[schema.pattern] : undefined;
  return Object.fromEntries([...entries, ...(kind === undefined ? [] : [['x-kind', kind]])]);
};

const at = (value: unknown, ...path: readonly string[]): unknown =>
  path.reduce<unknown>((found, name) => (isRecord(found) ? found[name] : undefined), value);

const bodiesOf = (documents: readonly object[]): ReadonlyMap<string, unknown> => {
  const bodies = new Map<string, unknown>();
  for (const document of documents)
    for (const methods of Object.values(at(dereferenced(document)(document), 'paths') ?? {}))
      for (const operation of Object.values(isRecord(methods) ? methods : {}))
        bodies.set(
          String(at(operation, 'operationId')),
          at(operation, 'requestBody', 'content', 'application/json', 'schema'),
        );
  return bodies;
};

const NOTE = '/** Generated from the API documents by `npm run generate`; do not edit. */';

/** The files of `console/api/bodies/` by name. @throws Error for an operation without a body */
export const consoleBodies = (documents: readonly object[]): Readonly<Record<string, string>> => {
  const bodies = bodiesOf(documents);
  const fileOf = (operations: readonly string[]): string => {
    const constants = operations.map((operation) => {
      const schema = bodies.get(operation);
      if (schema === undefined) throw new Error(`${operation} has no body for a form`);
      const text = JSON.stringify(lean(schema));
      return `export const ${operation}Body: BodySchema<'${operation}'> = { operation: '${operation}', schema: ${text} };\n`;
    });
    return [NOTE, "import type { BodySchema } from '../body-schema.js';", '', ...constants].join('\n');
  };
  const kinds = [...new Set(Object.values(KINDS))].map((kind) => `'${kind}'`).join(' | ');
  return {
    ...Object.fromEntries(Object.entries(FORMS).map(([name, operations]) => [name, fileOf(operations)])),
    kinds: `${NOTE}\n\n/** What a text has to be, where a pattern decides. */\nexport type TextKind = ${kinds};\n`,
  };
};
