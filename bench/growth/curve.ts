/**
 * Measures what a command and a load cost while the journal grows. Two services run at the same time, one with a
 * journal of some thousand messages and one with the large journal, and take turns at the same requests. The ratio of
 * their processor time is the cost of the journal's length, whatever else the machine does.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { inParallel } from '../../operations/in-parallel.js';
import { type ApiClient, createApiClient } from '../../testkit/api/client.js';
import { createCategory, createContact } from '../../testkit/api/resources.js';
import type { ParleyProcess } from '../../testkit/service/parley-process.js';
import { createTenant } from '../../testkit/service/tenant.js';
import { note } from '../command-line.js';
import { mobileOf, nameOf } from '../contacts/rows.js';
import { fillWithContacts } from './contacts.js';
import { natsServerOf, ranMs, startMeasured, stop, untilIdle } from './measured-service.js';
import { withServer } from './phases.js';

/** Contacts of the measured business; most are alone in their partition. */
const CONTACTS = 2_000;
/** Turns of each service in a pass over all contacts. */
const TURNS = 8;
const CONNECTIONS = 8;
/** Messages of the control journal, besides those of the measured business. */
const CONTROL = 1_000;

/** Processor time per request, microseconds. */
interface Cost {
  readonly natsUs: number;
  readonly serviceUs: number;
}

/** A data directory with its business. */
interface Tenant {
  readonly dataDir: string;
  readonly businessId: string;
  readonly apiKey: string;
  readonly categoryId: string;
  readonly contactIds: readonly string[];
}

/** A service under measurement. */
interface Subject extends Tenant {
  readonly service: ParleyProcess;
  readonly client: ApiClient;
  readonly natsPid: number;
}

/** A pass over all contacts: the request made for each of them. */
interface Pass {
  readonly name: 'load' | 'command' | 'create';
  request(subject: Subject, n: number): Promise<unknown>;
}

const PASSES: readonly Pass[] = [
  // The first change after a start loads the partition.
  {
    name: 'load',
    request: ({ client, contactIds }, n) => rename(client, contactIds[n] ?? '', `Loaded ${n}`),
  },
  {
    name: 'command',
    request: ({ client, contactIds }, n) => rename(client, contactIds[n] ?? '', `Changed ${n}`),
  },
  {
    name: 'create',
    request: ({ client, categoryId }, n) =>
      createContact(client, { name: nameOf(n), mobile: mobileOf(CONTACTS + n), categoryIds: [categoryId] }),
  },
];

/** The curve: one entry for each size, in messages of the journal. */
export const curve = async (sizes: readonly number[], dir: string): Promise<object> => {
  const entries: object[] = [];
  for (const messages of sizes) entries.push(await costsAt(messages, dir));
  return { unit: 'microseconds of processor time per request', requests: CONTACTS, curve: entries };
};

const costsAt = async (messages: number, dir: string): Promise<object> => {
  const tenants: Tenant[] = [];
  const subjects: Subject[] = [];
  try {
    for (const size of [CONTROL, messages]) tenants.push(await prepareTenant(size, dir));
    for (const tenant of tenants) subjects.push(await startSubject(tenant));
    await untilIdle(subjects.flatMap(({ service, natsPid }) => [service.pid, natsPid]));
    const result: Record<string, object> = {};
    for (const pass of PASSES) result[pass.name] = await compareSubjects(pass, subjects);
    return { messages, ...result };
  } finally {
    for (const { service } of subjects) await stop(service);
    for (const { dataDir } of tenants) rmSync(dataDir, { recursive: true, force: true });
  }
};

/** Creates a data directory with `messages` messages of other businesses, and the measured business with its contacts. */
const prepareTenant = async (messages: number, dir: string): Promise<Tenant> => {
  const dataDir = mkdtempSync(join(dir, 'parley-growth-'));
  const began = performance.now();
  await withServer(dataDir, ({ access }) => fillWithContacts(access, messages, (n) => note(`written ${n}`)));
  note(`${messages} messages written in ${Math.round((performance.now() - began) / 1_000)} s`);
  const service = await startMeasured(dataDir);
  try {
    const { businessId, apiKey } = await createTenant(dataDir);
    const client = createApiClient(service.url, businessId, apiKey);
    const categoryId = await createCategory(client, 'Measured');
    const contactIds: string[] = [];
    await forEach(0, CONTACTS, async (n) => {
      contactIds[n] = await createContact(client, {
        name: nameOf(n),
        mobile: mobileOf(n),
        categoryIds: [categoryId],
      });
    });
    return { dataDir, businessId, apiKey, categoryId, contactIds };
  } finally {
    await stop(service);
  }
};

/** Restarts the service, so that it has no actor in memory. */
const startSubject = async (tenant: Tenant): Promise<Subject> => {
  const service = await startMeasured(tenant.dataDir);
  const client = createApiClient(service.url, tenant.businessId, tenant.apiKey);
  return { ...tenant, service, client, natsPid: natsServerOf(service) };
};

const compareSubjects = async (pass: Pass, subjects: readonly Subject[]): Promise<object> => {
  const sums = subjects.map(() => ({ natsMs: 0, serviceMs: 0 }));
  const requestsPerTurn = CONTACTS / TURNS;
  for (let turn = 0; turn < TURNS; turn += 1) {
    // The order alternates from turn to turn, so that neither always comes first.
    const order = turn % 2 === 0 ? [...subjects.keys()] : [...subjects.keys()].toReversed();
    for (const index of order) {
      const subject = subjects[index];
      const sum = sums[index];
      if (subject === undefined || sum === undefined) continue;
      const before = [ranMs(subject.natsPid), ranMs(subject.service.pid)] as const;
      await forEach(turn * requestsPerTurn, (turn + 1) * requestsPerTurn, (n) => pass.request(subject, n));
      sum.natsMs += ranMs(subject.natsPid) - before[0];
      sum.serviceMs += ranMs(subject.service.pid) - before[1];
    }
  }
  const [control, large] = sums.map(
    ({ natsMs, serviceMs }): Cost => ({
      natsUs: Math.round((natsMs * 1_000) / CONTACTS),
      serviceUs: Math.round((serviceMs * 1_000) / CONTACTS),
    }),
  );
  if (control === undefined || large === undefined) throw new Error('the comparison needs two services');
  return {
    control,
    large,
    ratio: {
      nats: Number((large.natsUs / control.natsUs).toFixed(2)),
      service: Number((large.serviceUs / control.serviceUs).toFixed(2)),
    },
  };
};

/** Runs `work` for each number from `from` up to, but not including, `to`, over all connections. */
const forEach = (from: number, to: number, work: (n: number) => Promise<unknown>): Promise<void> =>
  inParallel(
    Array.from({ length: to - from }, (_, index) => from + index),
    CONNECTIONS,
    async (n) => void (await work(n)),
  );

const rename = (client: ApiClient, contactId: string, name: string): Promise<unknown> =>
  client.patch(`/api/v1/contacts/${contactId}`, { name });
