/** Reads what a service has, in the form in which files are compared with it. */
import { agentFields, sourceFields, toolFields, webhookFields } from '../fields.js';
import { asJson, compact, type Json, listOf } from '../json.js';
import { type Present, webhookKey } from '../resource.js';
import { alertRuleOf, listAlertRules } from './alert-rules.js';
import { type Api, Refusal } from './api.js';
import { type MarkedKind, type MarkScope, marksOf } from './marks.js';

export interface PresentState {
  readonly resources: readonly Present[];
  /** Ids of resources that exist or existed. */
  readonly takenIds: ReadonlySet<string>;
  /** Tools of MCP servers, which a file does not describe. */
  readonly importedTools: readonly string[];
  /** Whether the key may read alert rules; otherwise none are among the resources. */
  readonly hasAlertRules: boolean;
}

/** Reads everything of the kinds that a file has. @throws Refusal; ConfigError */
export const readService = async (api: Api, project: string): Promise<PresentState> => {
  const scope = { businessId: api.businessId, project };
  const categories = await api.list('/api/v1/contacts/categories', 'categories');
  const sources = (await api.list('/api/v1/data-sources', 'dataSources')).filter(
    ({ builtIn }) => builtIn !== true,
  );
  const agents = await api.list('/api/v1/agents', 'agents');
  const { data } = await api.send('GET', '/api/v1/tools');
  const subscriptions = await api.list('/api/v1/webhook-subscriptions', 'subscriptions');
  const alertRules = await listAlertRules(api);
  const names = {
    source: namesOf(sources),
    category: namesOf(categories),
    agent: namesOf(agents),
  };
  const tools = listOf(data.tools);
  const resources: Present[] = categories.map(({ id, name }) => ({
    ...presentOf('category', String(name), String(id), {}),
  }));
  for (const source of sources.filter(isActive)) {
    const fields = sourceFields({ ...source, ...(await contentOf(api, source)) });
    resources.push(
      marked(scope, 'source', presentOf('source', String(source.name), String(source.id), fields)),
    );
  }
  for (const agent of agents.filter(isActive))
    resources.push(marked(scope, 'agent', await readAgent(api, agent, names)));
  resources.push(...tools.filter(({ kind }) => kind !== 'mcp').map((tool) => toolOf(tool, project, names)));
  for (const subscription of subscriptions.filter(({ status }) => status !== 'revoked')) {
    const fields = webhookFields(subscription);
    const present = presentOf('webhook', webhookKey(fields), String(subscription.id), fields);
    resources.push(marked(scope, 'webhook', present));
  }
  for (const rule of alertRules ?? [])
    resources.push(marked(scope, 'alert', { ...alertRuleOf(rule, names.agent), owned: false }));
  const all = [...sources, ...agents, ...subscriptions];
  return {
    resources,
    takenIds: new Set([
      ...all.map(({ id }) => String(id)),
      ...(alertRules ?? []).map(({ alertRuleId }) => String(alertRuleId)),
    ]),
    importedTools: tools.filter(({ kind }) => kind === 'mcp').map(({ name }) => String(name)),
    hasAlertRules: alertRules !== null,
  };
};

interface Names {
  readonly source: ReadonlyMap<string, string>;
  readonly category: ReadonlyMap<string, string>;
  readonly agent: ReadonlyMap<string, string>;
}

const namesOf = (items: readonly Json[]): ReadonlyMap<string, string> =>
  new Map(items.map(({ id, name }) => [String(id), String(name)]));

const isActive = ({ status }: Json): boolean => status === 'active';

const presentOf = (kind: Present['kind'], key: string, id: string, fields: Json): Present => ({
  kind,
  key,
  id,
  owned: false,
  otherProject: null,
  fields,
  tag: null,
});

const marked = (scope: MarkScope, kind: MarkedKind, present: Present): Present => ({
  ...present,
  owned: marksOf(scope, kind, present.key).some(({ id }) => id === present.id),
});

/** Ids of a list as names. A resource that no list shows any more keeps its id. */
const named = (ids: unknown, names: ReadonlyMap<string, string>): readonly string[] =>
  Array.isArray(ids) ? ids.map((id) => names.get(String(id)) ?? String(id)) : [];

const readAgent = async (api: Api, listed: Json, names: Names): Promise<Present> => {
  const id = String(listed.id);
  const path = `/api/v1/agents/${id}`;
  const { data, tag } = await api.send('GET', path);
  const agent = asJson(data.agent);
  const { voicemail } =
    agent.channel === 'voice' ? (await api.send('GET', `${path}/voicemail`)).data : { voicemail: undefined };
  const analysis = asJson((await api.send('GET', `${path}/analysis`)).data.analysis);
  const memory = asJson((await api.send('GET', `${path}/memory`)).data.memory);
  const fields = agentFields({
    ...agent,
    dataSources: named(agent.dataSourceIds, names.source),
    contactCategories: named(agent.contactCategoryIds, names.category),
    dataSourceVariables: listOf(agent.dataSourceVariables).map(({ sourceId, fieldKey, alias }) => ({
      source: names.source.get(String(sourceId)) ?? String(sourceId),
      fieldKey,
      alias,
    })),
    voicemail,
    analysis,
    memory: memory.enabled,
  });
  return { ...presentOf('agent', String(agent.name), id, fields), tag };
};

const toolOf = (tool: Json, project: string, names: Names): Present => {
  const { kind, looksUp, agentIds } = tool;
  const fields = toolFields({
    description: tool.description,
    url: tool.url,
    // Other tools have those that Parley gives them.
    parameters: kind === 'http' ? tool.parameters : undefined,
    oauth: compact(asJson(tool.oauth)),
    transferTo: tool.transferTo,
    consults: kind === 'consult' ? true : undefined,
    sendsDigits: kind === 'send_digits' ? true : undefined,
    looksUp: typeof looksUp === 'string' ? (names.source.get(looksUp) ?? looksUp) : undefined,
    handsOver: kind === 'hand_over' ? true : undefined,
    savesMobile: kind === 'save_mobile' ? true : undefined,
    timeoutSeconds: kind === 'http' ? tool.timeoutSeconds : undefined,
    agents: named(agentIds, names.agent),
  });
  const name = String(tool.name);
  return {
    ...presentOf('tool', name, name, fields),
    owned: tool.project === project,
    otherProject: typeof tool.project === 'string' && tool.project !== project ? tool.project : null,
  };
};

/** The name of the file with the active version of a source, and its columns. */
const contentOf = async (api: Api, source: Json): Promise<Json> => {
  const { activeVersionId, database } = source;
  if (typeof activeVersionId !== 'string') return {};
  try {
    const ingestion = await readIngestion(api, activeVersionId);
    const columns = listOf(ingestion.columns).map((column) => [
      String(column.column),
      compact({
        fieldKey: column.fieldKey,
        type: column.type,
        include: column.include === true ? undefined : false,
        key: column.key === true ? true : undefined,
        dateOrder: column.dateOrder,
      }),
    ]);
    return {
      ...(database === null || database === undefined ? { content: ingestion.fileName } : {}),
      columns: Object.fromEntries(columns),
    };
  } catch (error) {
    // A text that was set as such has no file.
    if (error instanceof Refusal && error.code === 'ingestion_not_found') return {};
    throw error;
  }
};

/** @throws Refusal */
export const readIngestion = async (api: Api, ingestionId: string): Promise<Json> => {
  const { data } = await api.send('GET', '/api/v1/data-sources/ingestions', { query: { ingestionId } });
  return listOf(data.ingestions)[0] ?? {};
};
