/** Which effect handlers each kind of actor is given. */

import type { Logger } from 'pino';
import { agent } from '../actors/agent/index.js';
import { agentTest } from '../actors/agent-test/index.js';
import { business } from '../actors/business/index.js';
import { call } from '../actors/call/index.js';
import { campaign } from '../actors/campaign/index.js';
import { channelAccount } from '../actors/channel-account/index.js';
import { consoleUser } from '../actors/console-user/index.js';
import { contactImport } from '../actors/contact-import/index.js';
import { contactPartition } from '../actors/contact-partition/index.js';
import { conversation } from '../actors/conversation/index.js';
import { dataSource } from '../actors/data-source/index.js';
import { iteration } from '../actors/iteration/index.js';
import { mediaAsset } from '../actors/media-asset/index.js';
import { participant } from '../actors/participant/index.js';
import { recipients } from '../actors/recipients/index.js';
import type { ActorSystem } from '../actors/runtime/system.js';
import { sourceRows } from '../actors/source-rows/index.js';
import { subscription } from '../actors/subscription/index.js';
import { summaryRun } from '../actors/summary-run/index.js';
import { businessEffects, callBillingEffects } from '../operations/effects/call/billing.js';
import { carrierEffects } from '../operations/effects/call/carrier.js';
import { recordingEffects } from '../operations/effects/call/recording.js';
import { contactImportEffects } from '../operations/effects/contact-import.js';
import { contactEffects } from '../operations/effects/contact-partition.js';
import {
  type ConversationEffectDeps,
  conversationEffects,
} from '../operations/effects/conversation/index.js';
import { sourceIngestionEffects } from '../operations/effects/data-source/index.js';
import {
  type CampaignEffectDeps,
  campaignEffects,
  iterationEffects,
  recipientsEffects,
} from '../operations/effects/iteration.js';
import { mediaAssetEffects } from '../operations/effects/media-asset.js';
import { summaryEffects } from '../operations/effects/summary-run.js';
import {
  createPlaces,
  createReading,
  DATABASE_READERS,
  DOCUMENT_READERS,
} from '../operations/ingestion/reading.js';
import type { Ingest } from '../operations/ingestion/thread.js';
import type { AssetStore } from '../providers/assets/asset-store.js';
import type { Carrier } from '../providers/carriers/carrier.js';
import type { AllowedDatabases } from '../providers/databases/database.js';
import type { Spool } from '../providers/spool/spool.js';
import type { ViewStore } from '../views/views.js';
import type { Latency } from './latency.js';

/** What the handlers speak to. */
export interface EffectDeps {
  readonly carriers: ReadonlyMap<string, Carrier>;
  /** Name of the one that places calls. */
  readonly carrier: string;
  readonly observeCampaigns: CampaignEffectDeps['observe'];
  readonly mediaUrl: Parameters<typeof carrierEffects>[0]['mediaUrl'];
  readonly statusUrl: Parameters<typeof carrierEffects>[0]['statusUrl'];
  readonly prepare: Parameters<typeof carrierEffects>[0]['prepare'];
  readonly recordings: Parameters<typeof recordingEffects>[0];
  readonly latency: Latency;
  readonly assets: AssetStore;
  readonly spool: Spool;
  readonly databases: AllowedDatabases;
  readonly ingest: Ingest;
  readonly views: ViewStore;
  readonly messaging: ConversationEffectDeps;
  readonly logger: Logger;
}

/** Makes every kind of actor known to the system; call it once, before `actors.start()`. */
export const registerActors = (actors: ActorSystem, deps: EffectDeps): void => {
  const { latency } = deps;
  actors.register(business, businessEffects(actors));
  actors.register(agent, {});
  actors.register(agentTest, {});
  actors.register(consoleUser, {});
  actors.register(contactPartition, contactEffects(actors));
  actors.register(participant, {});
  actors.register(conversation, conversationEffects(deps.messaging));
  actors.register(subscription, {});
  actors.register(channelAccount, {});
  const { assets, ingest, logger, spool, views } = deps;
  actors.register(mediaAsset, mediaAssetEffects(assets));
  const ingestion = { actors, assets, views, logger, ingest, readFile: createReading(assets, spool) };
  actors.register(contactImport, contactImportEffects(ingestion));
  const readDocumentFile = createReading(assets, spool, DOCUMENT_READERS);
  const inPlace = createPlaces(spool, DATABASE_READERS);
  const { databases } = deps;
  actors.register(dataSource, sourceIngestionEffects({ ...ingestion, readDocumentFile, databases, inPlace }));
  actors.register(sourceRows, {});
  const campaigns = {
    actors,
    views: deps.views,
    carrier: deps.carrier,
    now: Date.now,
    observe: deps.observeCampaigns,
    logger,
  };
  actors.register(campaign, campaignEffects(campaigns));
  actors.register(iteration, iterationEffects(campaigns));
  actors.register(recipients, recipientsEffects(campaigns));
  actors.register(summaryRun, summaryEffects({ actors, views, logger, model: deps.messaging.model }));
  actors.register(call, {
    ...callBillingEffects(actors),
    ...carrierEffects({
      ...deps,
      onLeaving: (kind, callId) => latency.end(kind === 'place' ? 'start.place' : 'cancel.hangup', callId),
    }),
    ...recordingEffects(deps.recordings),
  });
};
