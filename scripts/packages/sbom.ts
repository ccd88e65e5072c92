/** The software bill of materials of a release, in CycloneDX 1.5 (https://cyclonedx.org/docs/1.5/json/). */
import { readFileSync } from 'node:fs';
import { type LockedPackage, rootPath, type Shipped } from './lock.js';

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly license: string;
}

/** Package URL (https://github.com/package-url/purl-spec). */
const purlOf = ({ name, version }: { readonly name: string; readonly version: string }): string =>
  `pkg:npm/${name.replace('@', '%40')}@${version}`;

/** An expression of SPDX; free text is a name. */
const licencesOf = (licence: string): readonly object[] => {
  if (licence === '') return [];
  if (/^[\w.+-]+$/.test(licence)) return [{ license: { id: licence } }];
  return [{ expression: licence.replaceAll(/^\(|\)$/g, '') }];
};

const hashesOf = (integrity: string | null): readonly object[] => {
  const sum = /^sha512-(.+)$/.exec(integrity ?? '')?.[1];
  return sum === undefined ? [] : [{ alg: 'SHA-512', content: Buffer.from(sum, 'base64').toString('hex') }];
};

/**
 * Every package that a user installs or receives in Parley's files, each once. The same packages give the same text: it has no time and
 * no serial number.
 */
export const billOfMaterials = ({ installed, included }: Shipped): object => {
  const manifest: Manifest = JSON.parse(readFileSync(rootPath('package.json'), 'utf8'));
  const isInstalled = new Set(installed.map(({ path }) => path));
  const all = new Map<string, LockedPackage>([...installed, ...included].map((found) => [found.path, found]));
  const refs = new Map([...all].map(([path, found]) => [path, purlOf(found)]));
  // Two folders may hold the same version.
  const byRef = new Map([...all.values()].map((found) => [purlOf(found), found]));
  const own = purlOf(manifest);
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': own,
        name: manifest.name,
        version: manifest.version,
        description: manifest.description,
        licenses: licencesOf(manifest.license),
        purl: own,
      },
    },
    components: [...byRef].map(([ref, { name, version, licence, integrity, path }]) => ({
      type: 'library',
      'bom-ref': ref,
      name,
      version,
      purl: ref,
      licenses: licencesOf(licence),
      hashes: hashesOf(integrity),
      properties: [{ name: 'parley:origin', value: isInstalled.has(path) ? 'installed' : 'included' }],
    })),
    dependencies: [
      { ref: own, dependsOn: [...byRef.keys()] },
      ...[...byRef].map(([ref, { needs }]) => ({
        ref,
        dependsOn: [...new Set(needs.flatMap((path) => refs.get(path) ?? []))],
      })),
    ],
  };
};
