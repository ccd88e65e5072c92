/** `parley admin` in this process. A test that is not about the command line itself saves the start of a process. */
import { Command } from 'commander';
import { isRecord } from '../../schemas/json.js';
import { addAdminCommands } from '../../src/admin/index.js';

/** Runs `parley admin <args>` on the data directory; resolves with the object that it prints. @throws the error that it reports */
export const admin = async (
  dataDir: string,
  ...args: readonly string[]
): Promise<Readonly<Record<string, unknown>>> => {
  let printed = '';
  const program = new Command('parley').exitOverride().configureOutput({
    writeOut: (text) => {
      printed += text;
    },
  });
  await addAdminCommands(program, args);
  await program.parseAsync(['admin', ...args, '--data-dir', dataDir, '--json'], { from: 'user' });
  const answer: unknown = JSON.parse(printed);
  if (!isRecord(answer)) throw new Error(`no JSON object: ${printed}`);
  return answer;
};
