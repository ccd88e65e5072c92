/** Modes of spooled files, customers' files and audio of calls, which only this user may access. */
export const PRIVATE_DIRECTORY = 0o700;
export const PRIVATE_FILE = 0o600;
