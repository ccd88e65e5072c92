/** The JSON Schema of a configuration file, for editors (docs/parley.config.schema.json). */
import { isSetting, type Section, type Setting } from '../../src/config/settings/setting.js';

const ofSetting = ({ schema, variable, meaning, defaultText }: Setting<unknown>): object => ({
  ...schema,
  description: `${meaning}${defaultText === null ? '' : ` Default: ${defaultText}.`} ${variable}`,
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
