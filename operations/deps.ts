/** What the operations stand on; given by the composition. */
import type { Logger } from 'pino';
import type { ActorAsker } from '../actors/runtime/asking.js';
import type { TroubleBook } from '../actors/runtime/trouble-book.js';
import type { AssetStore } from '../providers/assets/asset-store.js';
import type { SimulatedCallers } from '../providers/carriers/loopback/simulated-callers.js';
import type { MessagingChannel } from '../providers/channels/messaging-channel.js';
import type { AllowedDatabases } from '../providers/databases/database.js';
import type { Voice } from '../providers/speech/synthesiser.js';
import type { WebhookSender } from '../providers/webhooks/sender.js';
import type { AccountChannel } from '../schemas/channel.js';
import type { ViewStore } from '../views/views.js';
import type { KnownBrowsers } from './accounts/known-browsers.js';
import type { LegDesk } from './calls/leg-desk.js';
import type { NoteDesk } from './calls/note-desk.js';
import type { InstalledCarriers } from './calls/placed-by.js';
import type { InstalledDestinations } from './outreach/destination-rule.js';
import type { LimitAlarm } from './outreach/limit-alarm.js';
import type { ModelOf } from './providers/model-of.js';
import type { ProviderChecks } from './providers/provider-lists.js';
import type { Quotas } from './quotas/quotas.js';
import type { Sealer } from './sealing.js';
import type { InstallationFacts } from './settings/settings.js';
import type { AgentTools } from './tools/agent-tools.js';
import type { WebhookQueue } from './webhooks/queue.js';

export interface OperationsDeps extends InstalledCarriers {
  readonly actors: ActorAsker;
  readonly views: ViewStore;
  /** Keeps uploaded files until they are worked through. */
  readonly assets: AssetStore;
  /** Databases that Data Sources may be read from. */
  readonly databases: AllowedDatabases;
  /** Voices that agents of the business can be given as `liveVoiceId` now. */
  readonly voicesOf: (
    businessId: string,
  ) => Promise<readonly Pick<Voice, 'id' | 'language' | 'furtherLanguages'>[]>;
  /** Where calls go over the simulated network; absent: they go through a carrier. */
  readonly simulatedCallers?: SimulatedCallers;
  /** Browsers on calls. */
  readonly legs: LegDesk;
  /** Where the sessions of live calls are told something. */
  readonly agentNotes: NoteDesk;
  /** Messaging channels by name. */
  readonly channels: ReadonlyMap<AccountChannel, MessagingChannel>;
  /** Says where webhooks may go. */
  readonly webhooks: Pick<WebhookSender, 'refusalNow'>;
  /** What businesses may store. */
  readonly quotas: Pick<Quotas, 'require'>;
  /** What is on its way to subscribers. */
  readonly webhookQueue: WebhookQueue;
  /** Where it says that a subscription has dead letters. */
  readonly trouble: Pick<TroubleBook, 'clear'>;
  /** Recognises browsers with an earlier sign-in. */
  readonly browsers: KnownBrowsers;
  /** Opens the tokens of channel accounts. */
  readonly sealer: Sealer;
  /** For businesses that have none of their own. */
  readonly installationTimeZone: string;
  /** Answers in agent tests. */
  readonly modelOf: ModelOf;
  /** That it may use. */
  readonly tools: AgentTools;
  /** Looks at the providers that a business names. */
  readonly providerChecks: ProviderChecks;
  /** What holds where a business has chosen nothing. */
  readonly installationFacts: InstallationFacts;
  /** Which destinations the operator allows where a business has said nothing. */
  readonly destinations: InstalledDestinations;
  /** Hears of limits that a business hits; absent: nothing is reported. */
  readonly limitAlarm?: LimitAlarm;
  readonly logger: Logger;
}
