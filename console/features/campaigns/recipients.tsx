/** The recipients of an iteration and their outcomes; only visible rows are rendered. */
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link, useSearchParams } from 'wouter';
import type { Data } from '../../api/client.js';
import { usePages } from '../../api/pages.js';
import { exactTime, Time } from '../../ui/format.js';
import { Choice } from '../../ui/forms/field.js';
import { Loading, Problem } from '../../ui/states.js';
import { useBusinessId } from '../session/session.js';
import { CAMPAIGNS } from './messages.js';

type Membership = Data<'listMemberships'>['memberships'][number];

const ROW_PX = 48;
const texts = CAMPAIGNS.recipients;
const CHOICES = Object.entries({ ...CAMPAIGNS.statuses, ...texts.callBacks }).map(([value, name]) => ({
  value,
  name,
}));

const isCallBack = (value: string | null): value is NonNullable<Membership['callBack']>['state'] =>
  value !== null && Object.hasOwn(texts.callBacks, value);

const isStatus = (value: string | null): value is Membership['status'] =>
  value !== null && Object.hasOwn(CAMPAIGNS.statuses, value);

interface RecipientsProps {
  readonly campaignId: string;
  readonly iterationId: string;
}

export const Recipients = ({ campaignId, iterationId }: RecipientsProps): ReactNode => {
  const businessId = useBusinessId();
  const [params, setParams] = useSearchParams();
  const outcome = params.get('outcome');
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = usePages(
    'listMemberships',
    {
      path: { campaignId },
      query: {
        businessId,
        limit: 100,
        iterationId,
        ...(isStatus(outcome) ? { status: outcome } : {}),
        ...(isCallBack(outcome) ? { callBack: outcome } : {}),
      },
    },
  );
  const members = data?.pages.flatMap(({ memberships }) => memberships) ?? [];
  return (
    <section className="recipients" aria-label={texts.title}>
      <div className="page-head">
        <h3>{texts.title}</h3>
        <Choice
          label={texts.status}
          value={isStatus(outcome) || isCallBack(outcome) ? outcome : ''}
          choices={[{ value: '', name: texts.all }, ...CHOICES]}
          onChange={(status) => setParams(status === '' ? {} : { outcome: status }, { replace: true })}
        />
      </div>
      {error !== null && <Problem problem={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Loading />}
      {data !== undefined && members.length === 0 && <p className="quiet">{texts.none}</p>}
      {members.length > 0 && (
        <Rows
          members={members}
          onEndReached={hasNextPage && !isFetchingNextPage ? () => void fetchNextPage() : null}
        />
      )}
    </section>
  );
};

interface RowsProps {
  readonly members: readonly Membership[];
  /** Reads the next page; null if there is none, or if it is being read. */
  readonly onEndReached: (() => void) | null;
}

const Rows = ({ members, onEndReached }: RowsProps): ReactNode => {
  const scroller = useRef<HTMLElement>(null);
  const rows = useVirtualizer({
    count: members.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: 8,
  });
  const items = rows.getVirtualItems();
  const lastSeen = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (lastSeen >= members.length - 20) onEndReached?.();
  }, [lastSeen, members.length, onEndReached]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: people without a mouse scroll it with the keys.
    <section ref={scroller} className="virtual members" tabIndex={0} aria-label={texts.title}>
      <ul style={{ height: rows.getTotalSize() }}>
        {items.map(({ index, start }) => {
          const member = members[index];
          if (member === undefined) return null;
          return (
            <li key={member.contactId} style={{ transform: `translateY(${start}px)` }}>
              <Member member={member} />
            </li>
          );
        })}
      </ul>
    </section>
  );
};

const Member = ({ member }: { readonly member: Membership }): ReactNode => {
  const { contactId, contactName, status, skipReason, attempts, lastActivityAt } = member;
  const { waitingFor, retryAt, callBack, callOutcome = null } = member;
  const callId = attempts.findLast((attempt) => attempt.callId !== null)?.callId ?? null;
  return (
    <div className="member">
      <Link href={`/contacts/${contactId}`}>{contactName ?? texts.deletedContact}</Link>
      <span className={`status ${TONES[status]}`}>
        {CAMPAIGNS.statuses[status]}
        {skipReason !== null && ` (${skipReason.replaceAll('_', ' ')})`}
        {waitingFor !== null && retryAt !== null && ` · ${texts.waits[waitingFor](exactTime(retryAt))}`}
        {callOutcome !== null && outcomeWords(callOutcome).map((words) => ` · ${words}`)}
        {callBack?.state === 'called' && ` · ${texts.callBacks.called}`}
        {callBack?.state === 'declined' &&
          ` · ${texts.declined(exactTime(callBack.requestedAt), callBack.reason)}`}
      </span>
      <span className="figure quiet">
        {attempts.length > 0 && `${attempts.length}×`}{' '}
        {callId !== null && <Link href={`/calls/${callId}`}>{texts.call}</Link>}
      </span>
      <span className="quiet">{lastActivityAt !== null && <Time at={lastActivityAt} />}</span>
    </div>
  );
};

/** What was found in the last call, in a few words. */
const outcomeWords = ({
  success,
  sentiment,
  requests,
}: NonNullable<Membership['callOutcome']>): readonly string[] => [
  ...(success === null ? [] : [success ? texts.success : texts.noSuccess]),
  ...(sentiment === null ? [] : [CAMPAIGNS.findings.sentiments[sentiment]]),
  ...requests.map((request) => CAMPAIGNS.findings.requested[request]),
];

const TONES: Readonly<Record<Membership['status'], string>> = {
  pending: 'quiet',
  claimed: 'waits',
  active: 'live',
  retry_wait: 'waits',
  completed: 'good',
  voicemail: 'quiet',
  no_answer: 'quiet',
  busy: 'quiet',
  failed: 'bad',
  cancelled: 'quiet',
  skipped: 'quiet',
};
