/** The text of `parley serve --help` after the options: the settings that the environment has (src/config/settings/). */
import { SETTINGS, settingsOf } from '../config/settings/index.js';
import type { Section, Setting } from '../config/settings/setting.js';

const INTRODUCTION = `
Writes {"event":"service.ready","url":…} to standard output when it is ready. On SIGINT and SIGTERM it drains: it lets
live calls finish or hands them to another node, then stops (docs/how-to/restart-nodes.md); a second signal stops it
at once. SIGUSR2 resets the latencies of /metrics. SIGHUP reloads the LLM, STT, TTS and speech-to-speech providers
from the configuration file. Businesses can have providers of their own: parley admin provider. The console is at that
address; as long as it has no users, setupUrl of that line is the link for the first user (docs/how-to/console.md).

All settings except secrets can also be in a configuration file (docs/reference/configuration.md, parley config
check); the environment wins. Providers have variables of their own for keys and addresses, like OPENAI_API_KEY and
OPENAI_BASE_URL (docs/how-to/providers.md).
`;

const WIDTH = 120;
const INDENT = ' '.repeat(24);

/** The words in lines of the width of the help, all of them indented. */
const wrapped = (text: string): string => {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = `${lines.at(-1)} ${word}`.trimStart();
    if (INDENT.length + line.length > WIDTH) lines.push(word);
    else lines[lines.length - 1] = line;
  }
  return lines.map((line) => `${INDENT}${line}`).join('\n');
};

const entryOf = ({ variable, meaning, type, values, defaultText }: Setting<unknown>): string => {
  const range = type === 'integer' || values.includes(' or ') || type === 'boolean' ? [values] : [];
  const notes = [...range, ...(defaultText === null ? [] : [`default: ${defaultText}`])].join('; ');
  const text = wrapped(`${meaning.replace(/\.$/, '')}${notes === '' ? '' : ` (${notes})`}`);
  const name = `  ${variable}`;
  return `${name}${name.length < INDENT.length ? text.slice(name.length) : `\n${text}`}\n`;
};

const topicOf = ([name, section]: readonly [string, Section]): string => {
  const shown = settingsOf(section).filter(({ setting }) => setting.isInHelp !== false);
  return shown.length === 0 ? '' : `\n${name}:\n${shown.map(({ setting }) => entryOf(setting)).join('')}`;
};

export const SERVE_HELP = `${INTRODUCTION}${Object.entries(SETTINGS).map(topicOf).join('')}`;
