/** Reads a file of `parley apply` as the resources that it describes. Mistakes are refused with their line. */
import { hash } from 'node:crypto';
import { basename, dirname, extname, resolve } from 'node:path';
import { compileBodyCheck } from '../../../gateway/intake/validation.js';
import { cleanName } from '../../../operations/refusals.js';
import type { ErrorDetail } from '../../../schemas/errors.js';
import type { Environment } from '../../config-file/read.js';
import { readYaml } from '../../yaml-document.js';
import { agentFields, alertFields, sourceFields, toolFields, webhookFields } from '../fields.js';
import { asJson, compact, type Json } from '../json.js';
import { type SourceFile, type Wanted, webhookKey } from '../resource.js';
import { filledIn, isReference, ReferenceProblem, type ReferenceSources, readBeside } from './references.js';
import { type AgentEntry, ApplyFile, MAX_NAME, type SourceEntry, type ToolEntry } from './schema.js';

const FILE = {
  what: 'a file of agents',
  help: 'docs/how-to/configuration-as-code.md',
  maxBytes: 4 * 1024 * 1024,
} as const;

/** A content is sent as Base64 in a body of 64 MiB at most. */
const MAX_CONTENT_BYTES = 45 * 1024 * 1024;
/** Characters of the name of an alert rule. */
const MAX_ALERT_NAME = 80;
/** Characters of the sum in the name of an uploaded file. */
const SUM_CHARACTERS = 12;

export interface WantedState {
  readonly project: string;
  /** In the order of the file, within each kind. */
  readonly resources: readonly Wanted[];
}

type At = (pointer: string, message: string) => Error;

const checkShape = compileBodyCheck(ApplyFile);
const isApplyFile = (value: unknown): value is ApplyFile => checkShape(value).length === 0;

/** @throws ConfigError that says what to write instead, and in which line */
export const readApplyFile = (path: string, env: Environment): WantedState => {
  const { value, errorAt } = readYaml(path, FILE);
  const [problem] = checkShape(value);
  if (!isApplyFile(value)) throw errorAt(problem?.path ?? '', problem?.message ?? 'is not a file of agents');
  const [fault] = faultsOf(value);
  if (fault !== undefined) throw errorAt(fault.path, fault.message);
  const sources = { env, folder: dirname(resolve(path)) };
  return { project: value.project, resources: resourcesOf(value, sources, errorAt) };
};

/** A name in a JSON Pointer. */
const step = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

/** What a schema does not express. */
const faultsOf = (file: ApplyFile): readonly ErrorDetail[] => {
  const { dataSources = {}, agents = {}, tools = {}, alerts = {} } = file;
  return [
    ...nameFaults('dataSources', dataSources),
    ...nameFaults('agents', agents),
    ...nameFaults('alerts', alerts, MAX_ALERT_NAME),
    ...unknownNames(
      Object.entries(alerts).flatMap(([name, { agent }]) =>
        agent === undefined ? [] : [[`/alerts/${step(name)}/agent`, agent] as const],
      ),
      agents,
      'agents',
    ),
    ...Object.entries(dataSources).flatMap(([name, source]) =>
      sourceFaults(source).map((message) => ({ path: `/dataSources/${step(name)}`, message })),
    ),
    ...Object.entries(agents).flatMap(([name, agent]) =>
      agentFaults(`/agents/${step(name)}`, agent, dataSources),
    ),
    ...Object.entries(tools).flatMap(([name, tool]) => toolFaults(`/tools/${step(name)}`, tool, file)),
  ];
};

const nameFaults = (group: string, entries: object, most = MAX_NAME): readonly ErrorDetail[] =>
  Object.keys(entries)
    .filter((name) => name.length > most || cleanName(name) !== name || name === '')
    .map((name) => ({
      path: `/${group}/${step(name)}`,
      message: `must have a name of 1 to ${most} characters, without spaces around it`,
    }));

/** The names at these places that the group does not have. */
const unknownNames = (
  places: readonly (readonly [path: string, name: string])[],
  group: object,
  groupName: string,
): readonly ErrorDetail[] =>
  places
    .filter(([, name]) => !Object.hasOwn(group, name))
    .map(([path, name]) => ({ path, message: `names ${name}, which is not in ${groupName} of this file` }));

const agentFaults = (at: string, agent: AgentEntry, dataSources: object): readonly ErrorDetail[] => {
  const { dataSources: granted = [], dataSourceVariables: variables = [] } = agent;
  const places = [
    ...granted.map((name, index) => [`${at}/dataSources/${index}`, name] as const),
    ...variables.map(({ source }, index) => [`${at}/dataSourceVariables/${index}/source`, source] as const),
  ];
  const isMisplaced = agent.channel !== 'voice' && agent.voicemail !== undefined;
  return [
    ...unknownNames(places, dataSources, 'dataSources'),
    ...(isMisplaced
      ? [{ path: `${at}/voicemail`, message: 'is for agents with channel voice; leave it out' }]
      : []),
  ];
};

