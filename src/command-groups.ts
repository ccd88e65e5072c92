/** Groups of commands that are loaded when the command line names them: a command starts sooner without the others. */
import type { Command } from 'commander';

/** By name; each loads the function that adds its group to the parent. */
export type CommandGroups = ReadonlyMap<string, () => Promise<(parent: Command) => void | Promise<void>>>;

/**
 * Adds the group that is `named`. Adds none if that is a command that `parent` has, and all for any other word, since a
 * help text or an error lists them.
 */
export const addCommandGroups = async (
  parent: Command,
  groups: CommandGroups,
  named: string | undefined,
): Promise<void> => {
  if (parent.commands.some((command) => command.name() === named)) return;
  const own = named === undefined ? undefined : groups.get(named);
  for (const load of own === undefined ? groups.values() : [own]) await (await load())(parent);
};
