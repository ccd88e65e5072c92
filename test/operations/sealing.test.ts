import t from 'tap';
import { createSealer, Unsealable } from '../../operations/sealing.js';

t.test('a sealed value opens only if it is unchanged, with the same secret and purpose', async (t) => {
  const sealer = createSealer('secret');
  const sealed = sealer.seal('account 1', 'EAAG-tökn');
  t.notMatch(sealed, /EAAG/);
  t.not(sealer.seal('account 1', 'EAAG-tökn'), sealed, 'never the same twice');
  t.equal(createSealer('secret').open('account 1', sealed), 'EAAG-tökn');
  t.throws(() => createSealer('other').open('account 1', sealed), Unsealable);
  t.throws(() => sealer.open('account 2', sealed), Unsealable);
  const parts = sealed.split('.');
  for (const [index, part] of parts.entries()) {
    const changed = `${part.startsWith('A') ? 'B' : 'A'}${part.slice(1)}`;
    t.throws(
      () => sealer.open('account 1', parts.with(index, changed).join('.')),
      Unsealable,
      `part ${index}`,
    );
  }
  for (const rubbish of ['', 'v1', 'v1.a.b', sealed.slice(0, -4)])
    t.throws(() => sealer.open('account 1', rubbish), Unsealable);
});
