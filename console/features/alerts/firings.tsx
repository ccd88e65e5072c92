/** The past alerts of a rule, with what became of each e-mail. */
import type { ReactNode } from 'react';
import type { Data } from '../../api/client.js';
import { usePages } from '../../api/pages.js';
import { Time } from '../../ui/format.js';
import { MoreButton } from '../../ui/more-button.js';
import { StatusPill } from '../../ui/StatusPill/StatusPill.js';
import { Loading, Problem } from '../../ui/states.js';
import { useBusinessId } from '../session/session.js';
import styles from './alerts.module.css';
import type { Metric } from './draft.js';
import { figureOf } from './figure.js';
import { ALERTS } from './messages.js';

type Firing = Data<'listAlertFirings'>['firings'][number];
type Mail = Firing['mails'][number];

interface FiringsProps {
  readonly id: string;
  readonly metric: Metric;
}

export const Firings = ({ id, metric }: FiringsProps): ReactNode => {
  const list = usePages('listAlertFirings', {
    path: { alertRuleId: id },
    query: { businessId: useBusinessId(), limit: 50 },
  });
  const { data, error, refetch } = list;
  const firings = data?.pages.flatMap((page) => page.firings) ?? [];
  const texts = ALERTS.firings;
  return (
    <section aria-labelledby="alert-firings">
      <h3 id="alert-firings">{texts.title}</h3>
      {error !== null && <Problem problem={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Loading />}
      {data !== undefined && firings.length === 0 && <p className="quiet">{texts.none}</p>}
      <ol className={styles.firings}>
        {firings.map((firing) => (
          <FiringLine key={firing.firingId} firing={firing} metric={metric} />
        ))}
      </ol>
      <MoreButton list={list} />
    </section>
  );
};

const FiringLine = ({ firing, metric }: { readonly firing: Firing; readonly metric: Metric }): ReactNode => {
  const { firedAt, resolvedAt, resolution, value, notifiedAt, mails } = firing;
  const texts = ALERTS.firings;
  return (
    <li>
      <StatusPill tone={resolvedAt === null ? 'bad' : 'quiet'}>{figureOf(metric, value)}</StatusPill>
      <span>
        {texts.fired} <Time at={firedAt} />
      </span>
      <span className="quiet">
        {resolvedAt === null || resolution === null ? (
          texts.open
        ) : (
          <>
            {texts.resolved} <Time at={resolvedAt} /> ({texts.resolutions[resolution]})
          </>
        )}
      </span>
      {notifiedAt === null && <span className="quiet">{texts.notNotified}</span>}
      {mails.length > 0 && (
        <ul className={styles.mails} aria-label={texts.mails}>
          {mails.map((mail) => (
            <li key={`${mail.email} ${mail.notification}`}>
              <MailState mail={mail} />
            </li>
          ))}
        </ul>
      )}
    </li>
  );
};

const TONES = { pending: 'waits', sent: 'good', failed: 'bad' } as const;

const MailState = ({ mail: { email, status, problem } }: { readonly mail: Mail }): ReactNode => {
  const texts = ALERTS.firings;
  return (
    <>
      {email}{' '}
      <StatusPill tone={TONES[status]}>
        {texts.mailStates[status]}
        {problem !== null && `: ${texts.mailProblems[problem]}`}
      </StatusPill>
    </>
  );
};
