/** The fields of each kind in the one form (resource.ts), from those of a file. */
import { isDeepStrictEqual } from 'node:util';
import { DEFAULT_VOICEMAIL } from '../../schemas/agents/voicemail.js';
import { asJson, compact, type Json, listOf, sortedTexts } from './json.js';

const DEFAULT_LANGUAGE = 'en';
const DEFAULT_TIMEOUT_SECONDS = 8;
const DEFAULT_WINDOW_MINUTES = 60;
const DEFAULT_MINIMUM_COUNT = 20;
const DEFAULT_AUTH_METHOD = 'client_secret_basic';

/** `value`, or nothing if it is the default. */
const unless = (fallback: unknown, value: unknown): unknown =>
  isDeepStrictEqual(value, fallback) ? undefined : value;

export const agentFields = (agent: Json): Json => {
  const { disclosure, ...voice } = asJson(agent.voiceSettings);
  const { criteria, fields } = asJson(agent.analysis);
  return compact({
    channel: agent.channel,
    instructions: agent.instructions,
    languageCode: unless(DEFAULT_LANGUAGE, agent.languageCode),
    dataSources: sortedTexts(agent.dataSources),
    contactCategories: sortedTexts(agent.contactCategories),
    dataSourceVariables: sortedBy('alias', listOf(agent.dataSourceVariables)),
    // The service keeps a disclosure as one line, and an empty one as none.
    voiceSettings: compact({
      ...voice,
      disclosure: typeof disclosure === 'string' ? unless('', oneLine(disclosure)) : undefined,
    }),
    chatSettings: compact(asJson(agent.chatSettings)),
    instagramCollectMobileEnabled: unless(true, agent.instagramCollectMobileEnabled),
    voicemail: unless(DEFAULT_VOICEMAIL, agent.voicemail),
    analysis: compact({ criteria, fields }),
    memory: unless(false, agent.memory),
  });
};

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

const sortedBy = (name: string, items: readonly Json[]): readonly Json[] =>
  [...items].sort((item, next) => (String(item[name]) < String(next[name]) ? -1 : 1));

export const sourceFields = (source: Json): Json =>
  compact({
    class: source.class,
    description: unless('', source.description),
    database: source.database,
    content: source.content,
    columns: Object.fromEntries(
      Object.entries(asJson(source.columns)).map(([name, column]) => [name, compact(asJson(column))]),
    ),
  });

export const toolFields = (tool: Json): Json => {
  const { authMethod, ...oauth } = asJson(tool.oauth);
  return compact({
    description: tool.description,
    url: tool.url,
    parameters: tool.parameters,
    oauth: compact({ ...oauth, authMethod: unless(DEFAULT_AUTH_METHOD, authMethod) }),
    transferTo: tool.transferTo,
    consults: tool.consults,
    sendsDigits: tool.sendsDigits,
    looksUp: tool.looksUp,
    handsOver: tool.handsOver,
    savesMobile: tool.savesMobile,
    timeoutSeconds: unless(DEFAULT_TIMEOUT_SECONDS, tool.timeoutSeconds),
    agents: sortedTexts(tool.agents),
  });
};

export const webhookFields = (webhook: Json): Json =>
  compact({
    channel: webhook.channel,
    phoneNumberId: webhook.phoneNumberId,
    providerAccountId: webhook.providerAccountId,
    callbackUrl: webhook.callbackUrl,
    events: sortedTexts(webhook.events),
    externalAutomation: unless(false, webhook.externalAutomation),
    status: unless('active', webhook.status),
  });

/** A campaign is on no file: a rule that has one differs from every rule of a file. */
export const alertFields = (rule: Json): Json => {
  const emails = sortedTexts(rule.emails);
  return compact({
    metric: rule.metric,
    comparison: rule.comparison,
    threshold: rule.threshold,
    windowMinutes: unless(DEFAULT_WINDOW_MINUTES, rule.windowMinutes),
    minimumCount: unless(DEFAULT_MINIMUM_COUNT, rule.minimumCount),
    agent: rule.agent,
    campaignId: rule.campaignId,
    emails,
    notifyWebhooks: unless(true, rule.notifyWebhooks),
    enabled: unless(true, rule.enabled),
  });
};
