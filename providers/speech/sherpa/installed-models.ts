/** Installed recognition models: one folder each, with a manifest that is written last. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import Type, { type Static } from 'typebox';
import { parseAs } from '../../../schemas/parse.js';

/** File name of the manifest in a model's folder. */
export const MANIFEST = 'parley-model.json';

export const ModelManifest = Type.Object({
  name: Type.String(),
  /** BCP 47; null: not stated at installation. */
  language: Type.Union([Type.String(), Type.Null()]),
  licence: Type.Union([Type.String(), Type.Null()]),
  /** Where the model came from. */
  source: Type.String(),
  /** ISO 8601. */
  installedAt: Type.String(),
});
export type ModelManifest = Static<typeof ModelManifest>;

/** A model on this machine. */
export interface InstalledModel extends ModelManifest {
  /** Absolute path. */
  readonly folder: string;
  readonly bytes: number;
}

/** Files of a streaming transducer; the names are the same in every folder. */
export const MODEL_FILES = ['encoder.onnx', 'decoder.onnx', 'joiner.onnx', 'tokens.txt'] as const;

/** Valid model names: they are part of settings, and of a path. */
export const MODEL_NAME = /^[a-z0-9][a-z0-9._-]{0,63}$/;

/** Null if the folder has no complete model. */
const readModel = (folder: string): InstalledModel | null => {
  try {
    const manifest = parseAs(ModelManifest, readFileSync(join(folder, MANIFEST), 'utf8'));
    if (manifest === null) return null;
    const bytes = MODEL_FILES.reduce((sum, file) => sum + statSync(join(folder, file)).size, 0);
    return { ...manifest, folder, bytes };
  } catch {
    return null;
  }
};

/** The models in `directory`, the latest installed first. */
export const installedModels = (directory: string): readonly InstalledModel[] => {
  let names: readonly string[];
  try {
    names = readdirSync(directory);
  } catch {
    return []; // Nothing is installed.
  }
  return names
    .filter((name) => MODEL_NAME.test(name))
    .map((name) => readModel(join(directory, name)))
    .filter((model) => model !== null)
    .sort((a, b) => b.installedAt.localeCompare(a.installedAt));
};

/** Whether the package that runs the models is installed: it is optional, and not available for every machine. */
export const hasEngine = (): boolean => {
  try {
    createRequire(import.meta.url).resolve('sherpa-onnx-node');
    return true;
  } catch {
    return false;
  }
};
