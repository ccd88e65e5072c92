/** Names that people chose on a channel. A business cannot correct them, so they are cleaned and cut, never refused. */
import { oneLine } from '../schemas/text.js';

/** Longest name of a profile, characters. */
export const MAX_PROFILE_NAME_CHARACTERS = 120;

/** On one line, without hidden characters, cut to {@link MAX_PROFILE_NAME_CHARACTERS}; null if nothing is left. */
export const profileName = (name: string | null): string | null => {
  const shown = name === null ? '' : oneLine(name, MAX_PROFILE_NAME_CHARACTERS);
  return shown === '' ? null : shown;
};
