/** One bit of the journal's file flips while the server is cleanly stopped: from then on it skips the message. */
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '@nats-io/transport-node';
import t from 'tap';
import type { ActorRef } from '../../../../actors/runtime/actor.js';
import { type Journal, openJournal } from '../../../../actors/runtime/journal/journal.js';
import { findPoison, writeSkip } from '../../../../actors/runtime/journal/skipping.js';
import { watchConnection } from '../../../../actors/runtime/nats/connection.js';
import type { Lifetime } from '../../../../testkit/lifetime.js';
import { startNats } from '../../../../testkit/nats/server.js';

t.setTimeout(60_000);

const refOf = (id: string): ActorRef => ({ kind: 'counter', business: 'b', id });
const commitOf = (commandId: string) => ({ commandId, at: 1, events: [{ type: `counted-${commandId}` }] });

/** All events that these tests commit. */
const EVENTS = Object.fromEntries(
  ['first', 'middle', 'last', 'next', 'single'].map((name) => [`counted-${name}`, 1]),
);
const FACTS = { commandId: 'skip', at: 1, by: 'ops', reason: 'damaged' };

/** Flips one bit in the message that holds the word, in any file of the store. */
const damage = async (store: string, word: string): Promise<void> => {
  for (const entry of await readdir(store, { recursive: true, withFileTypes: true })) {
    if (!entry.name.endsWith('.blk')) continue;
    const file = join(entry.parentPath, entry.name);
    const content = await readFile(file);
    const at = content.indexOf(word);
    if (at < 0) continue;
    content.writeUInt8(content.readUInt8(at) ^ 4, at);
    await writeFile(file, content);
    return;
  }
  throw new Error(`the store does not hold ${word}`);
};

const commandsOf = async (journal: Journal, id: string): Promise<readonly string[]> => {
  const commandIds: string[] = [];
  for await (const { commandId } of journal.read(refOf(id), 0)) commandIds.push(commandId);
  return commandIds;
};

/** A journal with an actor of three commits, one of a single commit, and others with commits in between. */
const world = async (t: Lifetime) => {
  const directory = await mkdtemp(join(tmpdir(), 'parley-damage-'));
  t.teardown(() => rm(directory, { recursive: true, force: true }));
  const nats = await startNats(t, '', { on: directory });
  const open = async (): Promise<Journal> => {
    const nc = await connect({ servers: nats.url });
    t.teardown(() => nc.close());
    return openJournal(watchConnection(nc), 1);
  };
  const journal = await open();
  let links: readonly number[] = [];
  for (const name of ['first', 'middle', 'last']) {
    const written = await journal.append(refOf('many'), links, commitOf(name));
    if (written.type === 'written') links = [written.seq, ...links];
    await journal.append(refOf(`beside-${name}`), [], commitOf(`beside-${name}`));
  }
  await journal.append(refOf('single'), [], commitOf('single'));
  return {
    /** Reopens the journal after flipping a bit in the message with this word. */
    damaged: async (word: string): Promise<Journal> => {
      await nats.kill('SIGTERM');
      await damage(join(directory, 'store'), `counted-${word}`);
      await nats.restart();
      return open();
    },
  };
};

for (const word of ['first', 'middle', 'last'])
  t.test(`a damaged ${word} message makes its own actor unreadable and no other actor`, async (t) => {
    const journal = await (await world(t)).damaged(word);
    await t.rejects(commandsOf(journal, 'many'), { name: 'JournalDamaged' });
    t.same(await commandsOf(journal, 'beside-middle'), ['beside-middle']);
    t.same(await commandsOf(journal, 'single'), ['single']);
    const { messages, poison } = await findPoison(journal, refOf('many'), EVENTS);
    t.match(poison, [{ seq: word === 'last' ? null : Number }]);
    await writeSkip(journal, refOf('many'), messages, poison, FACTS);
    const left = ['first', 'middle', 'last'].filter((name) => name !== word);
    t.same(await commandsOf(journal, 'many'), [...left, 'skip'], 'its other messages are read after a skip');
    const links = (await journal.remaining(refOf('many'))).map(({ seq }) => seq).toReversed();
    await journal.append(refOf('many'), links, commitOf('next'));
    t.same(await commandsOf(journal, 'many'), [...left, 'skip', 'next'], 'new commits can be written');
  });

t.test('does not mistake an actor whose only message is damaged for a new actor', async (t) => {
  const journal = await (await world(t)).damaged('single');
  await t.rejects(commandsOf(journal, 'single'), {
    name: 'JournalDamaged',
    message: /the last message of evt\.0\.counter\.b\.single/,
  });
  t.same(await commandsOf(journal, 'another'), [], 'an actor that never existed is new');
  const { messages, poison } = await findPoison(journal, refOf('single'), EVENTS);
  await writeSkip(journal, refOf('single'), messages, poison, FACTS);
  t.same(await commandsOf(journal, 'single'), ['skip'], 'the actor starts over after a skip');
});
