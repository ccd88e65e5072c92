/** What is spooled, files of customers and audio of calls, is for this user alone. */
export const PRIVATE_DIRECTORY = 0o700;
export const PRIVATE_FILE = 0o600;
