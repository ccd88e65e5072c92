/** Says in a line what to do if native code does not fit this machine; the errors of the loaders name neither cause nor remedy. */

/** What Node reports about its C library; null for systems without glibc. */
const ownGlibc = (): string | null => {
  const report: unknown = process.report?.getReport();
  if (typeof report !== 'object' || report === null || !('header' in report)) return null;
  const { header } = report;
  return typeof header === 'object' &&
    header !== null &&
    'glibcVersionRuntime' in header &&
    typeof header.glibcVersionRuntime === 'string'
    ? header.glibcVersionRuntime
    : null;
};

export interface Machine {
  /** Version of Node, like 22.1.0. */
  readonly node: string;
  readonly glibc: string | null;
}

/** The line for an error of loading a native module; null for other errors. */
export const explainLoadFailure = (
  error: unknown,
  machine: Machine = { node: process.versions.node, glibc: ownGlibc() },
): string | null => {
  if (!(error instanceof Error)) return null;
  const major = machine.node.split('.')[0];
  const needed = /version `?GLIBC_([\d.]+)'? not found/.exec(error.message)?.[1];
  if (needed !== undefined)
    return `Node ${major} needs glibc ${needed} (this system has ${machine.glibc ?? 'another C library'}): use Debian 13, Ubuntu 24.04 or newer, or Node 20`;
  if (/uWS\.js supports only/.test(error.message))
    return `there is no build of uWebSockets.js for Node ${major} on ${process.platform} ${process.arch}: use Node 20, 22 or 24 on Linux; after parley prune, install the packages again`;
  if (/NODE_MODULE_VERSION/.test(error.message))
    return `a package was installed with another version of Node; with Node ${major}, run npm rebuild`;
  return null;
};
