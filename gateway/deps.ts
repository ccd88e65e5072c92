/** What the gateway stands on; given by the composition. */
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { BrowserLegs } from '../media/legs/legs.js';
import type { MediaHost } from '../media/media-host.js';
import type { SpeechSamples } from '../media/speech-samples.js';
import type { KeyUsage } from '../operations/accounts/key-usage.js';
import type { AuditTrail } from '../operations/audit/audit-trail.js';
import type { LiveFeed } from '../operations/live/feed.js';
import type { VoiceFeed } from '../operations/live/voices.js';
import type { MediaLinks } from '../operations/media-assets/media-links.js';
import type { Operations } from '../operations/operations.js';
import type { Quotas } from '../operations/quotas/quotas.js';
import type { AssetStore } from '../providers/assets/asset-store.js';
import type { Carrier } from '../providers/carriers/carrier.js';
import type { MessagingChannel } from '../providers/channels/messaging-channel.js';
import type { RecordingStore } from '../providers/recordings/recording-store.js';
import type { Spool } from '../providers/spool/spool.js';
import type { AccountChannel } from '../schemas/channel.js';
import type { ViewStore } from '../views/views.js';
import type { Networks } from './client-address.js';
import type { IdempotencyStore } from './idempotency.js';
import type { RateLimit } from './rate-limit.js';
import type { NotReady } from './readiness.js';
import type { VoiceReadiness } from './routes/channels.js';

export interface GatewayDeps {
  /** Where the built files of the console lie; null: it is not served. */
  readonly consoleDir: string | null;
  readonly host: string;
  /** 0 = a free one. */
  readonly port: number;
  /** The address that carriers and clients reach, without a trailing slash; null: the one listened on. */
  readonly publicUrl: string | null;
  /** Where a carrier streams a call. */
  readonly mediaUrl: (carrier: string, businessId: string, callId: string) => string;
  readonly operations: Operations;
  readonly views: ViewStore;
  /** What happens, for pages that are open. */
  readonly live: Pick<LiveFeed, 'follow' | 'missed' | 'standing'>;
  /** Who speaks on calls that are up, for pages that show them. */
  readonly voices: VoiceFeed;
  readonly idempotency: IdempotencyStore;
  /** Whether calls can be placed. */
  readonly voiceReadiness: VoiceReadiness;
  /** Open at a time. */
  readonly maxConnections: number;
  readonly mediaHost: MediaHost;
  /** Browsers on calls. */
  readonly legs: Pick<BrowserLegs, 'accept'>;
  readonly carriers: ReadonlyMap<string, Carrier>;
  readonly channels: ReadonlyMap<AccountChannel, MessagingChannel>;
  readonly recordings: Pick<RecordingStore, 'open'>;
  readonly samples: SpeechSamples;
  /** That agents can be told to speak, where they have a voice for it: the description of the API names them. */
  readonly languages: readonly string[];
  readonly linkSecret: string;
  /** Links to what customers sent, and where it lies. */
  readonly mediaLinks: MediaLinks;
  readonly assets: Pick<AssetStore, 'open'>;
  /** Where bodies that carry files wait. */
  readonly spool: Spool;
  /** Of each API key and session. */
  readonly rateLimit: RateLimit;
  /** Of each client's address: what it asks for without a key, and what it is refused for a wrong one. */
  readonly addressLimit: RateLimit;
  /** Who may say for whom they ask, in X-Forwarded-For. */
  readonly trustedProxies: Networks;
  /** Opens /metrics, and the details of /readyz; null: there is no /metrics. */
  readonly metricsToken: string | null;
  readonly keyUsage: KeyUsage;
  /** What businesses may store. */
  readonly quotas: Quotas;
  readonly audit: Pick<AuditTrail, 'write' | 'refuse'>;
  /** Why it does not serve; nothing when it does. */
  readonly notReady: () => readonly NotReady[];
  /** Whether clients should take their next request to another node. */
  readonly draining: () => boolean;
  /** What `/readyz` says beside that it is ready, a line each. */
  readonly details: () => readonly string[];
  /** ms since the epoch. */
  readonly now: () => number;
  readonly newId: () => string;
  /** Has what must be in time done first. It is called before each request and each message: many may come at once. */
  readonly catchUp: () => void;
  readonly logger: Logger;
  readonly registry: Registry;
}
