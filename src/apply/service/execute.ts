/** Executes the steps of a plan, one after the other, by requests that a repetition of the plan does not repeat. */
import { randomInt } from 'node:crypto';
import { asJson, type Json } from '../json.js';
import type { Step } from '../plan/plan.js';
import { type Kind, type Present, placeOf, type Wanted } from '../resource.js';
import { agentProfile, agentUpdate } from './agent-body.js';
import { ALERT_RULES, alertRule, alertRuleUpdate } from './alert-rules.js';
import { type Api, Refusal } from './api.js';
import { type MarkedKind, marksOf } from './marks.js';
import { createSource, updateSource } from './source.js';

/** Attempts with other marks: an earlier request with a mark may have been refused. */
const MARK_ATTEMPTS = 5;

export interface Execution {
  readonly api: Api;
  readonly project: string;
  /** Ids by place (resource.ts); those of created resources are added. */
  readonly ids: Map<string, string>;
  readonly takenIds: ReadonlySet<string>;
  /** Saves a signing secret as soon as it is known: it is shown once. */
  readonly saveSecret: (name: string, secret: string) => void;
}

/** @throws Refusal; ConfigError if the service does not answer. Parts of the step may have been done: the next plan has the rest */
export const execute = async (execution: Execution, step: Step): Promise<void> => {
  if (step.action === 'delete') return remove(execution, step.present);
  if (step.action === 'create') return CREATE[step.wanted.kind](execution, step.wanted);
  const changed = new Set(step.changes.map(({ field }) => field.split('.')[0] ?? field));
  return CHANGE[step.wanted.kind](execution, step.wanted, step.present, changed);
};

type Create = (execution: Execution, wanted: Wanted) => Promise<void>;
type Change = (
  execution: Execution,
  wanted: Wanted,
  present: Present,
  /** First names of the fields that differ. */
  changed: ReadonlySet<string>,
) => Promise<void>;

/** Creates a resource with a mark that is free. @throws Refusal */
const createMarked = async (
  { api, project, takenIds }: Execution,
  kind: MarkedKind,
  { key }: Wanted,
  path: string,
  body: Json,
): Promise<Json> => {
  const free = marksOf({ businessId: api.businessId, project }, kind, key).filter(
    ({ id }) => !takenIds.has(id),
  );
  for (let attempt = 1; ; attempt += 1) {
    const [mark] = free.splice(randomInt(Math.max(free.length, 1)), 1);
    if (mark === undefined)
      throw new Refusal('name_used_up', 'was created and removed too often; give it another name');
    try {
      const { data } = await api.send('POST', path, { body, idempotencyKey: mark.idempotencyKey });
      return data;
    } catch (error) {
      const isUsed =
        error instanceof Refusal && (error.isReplayed || error.code === 'idempotency_key_conflict');
      if (!isUsed || attempt >= MARK_ATTEMPTS) throw error;
    }
  }
};

const idOf = ({ ids }: Execution, kind: Kind, key: string): string => {
  const id = ids.get(placeOf({ kind, key }));
  if (id === undefined) throw new Refusal('missing', `needs the ${kind} ${key}, which does not exist`);
  return id;
};

const setAgentParts = async (
  { api }: Execution,
  agentId: string,
  { fields }: Wanted,
  parts: ReadonlySet<string>,
): Promise<void> => {
  const path = `/api/v1/agents/${agentId}`;
  if (parts.has('voicemail'))
    await api.send('POST', `${path}/voicemail`, {
      body: { voicemail: fields.voicemail ?? { type: 'hang_up' } },
    });
  if (parts.has('analysis'))
    await api.send('POST', `${path}/analysis`, {
      body: { analysis: { criteria: [], fields: null, ...asJson(fields.analysis) } },
    });
  if (parts.has('memory'))
    await api.send('POST', `${path}/memory`, { body: { memory: { enabled: fields.memory === true } } });
};

const saveSecretOf = async (
  { saveSecret }: Execution,
  { secretName }: Wanted,
  secret: unknown,
  replace: () => Promise<unknown>,
): Promise<void> => {
  // A repeated request does not return it again.
  const known = typeof secret === 'string' ? secret : await replace();
  if (typeof known === 'string') saveSecret(secretName, known);
};

const toolBody = (execution: Execution, { key, fields, unseen }: Wanted): Json => {
  const { oauth, looksUp, agents, ...others } = fields;
  return {
    name: key,
    ...others,
    ...(oauth === undefined ? {} : { oauth: { ...asJson(oauth), ...unseen } }),
    ...(typeof looksUp === 'string' ? { looksUp: idOf(execution, 'source', looksUp) } : {}),
    ...(Array.isArray(agents)
      ? { agentIds: agents.map((name) => idOf(execution, 'agent', String(name))) }
      : {}),
    project: execution.project,
  };
};

