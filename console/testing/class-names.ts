/** Names of the classes of CSS modules: in the page, in the sources, and where each is used. */
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const CONSOLE = fileURLToPath(new URL('..', import.meta.url));

/**
 * The name in the page of a module's class: `.row` of `features/calls/call-list.module.css` is `calls_call-list__row`,
 * and `.sign` of `ui/StatusPill/StatusPill.module.css` is `ui_StatusPill__sign`. Unique, because a path is.
 */
export const scopedName = (name: string, path: string): string => {
  const parts = relative(CONSOLE, path.replace(/\?.*$/, ''))
    .replace(/^features\//, '')
    .replace(/\.module\.css$/, '')
    .split('/');
  const [file, folder] = [parts.at(-1), parts.at(-2)];
  return `${(file === folder ? parts.slice(0, -1) : parts).join('_')}__${name}`;
};

/** `.is-chosen` as a property of the module. */
export const propertyOf = (name: string): string =>
  name.replaceAll(/-+(\w)/g, (_, letter: string) => letter.toUpperCase());

/** The classes that a style sheet's selectors name. */
const classesOf = (sheet: string): ReadonlySet<string> => {
  const selectors = sheet.replaceAll(/\/\*[\s\S]*?\*\//g, '').matchAll(/([^{};]*)\{/g);
  return new Set(
    [...selectors].flatMap(([, selector = '']) =>
      selector.startsWith('@')
        ? []
        : [...selector.matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, name = '']) => name),
    ),
  );
};

export interface Sheet {
  readonly path: string;
  readonly text: string;
}

const isModule = ({ path }: Sheet): boolean => path.endsWith('.module.css');

/** Classes that stand in two global sheets. The classes of a module are its own, so they may have any name. */
export const collisionsOf = (sheets: readonly Sheet[]): readonly string[] => {
  const homes = new Map<string, string[]>();
  for (const sheet of sheets.filter((candidate) => !isModule(candidate)))
    for (const name of classesOf(sheet.text)) homes.set(name, [...(homes.get(name) ?? []), sheet.path]);
  return [...homes]
    .filter(([, paths]) => paths.length > 1)
    .map(([name, paths]) => `.${name} in ${paths.join(', ')}`);
};

/** What is wrong between a module and the sources that import it: unknown classes, and unused ones. */
export const mismatchesOf = (module: Sheet, sources: readonly Sheet[]): readonly string[] => {
  const defined = new Set([...classesOf(module.text)].map(propertyOf));
  const used = new Set(
    sources.flatMap(({ text }) => {
      const file = module.path.split('/').at(-1) ?? '';
      const local = new RegExp(`import (\\w+) from '[^']*/${file.replaceAll('.', '\\.')}'`).exec(text)?.[1];
      if (local === undefined) return [];
      return [...text.matchAll(new RegExp(`\\b${local}(?:\\.(\\w+)|\\['([\\w-]+)'\\])`, 'g'))].map(
        ([, property, quoted]) => property ?? quoted ?? '',
      );
    }),
  );
  return [
    ...[...used].filter((name) => !defined.has(name)).map((name) => `${module.path} has no .${name}`),
    ...[...defined].filter((name) => !used.has(name)).map((name) => `${module.path}: .${name} is unused`),
  ];
};
