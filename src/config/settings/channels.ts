/** Channels of messages: `channels` in the configuration file. */
import { GRAPH_API, INSTAGRAM_API, MEDIA_HOSTS } from '../../../providers/channels/meta.js';
import { integer, list, secret, setting, text } from './setting.js';

/** Meta's app of a channel. */
const app = (name: 'WHATSAPP' | 'INSTAGRAM', api: string) => ({
  appSecret: setting(`${name}_APP_SECRET`, secret()).means(
    `Secret of Meta's app, whose webhooks go to <public url>/channels/${name.toLowerCase()}/webhook; without it, messages go to the simulated Meta.`,
  ),
  verifyToken: setting(`${name}_VERIFY_TOKEN`, secret()).means("Token of Meta's request to verify it."),
  apiUrl: setting(`${name}_API_URL`, text(api)).means('Base URL of the channel.'),
});

/** A host, or a dot and a suffix that itself contains a dot: never a whole top-level domain. */
const MEDIA_HOST = /^(\.?[a-z0-9-]+(\.[a-z0-9-]+)+)$/;

export const CHANNELS = {
  whatsapp: app('WHATSAPP', GRAPH_API),
  instagram: app('INSTAGRAM', INSTAGRAM_API),
  metaUrl: setting('PARLEY_META_URL', text(null)).means('URL of a simulated Meta.', 'one is started'),
  mediaHosts: setting(
    'PARLEY_MEDIA_HOSTS',
    list(MEDIA_HOSTS, {
      item: (host) => (MEDIA_HOST.test(host) ? host : null),
      remedy: 'use host names, or domain suffixes with a leading dot, like lookaside.fbsbx.com,.fbcdn.net',
    }),
  ).means(
    "Hosts from which media of customers may be downloaded, besides the channels' own APIs; a leading dot includes all subdomains.",
  ),
  messagesPerSecond: setting('PARLEY_MESSAGES_PER_SECOND', integer(80, { min: 1, max: 10_000 })).means(
    'Messages per second of an account.',
  ),
  reconcileMs: setting(
    'PARLEY_RECONCILE_MS',
    integer(120_000, { min: 1_000, max: 3_600_000, unit: 'ms' }),
  ).means('How long to wait for reports on a message of unknown outcome before it is sent again.'),
};
