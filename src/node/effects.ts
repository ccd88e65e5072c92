/** The effects of a node's actors, and their handlers. */

import { documentPath, statusPath } from '../../gateway/webhooks/carrier-callbacks.js';
import { createSendPace } from '../../operations/conversations/send-pace.js';
import { MEDIA_SLOTS } from '../../operations/effects/conversation/fetch-media.js';
import { NOTE_SLOTS } from '../../operations/effects/conversation/transcribe-note.js';
import { effectHandlers } from '../../operations/effects/index.js';
import { createIngestionThreads, type IngestionThreads } from '../../operations/ingestion/thread.js';
import { scriptedPhrases } from '../../providers/llm/scripted.js';
import { providerFailure } from '../../providers/provider-failure.js';
import { createFairSlots } from '../../providers/scheduling/fair-slots.js';
import { campaignObserver, mediaCounter, noteCounter } from '../metrics/node.js';
import { createPreparation } from '../providers-in-use/preparation.js';
import type { Destinations } from './destinations.js';
import { type External, installedCarriers } from './external.js';
import type { Foundation } from './foundation.js';
import type { Knowledge } from './knowledge.js';
import type { Media } from './media.js';
import type { Messaging } from './messaging.js';
import type { Providers } from './providers.js';
import { registerActors } from './register-actors.js';
import { openSimulations, type Simulations } from './simulations.js';
import type { State } from './state.js';
import type { Stores } from './stores.js';
import type { Tools } from './tools.js';

export interface Effects extends Pick<Simulations, 'ruleThreads'> {
  /** The threads that read files. */
  readonly ingestion: IngestionThreads;
}

/** Registers all kinds of actors with the system, and handlers for their effects. */
export const registerEffects = (
  services: Foundation &
    External &
    Messaging &
    Stores &
    State &
    Providers &
    Knowledge &
    Destinations &
    Tools &
    Media,
): Effects => {
  const { config, registry, logger, reachable, latency, now, journalTime, journalHasRoom } = services;
  const { actors, agentTools, views, assets, spool, recordings, carriers, channels, sealer } = services;
  const { destinations, limitAlarm, mediaUrl, prepare, learnAhead, providersInUse } = services;
  const { embedder, questions, countUnread } = services;
  const preparation = createPreparation({
    take: providersInUse.take,
    prepare: (taken, request) =>
      prepare(taken, request, (error) =>
        logger.warn({
          event: 'speech.preparation_failed',
          voiceId: request.voiceId,
          language: request.language,
          err: providerFailure(error),
        }),
      ),
    learn: (instructions) => learnAhead(scriptedPhrases(instructions)),
  });
  const ingestion = createIngestionThreads();
  const { simulations, ruleThreads } = openSimulations(services);
  const handlers = effectHandlers({
    actors,
    views,
    dialling: { destinations, limitAlarm },
    calls: {
      carriers,
      mediaUrl: (name, ref) => mediaUrl(name, ref.business, ref.id),
      statusUrl: (name, ref) => `${reachable()}${statusPath(name, ref.business, ref.id)}`,
      documentUrl: (name, ref) => `${reachable()}${documentPath(name, ref.business, ref.id)}`,
      onLeaving: (kind, callId) => latency.end(kind === 'place' ? 'start.place' : 'cancel.hangup', callId),
      prepare: (businessId, agent) => void preparation(businessId, agent),
      recordings,
    },
    conversations: {
      sealer,
      installationTimeZone: config.timeZone,
      channels,
      modelOf: providersInUse.modelOf,
      tools: agentTools,
      questions,
      reconcileMs: config.reconcileMs,
      pace: createSendPace(config.messagesPerSecond, now),
      media: {
        assets,
        slots: createFairSlots(MEDIA_SLOTS),
        now: journalTime,
        hasRoom: journalHasRoom,
        count: mediaCounter(registry),
        listenersOf: providersInUse.take,
        noteSlots: createFairSlots(NOTE_SLOTS),
        countNote: noteCounter(registry),
      },
      logger,
      countUnread,
    },
    campaigns: { ...installedCarriers(services, logger), observe: campaignObserver(registry, logger) },
    alerts: {
      mail: services.mail,
      alertsUrl: services.alertsUrl,
      countMail: services.alertCounts.countMail,
    },
    simulations,
    assets,
    spool,
    databases: config.databases,
    embedder,
    ingest: ingestion.ingest,
    now: journalTime,
    logger,
  });
  const { clear } = handlers.call;
  registerActors(actors, {
    ...handlers,
    call: {
      ...handlers.call,
      // A queued call waits while this node drains or cannot tell the time; the node that loads it next places it.
      clear: async (context) => {
        const { signal } = context;
        const canPlace =
          (await services.clockWatch.untilTrusted(signal)) &&
          (await services.drain.untilPlacementAllowed(signal));
        return canPlace ? clear(context) : null;
      },
    },
  });
  return { ingestion, ruleThreads };
};
