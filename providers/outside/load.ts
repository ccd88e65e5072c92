/**
 * Providers that a package from outside brings, or a file: `module:my-ears`, `module:./ears.js#fast`. What it exports is
 * looked at before it is used; what it does is guarded (recogniser.ts, synthesiser.ts, and the models' own).
 */
import { createRequire } from 'node:module';
import { isAbsolute, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isRecord } from '../../schemas/json.js';
import type { ProviderDescription } from '../provider-kind.js';

/** How one is written; keys and addresses are the module's own business. */
export const MODULE: ProviderDescription = {
  name: 'module',
  keyVariable: null,
  addressVariable: null,
  defaultAddress: null,
  defaultChoice: null,
};

/** What a module is told. */
export interface ModuleSettings {
  /** What stands behind the #; empty where nothing does. */
  readonly choice: string;
}

/** What a module exports, by the names that it has to use. */
export type ModuleExport = 'createRecogniser' | 'createSynthesiser' | 'createModel';

/** The module and what stands behind the #. */
const partsOf = (choice: string): { readonly specifier: string; readonly settings: ModuleSettings } => {
  const hash = choice.indexOf('#');
  return hash === -1
    ? { specifier: choice, settings: { choice: '' } }
    : { specifier: choice.slice(0, hash), settings: { choice: choice.slice(hash + 1) } };
};

const isFile = (specifier: string): boolean => specifier.startsWith('.') || isAbsolute(specifier);

const isMissing = (error: unknown): boolean =>
  isRecord(error) && (error.code === 'ERR_MODULE_NOT_FOUND' || error.code === 'MODULE_NOT_FOUND');

/** From where Parley lies, then from where it was started; a file from there alone. */
const load = async (specifier: string): Promise<unknown> => {
  const here = process.cwd();
  if (isFile(specifier)) return import(pathToFileURL(resolve(here, specifier)).href);
  try {
    return await import(specifier);
  } catch (error) {
    if (!isMissing(error)) throw error;
    const found = createRequire(join(here, 'package.json')).resolve(specifier);
    return import(pathToFileURL(found).href);
  }
};

/**
 * What the module's function makes with its settings. @throws Error which says what the module lacks, or how it failed
 */
export const makeOutside = async (choice: string, name: ModuleExport): Promise<unknown> => {
  const { specifier, settings } = partsOf(choice);
  let loaded: unknown;
  try {
    loaded = await load(specifier);
  } catch (error) {
    if (isMissing(error))
      throw new Error(
        `write a package that is installed where Parley is started, or a file like ./ears.js (${messageOf(error)})`,
      );
    throw new Error(`${specifier} fails while it is loaded: ${messageOf(error)}`);
  }
  const make = isRecord(loaded) ? loaded[name] : undefined;
  if (typeof make !== 'function') throw new Error(`${specifier} exports no function ${name}`);
  try {
    return await make(settings);
  } catch (error) {
    throw new Error(`${name} of ${specifier} fails: ${messageOf(error)}`);
  }
};

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
