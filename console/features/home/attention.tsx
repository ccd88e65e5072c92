/** What waits for a person, what does not work, and what is running. */
import { type ReactNode, useId } from 'react';
import { Link } from 'wouter';
import type { Data } from '../../api/client.js';
import { Time } from '../../ui/format.js';
import { StatusPill } from '../../ui/StatusPill/StatusPill.js';
import { callsWith } from '../calls/list/call-query.js';
import styles from './home.module.css';
import { HOME } from './messages.js';

type Home = Data<'readHome'>;

/** Counts stop here (schemas/accounts/home.ts). */
const MAX_COUNT = 100;
/** With less credit than for these days, it is mentioned. */
const SHORT_DAYS = 7;

const countOf = (count: number): string => (count >= MAX_COUNT ? `${MAX_COUNT}+` : String(count));

interface PartProps {
  readonly title: string;
  readonly nothing: string;
  readonly lines: readonly ReactNode[];
}

const Part = ({ title, nothing, lines }: PartProps): ReactNode => {
  const id = useId();
  return (
    <section className={styles.part} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {lines.length === 0 ? <p className="quiet">{nothing}</p> : <ul>{lines}</ul>}
    </section>
  );
};

interface LineProps {
  readonly children: ReactNode;
  readonly link?: { readonly href: string; readonly name: string };
}

const Line = ({ children, link }: LineProps): ReactNode => (
  <li className={styles.line}>
    <div>{children}</div>
    {link !== undefined && <Link href={link.href}>{link.name}</Link>}
  </li>
);

export const NeedsYou = ({ home }: { readonly home: Home }): ReactNode => {
  const texts = HOME.attention;
  const { attention } = home;
  const lines = [
    attention.waitingConversations > 0 && (
      <Line key="waiting" link={{ href: '/conversations?view=waiting', name: texts.reviewAll }}>
        <StatusPill tone="human">
          {texts.waiting(countOf(attention.waitingConversations), attention.waitingConversations === 1)}
        </StatusPill>
        <ul className={styles.items}>
          {attention.conversations.map(({ conversationId, name, waitingSince }) => (
            <li key={conversationId}>
              <Link href={`/conversations/${conversationId}`}>{name ?? texts.unnamed}</Link>
              {waitingSince !== null && (
                <span className="quiet">
                  {' '}
                  {texts.since} <Time at={waitingSince} />
                </span>
              )}
            </li>
          ))}
        </ul>
      </Line>
    ),
    attention.callsAskingForHuman > 0 && (
      <Line key="asked" link={{ href: callsWith({ request: 'human' }), name: texts.reviewAll }}>
        <StatusPill tone="human">
          {texts.asked(countOf(attention.callsAskingForHuman), attention.callsAskingForHuman === 1)}
        </StatusPill>
        <ul className={styles.items}>
          {attention.calls.map(({ callId, contactName, number, createdAt }) => (
            <li key={callId}>
              <Link href={`/calls/${callId}`}>{contactName ?? number}</Link>{' '}
              <span className="quiet">
                <Time at={createdAt} />
              </span>
            </li>
          ))}
        </ul>
      </Line>
    ),
    ...brokenLines(home),
    ...creditLines(home),
  ].filter((line) => line !== false);
  return <Part title={texts.title} nothing={texts.nothing} lines={lines} />;
};

const brokenLines = ({ broken }: Home): readonly (ReactNode | false)[] => {
  const texts = HOME.broken;
  const webhooks = { href: '/webhooks', name: texts.openWebhooks };
  return [
    ...broken.failedCalls.map(({ endReason, calls, latestCallId }) => (
      <Line key={endReason} link={{ href: `/calls/${latestCallId}`, name: texts.open }}>
        <StatusPill tone="bad">{texts.failed(calls, endReason)}</StatusPill>
      </Line>
    )),
    broken.pausedWebhooks > 0 && (
      <Line key="webhooks" link={webhooks}>
        <StatusPill tone="bad">{texts.webhooks(broken.pausedWebhooks)}</StatusPill>
      </Line>
    ),
    broken.deadLetters > 0 && (
      <Line key="letters" link={webhooks}>
        <StatusPill tone="bad">
          {texts.deadLetters(countOf(broken.deadLetters), broken.deadLetters === 1)}
        </StatusPill>
      </Line>
    ),
    broken.limitsReached !== null && broken.limitsReached > 0 && (
      <Line key="limits" link={{ href: '/settings', name: texts.openSettings }}>
        <StatusPill tone="waits">{texts.limits(broken.limitsReached)}</StatusPill>
      </Line>
    ),
    broken.stuckWork !== null && broken.stuckWork > 0 && (
      <Line key="stuck">
        <StatusPill tone="bad">{texts.stuck(broken.stuckWork)}</StatusPill>
      </Line>
    ),
  ];
};

const creditLines = ({ credit: { availableMicrocredits, daysLeft } }: Home): readonly ReactNode[] => {
  const texts = HOME.credit;
  const link = { href: '/billing', name: texts.open };
  if (availableMicrocredits <= 0)
    return [
      <Line key="credit" link={link}>
        <StatusPill tone="bad">{texts.none}</StatusPill>
      </Line>,
    ];
  if (daysLeft === null || daysLeft >= SHORT_DAYS) return [];
  return [
    <Line key="credit" link={link}>
      <StatusPill tone="waits">{texts.left(daysLeft)}</StatusPill>
    </Line>,
  ];
};

export const RunningNow = ({ home }: { readonly home: Home }): ReactNode => {
  const texts = HOME.running;
  const lines = [
    home.liveCalls > 0 && (
      <Line key="live" link={{ href: '/live', name: texts.open }}>
        <StatusPill tone="live">{texts.live(home.liveCalls)}</StatusPill>
      </Line>
    ),
    home.queuedCalls > 0 && (
      <Line key="queued">
        <StatusPill tone="waits">{texts.queued(home.queuedCalls)}</StatusPill>
      </Line>
    ),
    ...home.campaigns.map((campaign) => <Campaign key={campaign.campaignId} campaign={campaign} />),
  ].filter((line) => line !== false);
  return <Part title={texts.title} nothing={texts.nothing} lines={lines} />;
};

const Campaign = ({ campaign }: { readonly campaign: Home['campaigns'][number] }): ReactNode => {
  const texts = HOME.running;
  const { campaignId, name, total, finished, estimatedEndAt, waitingFor } = campaign;
  return (
    <Line link={{ href: `/campaigns/${campaignId}`, name: texts.open }}>
      <strong>{name}</strong>
      <progress className={styles.progress} max={Math.max(1, total)} value={finished} aria-label={name} />
      <span className="quiet">
        {texts.done(finished, total)}
        {estimatedEndAt !== null && (
          <>
            {', '}
            {texts.endsAt} <Time at={estimatedEndAt} />
          </>
        )}
        {waitingFor !== null && `, ${texts.waitsFor(waitingFor)}`}
      </span>
    </Line>
  );
};
