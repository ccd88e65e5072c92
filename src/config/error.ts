/** An invalid setting; the message names it and says what to write instead. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}
