/** Calls that are up, as cards; the chosen one is followed word by word. */
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Data } from '../api/client.js';
import { useRead } from '../api/live.js';
import { Master } from '../parts/master.js';
import { Empty, Loading, Problem } from '../parts/states.js';
import { Status, Time } from '../parts/words.js';
import { useBusinessId } from '../session.js';
import { TEXTS } from '../texts.js';
import { CallView } from './call-view.js';

type Call = Data<'listVoiceCalls'>['calls'][number];

/** Most that are shown of each state: who has more up narrows them down among all calls. */
const MOST = 100;

export const LivePage = ({ id }: { readonly id: string | null }): ReactNode => {
  const { calls, error, retry } = useCallsUp();
  return (
    <Master
      title={TEXTS.live.title}
      path="/live"
      aside={calls !== null && <span className="quiet">{TEXTS.live.count(calls.length)}</span>}
      list={
        <>
          {error !== null && <Problem problem={error} retry={retry} />}
          {calls === null && error === null && <Loading />}
          {calls !== null && calls.length === 0 && <NobodyUp />}
          {calls !== null && calls.length > 0 && (
            <ul className="cards">
              {calls.map((call) => (
                <Card key={call.id} call={call} isChosen={call.id === id} />
              ))}
            </ul>
          )}
        </>
      }
      detail={id === null ? null : <CallView key={id} id={id} back={{ path: '/live', name: TEXTS.close }} />}
    />
  );
};

/** Of all states in which a call is up: the list has one at a time. The oldest first, so that nothing jumps. */
const useCallsUp = () => {
  const businessId = useBusinessId();
  const of = (status: Call['status']) => ({ query: { businessId, status, limit: MOST } });
  const answered = useRead('listVoiceCalls', of('answered'));
  const ringing = useRead('listVoiceCalls', of('ringing'));
  const queued = useRead('listVoiceCalls', of('queued'));
  const cancelling = useRead('listVoiceCalls', of('cancelling'));
  const all = [answered, ringing, queued, cancelling];
  const byId = new Map(all.flatMap(({ data }) => data?.calls ?? []).map((call) => [call.id, call]));
  return {
    calls: all.some(({ data }) => data === undefined)
      ? null
      : [...byId.values()].toSorted((one, other) => one.createdAt.localeCompare(other.createdAt)),
    error: all.find(({ error }) => error !== null)?.error ?? null,
    retry: () => {
      for (const { refetch } of all) void refetch();
    },
  };
};

const NobodyUp = (): ReactNode => (
  <Empty title={TEXTS.live.none}>
    <p>{TEXTS.live.noneHelp}</p>
    <Link className="main" href="/welcome">
      {TEXTS.calls.watch}
    </Link>
  </Empty>
);

const Card = ({ call, isChosen }: { readonly call: Call; readonly isChosen: boolean }): ReactNode => (
  <li className={isChosen ? 'card is-chosen' : 'card'}>
    <Link href={`/live/${call.id}`} aria-current={isChosen ? 'true' : undefined}>
      <strong>{call.contactName ?? call.calleeNumber}</strong>
      <Status status={call.status} />
      <span className="quiet">
        {call.agentName} · <Time at={call.startedAt ?? call.createdAt} />
      </span>
    </Link>
  </li>
);
