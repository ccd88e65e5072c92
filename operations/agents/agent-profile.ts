/** Applies a request to an agent's profile. Pure. */
import type { AgentProfile } from '../../actors/agent/events.js';
import type { AgentCreate, AgentUpdate, VoiceSettings, VoiceSettingsChange } from '../../schemas/agent.js';
import { oneLine } from '../../schemas/text.js';
import { nameKept } from '../refusals.js';

/** Defaults of an agent's profile (spec section 2.5). */
const UNSAID = {
  languageCode: 'en',
  dataSourceIds: [],
  contactCategoryIds: [],
  dataSourceVariables: [],
  voiceSettings: {},
  instagramCollectMobileEnabled: true,
} as const;

/** An omitted field keeps its value; null resets it to its default. */
const changed = <T>(given: T | null | undefined, before: T, unsaid: T): T =>
  given === undefined ? before : (given ?? unsaid);

const changedVoice = (
  given: VoiceSettingsChange | null | undefined,
  before: VoiceSettings,
): VoiceSettings => {
  if (given === undefined) return before;
  if (given === null) return UNSAID.voiceSettings;
  const left = Object.entries({ ...before, ...given, ...cleanDisclosure(given) }).filter(
    ([, value]) => value !== null,
  );
  const merged: VoiceSettings = JSON.parse(JSON.stringify(Object.fromEntries(left)));
  return merged;
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
  return changedProfile({ ...UNSAID, channel, name, instructions }, body);
};

/** The profile after a change. Each voice setting changes on its own. */
export const changedProfile = (before: AgentProfile, body: AgentCreate | AgentUpdate): AgentProfile => ({
  channel: body.channel,
  // An agent's name is any text that is not empty (spec section 2.5).
  name: nameKept(body.name) || body.name,
  instructions: body.instructions,
  languageCode: changed(body.languageCode, before.languageCode, UNSAID.languageCode),
  dataSourceIds: changed(body.dataSourceIds, before.dataSourceIds, UNSAID.dataSourceIds),
  contactCategoryIds: changed(body.contactCategoryIds, before.contactCategoryIds, UNSAID.contactCategoryIds),
  dataSourceVariables: changed(
    body.dataSourceVariables,
    before.dataSourceVariables,
    UNSAID.dataSourceVariables,
  ),
  voiceSettings: changedVoice(body.voiceSettings, before.voiceSettings),
  instagramCollectMobileEnabled: changed(
    body.instagramCollectMobileEnabled,
    before.instagramCollectMobileEnabled,
    UNSAID.instagramCollectMobileEnabled,
  ),
});
