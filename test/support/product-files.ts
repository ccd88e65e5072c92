/** The sources of the product, for rules that no linter knows. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const FLOORS = ['actors', 'gateway', 'media', 'operations', 'providers', 'schemas', 'src', 'views'];

/** Paths from the root of the checkout, of the files whose text matches. */
export const productFilesWith = (pattern: RegExp): readonly string[] =>
  FLOORS.flatMap((floor) =>
    readdirSync(join(ROOT, floor), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => join(floor, name)),
  ).filter((file) => pattern.test(readFileSync(join(ROOT, file), 'utf8')));
