/**
 * Reads the package sources of this machine, so that a newer suite can be requested from the same mirror with the same
 * keys. Formats: sources.list(5), both the deb822 stanzas and the one-line style.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface AptSource {
  readonly uris: readonly string[];
  readonly suites: readonly string[];
  readonly components: readonly string[];
  /** Value of Signed-By as written, continuation lines included; null: apt's own trusted keys. */
  readonly signedBy: string | null;
}

/** The stanzas of a `.sources` file that are enabled and provide binary packages. */
export const parseDeb822 = (text: string): readonly AptSource[] =>
  text
    .replaceAll(/^#.*\n?/gm, '')
    .split(/\n\s*\n/)
    .flatMap((stanza) => {
      const fields = new Map<string, string>();
      let name = '';
      for (const line of stanza.split('\n')) {
        const match = /^([A-Za-z][A-Za-z0-9-]*):[ \t]*(.*)$/.exec(line);
        if (match !== null) {
          name = (match[1] ?? '').toLowerCase();
          fields.set(name, match[2] ?? '');
        } else if (/^[ \t]/.test(line)) {
          fields.set(name, `${fields.get(name) ?? ''}\n${line}`);
        }
      }
      const words = (field: string): readonly string[] => split(fields.get(field) ?? '');
      if (!words('types').includes('deb') || /^(no|false|off|0)$/i.test(fields.get('enabled') ?? 'yes'))
        return [];
      const signedBy = fields.get('signed-by') ?? '';
      return [
        {
          uris: words('uris'),
          suites: words('suites'),
          components: words('components'),
          signedBy: signedBy.trim() === '' ? null : signedBy,
        },
      ];
    });

/** `deb [option=value …] uri suite component …` lines; others are ignored. */
export const parseOneLine = (text: string): readonly AptSource[] =>
  text.split('\n').flatMap((line) => {
    const match = /^\s*deb\s+(?:\[([^\]]*)\]\s+)?(\S+)\s+(\S+)\s*([^#]*)/.exec(line);
    if (match === null) return [];
    const signedBy = /(?:^|\s)signed-by=(\S+)/i.exec(match[1] ?? '')?.[1] ?? null;
    return [
      {
        uris: [match[2] ?? ''],
        suites: [match[3] ?? ''],
        components: split(match[4] ?? ''),
        signedBy: signedBy === null ? null : signedBy.replaceAll(',', ' '),
      },
    ];
  });

const split = (text: string): readonly string[] => text.split(/\s+/).filter((word) => word !== '');

/** Every source of this machine, in apt's order. Unreadable files count as empty. */
export const readAptSources = async (directory = '/etc/apt'): Promise<readonly AptSource[]> => {
  const parts = join(directory, 'sources.list.d');
  const names = (await readdir(parts).catch(() => [])).sort();
  const read = (path: string): Promise<string> => readFile(path, 'utf8').catch(() => '');
  const sources = [...parseOneLine(await read(join(directory, 'sources.list')))];
  for (const name of names) {
    if (name.endsWith('.sources')) sources.push(...parseDeb822(await read(join(parts, name))));
    if (name.endsWith('.list')) sources.push(...parseOneLine(await read(join(parts, name))));
  }
  return sources;
};

/** Names under which a distribution's own archive may be listed besides its codename. */
const GENERIC_SUITES = ['oldstable', 'stable', 'testing', 'unstable', 'sid', 'devel'];

/** The source of the distribution itself: not of its security updates, and not a third party's. */
export const distributionSource = (
  sources: readonly AptSource[],
  codenames: readonly string[],
): AptSource | null =>
  sources.find(
    ({ suites, components, uris }) =>
      components.includes('main') &&
      uris.some((uri) => !uri.startsWith('cdrom:')) &&
      suites.some((suite) => codenames.includes(suite) || GENERIC_SUITES.includes(suite)),
  ) ?? null;

/** A deb822 stanza for another suite, with the same mirror and keys. */
export const stanzaFor = (source: AptSource, suite: string, components: readonly string[]): string =>
  [
    'Types: deb',
    `URIs: ${source.uris.filter((uri) => !uri.startsWith('cdrom:')).join(' ')}`,
    `Suites: ${suite}`,
    `Components: ${components.join(' ')}`,
    ...(source.signedBy === null ? [] : [`Signed-By: ${source.signedBy}`]),
    '',
  ].join('\n');
