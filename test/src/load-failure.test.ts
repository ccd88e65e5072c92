/** What the command line says where native code does not fit the machine. */
import t from 'tap';
import { explainLoadFailure } from '../../src/load-failure.js';

const MACHINE = { node: '22.23.5', glibc: '2.36' };
/** As uWebSockets.js reports it. */
const OLD_GLIBC = new Error(
  "This version of uWS.js supports only Node.js versions 16, 18, 20, 21, 22, 24 and 25 on (glibc) Linux, macOS and Windows.\n\nError: /lib/x86_64-linux-gnu/libc.so.6: version `GLIBC_2.38' not found (required by /app/node_modules/uWebSockets.js/uws_linux_x64_127.node)",
);

t.test('an old C library', async (t) => {
  t.equal(
    explainLoadFailure(OLD_GLIBC, MACHINE),
    'Node 22 needs glibc 2.38 (this system has 2.36): use Debian 13, Ubuntu 24.04 or newer, or Node 20',
  );
  t.match(explainLoadFailure(OLD_GLIBC, { ...MACHINE, glibc: null }), /this system has another C library/);
});

t.test('a version of Node without a build, and packages of another version', async (t) => {
  const none = new Error(
    "This version of uWS.js supports only …\n\nError: Cannot find module './uws_linux_x64_131.node'",
  );
  t.match(
    explainLoadFailure(none, { ...MACHINE, node: '23.1.0' }),
    /no build of uWebSockets\.js for Node 23/,
  );
  const other = new Error(
    "The module 'better_sqlite3.node' was compiled against a different Node.js version using\nNODE_MODULE_VERSION 115.",
  );
  t.match(explainLoadFailure(other, MACHINE), /with Node 22, run npm rebuild$/);
});

t.test('other errors are left as they are', async (t) => {
  t.equal(explainLoadFailure(new Error('no'), MACHINE), null);
  t.equal(explainLoadFailure('no', MACHINE), null);
  t.match(
    explainLoadFailure(OLD_GLIBC),
    /^Node \d+ needs glibc 2\.38 \(this system has .+\)/,
    'of this machine',
  );
});
