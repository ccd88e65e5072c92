/** How a process of ours is started beside a test or a bench. */

/** File and arguments that run Node with `args`, without what tap adds to its options in a test. */
export const nodeCommand = (args: readonly string[]): readonly [file: string, args: string[]] =>
  process.env.TAP === undefined
    ? [process.execPath, [...args]]
    : ['env', ['-u', 'NODE_OPTIONS', process.execPath, ...args]];
