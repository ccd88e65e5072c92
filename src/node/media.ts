/** The calls' media on a node. */
import { randomUUID } from 'node:crypto';
import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createMediaHost } from '../../media/host.js';
import type { MediaHost } from '../../media/media-host.js';
import { createMediaTokens, type MediaTokens } from '../../media/media-token.js';
import { knowledgeFor } from '../../operations/knowledge.js';
import type { Ground } from './ground.js';
import type { Outside } from './outside.js';
import type { Speech } from './speech.js';
import type { State } from './state.js';
import type { Stores } from './stores.js';

export interface Media {
  readonly tokens: MediaTokens;
  readonly mediaHost: MediaHost;
}

/** Makes room for calls; their sockets come through the gateway. */
export const hostMedia = (below: Ground & Outside & Speech & Stores & State): Media => {
  const { config, nc, actors, carriers, providers, recordings, views } = below;
  const { clock, latency, logger, now, secrets, wallClock } = below;
  const tokens = createMediaTokens(secrets.mediaToken, wallClock);
  const mediaHost = createMediaHost({
    nc,
    actors,
    carriers,
    tokens,
    providers,
    defaultVoiceId: below.defaultVoiceId,
    knowledge: (sourceIds, question) => knowledgeFor(views, sourceIds, question),
    recordings,
    clock,
    newId: randomUUID,
    now,
    wallClock,
    observe: latency.observe,
    logger,
    sessionLog: sessionLogTo(config.sessionLogDir),
  });
  return { tokens, mediaHost };
};

const sessionLogTo = (dir: string | null): ((callId: string, line: string) => void) | null => {
  if (dir === null) return null;
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  return (callId, line) => appendFileSync(join(dir, `${callId}.jsonl`), line);
};
