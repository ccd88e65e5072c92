/**
 * Loaded ahead of all else in every process that tap starts (.taprc). tap would have each module that a process or one of
 * its threads imports pass through a thread of its own, to record what was imported; nobody reads those records, and they
 * take as much processor time again as the imports.
 */
import module from 'node:module';

module.register = () => undefined;
// For processes that a test starts in another directory.
process.env.NODE_OPTIONS = `--import=${import.meta.url}`;
