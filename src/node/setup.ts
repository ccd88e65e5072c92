/** The setup link for the first user, at the start of a service that has no users yet. */
import { jetstreamManager } from '@nats-io/jetstream';
import { consoleUser } from '../../actors/console-user/index.js';
import { streamName } from '../../actors/runtime/subjects.js';
import { openSetupLink } from '../../operations/accounts/setup.js';
import type { Foundation } from './foundation.js';
import type { State } from './state.js';

type SetupDeps = Pick<Foundation, 'nc' | 'config' | 'journalTime'> & Pick<State, 'actors'>;

/** The token is in the URL fragment, which is sent to no server and appears in no proxy's log. */
export const openSetup = async ({
  nc,
  config,
  journalTime,
  actors,
  publicUrl,
}: SetupDeps & { readonly publicUrl: string }): Promise<string | null> => {
  // From the journal: views may lag behind it.
  const jsm = await jetstreamManager(nc);
  for (let shard = 0; shard < config.shards; shard += 1) {
    const { state } = await jsm.streams.info(streamName(shard), {
      subjects_filter: `evt.${shard}.${consoleUser.kind}.>`,
    });
    if (Object.keys(state.subjects ?? {}).length > 0) return null;
  }
  return `${publicUrl}/setup#${await openSetupLink(actors, journalTime())}`;
};
