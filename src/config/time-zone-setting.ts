/** The time zone of an installation, from the environment. */
import { isTimeZone } from '../../schemas/time-zone.js';
import { ConfigError } from './error.js';

/** Time zone of agents whose business has none of its own. @throws ConfigError */
export const timeZoneSetting = (env: Readonly<Record<string, string | undefined>>): string => {
  const { PARLEY_TIME_ZONE: name = 'UTC' } = env;
  if (isTimeZone(name)) return name;
  throw new ConfigError(`PARLEY_TIME_ZONE is "${name}"; use an IANA time zone, like Europe/Berlin or UTC`);
};
