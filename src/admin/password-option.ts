/** The password that a command of `parley admin` sets. */
import { randomBytes } from 'node:crypto';
import { passwordProblem } from '../../operations/accounts/passwords.js';
import { ConfigError } from '../config.js';
import { readSecret } from './secret-input.js';

const GENERATED_BYTES = 15;

/** `told`: the password, where nobody knows it yet. @throws ConfigError */
export const passwordFrom = (
  file: string | undefined,
): { readonly password: string; readonly told: { readonly password?: string } } => {
  if (file === undefined) {
    const password = randomBytes(GENERATED_BYTES).toString('base64url');
    return { password, told: { password } };
  }
  const password = readSecret('--password-file', file);
  const problem = passwordProblem(password);
  if (problem !== null) throw new ConfigError(`the password is not good: ${problem}`);
  return { password, told: {} };
};
