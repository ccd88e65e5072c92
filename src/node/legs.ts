/** The browser legs of a node. */
import { call } from '../../actors/call/index.js';
import { currentScopesOf } from '../../gateway/access/authentication.js';
import type { IdempotencyStore } from '../../gateway/pipeline/idempotency.js';
import { LEG_PATH } from '../../gateway/sockets/legs.js';
import { createLegTokens } from '../../media/legs/leg-token.js';
import { type BrowserLegs, createBrowserLegs } from '../../media/legs/legs.js';
import { createMediasoupRelay } from '../../providers/legs/mediasoup-relay.js';
import { findWorker, installWorker } from '../../providers/legs/worker-program.js';
import { DomainError } from '../../schemas/errors.js';
import { observeLegs } from '../metrics/legs.js';
import type { External } from './external.js';
import type { Foundation } from './foundation.js';
import { legAvailability } from './leg-availability.js';
import type { Media } from './media.js';
import type { State } from './state.js';

type Services = Foundation & External & State & Media & { readonly idempotency: IdempotencyStore };

/** Prepares for browsers; the program that carries their audio starts with the first one. */
export const hostLegs = (services: Services): BrowserLegs => {
  const { actors, browserHolders: holders, clock, config, idempotency } = services;
  const { logger, mediaHost, now, registry, secrets, views, journalTime } = services;
  const { browserLegs: setting, cacheDir } = config;
  const metrics = observeLegs(registry);
  const relay = createMediasoupRelay({
    ip: setting.ip,
    announcedAddress: setting.announcedAddress,
    port: setting.port,
    named: setting.worker,
    cacheDir,
    now,
    logger,
    count: metrics.worker,
  });
  const legs = createBrowserLegs({
    relay,
    tokens: createLegTokens(secrets.mediaToken, journalTime),
    signallingPath: LEG_PATH,
    unavailable: legAvailability({
      setting,
      cacheDir,
      logger,
      now,
      find: findWorker,
      install: installWorker,
    }),
    useOnce: async (businessId, nonce) => {
      // No client's key contains a space, so none can equal this one.
      const claim = await idempotency.claim(businessId, `leg ${nonce}`, '').catch((error: unknown) => {
        if (error instanceof DomainError && error.code.startsWith('idempotency_')) return null;
        throw error;
      });
      if (claim === null || claim.type === 'replay') return false;
      await claim.complete({ status: 200, body: '' });
      return true;
    },
    access: (businessId, by) =>
      views.freshness.isTrusted() ? currentScopesOf(views, businessId, by, journalTime()) : null,
    accessNow: async (businessId, by) => {
      if (!views.freshness.isFresh('change')) await views.freshness.freshen('change');
      const scopes = currentScopesOf(views, businessId, by, journalTime());
      if (scopes !== null) return scopes;
      await views.freshness.current();
      return currentScopesOf(views, businessId, by, journalTime());
    },
    lines: services.lines,
    test: { mediaHost, clock, now },
    statusOf: async (businessId, callId) =>
      (await actors.query(call, { business: businessId, id: callId }, 'get')).answer.status,
    holders,
    reportEnd: async (businessId, callId) => {
      const report = { carrierCallId: callId, progress: 'completed' } as const;
      await actors.ask(call, { business: businessId, id: callId }, { type: 'carrier_report', report });
    },
    wallClock: journalTime,
    count: metrics.leg,
    logger,
  });
  metrics.observe(legs, relay);
  return legs;
};
