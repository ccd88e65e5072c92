/** Live calls, as cards or rows; the chosen one can be followed word by word, listened to, or taken over. */
import { type ReactNode, useCallback, useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { Master } from '../../ui/master.js';
import { useRemembered } from '../../ui/remembered.js';
import { Empty, Loading, Problem } from '../../ui/states.js';
import { CALLS } from '../calls/messages.js';
import { IfAllowed } from '../session/if-allowed.js';
import { useBusinessId } from '../session/session.js';
import type { ActiveCall } from './active-call.js';
import { type ActiveCalls, type ActiveCallsStore, useActiveCalls, useCalls } from './active-calls.js';
import { CallList, type Layout } from './call-list.js';
import { useLiveKeys } from './keys.js';
import { type CallActions, LiveCall } from './live-call.js';
import { LIVE } from './messages.js';
import { useVoiceBoard } from './voice-board.js';

const FILTERS = ['all', 'answered', 'ringing', 'queued'] as const;
type Filter = (typeof FILTERS)[number];

const isOf = (filter: Filter, { status }: ActiveCall): boolean =>
  filter === 'all' || filter === status || (filter === 'answered' && status === 'cancelling');

export const LivePage = ({ id }: { readonly id: string | null }): ReactNode => {
  const [, navigate] = useLocation();
  const [layout, setLayout] = useRemembered<Layout>('live.layout', ['cards', 'rows']);
  const [follows, setFollows] = useRemembered('live.follow', ['no', 'yes']);
  const [filter, setFilter] = useState<Filter>('all');
  const store = useActiveCalls(useBusinessId(), follows === 'yes');
  const board = useVoiceBoard();
  const { byId, shown, problem } = useCalls(store);
  const actions = useRef<CallActions | null>(null);
  const onActions = useCallback((callActions: CallActions | null): void => {
    actions.current = callActions;
  }, []);
  const calls = shown.flatMap((callId) => byId?.get(callId) ?? []);
  const listed = calls.filter((call) => isOf(filter, call));
  const go = (by: number): void => {
    const index = listed.findIndex((call) => call.id === id);
    const to = listed[index === -1 ? (by > 0 ? 0 : listed.length - 1) : index + by];
    if (to !== undefined) navigate(`/live/${to.id}`);
  };
  useLiveKeys({
    next: () => go(1),
    previous: () => go(-1),
    listen: () => actions.current?.listen(),
    takeOver: () => actions.current?.takeOver(),
  });
  return (
    <Master
      title={LIVE.title}
      path="/live"
      aside={
        <div className="live-switches">
          <Follow follows={follows === 'yes'} onChange={(yes) => setFollows(yes ? 'yes' : 'no')} />
          <LayoutSwitch layout={layout} onChange={setLayout} />
        </div>
      }
      list={
        <>
          {problem !== null && <Problem problem={problem} onRetry={store.load} />}
          {byId === null && problem === null && <Loading />}
          {byId !== null && (
            <div className="live-head">
              <Filters calls={calls} filter={filter} onChange={setFilter} />
              <PendingChanges store={store} state={{ byId, shown, problem }} />
            </div>
          )}
          {byId !== null && calls.length === 0 && <NoLiveCalls />}
          {calls.length > 0 && listed.length === 0 && <p className="quiet">{LIVE.noneOf}</p>}
          {listed.length > 0 && (
            <CallList
              calls={listed}
              chosen={id}
              layout={layout}
              board={board}
              loadDetails={store.loadDetails}
            />
          )}
          {calls.length > 0 && <KeyHelp />}
        </>
      }
      detail={id === null ? null : <LiveCall key={id} id={id} board={board} onActions={onActions} />}
    />
  );
};

const Follow = ({
  follows,
  onChange,
}: {
  readonly follows: boolean;
  readonly onChange: (follows: boolean) => void;
}): ReactNode => (
  <button
    type="button"
    role="switch"
    className="switch"
    aria-checked={follows}
    title={LIVE.followHelp}
    onClick={() => onChange(!follows)}
  >
    <i className="knob" aria-hidden="true" />
    {LIVE.follow}
  </button>
);

const LAYOUTS: readonly Layout[] = ['cards', 'rows'];

const LayoutSwitch = ({
  layout,
  onChange,
}: {
  readonly layout: Layout;
  readonly onChange: (layout: Layout) => void;
}): ReactNode => (
  <fieldset className="segments">
    <legend className="hidden">{LIVE.layout}</legend>
    {LAYOUTS.map((option) => (
      <button key={option} type="button" aria-pressed={option === layout} onClick={() => onChange(option)}>
        {LIVE[option]}
      </button>
    ))}
  </fieldset>
);

interface FiltersProps {
  readonly calls: readonly ActiveCall[];
  readonly filter: Filter;
  readonly onChange: (filter: Filter) => void;
}

const Filters = ({ calls, filter, onChange }: FiltersProps): ReactNode => (
  <fieldset className="segments states">
    <legend className="hidden">{LIVE.filter}</legend>
    {FILTERS.map((option) => (
      <button key={option} type="button" aria-pressed={option === filter} onClick={() => onChange(option)}>
        {LIVE.states[option]}{' '}
        <span className="figure">
          {calls.filter((call) => call.endedAt === null && isOf(option, call)).length}
        </span>
      </button>
    ))}
  </fieldset>
);

/** Pending changes of the list. It keeps its space while it is empty, so that nothing jumps. */
const PendingChanges = ({
  store,
  state,
}: {
  readonly store: ActiveCallsStore;
  readonly state: ActiveCalls;
}): ReactNode => {
  const { byId, shown } = state;
  const known = new Set(shown);
  const fresh = [...(byId?.values() ?? [])].filter((call) => call.endedAt === null && !known.has(call.id));
  const ended = shown.filter((id) => byId?.get(id)?.endedAt !== null);
  const text = LIVE.changes(fresh.length, ended.length);
  return (
    <div className="news" role="status">
      {text === '' ? (
        <span className="quiet">{LIVE.upToDate}</span>
      ) : (
        <>
          <span>{text}</span>
          <button type="button" className="plain small-button" onClick={store.show}>
            {LIVE.show}
          </button>
        </>
      )}
    </div>
  );
};

const NoLiveCalls = (): ReactNode => (
  <Empty title={LIVE.none}>
    <p>{LIVE.noneHelp}</p>
    <IfAllowed operation="createAgent">
      <Link className="main" href="/welcome">
        {CALLS.watch}
      </Link>
    </IfAllowed>
  </Empty>
);

const KeyHelp = (): ReactNode => {
  const { keys } = LIVE;
  return (
    <p className="key-help">
      <span className="hidden">{keys.title}: </span>
      <kbd>j</kbd> {keys.next} <kbd>k</kbd> {keys.previous} <kbd>l</kbd> {keys.listen} <kbd>t</kbd>{' '}
      {keys.takeOver} <kbd>Esc</kbd> {keys.back}
    </p>
  );
};
