import t from 'tap';
import { stepOf } from '../../../providers/carriers/plivo/document.js';

const step = (query: string) => stepOf(`https://parley.example/plivo?${query}`);

t.test('the step of a document is read from its own URLs only', async (t) => {
  t.same(step('step=answer'), { type: 'answer' });
  t.same(step('step=after'), { type: 'after' });
  t.same(step('step=dial&to=%2B14155550123&from=%2B14155550199&seconds=30'), {
    type: 'dial',
    to: '+14155550123',
    from: '+14155550199',
    seconds: 30,
  });
  t.same(step('step=dial&to=%2B14155550123&from=anonymous&seconds=1'), {
    type: 'dial',
    to: '+14155550123',
    seconds: 1,
  });
  for (const query of [
    '',
    'step=hangup',
    'step=dial&seconds=30',
    'step=dial&to=14155550123&seconds=30',
    'step=dial&to=%2B14155550123',
    'step=dial&to=%2B14155550123&seconds=0',
    'step=dial&to=%2B14155550123&seconds=-1',
    'step=dial&to=%2B14155550123&seconds=soon',
  ])
    t.equal(step(query), null, query);
  t.equal(stepOf('not a URL'), null);
});
