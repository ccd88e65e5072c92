import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import t from 'tap';
import { AssetMissing } from '../../../providers/assets/asset-store.js';
import { createObjectAssetStore } from '../../../providers/assets/object-store.js';
import { startNats } from '../../../testkit/nats/server.js';
import { seededBytes } from '../../../testkit/seeded.js';

const CHUNK = 128 * 1024;
const STREAM = 'OBJ_parley_assets';

t.test('assets', async (t) => {
  const nats = await startNats(t);
  const nc = await connect({ servers: nats.url });
  t.teardown(() => nc.close());
  const store = await createObjectAssetStore(nc);
  const jsm = await jetstreamManager(nc);
  const path = join(t.testdir({}), 'file');

  for (const size of [0, 1, CHUNK, CHUNK + 1, 80 * CHUNK + 7])
    await t.test(`returns ${size} bytes unchanged`, async (t) => {
      const content = seededBytes(1, size);
      await store.keep(`of-${size}`, [content.subarray(0, 1_000), content.subarray(1_000)]);
      await writeFile(path, 'what was there before');
      await store.fetch(`of-${size}`, path);
      t.ok(content.equals(await readFile(path)));
      const opened = await store.open(`of-${size}`);
      const pieces: Uint8Array[] = [];
      for await (const piece of opened?.read() ?? []) pieces.push(piece);
      t.equal(opened?.bytes, size);
      t.ok(content.equals(Buffer.concat(pieces)), 'reading in pieces gives the same content');
      const { state } = await jsm.streams.info(STREAM);
      t.equal(state.consumer_count, 0, 'no consumer is left at the server');
    });

  await t.test('keeping an asset again replaces it', async (t) => {
    await store.keep('again', ['one', 'two'].map(Buffer.from));
    await store.keep('again', [Buffer.from('three')]);
    await store.fetch('again', path);
    t.equal(await readFile(path, 'utf8'), 'three');
  });

  await t.test('an asset that was never kept or was removed is missing', async (t) => {
    await t.rejects(store.fetch('never', path), AssetMissing);
    t.equal(await store.open('never'), null);
    await store.keep('gone', [Buffer.from('content')]);
    await store.remove('gone');
    await store.remove('gone');
    await t.rejects(store.fetch('gone', path), AssetMissing);
    t.equal(await store.open('gone'), null);
  });

  await t.test('an asset with a missing chunk is rejected', async (t) => {
    for (const [index, id] of ['no-first', 'no-last'].entries()) {
      await store.keep(id, [seededBytes(index, 2 * CHUNK)]);
      const { state } = await jsm.streams.info(STREAM);
      // Two chunks, then the record of the object.
      await jsm.streams.deleteMessage(STREAM, state.last_seq - 2 + index);
      await t.rejects(store.fetch(id, path), /only 1 of the asset's 2 chunks/);
    }
  });

  await t.test('a reader that stops early leaves no consumer at the server', async (t) => {
    await store.keep('long', [seededBytes(1, 40 * CHUNK)]);
    for await (const piece of (await store.open('long'))?.read() ?? []) if (piece.length > 0) break;
    const { state } = await jsm.streams.info(STREAM);
    t.equal(state.consumer_count, 0);
  });

  await t.test('an asset whose source fails is not kept, and the previous version stays', async (t) => {
    const breaking = async function* (): AsyncGenerator<Uint8Array> {
      yield seededBytes(1, 3 * CHUNK);
      throw new Error('the source broke off');
    };
    await t.rejects(store.keep('broken', breaking()), /the source broke off/);
    t.equal(await store.open('broken'), null);
    await store.keep('kept', [Buffer.from('whole')]);
    await t.rejects(store.keep('kept', breaking()), /the source broke off/);
    t.equal((await store.open('kept'))?.bytes, 5);
  });
});
