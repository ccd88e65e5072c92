/** The reference of the settings has every setting, and keeps the text above its tables. */
import t from 'tap';
import { configurationReference } from '../../../scripts/generated/configuration-reference.js';
import { SETTINGS, settingsOf } from '../../../src/config/settings/index.js';

const WRITTEN = '# Configuration\n\nBy hand.\n\n## All settings\n\nOf yesterday.\n';

t.test('has a row for each setting, below the text that is written by hand', async (t) => {
  const document = configurationReference(WRITTEN);
  t.match(document, /^# Configuration\n\nBy hand\.\n\n## All settings\n/);
  t.notMatch(document, /Of yesterday/);
  for (const { place, setting } of settingsOf(SETTINGS)) {
    const line = setting.isInFile === false ? '' : `\`${place}\``;
    t.ok(document.includes(`\n| \`${setting.variable}\` | ${line} | `), setting.variable);
  }
  t.equal(configurationReference(document), document, 'a second run changes nothing');
});

t.test('states types, ranges and defaults, and links to documents', async (t) => {
  const document = configurationReference(WRITTEN);
  t.match(
    document,
    '| `PARLEY_PORT` | `listen.port` | 0 to 65535 | 8080 | Port of the API; 0 for any free port. |',
  );
  t.match(document, '| `PARLEY_NATS_PASSWORD` |  | secret |  | Password of that user. |');
  t.match(document, '| `PARLEY_CACHE_DIR` | `storage.cacheDir` | path | \\<data-dir>/cache |');
  t.match(document, '([databases.md](../how-to/databases.md))');
});

t.test('refuses a document without the heading of the tables', async (t) => {
  t.throws(() => configurationReference('# Configuration\n'), /has no "## All settings"/);
});
