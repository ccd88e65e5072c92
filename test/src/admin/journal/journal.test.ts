/** The journal as an operator verifies, repairs and reads it. */
import { randomUUID } from 'node:crypto';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import pino from 'pino';
import t from 'tap';
import { openPositionFile, positionPath } from '../../../../actors/runtime/integrity/position-file.js';
import { streamName } from '../../../../actors/runtime/subjects.js';
import { createBusiness, startOperator } from '../operator.js';

const operator = await startOperator(t);
const nc = await connect({ servers: operator.nats.url });
t.teardown(() => nc.close());

const journal = (...args: readonly string[]) => operator.run('journal', ...args);

/** The report, and the status with which the command ends. */
const verify = async () => {
  const report = await journal('verify');
  const status = process.exitCode ?? 0;
  process.exitCode = undefined;
  return { report, status };
};

t.test('a whole journal is sound, and every stream has its replicas', async (t) => {
  await createBusiness(operator);
  const { report, status } = await verify();
  t.match(report, {
    sound: true,
    shards: [
      {
        shard: 0,
        served: true,
        acknowledged: null,
        acceptedLosses: 0,
        finding: 'no acknowledged message is missing',
        remedy: null,
      },
    ],
    damaged: [],
  });
  t.equal(status, 0);
  const { streams } = await journal('status');
  t.match([streams].flat(), [{ replicas: 1 }]);
  t.match(await journal('replicas', '1'), { streams: Array }, 'no change is needed');
  for (const count of ['0', '6', 'many'])
    await t.rejects(journal('replicas', count), /write a whole number/, count);
});

t.test('messages that are missing are named, and the actor continues once they are given up', async (t) => {
  const businessId = await createBusiness(operator, '--credits', '1');
  const subject = `evt.0.business.${businessId}.${businessId}`;
  const actor = `business.${businessId}.${businessId}`;
  const change = (lines: string) =>
    operator.run('business', 'lines', '--business', businessId, '--lines', lines);
  await change('2');
  const jsm = await jetstreamManager(nc);
  const { seq } = (await jsm.streams.getMessage(streamName(0), { last_by_subj: subject })) ?? { seq: 0 };
  await change('3');
  await jsm.streams.deleteMessage(streamName(0), seq);
  const { report, status } = await verify();
  t.match(report, {
    sound: false,
    damaged: [{ actor, missing: [seq], remedy: new RegExp(`journal repair --gap ${actor}`) }],
  });
  t.equal(status, 1);
  t.match(await journal('repair', '--gap', actor), { shard: 0, givenUp: [seq] });
  t.match((await verify()).report, { sound: true, damaged: [] });
  await t.rejects(journal('repair', '--gap', actor), /has no missing messages; nothing was changed/);
});

t.test('a message that cannot be read is skipped only with a reason and a confirmation', async (t) => {
  const businessId = await createBusiness(operator);
  const actor = `business.${businessId}.${businessId}`;
  const { seq } = await jetstream(nc).publish(`evt.0.${actor}`, 'rubbish');
  const { report, status } = await verify();
  t.match(report, {
    sound: false,
    damaged: [{ actor, missing: [], unreadable: [seq], remedy: /upgrade to a build that can read it/ }],
  });
  t.equal(status, 1);
  const skip = (record: string, message: string, ...args: readonly string[]) =>
    journal('skip', record, message, '--reason', 'rubbish', ...args);
  await t.rejects(
    journal('skip', actor, 'all', '--reason', ' ', '--yes'),
    /--reason takes 1 to 500 characters/,
  );
  await t.rejects(skip(actor, 'all'), /a skip is permanent: try a newer build first, then pass --yes/);
  for (const record of [
    'business',
    `${actor}.x`,
    `robot.${businessId}.${businessId}`,
    `business.*.${businessId}`,
  ])
    await t.rejects(skip(record, 'all', '--yes'), /use KIND\.BUSINESS\.ID/, record);
  for (const message of ['0', '1.5', 'first'])
    await t.rejects(skip(actor, message, '--yes'), /give its sequence, `last` or `all`/, message);
  await t.rejects(skip(actor, '1', '--yes'), new RegExp(`nothing was skipped: .* Unreadable: ${seq} `));
  t.match(await skip(actor, 'all', '--yes'), { skipped: [{ seq }] });
  await t.rejects(skip(actor, 'all', '--yes'), /all messages of the record are readable, or it has none/);
  t.match(await operator.run('audit', '--business', businessId), {
    entries: [
      { action: 'journal.skipped', target: `business ${businessId}` },
      { action: 'business.created' },
    ],
  });
  t.match(await operator.run('business', 'show', '--business', businessId), { name: 'Acme' });
});

t.test('a journal that lacks acknowledged messages is served once the loss is accepted', async (t) => {
  const file = openPositionFile(positionPath(operator.dataDir), 1, pino({ level: 'silent' }));
  const known = { seq: 1_000_000, subject: 'evt.0.business.x.x', commitKey: `${randomUUID()}@1700000000000` };
  await file.note(0, { journal: 'of-another-store', lineage: '', ...known });
  file.close();
  const { report, status } = await verify();
  t.match(report, {
    sound: false,
    shards: [
      {
        served: false,
        acknowledged: 1_000_000,
        finding: /is not the journal that/,
        remedy: /accept the loss/,
      },
    ],
  });
  t.equal(status, 1);
  t.match(await journal('repair', '--accept-loss'), {
    losses: [
      { shard: 0, acceptedLoss: String, acknowledged: 1_000_000, insteadOfJournal: 'of-another-store' },
    ],
  });
  t.match((await verify()).report, {
    sound: true,
    shards: [
      { served: true, acceptedLosses: 2, finding: 'no acknowledged message is missing', remedy: null },
    ],
  });
  await t.rejects(journal('repair', '--accept-loss'), /nothing that this data directory knows of is missing/);
});

t.test('a repair is for one kind of damage, and for an actor', async (t) => {
  await t.rejects(journal('repair'), /use either --accept-loss or --gap <actor>/);
  await t.rejects(
    journal('repair', '--accept-loss', '--gap', 'a.b.c'),
    /use either --accept-loss or --gap <actor>/,
  );
  for (const actor of ['business', 'business.a.b.c', 'business.*.a', 'business..a'])
    await t.rejects(journal('repair', '--gap', actor), /--gap is ".*"; use KIND\.BUSINESS\.ID/, actor);
});
