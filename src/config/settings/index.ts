/** The table of all settings. Each section of the configuration file has its own file. */
import { AGENTS, PROVIDERS } from './agents.js';
import { CARRIERS } from './carriers.js';
import { CHANNELS } from './channels.js';
import { JOURNAL } from './journal.js';
import { LISTEN } from './listen.js';
import { MAIL } from './mail.js';
import { LIMITS, SERVICE } from './service.js';
import { isSetting, type Section, type Setting } from './setting.js';
import { STORAGE } from './storage.js';

export const SETTINGS = {
  listen: LISTEN,
  agents: AGENTS,
  providers: PROVIDERS,
  carriers: CARRIERS,
  channels: CHANNELS,
  mail: MAIL,
  journal: JOURNAL,
  storage: STORAGE,
  limits: LIMITS,
  service: SERVICE,
};

/** All settings of a section, each with its place, like `perKey.burst`. */
export const settingsOf = (
  section: Section,
): readonly { readonly place: string; readonly setting: Setting<unknown> }[] =>
  Object.entries(section).flatMap(([name, entry]) =>
    isSetting(entry)
      ? [{ place: name, setting: entry }]
      : settingsOf(entry).map(({ place, setting }) => ({ place: `${name}.${place}`, setting })),
  );

const inFile = (section: Section): Section =>
  Object.fromEntries(
    Object.entries(section)
      .filter(([, entry]) => !isSetting(entry) || entry.isInFile !== false)
      .map(([name, entry]) => [name, isSetting(entry) ? entry : inFile(entry)]),
  );

/** The settings that the configuration file may contain. */
export const FILE_SETTINGS: Section = inFile(SETTINGS);