const setTool = async (execution: Execution, wanted: Wanted, isNew: boolean): Promise<void> => {
  const body = toolBody(execution, wanted);
  const set = async (more: Json): Promise<unknown> =>
    (await execution.api.send('POST', '/api/v1/tools', { body: { ...body, ...more } })).data.signingSecret;
  const secret = await set({});
  if (wanted.fields.url === undefined) return;
  if (isNew) await saveSecretOf(execution, wanted, secret, () => set({ newSecret: true }));
  else if (typeof secret === 'string') execution.saveSecret(wanted.secretName, secret);
};

const CREATE: Readonly<Record<Kind, Create>> = {
  category: async ({ api, ids }, wanted) => {
    const { data } = await api.send('POST', '/api/v1/contacts/categories', { body: { name: wanted.key } });
    ids.set(placeOf(wanted), String(asJson(data.category).id));
  },
  source: async (execution, wanted) => {
    const { fields } = wanted;
    const body = {
      class: fields.class,
      name: wanted.key,
      ...(fields.description === undefined ? {} : { description: fields.description }),
      ...(fields.database === undefined ? {} : { database: fields.database }),
    };
    const data = await createMarked(execution, 'source', wanted, '/api/v1/data-sources', body);
    const id = String(asJson(data.dataSource).id);
    execution.ids.set(placeOf(wanted), id);
    const { ingestionId } = asJson(data.ingestion);
    await createSource(execution.api, id, wanted, typeof ingestionId === 'string' ? ingestionId : null);
  },
  agent: async (execution, wanted) => {
    const body = agentProfile(wanted, (kind, key) => idOf(execution, kind, key));
    const data = await createMarked(execution, 'agent', wanted, '/api/v1/agents', body);
    const id = String(asJson(data.agent).id);
    execution.ids.set(placeOf(wanted), id);
    await setAgentParts(execution, id, wanted, new Set(Object.keys(wanted.fields)));
  },
  tool: (execution, wanted) => setTool(execution, wanted, true),
  webhook: async (execution, wanted) => {
    const { status, ...body } = wanted.fields;
    const data = await createMarked(execution, 'webhook', wanted, '/api/v1/webhook-subscriptions', body);
    const path = `/api/v1/webhook-subscriptions/${String(asJson(data.subscription).id)}`;
    await saveSecretOf(execution, wanted, data.signingSecret, async () => {
      const rotated = await execution.api.send('POST', `${path}/rotate-secret`, { body: {} });
      return rotated.data.signingSecret;
    });
    if (status !== undefined) await execution.api.send('PATCH', path, { body: { status } });
  },
  alert: async (execution, wanted) => {
    const body = alertRule(wanted, (kind, key) => idOf(execution, kind, key));
    await createMarked(execution, 'alert', wanted, ALERT_RULES, body);
  },
};

const PARTS: ReadonlySet<string> = new Set(['voicemail', 'analysis', 'memory']);

const CHANGE: Readonly<Record<Kind, Change>> = {
  // It has nothing that could differ.
  category: async () => undefined,
  source: ({ api }, wanted, present, changed) => updateSource(api, wanted, present, changed),
  agent: async (execution, wanted, present, changed) => {
    if ([...changed].some((field) => !PARTS.has(field)))
      await execution.api.send('PATCH', '/api/v1/agents', {
        body: agentUpdate(wanted, present, (kind, key) => idOf(execution, kind, key)),
        ifMatch: present.tag,
      });
    await setAgentParts(execution, present.id, wanted, changed);
  },
  tool: (execution, wanted) => setTool(execution, wanted, false),
  webhook: async ({ api }, { fields }, present) => {
    const { events, status = 'active' } = fields;
    await api.send('PATCH', `/api/v1/webhook-subscriptions/${present.id}`, { body: { events, status } });
  },
  alert: async (execution, wanted, present) => {
    const body = alertRuleUpdate(wanted, (kind, key) => idOf(execution, kind, key));
    await execution.api.send('PATCH', `${ALERT_RULES}/${present.id}`, { body });
  },
};

const remove = async ({ api }: Execution, { kind, id }: Present): Promise<void> => {
  if (kind === 'agent') await api.send('DELETE', '/api/v1/agents', { body: { agentId: id } });
  if (kind === 'source') await api.send('DELETE', '/api/v1/data-sources', { body: { sourceId: id } });
  if (kind === 'tool') await api.send('DELETE', `/api/v1/tools/${id}`);
  if (kind === 'webhook') await api.send('DELETE', `/api/v1/webhook-subscriptions/${id}`);
  if (kind === 'alert') await api.send('DELETE', `${ALERT_RULES}/${id}`);
};
