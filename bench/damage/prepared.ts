/** A data directory with a journal, and the answers that its clients received. */
import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type ParleyProcess, startParley } from '../../testkit/service/parley-process.js';
import { createTenant } from '../../testkit/service/tenant.js';
import { descendantsOf } from '../gauges/processes.js';
import { type Answer, type Request, sender } from './requests.js';

/** What was acknowledged. */
export interface Acknowledged {
  readonly businessId: string;
  readonly apiKey: string;
  /** Requests that changed something, with their answers. */
  readonly changes: readonly { readonly request: Request; readonly answer: Answer }[];
  /** Reads after the last change, by path. */
  readonly reads: ReadonlyMap<string, Answer>;
  readonly contactIds: readonly string[];
}

/** How the process that served it ended. */
export type Ending = 'stopped' | 'killed';

const CONTACTS = 24;
const AGENTS = 6;
/** The log shows only problems. */
export const ENV = { PARLEY_LOG_LEVEL: 'warn' } as const;

/** The nats-server's store in a data directory. */
export const storeOf = (dataDir: string): string => join(dataDir, 'nats');

/** Fills `dataDir`, and copies the store as it is about halfway to `older`. */
export const prepare = async (dataDir: string, older: string, ending: Ending): Promise<Acknowledged> => {
  mkdirSync(dataDir, { recursive: true });
  const service = await startParley({ dataDir, env: ENV });
  try {
    return await makeChanges(service, dataDir, older);
  } finally {
    await end(service, ending);
  }
};

const makeChanges = async (service: ParleyProcess, dataDir: string, older: string): Promise<Acknowledged> => {
  const { businessId, apiKey } = await createTenant(dataDir, { env: ENV });
  const send = sender(service.url, businessId, apiKey);
  const changes: { request: Request; answer: Answer }[] = [];
  const change = async (method: 'POST' | 'PATCH', path: string, body: object): Promise<Answer> => {
    const request = { method, path, body, key: `change-${changes.length}` } as const;
    const answer = await send(request);
    if (answer.status >= 300) throw new Error(`${method} ${path} returned ${answer.status}`);
    changes.push({ request, answer });
    return answer;
  };
  const { id: categoryId } =
    (await change('POST', '/api/v1/contacts/categories', { name: 'All' })).data.category ?? {};
  const contactIds: string[] = [];
  for (let n = 0; n < CONTACTS; n += 1) {
    const mobile = `+1415555${2_000 + n}`;
    const answer = await change('POST', '/api/v1/contacts', {
      name: `Contact ${n}`,
      mobile,
      categoryIds: [categoryId],
    });
    contactIds.push(answer.data.contact?.id ?? '');
    if (n === CONTACTS / 2) cpSync(storeOf(dataDir), older, { recursive: true });
  }
  for (const [n, id] of contactIds.entries()) {
    await change('PATCH', `/api/v1/contacts/${id}`, { name: `Renamed ${n}` });
    if (n % 3 === 0) await change('PATCH', `/api/v1/contacts/${id}`, { communicationBlocked: true });
  }
  const agentIds: string[] = [];
  for (let n = 0; n < AGENTS; n += 1) {
    const profile = { channel: 'voice', name: `Agent ${n}`, instructions: 'Be kind.', languageCode: 'en' };
    agentIds.push((await change('POST', '/api/v1/agents', profile)).data.agent?.id ?? '');
  }
  const paths = [
    ...contactIds.map((id) => `/api/v1/contacts/${id}`),
    ...agentIds.map((id) => `/api/v1/agents/${id}`),
    '/api/v1/contacts/categories',
    '/api/v1/contacts?limit=200',
    '/api/v1/agents?limit=200',
  ];
  const reads = new Map<string, Answer>();
  for (const path of paths) reads.set(path, await send({ method: 'GET', path }));
  return { businessId, apiKey, changes, reads, contactIds };
};

/** Ends the service and its nats-server. */
export const end = async (service: ParleyProcess, ending: Ending): Promise<void> => {
  if (ending === 'stopped') service.kill('SIGTERM');
  else
    for (const { pid } of [{ pid: service.pid }, ...descendantsOf(service.pid)])
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It exited with its parent.
      }
  await service.ended;
};
