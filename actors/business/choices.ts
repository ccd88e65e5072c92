/** Settings that an operator or an owner chooses for a business, as events. Some have none if nothing changes. */
import { isDeepStrictEqual } from 'node:util';
import { assertNever } from '../../schemas/assert.js';
import type { BusinessCommand } from './commands.js';
import type { BusinessEvent } from './events.js';
import type { BusinessState } from './state.js';

type Choice = Extract<
  BusinessCommand,
  {
    readonly type:
      | 'rename'
      | 'set_price'
      | 'switch_call_analysis'
      | 'set_conversation_analysis'
      | 'set_time_zone'
      | 'choose_carriers'
      | 'set_quota'
      | 'set_quiet_hours'
      | 'set_attempts_per_day'
      | 'set_destinations'
      | 'seed_destinations'
      | 'set_call_limits'
      | 'set_call_prices';
  }
>;

export const chosen = (state: BusinessState, command: Choice): readonly BusinessEvent[] => {
  switch (command.type) {
    case 'rename':
      return command.name === state.created?.name ? [] : [{ type: 'business.renamed', name: command.name }];
    case 'set_price':
      return [{ type: 'price.changed', item: command.item, microcredits: command.microcredits }];
    case 'switch_call_analysis':
      return command.enabled === state.analysesCalls
        ? []
        : [{ type: 'call_analysis.switched', enabled: command.enabled }];
    case 'set_conversation_analysis':
      return command.silenceMinutes === state.conversationSilenceMinutes
        ? []
        : [{ type: 'conversation_analysis.set', silenceMinutes: command.silenceMinutes }];
    case 'set_time_zone':
      return command.timeZone === state.timeZone
        ? []
        : [{ type: 'time_zone.changed', timeZone: command.timeZone }];
    case 'choose_carriers':
      return [{ type: 'carriers.chosen', choice: command.choice }];
    case 'set_quota': {
      const { item, limit } = command;
      return (state.quotas[item] ?? null) === limit ? [] : [{ type: 'quota.set', item, limit }];
    }
    case 'set_quiet_hours': {
      const { quietHours } = command;
      return isDeepStrictEqual(quietHours, state.callingHours.quietHours)
        ? []
        : [{ type: 'quiet_hours.changed', quietHours }];
    }
    case 'set_attempts_per_day': {
      const { attemptsPerDay } = command;
      return attemptsPerDay === state.callingHours.attemptsPerDay
        ? []
        : [{ type: 'attempts_per_day.changed', attemptsPerDay }];
    }
    case 'set_destinations': {
      const { countries = state.destinations.countries, types = state.destinations.types } = command;
      return [{ type: 'destinations.changed', countries, types }];
    }
    case 'seed_destinations':
      return state.destinationsSet ? [] : [{ type: 'destinations.seeded', countries: command.countries }];
    case 'set_call_limits': {
      const { type: _, ...changes } = command;
      return [{ type: 'call_limits.changed', ...state.callLimits, ...changes }];
    }
    case 'set_call_prices':
      return [{ type: 'call_prices.changed', prices: command.prices }];
    default:
      return assertNever(command);
  }
};
