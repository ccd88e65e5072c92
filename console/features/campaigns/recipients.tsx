/** The recipients of an iteration and their outcomes; only visible rows are rendered. */
import { type ReactNode, useMemo } from 'react';
import { Link, useSearchParams } from 'wouter';
import type { Data } from '../../api/client.js';
import { usePages } from '../../api/pages.js';
import { exactTime, Time } from '../../ui/format.js';
import { Choice } from '../../ui/forms/field.js';
import { formatNumber } from '../../ui/i18n/language.js';
import { StatusPill, type Tone } from '../../ui/StatusPill/StatusPill.js';
import { Loading, Problem } from '../../ui/states.js';
import type { TableColumn } from '../../ui/VirtualTable/table-column.js';
import { VirtualTable } from '../../ui/VirtualTable/VirtualTable.js';
import { useBusinessId } from '../session/session.js';
import { CAMPAIGNS } from './messages.js';
import styles from './recipients.module.css';

type Membership = Data<'listMemberships'>['memberships'][number];

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
  const members = useMemo(() => data?.pages.flatMap(({ memberships }) => memberships) ?? [], [data]);
  return (
    <section className={styles.recipients}>
      <div className={styles.head}>
        <h3>{texts.title}</h3>
        <Choice
          label={texts.status}
          value={isStatus(outcome) || isCallBack(outcome) ? outcome : ''}
          choices={[{ value: '', name: texts.all }, ...CHOICES]}
          onChange={(status) =>
            setParams(
              (before) => {
                const after = new URLSearchParams(before);
                if (status === '') after.delete('outcome');
                else after.set('outcome', status);
                return after;
              },
              { replace: true },
            )
          }
        />
      </div>
      {error !== null && <Problem problem={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Loading />}
      {data !== undefined && members.length === 0 && <p className="quiet">{texts.none}</p>}
      {members.length > 0 && (
        <div className={styles.rows}>
          <VirtualTable
            label={texts.title}
            columns={COLUMNS}
            rows={members}
            keyOf={keyOf}
            nameOf={nameOf}
            onEndReached={hasNextPage && !isFetchingNextPage ? () => void fetchNextPage() : null}
            total={hasNextPage ? null : members.length}
          />
        </div>
      )}
    </section>
  );
};

const keyOf = ({ contactId }: Membership): string => contactId;
const nameOf = ({ contactName }: Membership): string => contactName ?? texts.deletedContact;

const callOf = ({ attempts }: Membership): string | null =>
  attempts.findLast(({ callId }) => callId !== null)?.callId ?? null;

/** What is found in the last call, and what the recipient waits for. */
const Detail = ({ member }: { readonly member: Membership }): ReactNode => {
  const { skipReason, waitingFor, retryAt, callBack, callOutcome = null } = member;
  return [
    ...(skipReason === null ? [] : [CAMPAIGNS.reasonOf(skipReason)]),
    ...(waitingFor === null || retryAt === null ? [] : [texts.waits[waitingFor](exactTime(retryAt))]),
    ...(callOutcome === null ? [] : outcomeWords(callOutcome)),
    ...(callBack?.state === 'called' ? [texts.callBacks.called] : []),
    ...(callBack?.state === 'declined'
      ? [texts.declined(exactTime(callBack.requestedAt), callBack.reason)]
      : []),
  ].join(' · ');
};

const COLUMNS: readonly TableColumn<Membership>[] = [
  {
    key: 'contact',
    title: texts.columns.who,
    minPx: 150,
    grow: 2,
    narrow: 'start',
    cell: (member) => (
      <Link href={`/contacts/${member.contactId}`} data-row-link>
        {nameOf(member)}
      </Link>
    ),
  },
  {
    key: 'status',
    title: texts.columns.outcome,
    minPx: 120,
    grow: 0,
    narrow: 'end',
    cell: ({ status }) => <StatusPill tone={TONES[status]}>{CAMPAIGNS.statuses[status]}</StatusPill>,
  },
  {
    key: 'detail',
    title: texts.columns.detail,
    minPx: 140,
    grow: 3,
    narrow: 'below',
    cell: (member) => <Detail member={member} />,
  },
  {
    key: 'attempts',
    title: texts.columns.attempts,
    minPx: 64,
    grow: 0,
    isNumber: true,
    narrow: 'never',
    cell: ({ attempts }) => formatNumber(attempts.length),
  },
  {
    key: 'call',
    title: texts.columns.call,
    minPx: 96,
    grow: 0,
    narrow: 'below',
    cell: (member) => {
      const callId = callOf(member);
      return callId !== null && <Link href={`/calls/${callId}`}>{texts.call}</Link>;
    },
  },
  {
    key: 'last',
    title: texts.columns.last,
    minPx: 104,
    grow: 0,
    narrow: 'below',
    cell: ({ lastActivityAt }) => lastActivityAt !== null && <Time at={lastActivityAt} />,
  },
];

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

const TONES: Readonly<Record<Membership['status'], Tone>> = {
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
