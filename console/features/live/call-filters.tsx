/** Which live calls are listed: by state, agent and campaign. */
import type { ReactNode } from 'react';
import { Choice } from '../../ui/forms/field.js';
import { Segments } from '../../ui/Segments/Segments.js';
import type { ActiveCall } from './active-call.js';
import { LIVE } from './messages.js';

const STATES = ['all', 'answered', 'ringing', 'queued'] as const;

export interface CallFilter {
  readonly state: (typeof STATES)[number];
  /** Names; empty for all. */
  readonly agent: string;
  readonly campaign: string;
}

export const NO_FILTER: CallFilter = { state: 'all', agent: '', campaign: '' };

const isIn = ({ status }: ActiveCall, state: CallFilter['state']): boolean =>
  state === 'all' || state === status || (state === 'answered' && status === 'cancelling');

export const matches = (call: ActiveCall, { state, agent, campaign }: CallFilter): boolean =>
  isIn(call, state) &&
  (agent === '' || call.agentName === agent) &&
  (campaign === '' || call.campaignName === campaign);

/** The names that calls have, and the chosen one, whose last call may have ended. */
const namesOf = (names: readonly (string | null)[], chosen: string): readonly string[] =>
  [...new Set([...names, chosen])].flatMap((name) => (name === null || name === '' ? [] : [name])).toSorted();

interface CallFiltersProps {
  readonly calls: readonly ActiveCall[];
  readonly filter: CallFilter;
  readonly onChange: (filter: CallFilter) => void;
}

export const CallFilters = ({ calls, filter, onChange }: CallFiltersProps): ReactNode => {
  const live = calls.filter(({ endedAt }) => endedAt === null);
  const counted = live.filter((call) => matches(call, { ...filter, state: 'all' }));
  const agents = namesOf(
    live.map(({ agentName }) => agentName),
    filter.agent,
  );
  const campaigns = namesOf(
    live.map(({ campaignName }) => campaignName),
    filter.campaign,
  );
  return (
    <>
      <Segments
        label={LIVE.filter}
        value={filter.state}
        choices={STATES.map((value) => ({
          value,
          name: LIVE.states[value],
          count: counted.filter((call) => isIn(call, value)).length,
        }))}
        onChange={(state) => onChange({ ...filter, state })}
      />
      {agents.length > 1 && (
        <Names
          label={LIVE.agents}
          names={agents}
          value={filter.agent}
          onChange={(agent) => onChange({ ...filter, agent })}
        />
      )}
      {campaigns.length > 0 && (
        <Names
          label={LIVE.campaigns}
          names={campaigns}
          value={filter.campaign}
          onChange={(campaign) => onChange({ ...filter, campaign })}
        />
      )}
    </>
  );
};

interface NamesProps {
  readonly label: string;
  readonly names: readonly string[];
  readonly value: string;
  readonly onChange: (name: string) => void;
}

const Names = ({ label, names, value, onChange }: NamesProps): ReactNode => (
  <Choice
    label={label}
    value={value}
    choices={[{ value: '', name: LIVE.all }, ...names.map((name) => ({ value: name, name }))]}
    onChange={onChange}
  />
);
