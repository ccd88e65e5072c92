import t from 'tap';
import {
  distributionSource,
  parseDeb822,
  parseOneLine,
  readAptSources,
  stanzaFor,
} from '../../../src/engine/apt-sources.js';

const DEBIAN = `# a comment
Types: deb deb-src
URIs: http://mirror.example/debian
# a comment within
Suites: bookworm bookworm-updates
Components: main contrib
Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg

Types: deb
URIs: http://mirror.example/debian-security
Suites: bookworm-security
Components: main
Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg
`;

t.test('reads stanzas with comments, disabled stanzas and inline keys', async (t) => {
  const text = `${DEBIAN}
Enabled: no
Types: deb
URIs: http://disabled.example/
Suites: bookworm
Components: main

Types: deb-src
URIs: http://sources-only.example/
Suites: bookworm
Components: main

Types: deb
URIs: http://inline.example/
Suites: stable
Components: main
Signed-By:
 -----BEGIN PGP PUBLIC KEY BLOCK-----
 .
 mQINBGPL0BUBEADmW5NdOOHwPIJlgPu6
 -----END PGP PUBLIC KEY BLOCK-----
`;
  const sources = parseDeb822(text);
  t.same(
    sources.map(({ uris }) => uris),
    [['http://mirror.example/debian'], ['http://mirror.example/debian-security'], ['http://inline.example/']],
  );
  t.same(sources[0]?.suites, ['bookworm', 'bookworm-updates']);
  t.same(sources[0]?.components, ['main', 'contrib']);
  t.match(sources[2]?.signedBy, /BEGIN[\s\S]*\n mQINBG[\s\S]*\n -----END/);
  const inline = sources[2];
  t.ok(inline !== undefined);
  if (inline === undefined) return;
  t.same(parseDeb822(stanzaFor(inline, 'testing', ['main']))[0], { ...inline, suites: ['testing'] });
});

t.test('reads one-line sources with options', async (t) => {
  const sources = parseOneLine(`
# deb http://commented.example/ jammy main
deb-src http://sources.example/ jammy main
deb [arch=amd64 signed-by=/etc/apt/keyrings/a.gpg,/etc/apt/keyrings/b.gpg] http://mirror.example/ubuntu jammy main universe # note
deb [trusted=yes] http://plain.example/ubuntu jammy main
`);
  t.same(sources, [
    {
      uris: ['http://mirror.example/ubuntu'],
      suites: ['jammy'],
      components: ['main', 'universe'],
      signedBy: '/etc/apt/keyrings/a.gpg /etc/apt/keyrings/b.gpg',
    },
    { uris: ['http://plain.example/ubuntu'], suites: ['jammy'], components: ['main'], signedBy: null },
  ]);
  const trusting = sources[1];
  if (trusting !== undefined) t.notMatch(stanzaFor(trusting, 'devel', ['main']), /trusted/i);
});

t.test('finds the distribution among the other sources of a machine', async (t) => {
  const directory = t.testdir({
    'sources.list': 'deb cdrom:[Debian 12]/ bookworm main\n',
    'sources.list.d': {
      'a-vendor.list': 'deb [signed-by=/v.gpg] https://vendor.example/apt nodistro main\n',
      'debian.sources': DEBIAN,
      'off.sources.disabled': DEBIAN.replaceAll('mirror.example', 'off.example'),
    },
  });
  const found = distributionSource(await readAptSources(directory), ['bookworm']);
  t.same(found?.uris, ['http://mirror.example/debian']);
  t.equal(distributionSource(await readAptSources(t.testdir({})), ['bookworm']), null);
});
