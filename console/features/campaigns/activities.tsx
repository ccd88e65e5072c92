/** The calls and messages of a campaign, newest first. */
import { type ReactNode, useMemo } from 'react';
import { Link, useSearchParams } from 'wouter';
import type { Data } from '../../api/client.js';
import { usePages } from '../../api/pages.js';
import { lengthOf, Time } from '../../ui/format.js';
import { Choice } from '../../ui/forms/field.js';
import { Loading, Problem } from '../../ui/states.js';
import type { TableColumn } from '../../ui/VirtualTable/table-column.js';
import { VirtualTable } from '../../ui/VirtualTable/VirtualTable.js';
import { useBusinessId } from '../session/session.js';
import { CAMPAIGNS } from './messages.js';
import styles from './recipients.module.css';

type Activity = Data<'listActivities'>['activities'][number];

const texts = CAMPAIGNS.activities;

/** States of calls and of messages that the list can show alone. */
const STATUSES = Object.keys(texts.statuses);

const statusOf = (status: string): string =>
  new Map<string, string>(Object.entries(texts.statuses)).get(status) ?? status.replaceAll('_', ' ');

const keyOf = ({ callId, messageId, at }: Activity): string => callId ?? messageId ?? at;
const nameOf = ({ contactName }: Activity): string => contactName ?? CAMPAIGNS.recipients.deletedContact;

const COLUMNS: readonly TableColumn<Activity>[] = [
  {
    key: 'contact',
    title: CAMPAIGNS.recipients.columns.who,
    minPx: 150,
    grow: 2,
    narrow: 'start',
    cell: (activity) => (
      <Link
        href={activity.callId === null ? `/contacts/${activity.contactId}` : `/calls/${activity.callId}`}
        data-row-link
      >
        {nameOf(activity)}
      </Link>
    ),
  },
  {
    key: 'direction',
    title: texts.kind,
    minPx: 130,
    grow: 1,
    narrow: 'below',
    cell: ({ channel, direction }) => texts.kinds[channel === 'voice' ? 'voice' : 'message'][direction],
  },
  {
    key: 'status',
    title: texts.status,
    minPx: 110,
    grow: 1,
    narrow: 'end',
    cell: ({ status }) => statusOf(status),
  },
  {
    key: 'length',
    title: texts.length,
    minPx: 64,
    grow: 0,
    isNumber: true,
    narrow: 'below',
    cell: ({ durationSeconds }) => durationSeconds !== null && lengthOf(durationSeconds),
  },
  {
    key: 'at',
    title: texts.at,
    minPx: 104,
    grow: 0,
    narrow: 'below',
    cell: ({ at }) => <Time at={at} />,
  },
];

interface ActivitiesProps {
  readonly campaignId: string;
  readonly iterationId: string;
}

export const Activities = ({ campaignId, iterationId }: ActivitiesProps): ReactNode => {
  const businessId = useBusinessId();
  const [params, setParams] = useSearchParams();
  const status = STATUSES.find((known) => known === params.get('activity')) ?? '';
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = usePages(
    'listActivities',
    {
      path: { campaignId },
      query: { businessId, iterationId, limit: 100, ...(status === '' ? {} : { status }) },
    },
  );
  const activities = useMemo(() => data?.pages.flatMap((page) => page.activities) ?? [], [data]);
  return (
    <section className={styles.recipients}>
      <div className={styles.head}>
        <h3>{texts.title}</h3>
        <Choice
          label={texts.status}
          value={status}
          choices={[
            { value: '', name: CAMPAIGNS.recipients.all },
            ...STATUSES.map((value) => ({ value, name: statusOf(value) })),
          ]}
          onChange={(value) =>
            setParams(
              (before) => {
                const after = new URLSearchParams(before);
                if (value === '') after.delete('activity');
                else after.set('activity', value);
                return after;
              },
              { replace: true },
            )
          }
        />
      </div>
      {error !== null && <Problem problem={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Loading />}
      {data !== undefined && activities.length === 0 && <p className="quiet">{texts.none}</p>}
      {activities.length > 0 && (
        <div className={styles.rows}>
          <VirtualTable
            label={texts.title}
            columns={COLUMNS}
            rows={activities}
            keyOf={keyOf}
            nameOf={nameOf}
            onEndReached={hasNextPage && !isFetchingNextPage ? () => void fetchNextPage() : null}
            total={hasNextPage ? null : activities.length}
          />
        </div>
      )}
    </section>
  );
};
