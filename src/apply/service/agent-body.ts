/** The bodies of requests that create and change an agent as a file describes it. */
import { asJson, type Json, listOf } from '../json.js';
import type { Kind, Present, Wanted } from '../resource.js';

type IdOf = (kind: Kind, key: string) => string;

/** Of a new agent: absent fields have their defaults. */
export const agentProfile = (wanted: Wanted, idOf: IdOf): Json => {
  const { dataSources, contactCategories, dataSourceVariables, voicemail, analysis, memory, ...plain } =
    wanted.fields;
  const idsOf = (kind: Kind, names: unknown): readonly string[] =>
    Array.isArray(names) ? names.map((name) => idOf(kind, String(name))) : [];
  return {
    name: wanted.key,
    ...plain,
    dataSourceIds: idsOf('source', dataSources),
    contactCategoryIds: idsOf('category', contactCategories),
    dataSourceVariables: listOf(dataSourceVariables).map(({ source, ...variable }) => ({
      sourceId: idOf('source', String(source)),
      ...variable,
    })),
  };
};

/** Everything that is not in the file is cleared. */
export const agentUpdate = (wanted: Wanted, present: Present, idOf: IdOf): Json => {
  const { voiceSettings, chatSettings, ...profile } = agentProfile(wanted, idOf);
  return {
    agentId: present.id,
    languageCode: null,
    instagramCollectMobileEnabled: null,
    ...profile,
    voiceSettings: replaced(present.fields.voiceSettings, voiceSettings),
    chatSettings: replaced(present.fields.chatSettings, chatSettings),
  };
};

/** Null for each setting that the file does not have. */
const replaced = (before: unknown, after: unknown): Json => ({
  ...Object.fromEntries(Object.keys(asJson(before)).map((name) => [name, null])),
  ...asJson(after),
});
