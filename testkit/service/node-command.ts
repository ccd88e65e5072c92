/** The command that starts one of our processes for a test or a bench. */

/** File and arguments that run Node with `args`, without the options that tap adds in a test. */
export const nodeCommand = (args: readonly string[]): readonly [file: string, args: string[]] =>
  process.env.TAP === undefined
    ? [process.execPath, [...args]]
    : ['env', ['-u', 'NODE_OPTIONS', process.execPath, ...args]];
