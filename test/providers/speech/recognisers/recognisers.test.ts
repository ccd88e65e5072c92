/** The table of recognisers of network services. */
import t from 'tap';
import { NETWORK_RECOGNISERS } from '../../../../providers/speech/recognisers/recognisers.js';

t.test('each kind has its own name and variables, and opens with its defaults', async (t) => {
  const names = NETWORK_RECOGNISERS.map(({ name }) => name);
  t.equal(new Set(names).size, names.length);
  for (const kind of NETWORK_RECOGNISERS) {
    const prefix = kind.name.toUpperCase();
    t.equal(kind.keyVariable, `${prefix}_API_KEY`);
    t.equal(kind.addressVariable, `${prefix}_BASE_URL`);
    const recogniser = await kind.open({
      choice: kind.defaultChoice,
      key: 'a-key',
      address: kind.defaultAddress,
    });
    t.equal(recogniser.name, `${kind.name}:${kind.defaultChoice}`);
    await recogniser.close();
  }
});

t.test('a base address has one of four schemes, and may have a path', async (t) => {
  for (const kind of NETWORK_RECOGNISERS)
    for (const [scheme, socket] of [
      ['http', 'ws'],
      ['https', 'wss'],
      ['ws', 'ws'],
      ['wss', 'wss'],
    ]) {
      const protocol = kind.protocol({
        choice: kind.defaultChoice,
        key: 'a-key',
        address: `${scheme}://example.org:8443/below`,
      });
      const { url } = protocol.address({ language: 'en', phrases: [] });
      t.ok(url.startsWith(`${socket}://example.org:8443/below/`), url);
      t.notOk(url.includes('a-key'), 'the key is not in the address');
    }
  for (const address of ['ftp://example.org', 'example.org', '', 'https://example.org/?key=a'])
    for (const { open, defaultChoice: choice } of NETWORK_RECOGNISERS)
      await t.rejects(open({ choice, key: 'a-key', address }), /base address/, address);
});
