/** The password that a `parley admin` command sets. */
import { randomBytes } from 'node:crypto';
import { passwordProblem } from '../../../operations/accounts/passwords.js';
import { ConfigError } from '../../config/index.js';
import { readSecret } from '../secret-input.js';

const GENERATED_BYTES = 15;

/** `printed`: the password, if it was generated here. @throws ConfigError */
export const passwordFrom = (
  file: string | undefined,
): { readonly password: string; readonly printed: { readonly password?: string } } => {
  if (file === undefined) {
    const password = randomBytes(GENERATED_BYTES).toString('base64url');
    return { password, printed: { password } };
  }
  const password = readSecret('--password-file', file);
  const problem = passwordProblem(password);
  if (problem !== null) throw new ConfigError(`the password is not acceptable: ${problem}`);
  return { password, printed: {} };
};
