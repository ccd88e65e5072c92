/** Only the group of the command that was given is loaded; a help text and an error list all of them. */
import { Command } from 'commander';
import t from 'tap';
import { addCommandGroups } from '../../src/command-groups.js';

/** @returns the names of the commands that the program has for a command line with this first word */
const namesFor = async (named: string | undefined): Promise<readonly string[]> => {
  const program = new Command();
  program.command('serve');
  const group = (name: string) => async () => (parent: Command) => void parent.command(name);
  await addCommandGroups(
    program,
    new Map([
      ['admin', group('admin')],
      ['speech', group('speech')],
    ]),
    named,
  );
  return program.commands.map((command) => command.name());
};

t.test('loads the group that is named, and no other', async (t) => {
  t.same(await namesFor('speech'), ['serve', 'speech']);
});

t.test('loads no group for a command that the program has', async (t) => {
  t.same(await namesFor('serve'), ['serve']);
});

t.test('loads all groups for anything else', async (t) => {
  for (const named of [undefined, '--help', 'help', 'unknown', 'constructor'])
    t.same(await namesFor(named), ['serve', 'admin', 'speech'], String(named));
});
