/** A contact job changes every selected contact once, and counts it once, even if its node dies at any step. */
import fc from 'fast-check';
import t from 'tap';
import type { ContactJobRequest } from '../../../actors/contact-job/events.js';
import { contactJob } from '../../../actors/contact-job/index.js';
import { contactPartition } from '../../../actors/contact-partition/index.js';
import { type ContactJobDeps, contactJobEffects } from '../../../operations/effects/contact-job.js';
import type { ContactJobAction } from '../../../schemas/contacts/selection.js';
import { contactIdIn, partitionOfContact, partitionOfMobile } from '../../../schemas/ids.js';
import { stub } from '../../../testkit/stub.js';
import { foldedActors } from '../../support/actors/folded-actors.js';
import { casesOf } from '../../support/full-run.js';
import { readableLog } from '../../support/readable-log.js';

const PEOPLE = Array.from({ length: 12 }, (_, index) => {
  const mobile = `+1415555${1000 + index}`;
  return { mobile, contactId: contactIdIn(partitionOfMobile(mobile), 'test', String(index)) };
});

const PARTITIONS = new Map(PEOPLE.map(({ contactId }) => [partitionOfContact(contactId), contactId]));

/**
 * Contacts in one category, every third of them in another, too. The node dies at the request with the number
 * `deathAt`; the first one starts the job. */
const createWorld = async (deathAt: number) => {
  let requests = 0;
  let alive = false;
  const world = foldedActors(() => {
    requests += 1;
    if (alive && requests === deathAt) throw new Error('the node died');
  });
  const { actors } = world;
  for (const [index, { mobile, contactId }] of PEOPLE.entries()) {
    const categoryIds = index % 3 === 0 ? ['k1', 'k2'] : ['k1'];
    const facts = { name: 'Ann', mobile, categoryIds, fields: {} };
    const target = { business: 'b1', id: partitionOfContact(contactId) };
    await actors.ask(contactPartition, target, { type: 'create', contactId, facts });
  }
  requests = 0;
  alive = true;
  const contactOf = (contactId: string) =>
    contactPartition
      .queries(world.foldOf(contactPartition, partitionOfContact(contactId)).state)
      .get(contactId);
  const deps: ContactJobDeps = {
    actors,
    sealer: stub({}),
    views: {
      catchUp: async () => undefined,
      // The views of the node that runs the job show every change at once.
      contactsInPartition: (_, partition) => {
        const contactId = PARTITIONS.get(partition);
        return contactId === undefined || contactOf(contactId) === null ? [] : [contactId];
      },
    },
    logger: readableLog().logger,
  };
  const run = async (request: ContactJobRequest, resumed: boolean): Promise<void> => {
    const finish = await contactJobEffects(deps).run_contact_job({
      ref: { kind: 'contact-job', business: 'b1', id: 'j1' },
      key: 'run',
      effect: { kind: 'run_contact_job', acceptedAt: 1, ...request },
      resumed,
      attempt: 1,
      signal: new AbortController().signal,
      assertOurs: () => undefined,
    });
    if (finish === null) throw new Error('the job has no result');
    await actors.ask(contactJob, { business: 'b1', id: 'j1' }, finish);
  };
  const standing = () => contactJob.queries(world.foldOf(contactJob, 'j1').state).get();
  return { actors, run, standing, contactOf };
};

const requestOf = (action: ContactJobAction, more: Partial<ContactJobRequest> = {}): ContactJobRequest => ({
  action,
  categoryIds: action === 'add_categories' || action === 'remove_categories' ? ['k2'] : [],
  selection: { type: 'all' },
  dryRun: false,
  by: null,
  ...more,
});

const start = async (deathAt: number, request: ContactJobRequest) => {
  const world = await createWorld(deathAt);
  await world.actors.ask(contactJob, { business: 'b1', id: 'j1' }, { type: 'start', request });
  return world;
};

t.test('wherever the node dies, every contact is changed and counted once', async (t) => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('delete' as const, 'add_categories' as const, 'remove_categories' as const),
      fc.integer({ min: 2, max: 120 }),
      async (action, deathAt) => {
        const request = requestOf(action);
        const world = await start(deathAt, request);
        try {
          await world.run(request, false);
        } catch (error) {
          if (!(error instanceof Error) || error.message !== 'the node died') throw error;
          await world.run(request, true);
        }
        const { status, counts } = world.standing();
        const changed = { delete: 12, add_categories: 8, remove_categories: 4 }[action];
        if (status !== 'completed') throw new Error(status);
        if (counts.matched !== 12 || counts.changed !== changed || counts.skipped !== 12 - changed)
          throw new Error(JSON.stringify(counts));
        for (const { contactId } of PEOPLE) {
          const categories = world.contactOf(contactId)?.categoryIds.join() ?? 'deleted';
          const wanted = { delete: 'deleted', add_categories: 'k1,k2', remove_categories: 'k1' }[action];
          if (categories !== wanted) throw new Error(`${categories} after ${action}`);
        }
      },
    ),
    { numRuns: casesOf(20) },
  );
  t.pass();
});

t.test('a dry run counts and changes nothing', async (t) => {
  const request = requestOf('delete', { dryRun: true });
  const world = await start(0, request);
  await world.run(request, false);
  t.match(world.standing(), { status: 'completed', counts: { matched: 12, changed: 0, skipped: 0 } });
  t.not(world.contactOf(PEOPLE[0]?.contactId ?? ''), null);
});

t.test('named contacts only, and those that do not exist are skipped', async (t) => {
  const named = [PEOPLE[0]?.contactId ?? '', PEOPLE[5]?.contactId ?? '', contactIdIn('abc', 'test', 'gone')];
  const request = requestOf('delete', { selection: { type: 'named', contactIds: named } });
  const world = await start(0, request);
  await world.run(request, false);
  t.match(world.standing(), { status: 'completed', counts: { matched: 3, changed: 2, skipped: 1 } });
  t.equal(world.contactOf(PEOPLE[5]?.contactId ?? ''), null);
  t.not(world.contactOf(PEOPLE[1]?.contactId ?? ''), null);
});

t.test('a cancelled job stops, and says what it did', async (t) => {
  const request = requestOf('delete');
  const world = await start(0, request);
  await world.actors.ask(contactJob, { business: 'b1', id: 'j1' }, { type: 'cancel' });
  await world.run(request, false);
  t.match(world.standing(), { status: 'cancelled', counts: { matched: 0, changed: 0, skipped: 0 } });
  t.equal(PEOPLE.filter(({ contactId }) => world.contactOf(contactId) === null).length, 0);
  await world.actors.ask(contactJob, { business: 'b1', id: 'j1' }, { type: 'cancel' });
  t.equal(world.standing().status, 'cancelled');
});

t.test('a job that an operator drops has failed with the progress that it reported', async (t) => {
  const world = await start(0, requestOf('delete'));
  const target = { business: 'b1', id: 'j1' };
  const counts = { matched: 2, changed: 2, skipped: 0 };
  await world.actors.ask(contactJob, target, { type: 'progress', partitions: 64, counts });
  await world.actors.ask(contactJob, target, { type: 'abandon' });
  t.match(world.standing(), { status: 'failed', partitions: 64, counts });
});