const toolFaults = (
  at: string,
  { agents: users = [], looksUp, oauth }: ToolEntry,
  { dataSources = {}, agents = {} }: ApplyFile,
): readonly ErrorDetail[] => [
  ...unknownNames(
    users.map((name, index) => [`${at}/agents/${index}`, name] as const),
    agents,
    'agents',
  ),
  ...(looksUp === undefined ? [] : unknownNames([[`${at}/looksUp`, looksUp]], dataSources, 'dataSources')),
  ...(oauth === undefined || isReference(oauth.clientSecret)
    ? []
    : [
        {
          path: `${at}/oauth/clientSecret`,
          message: 'must be a reference like { env: NAME }: a secret is never in the file',
        },
      ]),
];

const sourceFaults = ({ class: kind, file, database, columns }: SourceEntry): readonly string[] => [
  ...(file !== undefined && database !== undefined ? ['has a file and a database; leave one out'] : []),
  ...(kind === 'unstructured' && database !== undefined
    ? ['is unstructured; a database has rows, so write class: structured']
    : []),
  ...(kind === 'unstructured' && columns !== undefined
    ? ['is unstructured; it has no columns, so leave them out']
    : []),
];

const resourcesOf = (file: ApplyFile, sources: ReferenceSources, errorAt: At): readonly Wanted[] => {
  const { dataSources = {}, agents = {}, tools = {}, webhooks = [], alerts = {} } = file;
  const filled = (pointer: string, value: unknown): string =>
    orAt(pointer, errorAt, () => filledIn(value, sources));
  const plain = { unseen: {}, file: null, secretName: '' };
  const categories = [...new Set(Object.values(agents).flatMap((agent) => agent.contactCategories ?? []))];
  const subscriptions = webhooks.map((entry, index): Wanted => {
    const callbackUrl = filled(`/webhooks/${index}/callbackUrl`, entry.callbackUrl);
    const fields = webhookFields({ ...entry, callbackUrl });
    const { channel, secretName = `PARLEY_WEBHOOK_SECRET_${channel.toUpperCase()}` } = entry;
    return { kind: 'webhook', key: webhookKey(fields), fields, ...plain, secretName };
  });
  const keys = subscriptions.map(({ key }) => key);
  const repeated = keys.findIndex((key, index) => keys.indexOf(key) !== index);
  if (repeated !== -1)
    throw errorAt(`/webhooks/${repeated}`, 'has the channel, account and callbackUrl of another one');
  return [
    ...categories.map((key): Wanted => ({ kind: 'category', key, fields: {}, ...plain })),
    ...Object.entries(dataSources).map(([key, entry]): Wanted => {
      const pointer = `/dataSources/${step(key)}/file`;
      const content = orAt(pointer, errorAt, () => contentOf(entry, sources));
      const fields = sourceFields({ ...entry, content: content?.name });
      return { kind: 'source', key, fields, ...plain, file: content };
    }),
    ...Object.entries(agents).map(([key, entry]): Wanted => {
      const instructions = filled(`/agents/${step(key)}/instructions`, entry.instructions);
      return { kind: 'agent', key, fields: agentFields({ ...entry, instructions }), ...plain };
    }),
    ...Object.entries(tools).map(([key, entry]) => toolOf(key, entry, filled)),
    ...subscriptions,
    ...Object.entries(alerts).map(
      ([key, entry]): Wanted => ({ kind: 'alert', key, fields: alertFields(entry), ...plain }),
    ),
  ];
};

const toolOf = (
  key: string,
  entry: ToolEntry,
  filled: (pointer: string, value: unknown) => string,
): Wanted => {
  const at = `/tools/${step(key)}`;
  const fill = (pointer: string, fields: Json, names: readonly string[]): Json =>
    Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [
        name,
        names.includes(name) && value !== undefined ? filled(`${pointer}/${name}`, value) : value,
      ]),
    );
  const { clientSecret, ...oauth } = fill(`${at}/oauth`, asJson(entry.oauth), [
    'tokenUrl',
    'clientId',
    'clientSecret',
  ]);
  const fields = toolFields({ ...fill(at, entry, ['url', 'transferTo']), oauth });
  const { secretName = `PARLEY_TOOL_SECRET_${key.toUpperCase()}` } = entry;
  return { kind: 'tool', key, fields, unseen: compact({ clientSecret }), file: null, secretName };
};

/** The content, under a name that has its sum: it shows which content the service has. */
const contentOf = ({ file }: SourceEntry, { folder }: ReferenceSources): SourceFile | null => {
  if (file === undefined) return null;
  const bytes = readBeside(file, folder, MAX_CONTENT_BYTES);
  if (bytes.length === 0) throw new ReferenceProblem('names an empty file');
  const extension = extname(file);
  return { name: `${basename(file, extension)}.${sumOf(bytes)}${extension}`, bytes };
};

/** The part of a file's name that identifies its content. */
export const sumOf = (bytes: Uint8Array): string => hash('sha256', bytes).slice(0, SUM_CHARACTERS);

/** The name without the sum, and the sum; null if it has none. */
export const withoutSum = (name: string): { readonly name: string; readonly sum: string } | null => {
  const [, start, sum, extension] = /^(.+)\.([0-9a-f]{12})(\.[A-Za-z0-9]+)?$/.exec(name) ?? [];
  return start === undefined || sum === undefined ? null : { name: `${start}${extension ?? ''}`, sum };
};

const orAt = <T>(pointer: string, errorAt: At, work: () => T): T => {
  try {
    return work();
  } catch (error) {
    throw error instanceof ReferenceProblem ? errorAt(pointer, error.message) : error;
  }
};
