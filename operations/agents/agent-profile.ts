/** Applies a request to an agent's profile. Pure. */
import type { AgentProfile } from '../../actors/agent/events.js';
import type { AgentCreate, AgentUpdate, DraftUpdate } from '../../schemas/agents/agent.js';
import type { ChatSettings, ChatSettingsChange } from '../../schemas/agents/chat-settings.js';
import type { VoiceSettings, VoiceSettingsChange } from '../../schemas/agents/voice-settings.js';
import { oneLine } from '../../schemas/text.js';
import { cleanName } from '../refusals.js';

/** Defaults of an agent's profile (spec section 2.5). */
const DEFAULTS = {
  languageCode: 'en',
  dataSourceIds: [],
  contactCategoryIds: [],
  dataSourceVariables: [],
  voiceSettings: {},
  instagramCollectMobileEnabled: true,
} as const;

/** An omitted field keeps its value; null resets it to its default. */
const changed = <T>(value: T | null | undefined, before: T, fallback: T): T =>
  value === undefined ? before : (value ?? fallback);

const changedVoice = (
  change: VoiceSettingsChange | null | undefined,
  before: VoiceSettings,
): VoiceSettings => {
  if (change === undefined) return before;
  if (change === null) return DEFAULTS.voiceSettings;
  const remaining = Object.entries({ ...before, ...change, ...cleanDisclosure(change) }).filter(
    ([, value]) => value !== null,
  );
  const merged: VoiceSettings = JSON.parse(JSON.stringify(Object.fromEntries(remaining)));
  return merged;
};

/** Without settings that have no value; absent if none has. */
const changedChat = (
  change: ChatSettingsChange | null | undefined,
  before: ChatSettings = {},
): Pick<AgentProfile, 'chatSettings'> => {
  const remaining = Object.entries(change === null ? {} : { ...before, ...change }).filter(
    ([, value]) => value !== null,
  );
  if (remaining.length === 0) return {};
  const chatSettings: ChatSettings = JSON.parse(JSON.stringify(Object.fromEntries(remaining)));
  return { chatSettings };
};

/** Puts the disclosure on one line; an empty disclosure is none. */
const cleanDisclosure = ({ disclosure }: VoiceSettingsChange): VoiceSettingsChange => {
  if (disclosure === undefined || disclosure === null) return {};
  const text = oneLine(disclosure.replaceAll(/\s+/g, ' '), disclosure.length);
  return { disclosure: text === '' ? null : text };
};

/** The profile of a new agent. */
export const newProfile = (body: AgentCreate): AgentProfile => {
  const { channel, name, instructions } = body;
  return changedProfile({ ...DEFAULTS, channel, name, instructions }, body);
};

/** The profile after a change. Each voice setting changes on its own. */
export const changedProfile = (
  before: AgentProfile,
  body: AgentCreate | AgentUpdate | DraftUpdate,
): AgentProfile => ({
  channel: body.channel,
  // An agent's name is any text that is not empty (spec section 2.5).
  name: cleanName(body.name) || body.name,
  instructions: body.instructions,
  languageCode: changed(body.languageCode, before.languageCode, DEFAULTS.languageCode),
  dataSourceIds: changed(body.dataSourceIds, before.dataSourceIds, DEFAULTS.dataSourceIds),
  contactCategoryIds: changed(
    body.contactCategoryIds,
    before.contactCategoryIds,
    DEFAULTS.contactCategoryIds,
  ),
  dataSourceVariables: changed(
    body.dataSourceVariables,
    before.dataSourceVariables,
    DEFAULTS.dataSourceVariables,
  ),
  voiceSettings: changedVoice(body.voiceSettings, before.voiceSettings),
  ...changedChat(body.chatSettings, before.chatSettings),
  instagramCollectMobileEnabled: changed(
    body.instagramCollectMobileEnabled,
    before.instagramCollectMobileEnabled,
    DEFAULTS.instagramCollectMobileEnabled,
  ),
});
