/** Settings of media threads: how many there are, and where carriers reach them. */
import { ConfigError } from './error.js';
import { LISTEN } from './settings/listen.js';
import { type Env, read } from './settings/setting.js';

export interface MediaThreadsSetting {
  readonly count: number;
  /** The port that all of them listen on; 0: a free one. */
  readonly port: number;
  /** The URL at which carriers reach that port, without a trailing slash; null: the address listened on. */
  readonly publicUrl: string | null;
}

/**
 * Null: media is served on the same port as everything else. That is the default, because carriers would have to reach
 * a second port, too.
 * @throws ConfigError
 */
export const mediaThreadsSetting = (env: Env): MediaThreadsSetting | null => {
  const count = read(LISTEN.mediaThreads, env);
  if (count === 0) {
    const unused = [LISTEN.mediaPort, LISTEN.mediaUrl].find(({ variable }) => env[variable] !== undefined);
    if (unused === undefined) return null;
    throw new ConfigError(
      `${unused.variable} is only used by media threads; set PARLEY_MEDIA_THREADS, or unset it`,
    );
  }
  const publicUrl = read(LISTEN.mediaUrl, env);
  if (publicUrl === null && env.PARLEY_PUBLIC_URL !== undefined)
    throw new ConfigError(
      'carriers must reach the media threads: set PARLEY_MEDIA_URL to the address of PARLEY_MEDIA_PORT, or have a proxy send /media/ there and set it to PARLEY_PUBLIC_URL',
    );
  return { count, port: read(LISTEN.mediaPort, env), publicUrl };
};
