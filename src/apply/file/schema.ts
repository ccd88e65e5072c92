/** The file of `parley apply`: agents, their tools and Data Sources, webhook subscriptions, and alert rules. */
import { type Static, Type } from 'typebox';
import { AgentChannel } from '../../../schemas/agents/agent.js';
import { ChatSettings } from '../../../schemas/agents/chat-settings.js';
import { MAX_DESCRIPTION_CHARACTERS, OwnTool } from '../../../schemas/agents/tool.js';
import { ToolOAuth } from '../../../schemas/agents/tool-oauth.js';
import { VoiceSettings } from '../../../schemas/agents/voice-settings.js';
import { Voicemail } from '../../../schemas/agents/voicemail.js';
import { AlertRuleCreate, MAX_ALERT_RULES } from '../../../schemas/alerts/alert-rule.js';
import { AnalysisSettings } from '../../../schemas/analysis/settings.js';
import { ColumnReview, SourceDatabase } from '../../../schemas/contacts/data-source.js';
import { SubscriptionCreate } from '../../../schemas/events/subscription.js';
import { FIELD_KEY_PATTERN } from '../../../schemas/patterns.js';
import { closed, literals } from '../../../schemas/shapes.js';

/** Data Sources, agents and subscriptions of one file; the tools of a business are fewer. */
const MAX_ENTRIES = 500;
/** Longest name of a Data Source or an agent. */
export const MAX_NAME = 120;
const MAX_PATH = 1_000;
const MAX_SECRET = 4_096;

const Reference = Type.Union(
  [
    Type.Object(
      { env: Type.String({ minLength: 1, maxLength: 200, description: 'Name of an environment variable.' }) },
      closed,
    ),
    Type.Object(
      { file: Type.String({ minLength: 1, maxLength: MAX_PATH, description: 'Path, from this file.' }) },
      closed,
    ),
  ],
  { description: 'Read when the file is applied.' },
);

/** A text, which may contain `${env:NAME}` and `${file:path}`. */
const filled = (maxLength: number, description: string) =>
  Type.Union([Type.String({ minLength: 1, maxLength }), Reference], { description });

const URL_CHARACTERS = 2_048;

const Names = (what: string) =>
  Type.Array(Type.String({ minLength: 1, maxLength: MAX_NAME }), {
    maxItems: 100,
    uniqueItems: true,
    description: what,
  });

const SecretName = Type.Optional(
  Type.String({
    pattern: FIELD_KEY_PATTERN,
    description: 'Variable under which `--secrets` saves the signing secret when it is created.',
  }),
);

const SourceEntry = Type.Object(
  {
    class: literals(['structured', 'unstructured']),
    description: Type.Optional(Type.String({ minLength: 1, maxLength: 2_000 })),
    file: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: MAX_PATH,
        description:
          'Path of its content, from this file: CSV, TSV, JSON or XLSX of a structured source; Markdown, text, HTML, PDF or DOCX of an unstructured one.',
      }),
    ),
    database: Type.Optional(SourceDatabase),
    columns: Type.Optional(
      Type.Record(Type.String(), Type.Omit(ColumnReview, ['column'], closed), {
        description: 'Of a structured source: what its columns mean, by their names.',
      }),
    ),
  },
  closed,
);
export type SourceEntry = Static<typeof SourceEntry>;

const AgentEntry = Type.Object(
  {
    channel: AgentChannel,
    instructions: filled(200_000, 'At most 20,000 words, or the file that has them.'),
    languageCode: Type.Optional(Type.String({ minLength: 2 })),
    dataSources: Type.Optional(Names('Names of Data Sources that it may use.')),
    contactCategories: Type.Optional(
      Names('Names of categories whose contacts it knows; missing ones are created.'),
    ),
    dataSourceVariables: Type.Optional(
      Type.Array(
        Type.Object(
          {
            source: Type.String({ minLength: 1, maxLength: MAX_NAME }),
            fieldKey: Type.String({ pattern: FIELD_KEY_PATTERN }),
            alias: Type.String({ pattern: FIELD_KEY_PATTERN }),
          },
          closed,
        ),
        { maxItems: MAX_ENTRIES },
      ),
    ),
    voiceSettings: Type.Optional(VoiceSettings),
    chatSettings: Type.Optional(ChatSettings),
    instagramCollectMobileEnabled: Type.Optional(Type.Boolean()),
    voicemail: Type.Optional(Voicemail),
    analysis: Type.Optional(
      Type.Object(
        {
          criteria: Type.Optional(AnalysisSettings.properties.criteria),
          fields: Type.Optional(AnalysisSettings.properties.fields),
        },
        closed,
      ),
    ),
    memory: Type.Optional(Type.Boolean({ description: 'Whether it remembers contacts. Default: false.' })),
  },
  closed,
);
export type AgentEntry = Static<typeof AgentEntry>;

