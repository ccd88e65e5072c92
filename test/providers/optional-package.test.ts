/** Packages that a setting needs, and that are not installed. */
import { readFileSync } from 'node:fs';
import t from 'tap';
import { loadPackage, PackageMissing, requirePackages } from '../../providers/optional-package.js';

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta: Readonly<Record<string, { readonly optional: boolean }>>;
}
const manifest: Manifest = JSON.parse(
  readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
);

const notFound = (name: string): Error =>
  Object.assign(new Error(`Cannot find package '${name}' imported from /a/file.js`), {
    code: 'ERR_MODULE_NOT_FOUND',
  });

t.test('says what to install, with the version that Parley is tested with', async (t) => {
  const load = async (): Promise<never> => {
    throw notFound('@ai-sdk/openai');
  };
  const wanted = manifest.peerDependencies['@ai-sdk/openai'];
  await t.rejects(loadPackage('@ai-sdk/openai', load), {
    name: 'PackageMissing',
    code: 'package_missing',
    message: `the package @ai-sdk/openai is not installed; run npm install "@ai-sdk/openai@${wanted}"`,
  });
  t.throws(() => requirePackages(['pg', 'pg-query-stream'], () => false), {
    message: /^the packages pg and pg-query-stream are not installed; run npm install "pg@\^8/,
  });
});

t.test('keeps other faults: a broken package is not a missing package', async (t) => {
  const broken = new Error('broken');
  await t.rejects(
    loadPackage('pg', async () => {
      throw broken;
    }),
    broken,
  );
  const load = async (): Promise<never> => {
    throw notFound('something-within');
  };
  await t.rejects(loadPackage('pg', load), { code: 'ERR_MODULE_NOT_FOUND' });
});

t.test('returns what is installed', async (t) => {
  t.equal(await loadPackage('a', async () => 7), 7);
  t.doesNotThrow(() => requirePackages(['pg', '@ai-sdk/openai', '@aws-sdk/client-s3', 'mysql2']));
  t.throws(() => requirePackages(['pg', 'not-a-package']), PackageMissing);
});

t.test('each optional package is declared, and there for developers', async (t) => {
  const names = Object.keys(manifest.peerDependencies);
  t.ok(names.length >= 10);
  t.same(Object.keys(manifest.peerDependenciesMeta), names);
  for (const name of names) {
    t.equal(manifest.devDependencies[name], manifest.peerDependencies[name], name);
    t.notOk(name in manifest.dependencies, name);
    t.equal(manifest.peerDependenciesMeta[name]?.optional, true, name);
  }
});
