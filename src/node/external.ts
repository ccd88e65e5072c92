/** The carriers and channels of a node, or their simulators where nothing else is configured. */
import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import { channelWebhookPath } from '../../gateway/webhooks/channels.js';
import type { InstalledCarriers } from '../../operations/calls/placed-by.js';
import { type BrowserHolders, createBrowserHolders } from '../../providers/carriers/browser/holders.js';
import { createBrowserCarrier } from '../../providers/carriers/browser/index.js';
import type { Carrier } from '../../providers/carriers/carrier.js';
import { createLoopbackCarrier } from '../../providers/carriers/loopback/index.js';
import type { MediaDialect } from '../../providers/carriers/media-dialect.js';
import { createPlivoCarrier } from '../../providers/carriers/plivo/index.js';
import { createTelnyxCarrier } from '../../providers/carriers/telnyx/index.js';
import { createTwilioCarrier } from '../../providers/carriers/twilio/index.js';
import { createInstagram } from '../../providers/channels/instagram/index.js';
import type { MessagingChannel } from '../../providers/channels/messaging-channel.js';
import { createWhatsApp } from '../../providers/channels/whatsapp/index.js';
import { openConnectionGuard } from '../../providers/egress/connection-guard.js';
import { BROWSER_CARRIER } from '../../schemas/calls/leg.js';
import type { AccountChannel } from '../../schemas/channels/channel.js';
import { startMetaProcess } from '../../simulators/meta/process.js';
import type { SimulatorProcess } from '../../simulators/support/process.js';
import type { Config, MetaConfig } from '../config/index.js';
import { subscribeAtMeta } from '../simulators/meta.js';
import { startLoopbackNetwork } from '../simulators/phone-network.js';
import type { Foundation } from './foundation.js';

export interface External {
  /** The simulated phone network, if it is ours. */
  readonly network: SimulatorProcess | null;
  /** The simulated Meta, if it is ours. */
  readonly meta: SimulatorProcess | null;
  /** Address of the simulated Meta, ours or not; null with a real one. */
  readonly metaUrl: string | null;
  /** Our app at the simulated Meta. */
  readonly metaApp: MetaConfig;
  /** Token for the control interfaces of our simulators. */
  readonly controlToken: string;
  /** All carriers, including that of test calls. */
  readonly carriers: ReadonlyMap<string, Carrier>;
  readonly browserHolders: BrowserHolders;
  /** Name of the carrier that places calls. */
  readonly carrier: string;
  /** Its fallbacks, in order. */
  readonly standInCarriers: readonly string[];
  readonly channels: ReadonlyMap<AccountChannel, MessagingChannel>;
}

/** The carriers for placing calls. A carrier that a business has chosen, but that has no account here, is logged once. */
export const installedCarriers = (
  { carriers, carrier, standInCarriers }: Pick<External, 'carriers' | 'carrier' | 'standInCarriers'>,
  logger: Logger,
): InstalledCarriers => {
  const warned = new Set<string>();
  return {
    carrier,
    standInCarriers,
    accountCarriers: [...carriers.keys()].filter((name) => name !== BROWSER_CARRIER),
    onCarrierMissing: (businessId, missing) => {
      const warning = `${businessId} ${missing.join(',')}`;
      if (warned.has(warning)) return;
      warned.add(warning);
      logger.warn({
        event: 'call.carrier_not_configured',
        businessId,
        carriers: missing,
        remedy: 'Configure its account, or choose another carrier with parley admin business carrier.',
      });
    },
  };
};

/** Starts the simulators that are needed. @throws Error if one of them does not start, or there is no carrier */
export const connectExternal = async (foundation: Foundation): Promise<External> => {
  const { config, logger, nc, secrets, journalTime } = foundation;
  // New at each start, and never stored.
  const controlToken = config.simulatorToken ?? randomBytes(32).toString('base64url');
  const [network, meta] = await Promise.all([
    networkFor(config, secrets.loopbackAuth, controlToken),
    metaFor(config, controlToken),
  ]);
  const accounts = carriersFor(
    config,
    network?.url ?? config.loopbackUrl,
    secrets.loopbackAuth,
    logger,
    journalTime,
  );
  const browserHolders = createBrowserHolders(nc);
  const browser = createBrowserCarrier(browserHolders, journalTime);
  const carriers = new Map([...accounts, [browser.name, browser]]);
  const [carrier, ...standInCarriers] =
    config.carriers.order.length === 0 ? [...accounts.keys()] : config.carriers.order;
  if (carrier === undefined) throw new Error('no carrier is configured');
  const metaUrl = meta?.url ?? config.metaUrl;
  const metaApp = { apiUrl: metaUrl ?? '', appSecret: secrets.metaApp, verifyToken: secrets.metaApp };
  const channels = channelsFor(foundation, metaApp);
  return {
    network,
    meta,
    metaUrl,
    metaApp,
    controlToken,
    carriers,
    browserHolders,
    carrier,
    standInCarriers,
    channels,
  };
};

