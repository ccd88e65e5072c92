/** Destinations and limits among the settings of a business. */
import type { BusinessDetails, SettingCommand } from '../../actors/business/commands.js';
import type { SettingsChange, SettingsResource } from '../../schemas/accounts/settings.js';
import { type CallPrices, NO_LIMITS, NO_POLICY } from '../../schemas/campaigns/destination.js';

/** One of the settings that a request changes. */
export interface Choice {
  /** Part of the command's id: each command of a request has its own. */
  readonly name: string;
  readonly command: SettingCommand;
}

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

/** Each command replaces a setting as a whole, so that a repeated request has the same effect. */
export const destinationChoices = ({
  destinations,
  callLimits,
}: Pick<SettingsChange, 'destinations' | 'callLimits'>): readonly Choice[] => [
  ...(destinations === undefined
    ? []
    : [
        {
          name: 'destinations',
          command: {
            type: 'set_destinations',
            countries: destinations.countries === null ? null : [...destinations.countries].sort(),
            types: destinations.types,
          } as const,
        },
      ]),
  ...(callLimits === undefined
    ? []
    : [{ name: 'call-limits', command: { type: 'set_call_limits', ...callLimits } as const }]),
];
