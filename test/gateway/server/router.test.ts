import t from 'tap';
import { createRouter } from '../../../gateway/server/router.js';

const find = createRouter([
  { method: 'GET', path: '/things/{id}' },
  { method: 'DELETE', path: '/things/{id}' },
  { method: 'POST', path: '/things/special' },
  { method: 'GET', path: '/things/{id}/parts/{part}' },
  { method: 'GET', path: '/open.json' },
]);

t.test('the path decides first, then the method', async (t) => {
  t.match(find('GET', '/things/7'), { type: 'found', entry: { path: '/things/{id}' }, params: { id: '7' } });
  t.match(find('POST', '/things/special'), { type: 'found', entry: { path: '/things/special' } });
  t.match(
    find('GET', '/things/special'),
    { type: 'other_method', allow: 'POST' },
    'a fixed name is not a parameter',
  );
  t.match(find('PUT', '/things/7'), { type: 'other_method', allow: 'GET, DELETE' });
  t.match(find('GET', '/things/a%2Fb%20c/parts/%C3%A9'), { params: { id: 'a/b c', part: 'é' } });
  for (const path of ['/', '', '/things', '/things/', '/things/7/', '/things/%', '/openxjson', '/x/things/7'])
    t.same(find('GET', path), { type: 'unknown' }, JSON.stringify(path));
});