/** Makes the simulated Meta, if there is one, send its webhooks to our gateway. */
export const subscribeSimulated = async (
  { config, meta, metaUrl, metaApp, controlToken }: Foundation & External,
  gatewayUrl: string,
): Promise<void> => {
  if (metaUrl === null) return;
  const { appSecret, verifyToken } = metaApp;
  const address = (channel: AccountChannel): string => `${gatewayUrl}${channelWebhookPath(channel)}`;
  // A channel with a real account is not the simulator's, which would not know its token.
  const callbackUrl = address(config.meta === null ? 'whatsapp' : 'instagram');
  const instagramUrl = address(config.instagram === null ? 'instagram' : 'whatsapp');
  await subscribeAtMeta(
    metaUrl,
    { callbackUrl, instagramUrl, appSecret, verifyToken },
    meta === null ? config.simulatorToken : controlToken,
  );
};

const networkFor = async (
  config: Config,
  auth: string,
  controlToken: string,
): Promise<SimulatorProcess | null> =>
  config.carriers.order.length === 0 && config.loopbackUrl === null
    ? startLoopbackNetwork(auth, { controlToken, usual: config.simulatedCallees })
    : null;

const metaFor = async (config: Config, controlToken: string): Promise<SimulatorProcess | null> =>
  (config.meta === null || config.instagram === null) && config.metaUrl === null
    ? startMetaProcess({ controlToken })
    : null;

/** Channels name the hosts of media for all businesses together, which share the slots and cached names of one business. */
const MEDIA_OWNER = 'media';

/** Each channel with its provider, or with the simulated one. */
const channelsFor = (
  { config, logger, tenantNames }: Foundation,
  simulated: MetaConfig,
): ReadonlyMap<AccountChannel, MessagingChannel> => {
  const lookup = tenantNames.lookupOf({ businessId: MEDIA_OWNER, use: 'media' });
  const mediaGuard = openConnectionGuard(config.development, lookup);
  const optionsOf = ({ apiUrl, appSecret, verifyToken }: MetaConfig) => ({
    apiBaseUrl: apiUrl,
    appSecret,
    verifyToken,
    mediaHosts: config.mediaHosts,
    mediaGuard,
  });
  return new Map([
    ['whatsapp', createWhatsApp(optionsOf(config.meta ?? simulated), logger)],
    ['instagram', createInstagram(optionsOf(config.instagram ?? simulated), logger)],
  ]);
};

/** The media dialects of carriers, by carrier name. */
export const dialectsOf = (carriers: ReadonlyMap<string, Carrier>): ReadonlyMap<string, MediaDialect> =>
  new Map([...carriers].map(([name, { media }]) => [name, media]));

/**
 * The carriers of a configuration: those with an account, or the simulated network at `networkUrl`, with the token of
 * its account. `now`, ms since the epoch, is compared with the timestamps of callbacks.
 */
export const carriersFor = (
  { carriers: accounts, loopbackAuth }: Pick<Config, 'carriers' | 'loopbackAuth'>,
  networkUrl: string | null,
  auth: string,
  logger: Logger,
  now: () => number,
): ReadonlyMap<string, Carrier> => {
  const { twilio, telnyx, plivo } = accounts;
  const carriers: Carrier[] = [];
  if (twilio !== null) carriers.push(createTwilioCarrier(twilio, logger));
  if (telnyx !== null) carriers.push(createTelnyxCarrier(telnyx, logger, now));
  if (plivo !== null) carriers.push(createPlivoCarrier(plivo, logger));
  if (carriers.length === 0 && networkUrl !== null)
    carriers.push(createLoopbackCarrier(networkUrl, loopbackAuth ?? auth, logger));
  return new Map(carriers.map((carrier) => [carrier.name, carrier]));
};
