/** The changes that `parley replay` tries: settings, and another agent. */
import { readFileSync, statSync } from 'node:fs';
import { Type } from 'typebox';
import { parse } from 'yaml';
import {
  type ChangedSettings,
  type SpeakingAgent,
  withAgent,
  withSettings,
} from '../../media/replay/changed-brief.js';
import type { SessionBrief } from '../../media/session/io.js';
import { SILENCES, sessionSettings } from '../../media/settings.js';
import { Patience, VoiceSettings } from '../../schemas/agents/voice-settings.js';
import { isRecord } from '../../schemas/json.js';
import { valueAs } from '../../schemas/parse.js';
import { ConfigError } from '../config/error.js';

/** Changes the brief of each session. */
export type Change = (brief: SessionBrief) => SessionBrief;

const MAX_FILE_BYTES = 1024 * 1024;
const MAX_MS = 24 * 3_600_000;
const DEFAULTS: Readonly<Record<string, unknown>> = { ...sessionSettings({}) };
const DEFAULT_SILENCES: Readonly<Record<string, unknown>> = SILENCES.normal;
/** The flags of `parley tune`. */
const SHORT: Readonly<Record<string, string>> = {
  least: 'leastMs',
  sentence: 'sentenceMs',
  usual: 'usualMs',
  most: 'mostMs',
};

/**
 * `settings`: each `name=value`, or a file of them in YAML or JSON; `agent`: a file with an agent as the API returns it.
 * Null: nothing is changed. @throws ConfigError that says what to write
 */
export const changeOf = (settings: readonly string[], agent: string | null): Change | null => {
  if (settings.length === 0 && agent === null) return null;
  const changed = settings
    .flatMap((text) => (text.includes('=') ? [pairIn(text)] : Object.entries(recordIn('--with', text))))
    .map(([name, value]) => settingOf(name, value))
    .reduce(merged, {});
  const other = agent === null ? null : agentIn(agent);
  return (brief) => withSettings(other === null ? brief : withAgent(brief, other), changed);
};

const pairIn = (text: string): readonly [string, unknown] => {
  const at = text.indexOf('=');
  return [text.slice(0, at).trim(), text.slice(at + 1).trim()];
};

const merged = (before: ChangedSettings, { endOfTurn, ...next }: ChangedSettings): ChangedSettings => ({
  ...before,
  ...next,
  endOfTurn: { ...before.endOfTurn, ...endOfTurn },
});

const settingOf = (name: string, value: unknown): ChangedSettings => {
  if (name === 'patience') {
    const patience = valueAs(Patience, value);
    if (patience === null) throw new ConfigError('--with patience is low, normal or high');
    return { endOfTurn: SILENCES[patience] };
  }
  if (name === 'endOfTurn' && isRecord(value))
    return Object.entries(value)
      .map(([silence, ms]) => settingOf(`endOfTurn.${silence}`, ms))
      .reduce(merged, {});
  const silence = SHORT[name] ?? /^endOfTurn\.(\w+)$/.exec(name)?.[1];
  const changed =
    silence === undefined
      ? { [name]: valueLike(name, DEFAULTS[name], value) }
      : { endOfTurn: { [silence]: valueLike(name, DEFAULT_SILENCES[silence], value) } };
  if (isChange(changed)) return changed;
  throw unknownSetting(name);
};

/** The value in the type of the default. @throws ConfigError */
const valueLike = (name: string, usual: unknown, value: unknown): unknown => {
  if (typeof usual === 'number') {
    const number = typeof value === 'string' && value !== '' ? Number(value) : value;
    if (typeof number === 'number' && number >= 0 && number <= MAX_MS) return number;
    throw new ConfigError(`--with ${name} is a number from 0 to ${MAX_MS}`);
  }
  if (typeof usual === 'boolean') {
    if (value === true || value === 'on' || value === 'true') return true;
    if (value === false || value === 'off' || value === 'false') return false;
    throw new ConfigError(`--with ${name} is on or off`);
  }
  if (Array.isArray(usual)) {
    if (typeof value === 'string') return value.split(',').map((word) => word.trim());
    if (Array.isArray(value) && value.every((word) => typeof word === 'string')) return value;
    throw new ConfigError(`--with ${name} is a list like mm,right`);
  }
  throw unknownSetting(name);
};

const unknownSetting = (name: string): ConfigError =>
  new ConfigError(
    `--with knows no setting ${name}; it knows patience, ${Object.keys(SHORT).join(', ')}, ${Object.entries(
      DEFAULTS,
    )
      .flatMap(([key, value]) =>
        isRecord(value) ? Object.keys(DEFAULT_SILENCES).map((silence) => `${key}.${silence}`) : [key],
      )
      .join(', ')}`,
  );

/** {@link valueLike} has checked the types. */
const isChange = (settings: object): settings is ChangedSettings =>
  Object.keys(settings).every((name) => Object.hasOwn(DEFAULTS, name));

const Agent = Type.Object({
  instructions: Type.String(),
  languageCode: Type.String(),
  voiceSettings: VoiceSettings,
  dataSourceIds: Type.Optional(Type.Array(Type.String())),
});

/** The answer of the API, or the agent in it. @throws ConfigError */
export const agentIn = (path: string): SpeakingAgent => {
  const answer = recordIn('--with-agent', path);
  const data = isRecord(answer.data) ? answer.data : answer;
  // The version of an agent has its number under the name `version`.
  const agent = valueAs(Agent, data.agent ?? (isRecord(data.version) ? data.version : data));
  if (agent === null)
    throw new ConfigError(
      `--with-agent is "${path}", which is no agent as the API returns it: it needs instructions, languageCode and voiceSettings`,
    );
  return { dataSourceIds: [], ...agent };
};

const recordIn = (option: string, path: string): Readonly<Record<string, unknown>> => {
  let value: unknown;
  try {
    if (statSync(path).size > MAX_FILE_BYTES) throw new Error('too large');
    value = parse(readFileSync(path, 'utf8'), { maxAliasCount: 0 });
  } catch {
    throw new ConfigError(
      `${option} is "${path}", which is no file in YAML or JSON of at most ${MAX_FILE_BYTES / 1024} KiB`,
    );
  }
  if (isRecord(value)) return value;
  throw new ConfigError(`${option} is "${path}", which is not an object with names and values`);
};
