/** The tags that clients read from the views are those that the actors compare. */
import t from 'tap';
import { contactPartition } from '../../actors/contact-partition/index.js';
import { recordTag } from '../../actors/contact-partition/tag.js';
import { dataSource } from '../../actors/data-source/index.js';
import { sourceTag } from '../../actors/data-source/state.js';
import { subscription } from '../../actors/subscription/index.js';
import { subscriptionTag } from '../../actors/subscription/tag.js';
import { contactIdIn, partitionOfMobile } from '../../schemas/ids.js';
import { fold } from '../support/actors/fold.js';
import { openViews } from './store-support.js';

t.test('of contacts', async (t) => {
  const { store, show } = await openViews(t);
  const mobile = '+14155550101';
  const partition = partitionOfMobile(mobile);
  const id = contactIdIn(partition, 'test', '1');
  const folded = fold(contactPartition, partition);
  const facts = { name: 'Ada', mobile, categoryIds: ['c', 'gone'], fields: { b: '2', a: '1', 7: 'x' } };
  const commands = [
    { type: 'create', contactId: id, facts },
    { type: 'change', contactId: id, changes: { name: 'Ada L.', fields: { z: '', a: 'é💥' } } },
    { type: 'change', contactId: id, changes: { communicationBlocked: true, timeZone: 'Asia/Tokyo' } },
    {
      type: 'import',
      importId: 'i',
      part: '0',
      categoryIds: ['d'],
      columns: ['city'],
      rows: [[id, mobile, 'Ada', 'Bern']],
    },
    { type: 'change', contactId: id, changes: { timeZone: null, categoryIds: ['d'] } },
  ] as const;
  const seen = new Set<string>();
  for (const [at, command] of commands.entries()) {
    await show('contacts', 'b1', partition, folded.apply(command, at), at);
    const record = contactPartition.queries(folded.state).get(id);
    const tag = record === null ? '' : recordTag(record);
    t.equal(store.contact('b1', id)?.tag, tag, `after ${at}`);
    t.equal(store.contactJson('b1', id)?.tag, tag);
    seen.add(tag);
  }
  t.equal(seen.size, commands.length);
});

t.test('of Data Sources', async (t) => {
  const { store, show } = await openViews(t);
  const folded = fold(dataSource, 's1');
  const commands = [
    { type: 'create', class: 'unstructured', name: 'Menu', description: null, text: 'Soup.' },
    { type: 'update', name: 'The menu', text: 'Salad.' },
    { type: 'archive' },
    { type: 'update', status: 'active' },
    { type: 'receive', versionId: 'v1', fileName: 'menu.txt', assetId: 'v1' },
    { type: 'document_read', versionId: 'v1', text: 'Pasta.', issues: [] },
    { type: 'review', versionId: 'v1', columns: [], activate: true },
    { type: 'update', text: 'Soup.' },
  ] as const;
  for (const [at, command] of commands.entries()) {
    await show('data-source', 'b1', 's1', folded.apply(command, at), at);
    const { source } = folded.state;
    t.equal(store.dataSource('b1', 's1')?.tag, source === null ? '' : sourceTag(source), command.type);
  }
});

t.test('of subscriptions', async (t) => {
  const { store, show } = await openViews(t);
  const folded = fold(subscription, 's1');
  const commands = [
    {
      type: 'create',
      channel: 'voice',
      accountId: null,
      callbackUrl: 'https://example.org/hooks',
      events: ['voice.call.ended'],
      sealedSecret: 's1',
      secretLast4: '0001',
    },
    { type: 'change', callbackUrl: 'https://example.org/other' },
    { type: 'change', events: ['voice.call.charged', 'voice.call.ended'] },
    { type: 'change', status: 'paused' },
    { type: 'rotate', sealedSecret: 's2', secretLast4: '0002' },
    { type: 'revoke' },
  ] as const;
  for (const [at, command] of commands.entries()) {
    await show('subscription', 'b1', 's1', folded.apply(command, at), at);
    const { subscription: state } = folded.state;
    t.equal(store.subscription('b1', 's1')?.tag, state === null ? '' : subscriptionTag(state), command.type);
  }
});
