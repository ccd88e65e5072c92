/** Passwords: argon2id (RFC 9106), computed off the thread that paces audio. */
import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { MAX_PASSWORD_CHARACTERS, MIN_PASSWORD_CHARACTERS } from '../schemas/console.js';

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** As a PHC string. The library's default algorithm is argon2id. */
export const hashPassword = (password: string): Promise<string> => hash(password, COST);

let decoy: Promise<string> | null = null;

/** Whether it is the password. Takes as long where there is no hash to compare with. */
export const verifyPassword = async (passwordHash: string | null, password: string): Promise<boolean> => {
  decoy ??= hashPassword(randomBytes(16).toString('hex'));
  const matches = await verify(passwordHash ?? (await decoy), password);
  return matches && passwordHash !== null;
};

/** What is wrong with a new password; null when nothing is. */
export const passwordProblem = (password: string): string | null => {
  if (password.length < MIN_PASSWORD_CHARACTERS)
    return `a password has at least ${MIN_PASSWORD_CHARACTERS} characters`;
  if (password.length > MAX_PASSWORD_CHARACTERS)
    return `a password has at most ${MAX_PASSWORD_CHARACTERS} characters`;
  return null;
};
