/** Which effect handlers each kind of actor is given. */
import { agent } from '../actors/agent/index.js';
import { agentTest } from '../actors/agent-test/index.js';
import { business } from '../actors/business/index.js';
import { call } from '../actors/call/index.js';
import { campaign } from '../actors/campaign/index.js';
import { channelAccount } from '../actors/channel-account/index.js';
import { consoleSetup } from '../actors/console-setup/index.js';
import { consoleUser } from '../actors/console-user/index.js';
import { contactImport } from '../actors/contact-import/index.js';
import { contactPartition } from '../actors/contact-partition/index.js';
import { conversation } from '../actors/conversation/index.js';
import { dataSource } from '../actors/data-source/index.js';
import { iteration } from '../actors/iteration/index.js';
import { mediaAsset } from '../actors/media-asset/index.js';
import { participant } from '../actors/participant/index.js';
import { providerLists } from '../actors/provider-lists/index.js';
import { recipients } from '../actors/recipients/index.js';
import type { ActorSystem } from '../actors/runtime/system.js';
import { sourceRows } from '../actors/source-rows/index.js';
import { subscription } from '../actors/subscription/index.js';
import { summaryRun } from '../actors/summary-run/index.js';
import { toolbox } from '../actors/toolbox/index.js';
import type { EffectTable } from '../operations/effects/index.js';

/** Makes every kind of actor known to the system; call it once, before `actors.start()`. */
export const registerActors = (actors: ActorSystem, effects: EffectTable): void => {
  actors.register(agent, {});
  actors.register(agentTest, {});
  actors.register(business, effects.business);
  actors.register(call, effects.call);
  actors.register(campaign, effects.campaign);
  actors.register(channelAccount, {});
  actors.register(consoleSetup, {});
  actors.register(consoleUser, {});
  actors.register(contactImport, effects.contactImport);
  actors.register(contactPartition, effects.contactPartition);
  actors.register(conversation, effects.conversation);
  actors.register(dataSource, effects.dataSource);
  actors.register(iteration, effects.iteration);
  actors.register(mediaAsset, effects.mediaAsset);
  actors.register(participant, {});
  actors.register(providerLists, {});
  actors.register(recipients, effects.recipients);
  actors.register(sourceRows, {});
  actors.register(subscription, {});
  actors.register(summaryRun, effects.summaryRun);
  actors.register(toolbox, {});
};
