/** Background knowledge: the passages that match a question best, and never more than fit. */
import t from 'tap';
import type { KnowledgeQuestion } from '../../../schemas/agents/knowledge.js';
import { startNats } from '../../../testkit/nats/server.js';
import { openTestJournal } from '../journal.js';
import { openStore } from '../store-support.js';

const asking = (text: string, ...before: readonly string[]): KnowledgeQuestion => ({ text, before });

t.test('finds passages of sources that match a question', async (t) => {
  const nats = await startNats(t);
  const journal = await openTestJournal(t, nats.url);
  const store = await openStore(t, nats.url, journal, t.testdir());
  const write = async (id: string, events: readonly object[]): Promise<void> =>
    store.waitFor(0, await journal.commit('data-source', 'b1', id, events));
  const source = (name: string, text: string) => [
    { type: 'source.created', class: 'unstructured', name, description: null },
    { type: 'text.replaced', text },
  ];
  const filler = (topic: string): string =>
    Array.from({ length: 40 }, (_, n) => `${topic} rule ${n}: ${'it is as it is. '.repeat(20)}`).join('\n\n');
  await write(
    's1',
    source('Rules', `${filler('Shoe')}\n\nWe close at nine on Sundays.\n\n${filler('Bicycle')}`),
  );
  await write('s2', source('Café', 'The café sells crêpes.'));

  t.same(
    store.knowledge(['s2'], asking('anything'), 1_000),
    [{ source: 'Café', text: 'The café sells crêpes.', origin: { sourceId: 's2', place: null } }],
    'a short source is returned whole',
  );
  const passages = store.knowledge(['s1', 's2'], asking('When do you close on Sunday?'), 2_000);
  t.ok(
    passages.some((passage) => passage.text.includes('close at nine') && passage.source === 'Rules'),
    'words are found by their stems',
  );
  t.ok(passages.map(({ text }) => text).join('').length <= 2_000);
  const best = passages.find(({ origin }) => origin.place?.rank === 0);
  t.match(best, { text: /close at nine/, origin: { sourceId: 's1', place: { heading: '' } } });
  const long = Array.from({ length: 40 }, (_, n) => `holiday${n}`).join(' ');
  t.match(
    store.knowledge(['s1', 's2'], asking('And when?', long, 'I would come on a Sunday.'), 1_000)[0]?.text,
    /Sundays/,
    'of what was said before, the latest counts',
  );
  t.ok(
    store.knowledge(['s1', 's2'], asking('crepe'), 2_000)[0]?.text.includes('crêpes'),
    'accents are ignored',
  );
  t.same(store.knowledge(['s1'], asking('zebra'), 2_000), []);
  t.same(store.knowledge(['s1'], asking('"* OR ('), 2_000), [], 'punctuation is not a query');
  t.same(store.knowledge([], asking('close'), 2_000), []);
  t.same(store.knowledge(['unknown'], asking('close'), 2_000), []);
  await write('s2', [{ type: 'text.replaced', text: 'The café is closed.' }]);
  t.same(
    store.knowledge(['s2'], asking('crepe'), 1_000),
    [{ source: 'Café', text: 'The café is closed.', origin: { sourceId: 's2', place: null } }],
    'replaced text is no longer found',
  );
  await write('s2', [{ type: 'source.archived' }]);
  t.same(store.knowledge(['s2'], asking('café'), 1_000), [], 'an archived source returns nothing');
});

t.test('a document is not used until its version is active, and then replaces the text', async (t) => {
  const nats = await startNats(t);
  const journal = await openTestJournal(t, nats.url);
  const store = await openStore(t, nats.url, journal, t.testdir());
  const write = async (...events: readonly object[]): Promise<void> =>
    store.waitFor(0, await journal.commit('data-source', 'b1', 's1', events));
  const texts = () => store.knowledge(['s1'], asking('anything'), 1_000).map(({ text }) => text);
  await write(
    { type: 'source.created', class: 'unstructured', name: 'Rules', description: null },
    { type: 'text.replaced', text: 'Written.' },
    { type: 'document.received', versionId: 'v1', fileName: 'a.pdf', assetId: 'v1' },
  );
  t.match(store.ingestion('b1', 'v1'), { stage: 'received', fileName: 'a.pdf', counts: { rows: 0 } });
  const issues = [{ row: null, column: null, code: 'pages_without_text', message: 'm' }];
  await write({ type: 'document.read', versionId: 'v1', text: 'Read.', issues });
  t.match(store.ingestion('b1', 'v1'), { stage: 'validated', counts: { rows: 1 }, columns: [], issues });
  t.same(texts(), ['Written.']);
  await write({ type: 'version.activated', versionId: 'v1' });
  t.same(texts(), ['Read.']);
  t.match(store.dataSource('b1', 's1'), { activeVersionId: 'v1', itemCount: 1 });
  await write({ type: 'text.replaced', text: 'Written again.' });
  t.same(texts(), ['Written again.']);
  t.match(store.dataSource('b1', 's1'), { activeVersionId: null });
  t.match(store.ingestion('b1', 'v1'), { versionStatus: 'superseded' });
});
