/** Effect handlers of actors: a file or folder for each kind that has effects, named after the kind. */
import type { Logger } from 'pino';
import { conversation } from '../../actors/conversation/index.js';
import type { ActorClient } from '../../actors/runtime/actor-client.js';
import type { AssetStore } from '../../providers/assets/asset-store.js';
import type { AllowedDatabases } from '../../providers/databases/database.js';
import type { Embedder } from '../../providers/embeddings/embedder.js';
import type { Spool } from '../../providers/spool/spool.js';
import type { ViewStore } from '../../views/views.js';
import { createCallAnalyst } from '../analysis/call-analyst.js';
import { createConversationAnalyst } from '../analysis/conversation-analyst.js';
import type { InstalledCarriers } from '../calls/placed-by.js';
import {
  createReading,
  createSpoolPlaces,
  DATABASE_READERS,
  DOCUMENT_READERS,
} from '../ingestion/reading.js';
import type { Ingest } from '../ingestion/thread.js';
import type { OutreachDeps } from '../outreach/outreach-deps.js';
import { type AlertRuleEffectDeps, alertRuleEffects } from './alert-rule.js';
import { analysisEffects, conversationAnalysisEffects } from './analysis.js';
import { analysisRunEffects } from './analysis-run.js';
import { businessEffects } from './business.js';
import { type CallEffectDeps, callEffects } from './call/index.js';
import { campaignEffects } from './campaign.js';
import { contactImportEffects } from './contact-import.js';
import { contactJobEffects } from './contact-job.js';
import { contactPartitionEffects } from './contact-partition.js';
import { contactPointEffects } from './contact-point.js';
import { type ConversationEffectDeps, conversationEffects } from './conversation/index.js';
import { dataSourceEffects } from './data-source/index.js';
import { iterationEffects } from './iteration.js';
import { mediaAssetEffects } from './media-asset.js';
import { passageVectorsEffects } from './passage-vectors.js';
import { type RecipientsEffectDeps, recipientsEffects } from './recipients/index.js';
import { type SimulationRunEffectDeps, simulationRunEffects } from './simulation-run.js';
import { summaryRunEffects } from './summary-run.js';

/** Dependencies of the handlers. */
export interface EffectDeps {
  readonly actors: ActorClient;
  readonly views: ViewStore;
  /** Destinations that the operator allows, and the alarm for limits that businesses hit. */
  readonly dialling: Pick<OutreachDeps, 'destinations' | 'limitAlarm'>;
  readonly calls: Omit<CallEffectDeps, keyof OutreachDeps | 'now'>;
  readonly conversations: Omit<
    ConversationEffectDeps,
    Exclude<keyof OutreachDeps, 'sealer' | 'installationTimeZone'>
  >;
  /** For campaigns: the carriers that place their calls, and the observer of each claim's outcome. */
  readonly campaigns: Pick<RecipientsEffectDeps, keyof InstalledCarriers | 'observe'>;
  /** E-mails of alerts. */
  readonly alerts: Pick<AlertRuleEffectDeps, 'mail' | 'alertsUrl' | 'countMail'>;
  /** How conversations of simulations are played. */
  readonly simulations: Pick<SimulationRunEffectDeps, 'rehearse' | 'judgeByRules' | 'slots' | 'observe'>;
  readonly assets: AssetStore;
  readonly spool: Spool;
  readonly databases: AllowedDatabases;
  readonly ingest: Ingest;
  /** Embeds passages of Data Sources; null: the installation embeds nothing. */
  readonly embedder: Embedder | null;
  /** ms since the epoch, the same on all nodes. */
  readonly now: () => number;
  readonly logger: Logger;
}

/** The contact of a conversation; null: none, or one that rests only on a number that the person gave. */
const contactOf =
  (actors: ActorClient) =>
  async (business: string, id: string): Promise<string | null> => {
    const { contactId, isClaimed } = (await actors.query(conversation, { business, id }, 'get')).answer;
    return isClaimed === true ? null : contactId;
  };

/** The handlers of each kind. The limits on files read at a time apply to all handlers of one call together. */
export const effectHandlers = (deps: EffectDeps) => {
  const { actors, views, assets, dialling, spool, databases, embedder, ingest, now, logger } = deps;
  const { modelOf, sealer, installationTimeZone } = deps.conversations;
  const outreach = { actors, views, sealer, installationTimeZone, ...dialling };
  const files = { actors, assets, ingest, logger, readFile: createReading(assets, spool) };
  const judging = { views, modelOf, installationTimeZone, logger };
  const analyst = createCallAnalyst(judging);
  const conversationAnalyst = createConversationAnalyst({ ...judging, now, contactOf: contactOf(actors) });
  return {
    alertRule: alertRuleEffects({ views, logger, ...deps.alerts }),
    analysis: analysisEffects({ actors, views, analyst }),
    analysisRun: analysisRunEffects({ actors, views, analyst, conversationAnalyst }),
    business: businessEffects(actors),
    call: callEffects({ ...outreach, now, ...deps.calls }),
    campaign: campaignEffects(actors),
    contactImport: contactImportEffects({ ...files, views, now }),
    contactJob: contactJobEffects({ actors, views, sealer, logger }),
    contactPartition: contactPartitionEffects({ actors, sealer }),
    contactPoint: contactPointEffects(actors, now),
    conversation: conversationEffects({ actors, views, ...dialling, ...deps.conversations }),
    conversationAnalysis: conversationAnalysisEffects({ actors, views, analyst: conversationAnalyst }),
    dataSource: dataSourceEffects({
      ...files,
      databases,
      readDocumentFile: createReading(assets, spool, DOCUMENT_READERS),
      withPlace: createSpoolPlaces(spool, DATABASE_READERS),
    }),
    iteration: iterationEffects({ actors, views, destinations: dialling.destinations }),
    mediaAsset: mediaAssetEffects(assets),
    passageVectors: passageVectorsEffects({ views, embedder, logger }),
    recipients: recipientsEffects({ ...outreach, now, logger, ...deps.campaigns }),
    simulationRun: simulationRunEffects({ actors, views, modelOf, now, logger, ...deps.simulations }),
    summaryRun: summaryRunEffects({ actors, views, modelOf, logger }),
  };
};

/** Handlers by kind of actor; kinds that are not listed have no effects. */
export type EffectTable = ReturnType<typeof effectHandlers>;
