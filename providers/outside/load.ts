/**
 * Loads providers from an external package or a file: `module:my-ears`, `module:./ears.js#fast`. Exports are checked before
 * use, and their behaviour is guarded (recogniser.ts, synthesiser.ts, and the models' own guard).
 */
import { createRequire } from 'node:module';
import { isAbsolute, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isRecord } from '../../schemas/json.js';
import type { ProviderDescription } from '../provider-kind.js';

/** The `module` kind in the settings; keys and addresses are the module's own concern. */
export const MODULE: ProviderDescription = {
  name: 'module',
  keyVariable: null,
  addressVariable: null,
  defaultAddress: null,
  defaultChoice: null,
};

/** The settings that a module receives. */
export interface ModuleSettings {
  /** The text after the #; empty if there is none. */
  readonly choice: string;
}

/** The names of the functions that a module exports. */
export type ModuleExport = 'createRecogniser' | 'createSynthesiser' | 'createModel';

/** The module and the text after the #. */
const partsOf = (choice: string): { readonly specifier: string; readonly settings: ModuleSettings } => {
  const hash = choice.indexOf('#');
  return hash === -1
    ? { specifier: choice, settings: { choice: '' } }
    : { specifier: choice.slice(0, hash), settings: { choice: choice.slice(hash + 1) } };
};

const isFile = (specifier: string): boolean => specifier.startsWith('.') || isAbsolute(specifier);

const isMissing = (error: unknown): boolean =>
  isRecord(error) && (error.code === 'ERR_MODULE_NOT_FOUND' || error.code === 'MODULE_NOT_FOUND');

/** Resolves a package from Parley's folder, then from the working directory; a file only from the working directory. */
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
 * Calls the module's function with its settings. @throws Error that says what the module lacks, or how it failed
 */
export const makeOutside = async (choice: string, name: ModuleExport): Promise<unknown> => {
  const { specifier, settings } = partsOf(choice);
  let loaded: unknown;
  try {
    loaded = await load(specifier);
  } catch (error) {
    if (isMissing(error))
      throw new Error(
        `use a package that is installed where Parley is started, or a file such as ./stt.js (${messageOf(error)})`,
      );
    throw new Error(`${specifier} failed to load: ${messageOf(error)}`);
  }
  const make = isRecord(loaded) ? loaded[name] : undefined;
  if (typeof make !== 'function') throw new Error(`${specifier} exports no function ${name}`);
  try {
    return await make(settings);
  } catch (error) {
    throw new Error(`${name} of ${specifier} failed: ${messageOf(error)}`);
  }
};

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
