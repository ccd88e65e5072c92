/** Live calls, as cards or rows; the chosen one can be followed word by word, listened to, or taken over. */
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { Master } from '../../ui/master.js';
import { useRemembered } from '../../ui/remembered.js';
import { Segments } from '../../ui/Segments/Segments.js';
import { Switch } from '../../ui/Switch/Switch.js';
import { Empty, Loading, Problem } from '../../ui/states.js';
import { CALLS } from '../calls/messages.js';
import { IfAllowed } from '../session/if-allowed.js';
import { useBusinessId } from '../session/session.js';
import type { ActiveCall } from './active-call.js';
import { type ActiveCalls, type ActiveCallsStore, useActiveCalls, useCalls } from './active-calls.js';
import { AlarmMenu } from './alarm-menu.js';
import { useAlarmSettings } from './alarm-settings.js';
import { byUrgency } from './alarms.js';
import { CallFilters, matches, NO_FILTER } from './call-filters.js';
import { CallList, type Layout } from './call-list.js';
import { useLiveKeys } from './keys.js';
import styles from './live.module.css';
import { type CallActions, LiveCall } from './live-call.js';
import { LIVE } from './messages.js';
import { Ticking } from './ticking.js';
import { type AlarmsById, useAlarms } from './use-alarms.js';
import { useVoiceBoard } from './voice-board.js';

const ORDERS = ['urgency', 'state'] as const;
const LAYOUTS: readonly Layout[] = ['cards', 'rows'];

export const LivePage = ({ id }: { readonly id: string | null }): ReactNode => {
  const [, navigate] = useLocation();
  const [layout, setLayout] = useRemembered<Layout>('live.layout', ['cards', 'rows']);
  const [follows, setFollows] = useRemembered('live.follow', ['no', 'yes']);
  const [order, setOrder] = useRemembered('live.order', ORDERS);
  const [settings, setSettings] = useAlarmSettings();
  const [filter, setFilter] = useState(NO_FILTER);
  const [isPointed, setPointed] = useState(false);
  const store = useActiveCalls(useBusinessId(), follows === 'yes');
  const board = useVoiceBoard();
  const { byId, shown, problem } = useCalls(store);
  const actions = useRef<CallActions | null>(null);
  const onActions = useCallback((callActions: CallActions | null): void => {
    actions.current = callActions;
  }, []);
  const calls = shown.flatMap((callId) => byId?.get(callId) ?? []);
  const open = (callId: string): void => navigate(`/live/${callId}`);
  const alarms = useAlarms({ calls, board, settings, open });
  const matching = calls.filter((call) => matches(call, filter));
  const listed = useSteadyOrder(order === 'urgency' ? byUrgency(matching, alarms) : matching, isPointed);
  const go = (by: number): void => {
    const index = listed.findIndex((call) => call.id === id);
    const to = listed[index === -1 ? (by > 0 ? 0 : listed.length - 1) : index + by];
    if (to !== undefined) open(to.id);
  };
  useLiveKeys({
    next: () => go(1),
    previous: () => go(-1),
    listen: () => actions.current?.listen(),
    takeOver: () => actions.current?.takeOver(),
    note: () => actions.current?.note(),
    hangUp: () => actions.current?.hangUp(),
    undoHangUp: () => actions.current?.undoHangUp(),
  });
  return (
    <Master
      title={LIVE.title}
      path="/live"
      aside={
        <div className={styles.switches}>
          <Switch
            label={LIVE.follow}
            help={LIVE.followHelp}
            isOn={follows === 'yes'}
            onChange={(isOn) => setFollows(isOn ? 'yes' : 'no')}
          />
          <AlarmMenu settings={settings} onChange={setSettings} />
          <Segments
            label={LIVE.order}
            value={order}
            choices={ORDERS.map((value) => ({ value, name: LIVE.orders[value] }))}
            onChange={setOrder}
          />
          <Segments
            label={LIVE.layout}
            value={layout}
            choices={LAYOUTS.map((value) => ({ value, name: LIVE[value] }))}
            onChange={setLayout}
          />
        </div>
      }
      list={
        <>
          {problem !== null && <Problem problem={problem} onRetry={store.load} />}
          {byId === null && problem === null && <Loading />}
          {byId !== null && (
            <div className={styles.head}>
              <CallFilters calls={calls} filter={filter} onChange={setFilter} />
              <PendingChanges store={store} state={{ byId, shown, problem }} />
              <Attention calls={calls} alarms={alarms} />
            </div>
          )}
          {byId !== null && calls.length === 0 && <NoLiveCalls />}
          {calls.length > 0 && listed.length === 0 && <p className="quiet">{LIVE.noneOf}</p>}
          {listed.length > 0 && (
            <CallList
              calls={listed}
              alarms={alarms}
              chosen={id}
              layout={layout}
              board={board}
              loadDetails={store.loadDetails}
              onPointer={setPointed}
            />
          )}
          {calls.length > 0 && <KeyHelp />}
        </>
      }
      detail={id === null ? null : <LiveCall key={id} id={id} board={board} onActions={onActions} />}
    />
  );
};

/** Calls do not change places under the pointer: their order stays while it hovers over the list. */
const useSteadyOrder = (calls: readonly ActiveCall[], isHeld: boolean): readonly ActiveCall[] => {
  const places = useRef<ReadonlyMap<string, number>>(new Map());
  const order = isHeld ? places.current : new Map(calls.map(({ id }, place) => [id, place]));
  useEffect(() => {
    places.current = order;
  });
  // Calls that came meanwhile are at the end.
  const placeOf = ({ id }: ActiveCall): number => order.get(id) ?? Number.MAX_SAFE_INTEGER;
  return isHeld ? calls.toSorted((first, second) => placeOf(first) - placeOf(second)) : calls;
};

interface AttentionProps {
  readonly calls: readonly ActiveCall[];
  readonly alarms: AlarmsById;
}

/** How many calls need somebody, and the queue for lines. */
const Attention = ({ calls, alarms }: AttentionProps): ReactNode => {
  const waiting = calls.filter(({ status, endedAt }) => status === 'queued' && endedAt === null);
  const longest = Math.min(...waiting.map(({ createdAt }) => createdAt));
  const [first] = byUrgency(
    calls.filter(({ id }) => alarms.has(id)),
    alarms,
  );
  return (
    <div className={styles.attention}>
      <span role="status" className={alarms.size > 0 ? styles.alarming : 'quiet'}>
        {LIVE.needAttention(alarms.size)}
      </span>
      {first !== undefined && (
        <Link className="plain" href={`/live/${first.id}`}>
          {LIVE.mostUrgent}
        </Link>
      )}
      {waiting.length > 0 && (
        <span className="quiet">
          {LIVE.waiting(waiting.length)} <Ticking since={longest} />
        </span>
      )}
    </div>
  );
};

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
    <div className={styles.news} role="status">
      {text === '' ? (
        <span className="quiet">{LIVE.upToDate}</span>
      ) : (
        <>
          <span>{text}</span>
          <button type="button" className="plain" onClick={store.show}>
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
    <p className={styles.keyHelp}>
      <span className="hidden">{keys.title}: </span>
      <kbd>j</kbd> {keys.next} <kbd>k</kbd> {keys.previous} <kbd>l</kbd> {keys.listen} <kbd>t</kbd>{' '}
      {keys.takeOver} <kbd>n</kbd> {keys.note} <kbd>h</kbd> {keys.hangUp} <kbd>u</kbd> {keys.undo}{' '}
      <kbd>Esc</kbd> {keys.back}
    </p>
  );
};
