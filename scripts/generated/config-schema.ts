/** The JSON Schema of a configuration file, for editors (docs/parley.config.schema.json). */
import {
  type FileSetting,
  isSetting,
  type Section,
  type SettingType,
} from '../../src/config-file/settings.js';

const TYPES: Readonly<Record<SettingType, object>> = {
  text: { type: 'string', minLength: 1 },
  path: { type: 'string', minLength: 1 },
  integer: { type: 'integer' },
  boolean: { type: 'boolean' },
  list: { type: 'array', items: { type: 'string', minLength: 1 }, minItems: 1 },
};

const ofSetting = ({ type, variable, description }: FileSetting): object => ({
  ...TYPES[type],
  description: `${description} ${variable}`,
});

const ofSection = (section: Section): object => ({
  type: 'object',
  additionalProperties: false,
  properties: Object.fromEntries(
    Object.entries(section).map(([name, entry]) => [
      name,
      isSetting(entry) ? ofSetting(entry) : ofSection(entry),
    ]),
  ),
});

export const configSchema = (settings: Section): object => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Configuration of Parley',
  ...ofSection(settings),
});
