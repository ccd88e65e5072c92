/** Dependencies of the operations, supplied by the composition. */
import type { Logger } from 'pino';
import type { ActorClient } from '../actors/runtime/actor-client.js';
import type { TroubleBook } from '../actors/runtime/trouble/book.js';
import type { AssetStore } from '../providers/assets/asset-store.js';
import type { MessagingChannel } from '../providers/channels/messaging-channel.js';
import type { AllowedDatabases } from '../providers/databases/database.js';
import type { GuardedHttp } from '../providers/egress/guarded-http.js';
import type { MailSender } from '../providers/mail/mail-sender.js';
import type { SessionLogStore } from '../providers/session-logs/store.js';
import type { Voice } from '../providers/speech/synthesiser.js';
import type { WebhookSender } from '../providers/webhooks/sender.js';
import type { AccountChannel } from '../schemas/channels/channel.js';
import type { ViewStore } from '../views/views.js';
import type { KnownBrowsers } from './accounts/known-browsers.js';
import type { LegDesk, NoteDesk, SimulatedCallers } from './calls/call-deps.js';
import type { InstalledCarriers } from './calls/placed-by.js';
import type { Previewing } from './ingestion/reading.js';
import type { QuestionEmbeddings } from './knowledge/question-embeddings.js';
import type { ModelOf } from './model-text.js';
import type { InstalledDestinations } from './outreach/destination-rule.js';
import type { LimitAlarm } from './outreach/limit-alarm.js';
import type { ProviderChecks } from './providers/provider-lists.js';
import type { Quotas } from './quotas/quotas.js';
import type { Sealer } from './sealing.js';
import type { InstallationFacts } from './settings/settings.js';
import type { AgentTools } from './tools/agent-tools.js';
import type { WebhookQueue } from './webhooks/queue.js';

export interface OperationsDeps extends InstalledCarriers {
  readonly actors: ActorClient;
  readonly views: ViewStore;
  /** Keeps uploaded files until they are processed. */
  readonly assets: AssetStore;
  /** What went into the sessions of calls. */
  readonly sessionLogs: Pick<SessionLogStore, 'read' | 'erase'>;
  /** Reads uploads that are only previewed. */
  readonly previewing: Previewing;
  /** Databases that Data Sources may be read from. */
  readonly databases: AllowedDatabases;
  /** Voices that agents of the business can currently use as `liveVoiceId`. */
  readonly voicesOf: (
    businessId: string,
  ) => Promise<readonly Pick<Voice, 'id' | 'name' | 'language' | 'furtherLanguages' | 'gender' | 'speeds'>[]>;
  /** Set if calls go over the simulated network; absent: they go through a carrier. */
  readonly simulatedCallers?: SimulatedCallers;
  /** Browsers on calls. */
  readonly legs: LegDesk;
  /** Delivers notes to the sessions of live calls. */
  readonly agentNotes: NoteDesk;
  /** Messaging channels by name. */
  readonly channels: ReadonlyMap<AccountChannel, MessagingChannel>;
  /** Checks where webhooks may go, and sends test events. */
  readonly webhooks: Pick<WebhookSender, 'refusalNow' | 'send' | 'forget'>;
  /** Sends e-mails; null: the installation has no mail server. */
  readonly mail: MailSender | null;
  /** The page of alerts in the console. */
  readonly alertsUrl: () => string;
  /** Limits what businesses may store. */
  readonly quotas: Pick<Quotas, 'require'>;
  /** Deliveries on their way to subscribers. */
  readonly webhookQueue: WebhookQueue;
  /** Knows what keeps failing, and which subscriptions have dead letters. */
  readonly trouble: Pick<TroubleBook, 'clear' | 'list'>;
  /** Recognises browsers with an earlier sign-in. */
  readonly browsers: KnownBrowsers;
  /** Opens the tokens of channel accounts. */
  readonly sealer: Sealer;
  /** The time zone of businesses that have none of their own. */
  readonly installationTimeZone: string;
  /** The model that answers in agent tests. */
  readonly modelOf: ModelOf;
  /** Vectors of questions to Data Sources; absent or null: sources are searched by words alone. */
  readonly questions?: QuestionEmbeddings | null;
  /** Tools that the model may use. */
  readonly tools: AgentTools;
  /** For the servers of tools. */
  readonly toolHttp: GuardedHttp;
  /** Checks the providers that a business names. */
  readonly providerChecks: ProviderChecks;
  /** Defaults for businesses that have chosen nothing. */
  readonly installationFacts: InstallationFacts;
  /** Destinations that the operator allows for businesses without a policy of their own. */
  readonly destinations: InstalledDestinations;
  /** Called when a business hits a limit; absent: nothing is reported. */
  readonly limitAlarm?: LimitAlarm;
  readonly logger: Logger;
}
