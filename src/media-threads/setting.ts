/** Whether calls' media has threads of its own, and where carriers reach them. */
import { ConfigError } from '../config-error.js';

export interface MediaThreadsSetting {
  readonly count: number;
  /** All of them listen there; 0 = a free one. */
  readonly port: number;
  /** The address of that port that carriers reach, without a trailing slash; null: the one listened on. */
  readonly publicUrl: string | null;
}

type Env = Readonly<Record<string, string | undefined>>;

/** Sessions are spread over them by chance (the kernel's hash), so more than this would not be filled evenly. */
const MOST_THREADS = 64;
const MOST_PORT = 65_535;

/**
 * By PARLEY_MEDIA_THREADS, PARLEY_MEDIA_PORT and PARLEY_MEDIA_URL; null: media is served where everything else is. That is
 * the default because a port of their own has to be reached by carriers, too. @throws ConfigError
 */
export const mediaThreadsSetting = (env: Env): MediaThreadsSetting | null => {
  const count = whole('PARLEY_MEDIA_THREADS', env.PARLEY_MEDIA_THREADS ?? '0', MOST_THREADS);
  if (count === 0) {
    for (const name of ['PARLEY_MEDIA_PORT', 'PARLEY_MEDIA_URL'] as const)
      if (env[name] !== undefined)
        throw new ConfigError(`${name} is only used by media threads; set PARLEY_MEDIA_THREADS, or unset it`);
    return null;
  }
  const publicUrl = urlOf(env.PARLEY_MEDIA_URL);
  if (publicUrl === null && env.PARLEY_PUBLIC_URL !== undefined)
    throw new ConfigError(
      'carriers must reach the media threads: set PARLEY_MEDIA_URL to the address of PARLEY_MEDIA_PORT, or have a proxy send /media/ there and set it to PARLEY_PUBLIC_URL',
    );
  const port = whole('PARLEY_MEDIA_PORT', env.PARLEY_MEDIA_PORT ?? '0', MOST_PORT);
  return { count, port, publicUrl };
};

const whole = (name: string, text: string, max: number): number => {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (Number.isInteger(value) && value >= 0 && value <= max) return value;
  throw new ConfigError(`${name} is "${text}"; write a whole number from 0 to ${max}`);
};

const urlOf = (text: string | undefined): string | null => {
  if (text === undefined) return null;
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new ConfigError(
      `PARLEY_MEDIA_URL is "${text}"; write the address where carriers reach the media threads, like https://media.example.org`,
    );
  return text.replace(/\/+$/, '');
};
