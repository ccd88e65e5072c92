/** Look-ups of names for tests: against a name server on this machine, so that no test depends on the network. */
import { createTenantNames, type NameLimits, type TenantNames } from '../../providers/names/tenant-names.js';
import { type NameReply, startNameServer } from '../../testkit/servers/name-server.js';

interface Teardown {
  teardown(work: () => unknown): void;
}

/** Answers are not cached, unless `limits` say so: each look-up reaches `reply`. */
export const namesFor = async (
  t: Teardown,
  reply: (name: string, type: 'A' | 'AAAA') => NameReply,
  limits: Partial<NameLimits> = {},
): Promise<TenantNames> => {
  const server = await startNameServer(reply);
  const names = createTenantNames({
    servers: [server.address],
    limits: { minKeptMs: 0, maxKeptMs: 0, failureKeptMs: 0, ...limits },
  });
  t.teardown(async () => {
    names.close();
    await server.stop();
  });
  return names;
};

/** All names are unknown. */
export const unknownNames = (t: Teardown): Promise<TenantNames> => namesFor(t, () => 'unknown');

/** Every name has only this address. */
export const everyNameAt = (t: Teardown, address: string): Promise<TenantNames> =>
  namesFor(t, (_name, type) => ((type === 'AAAA') === address.includes(':') ? [address] : []));