const ToolEntry = Type.Object(
  {
    description: Type.String({ minLength: 1, maxLength: MAX_DESCRIPTION_CHARACTERS }),
    parameters: OwnTool.properties.parameters,
    url: Type.Optional(filled(URL_CHARACTERS, 'The address of its server.')),
    oauth: Type.Optional(
      Type.Object(
        {
          ...ToolOAuth.properties,
          tokenUrl: filled(URL_CHARACTERS, 'The token endpoint of the authorization server.'),
          clientId: filled(512, 'The id of the client.'),
          clientSecret: filled(MAX_SECRET, 'A reference to the secret; the secret itself is refused.'),
        },
        closed,
      ),
    ),
    transferTo: Type.Optional(filled(100, 'Transfers the customer of a call to this number, E.164.')),
    consults: OwnTool.properties.consults,
    sendsDigits: OwnTool.properties.sendsDigits,
    looksUp: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: MAX_NAME,
        description: 'Looks up the customer in the structured Data Source of this name.',
      }),
    ),
    handsOver: OwnTool.properties.handsOver,
    savesMobile: OwnTool.properties.savesMobile,
    timeoutSeconds: OwnTool.properties.timeoutSeconds,
    agents: Type.Optional(Names('Names of the agents that may use it. Omitted: every agent.')),
    secretName: SecretName,
  },
  closed,
);
export type ToolEntry = Static<typeof ToolEntry>;

const { channel, phoneNumberId, providerAccountId, events, externalAutomation } =
  SubscriptionCreate.properties;

const WebhookEntry = Type.Object(
  {
    channel,
    phoneNumberId,
    providerAccountId,
    callbackUrl: filled(URL_CHARACTERS, 'An https address that is reachable from the internet.'),
    events,
    externalAutomation,
    status: Type.Optional(literals(['active', 'paused'])),
    secretName: SecretName,
  },
  closed,
);

const { metric, comparison, threshold, windowMinutes, minimumCount, notifyWebhooks, emails, enabled } =
  AlertRuleCreate.properties;

const AlertEntry = Type.Object(
  {
    metric,
    comparison,
    threshold,
    windowMinutes,
    minimumCount,
    agent: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: MAX_NAME,
        description: 'Only calls or conversations of the agent of this name. Omitted: all.',
      }),
    ),
    notifyWebhooks,
    emails,
    enabled,
  },
  closed,
);

export const ApplyFile = Type.Object(
  {
    project: Type.String({
      pattern: FIELD_KEY_PATTERN,
      description:
        'Names what this file has created: `parley apply --prune` removes nothing else. Keep it; another name is another project.',
    }),
    dataSources: Type.Optional(
      Type.Record(Type.String(), SourceEntry, { maxProperties: MAX_ENTRIES, description: 'By name.' }),
    ),
    agents: Type.Optional(
      Type.Record(Type.String(), AgentEntry, { maxProperties: MAX_ENTRIES, description: 'By name.' }),
    ),
    tools: Type.Optional(
      Type.Record(Type.String({ pattern: FIELD_KEY_PATTERN }), ToolEntry, {
        ...closed,
        description: 'By the names that models see.',
      }),
    ),
    webhooks: Type.Optional(
      Type.Array(WebhookEntry, {
        maxItems: MAX_ENTRIES,
        description: 'A subscription is identified by its channel, its account and its callbackUrl.',
      }),
    ),
    alerts: Type.Optional(
      Type.Record(Type.String(), AlertEntry, {
        maxProperties: MAX_ALERT_RULES,
        description: 'Alert rules, by name.',
      }),
    ),
  },
  closed,
);
export type ApplyFile = Static<typeof ApplyFile>;
