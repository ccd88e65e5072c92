/** The sources of an answer: which passages are recorded, and in which order. */
import t from 'tap';
import { answerSources, MAX_SOURCE_PASSAGES } from '../../../schemas/agents/knowledge.js';

const passage = (sourceId: string, position: number, rank: number, heading = '') => ({
  source: `Source ${sourceId}`,
  text: 'text',
  origin: { sourceId, place: { position, heading, rank } },
});

t.test('the source of the best passage comes first, and its passages best first', async (t) => {
  t.same(answerSources([passage('a', 1, 2), passage('a', 4, 1, 'Pets'), passage('b', 9, 0, 'Parking')]), [
    { sourceId: 'b', title: 'Source b', passages: [{ position: 9, heading: 'Parking' }] },
    {
      sourceId: 'a',
      title: 'Source a',
      passages: [
        { position: 4, heading: 'Pets' },
        { position: 1, heading: '' },
      ],
    },
  ]);
});

t.test('of many passages the best are recorded', async (t) => {
  const many = Array.from({ length: 30 }, (_, index) => passage('a', index, 29 - index));
  const [source] = answerSources(many);
  t.equal(source?.passages.length, MAX_SOURCE_PASSAGES);
  t.equal(source?.passages[0]?.position, 29);
});

t.test('a source that was given whole is recorded without passages, once', async (t) => {
  const whole = { source: 'Rules', text: 'text', origin: { sourceId: 'a', place: null } };
  t.same(answerSources([whole, whole]), [{ sourceId: 'a', title: 'Rules', passages: [] }]);
});

t.test('passages of unknown origin are no sources', async (t) => {
  t.same(answerSources([{ source: 'Rules' }]), []);
  t.same(answerSources([]), []);
});
