/** Destinations and limits among the settings of a business. */
import type { BusinessDetails } from '../../actors/business/commands.js';
import { business } from '../../actors/business/index.js';
import type { ActorClient } from '../../actors/runtime/actor-client.js';
import type { SettingsChange, SettingsResource } from '../../schemas/accounts/settings.js';
import { type CallPrices, NO_LIMITS, NO_POLICY } from '../../schemas/campaigns/destination.js';
import { deriveId } from '../../schemas/ids.js';
import { type Caller, commandIdOf } from '../caller.js';

type DiallingSettings = Pick<SettingsResource, 'destinations' | 'callLimits' | 'spend' | 'callPrices'>;

const NO_SPEND = { endsAt: 0, microcredits: 0 } as const;

/** Destinations and limits as the settings show them. */
export const dialling = (
  { prices, destinations = NO_POLICY, callLimits = NO_LIMITS, spend = NO_SPEND }: BusinessDetails,
  callPrices: CallPrices,
): DiallingSettings => ({
  destinations: {
    countries: destinations.countries === null ? null : [...destinations.countries],
    types: [...destinations.types],
  },
  callLimits,
  spend: {
    microcredits: spend.microcredits,
    endsAt: spend.endsAt === 0 ? null : new Date(spend.endsAt).toISOString(),
  },
  callPrices: {
    flatMicrocredits: prices.call_block,
    byPrefix: Object.entries(callPrices).map(([prefix, microcredits]) => ({ prefix, microcredits })),
  },
});

/** Replaces each setting in the request as a whole, so that a repeated request has the same effect. */
export const setDestinations = async (
  actors: ActorClient,
  caller: Caller,
  {
    destinations,
    callLimits,
  }: {
    readonly destinations: SettingsChange['destinations'] | undefined;
    readonly callLimits: SettingsChange['callLimits'] | undefined;
  },
): Promise<void> => {
  const target = { business: caller.businessId, id: caller.businessId };
  const commandId = commandIdOf(caller);
  if (destinations !== undefined)
    await actors.ask(
      business,
      target,
      {
        type: 'set_destinations',
        countries: destinations.countries === null ? null : [...destinations.countries].sort(),
        types: destinations.types,
      },
      { commandId: deriveId('destinations', commandId) },
    );
  if (callLimits !== undefined)
    await actors.ask(
      business,
      target,
      { type: 'set_call_limits', ...callLimits },
      { commandId: deriveId('call-limits', commandId) },
    );
};
