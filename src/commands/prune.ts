/** `parley prune`: removes the native code of other platforms and versions of Node, for images. */
import { readdirSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Command } from 'commander';
import { ConfigError } from '../config/error.js';

/** What was removed. */
export interface Pruned {
  /** The binary that stays. */
  readonly kept: string;
  readonly removed: number;
  readonly mib: number;
}

const MIB = 1024 * 1024;
const BINARY = /^uws_\w+\.node$/;

/**
 * Removes the binaries of uWebSockets.js in `folder` that this Node cannot load. @throws ConfigError if the one that it loads is missing,
 * and removes nothing then
 */
export const pruneBinaries = (folder: string): Pruned => {
  const kept = `uws_${process.platform}_${process.arch}_${process.versions.modules}.node`;
  const binaries = readdirSync(folder).filter((name) => BINARY.test(name));
  if (!binaries.includes(kept))
    throw new ConfigError(
      `${folder} has no ${kept}: install the packages with the version of Node that will run them`,
    );
  const others = binaries.filter((name) => name !== kept).map((name) => join(folder, name));
  const bytes = others.reduce((sum, path) => sum + statSync(path).size, 0);
  for (const path of others) rmSync(path);
  return { kept, removed: others.length, mib: Math.round(bytes / MIB) };
};

/** Adds the command. */
export const addPruneCommand = (program: Command): void => {
  program
    .command('prune')
    .description(
      'Remove the native code of other platforms and versions of Node from this installation (some 250 MB), for images.',
    )
    .action(() => {
      const folder = dirname(createRequire(import.meta.url).resolve('uWebSockets.js'));
      process.stdout.write(`${JSON.stringify(pruneBinaries(folder))}\n`);
    });
};
