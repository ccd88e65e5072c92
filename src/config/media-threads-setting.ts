/** Settings of media threads: how many there are, and where carriers reach them. */
import { ConfigError } from './error.js';

export interface MediaThreadsSetting {
  readonly count: number;
  /** The port that all of them listen on; 0: a free one. */
  readonly port: number;
  /** The URL at which carriers reach that port, without a trailing slash; null: the address listened on. */
  readonly publicUrl: string | null;
}

type Env = Readonly<Record<string, string | undefined>>;

/** The kernel's hash spreads sessions over them at random, so more threads than this would not be loaded evenly. */
const MAX_THREADS = 64;
const MAX_PORT = 65_535;

/**
 * From PARLEY_MEDIA_THREADS, PARLEY_MEDIA_PORT and PARLEY_MEDIA_URL. Null: media is served on the same port as
 * everything else. That is the default, because carriers would have to reach a second port, too.
 * @throws ConfigError
 */
export const mediaThreadsSetting = (env: Env): MediaThreadsSetting | null => {
  const count = wholeNumber('PARLEY_MEDIA_THREADS', env.PARLEY_MEDIA_THREADS ?? '0', MAX_THREADS);
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
  const port = wholeNumber('PARLEY_MEDIA_PORT', env.PARLEY_MEDIA_PORT ?? '0', MAX_PORT);
  return { count, port, publicUrl };
};

const wholeNumber = (name: string, text: string, max: number): number => {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (Number.isInteger(value) && value >= 0 && value <= max) return value;
  throw new ConfigError(`${name} is "${text}"; write a whole number from 0 to ${max}`);
};

const urlOf = (text: string | undefined): string | null => {
  if (text === undefined) return null;
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new ConfigError(
      `PARLEY_MEDIA_URL is "${text}"; use the address at which carriers reach the media threads, like https://media.example.org`,
    );
  return text.replace(/\/+$/, '');
};
