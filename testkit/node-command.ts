/** How a process of ours is started beside a test or a bench. */

/**
 * File and arguments that run Node with `args`. The test runner's own options are left out: with them every module of the
 * child, and of its threads, is loaded through the runner's hooks, at twice the processor time.
 */
export const nodeCommand = (args: readonly string[]): readonly [file: string, args: string[]] =>
  /@tapjs/.test(process.env.NODE_OPTIONS ?? '')
    ? ['env', ['-u', 'NODE_OPTIONS', process.execPath, ...args]]
    : [process.execPath, [...args]];
