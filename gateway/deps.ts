/** The dependencies of the gateway; provided by the composition. */
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { BrowserLegs } from '../media/legs/legs.js';
import type { MediaHost } from '../media/media-host.js';
import type { SpeechSamples } from '../media/speech/samples.js';
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
import type { AccountChannel } from '../schemas/channels/channel.js';
import type { ViewStore } from '../views/views.js';
import type { Networks } from './access/client-address.js';
import type { RateLimit } from './access/rate-limit.js';
import type { IdempotencyStore } from './pipeline/idempotency.js';
import type { NotReady } from './readiness.js';
import type { VoiceReadiness } from './routes/messaging/channels.js';

export interface GatewayDeps {
  /** The directory with the built files of the console; null: the console is not served. */
  readonly consoleDir: string | null;
  readonly host: string;
  /** 0: a free port. */
  readonly port: number;
  /** The address that carriers and clients reach, without a trailing slash; null: the listening address. */
  readonly publicUrl: string | null;
  /** The address to which a carrier streams a call's media. */
  readonly mediaUrl: (carrier: string, businessId: string, callId: string) => string;
  readonly operations: Operations;
  readonly views: ViewStore;
  /** Events for open pages. */
  readonly live: Pick<LiveFeed, 'follow' | 'missed' | 'progressEvent'>;
  /** Who is speaking on live calls, for pages that show them. */
  readonly voices: VoiceFeed;
  readonly idempotency: IdempotencyStore;
  /** Whether calls can be placed. */
  readonly voiceReadiness: VoiceReadiness;
  /** Open connections at a time. */
  readonly maxConnections: number;
  readonly mediaHost: MediaHost;
  /** The legs of browsers on calls. */
  readonly legs: Pick<BrowserLegs, 'accept'>;
  readonly carriers: ReadonlyMap<string, Carrier>;
  readonly channels: ReadonlyMap<AccountChannel, MessagingChannel>;
  readonly recordings: Pick<RecordingStore, 'open'>;
  readonly samples: SpeechSamples;
  /** The languages that agents can speak where they have a voice for them; the description of the API lists them. */
  readonly languages: readonly string[];
  readonly linkSecret: string;
  /** Signed links to media that customers sent; `assets` stores the media. */
  readonly mediaLinks: MediaLinks;
  readonly assets: Pick<AssetStore, 'open'>;
  /** Temporary storage for bodies that carry files. */
  readonly spool: Spool;
  /** The limit of each API key and session. */
  readonly rateLimit: RateLimit;
  /** The limit of each client address: requests without a key, and refusals for a wrong one. */
  readonly addressLimit: RateLimit;
  /** The proxies whose X-Forwarded-For is trusted. */
  readonly trustedProxies: Networks;
  /** The bearer token for /metrics and for the details of /readyz; null: /metrics is not served. */
  readonly metricsToken: string | null;
  readonly keyUsage: KeyUsage;
  /** Storage quotas of businesses. */
  readonly quotas: Quotas;
  readonly audit: Pick<AuditTrail, 'write' | 'refuse'>;
  /** Why the node does not serve; empty when it does. */
  readonly notReady: () => readonly NotReady[];
  /** Whether clients should send their next request to another node. */
  readonly isDraining: () => boolean;
  /** Extra lines of a ready `/readyz` answer. */
  readonly details: () => readonly string[];
  /** ms since the epoch. */
  readonly now: () => number;
  readonly newId: () => string;
  /** Runs overdue work first. Called before each request and each message, because many may arrive at once. */
  readonly catchUp: () => void;
  readonly logger: Logger;
  readonly registry: Registry;
}
