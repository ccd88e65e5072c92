/** A Data Source that is changed only as its client has read it. */
import t from 'tap';
import { dataSource } from '../../../actors/data-source/index.js';
import { sourceTag } from '../../../actors/data-source/state.js';
import { fold } from '../../support/actors/fold.js';

const created = () => {
  const folded = fold(dataSource);
  folded.apply({ type: 'create', class: 'unstructured', name: 'Menu', description: null, text: 'Soup.' }, 0);
  const tag = (): string => (folded.state.source === null ? '' : sourceTag(folded.state.source));
  return { folded, tag };
};

t.test('a conditional change applies to exactly the source that was read', async (t) => {
  const { folded, tag } = created();
  const read = tag();
  folded.apply({ type: 'update', text: 'Soup and salad.' }, 1);
  t.throws(() => folded.apply({ type: 'update', text: 'Soup only.', expected: [read] }, 2), {
    code: 'resource_changed',
  });
  t.equal(folded.apply({ type: 'update', text: 'Soup only.', expected: [tag()] }, 3).length, 1);
});

t.test('the tag changes with what clients see of a source', async (t) => {
  const { folded, tag } = created();
  const seen = new Set([tag()]);
  for (const command of [
    { type: 'update', name: 'The menu' },
    { type: 'update', description: 'Of the week' },
    { type: 'update', text: 'Soup.' },
    { type: 'archive' },
    { type: 'update', status: 'active' },
  ] as const) {
    folded.apply(command, 1);
    t.notOk(seen.has(tag()), JSON.stringify(command));
    seen.add(tag());
  }
  const read = tag();
  t.same(folded.apply({ type: 'update', name: 'The menu', expected: [read] }, 2), [], 'nothing changes');
  folded.apply({ type: 'receive', versionId: 'v1', fileName: 'menu.txt', assetId: 'v1' }, 3);
  t.equal(tag(), read, 'a version that agents do not use yet');
  folded.apply({ type: 'document_read', versionId: 'v1', text: 'Pasta.', issues: [] }, 4);
  folded.apply({ type: 'review', versionId: 'v1', columns: [], activate: true }, 5);
  t.not(tag(), read, 'a version that is active');
});
