/** Who may look into the spool: this user. */
export const PRIVATE_DIRECTORY = 0o700;
export const PRIVATE_FILE = 0o600;
