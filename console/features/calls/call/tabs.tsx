/** Details of a call: the agent's latencies, its tools, the events, the bill, the carrier, the facts. */
import { Tab, TabList, TabPanel, TabProvider } from '@ariakit/react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { creditsOf, lengthOf, Time } from '../../../ui/format.js';
import { Icon } from '../../../ui/icon.js';
import { attemptOutcomeOf, CALL, endReasonOf } from '../messages.js';
import type { CallDetail } from '../turns/timeline.js';
import { Waterfall } from '../turns/waterfall.js';
import { Bill } from './bill.js';
import styles from './call.module.css';
import { Story } from './story-view.js';

interface TabProps {
  readonly detail: CallDetail;
}

interface CallTabsProps extends TabProps {
  /** Plays the recording from a moment, s; absent if there is none. */
  readonly play?: (seconds: number) => void;
}

export const CallTabs = ({ detail, play }: CallTabsProps): ReactNode => {
  const panels: Readonly<Record<keyof typeof CALL.tabs, ReactNode>> = {
    timing: <Waterfall turns={detail.diagnostics.turns} />,
    tools: <Tools detail={detail} />,
    events: <Story detail={detail} {...(play === undefined ? {} : { play })} />,
    bill: <Bill detail={detail} />,
    carrier: <Carrier detail={detail} />,
    facts: <Facts detail={detail} />,
  };
  return (
    <section className={styles.behind}>
      <TabProvider>
        <TabList className="tabs" aria-label={CALL.facts.id}>
          {Object.entries(CALL.tabs).map(([id, name]) => (
            <Tab key={id} id={`tab-${id}`} className="tab">
              {name}
            </Tab>
          ))}
        </TabList>
        {Object.entries(panels).map(([id, panel]) => (
          <TabPanel key={id} tabId={`tab-${id}`}>
            {panel}
          </TabPanel>
        ))}
      </TabProvider>
    </section>
  );
};

const Carrier = ({ detail: { diagnostics } }: TabProps): ReactNode => {
  const { attempt, noAttempts } = CALL;
  if (diagnostics.attempts.length === 0) return <p className="quiet">{noAttempts}</p>;
  return (
    <table className="figures">
      <thead>
        <tr>
          <th scope="col">{attempt.carrier}</th>
          <th scope="col">{attempt.outcome}</th>
          <th scope="col">{attempt.at}</th>
        </tr>
      </thead>
      <tbody>
        {diagnostics.attempts.map(({ carrier, at, outcome }) => (
          <tr key={`${carrier} ${at}`}>
            <td>{carrier}</td>
            <td>{attemptOutcomeOf(outcome)}</td>
            <td>
              <Time at={at} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
};

const Tools = ({ detail: { diagnostics } }: TabProps): ReactNode => {
  if (diagnostics.toolUses.length === 0) return <p className="quiet">{CALL.noTools}</p>;
  return (
    <ol className={styles.tools}>
      {diagnostics.toolUses.map(({ at, name, arguments: args, outcome, result, durationMs }) => (
        <li key={`${at} ${name}`}>
          <p>
            <Icon name="tool" /> <code>{name}</code> {CALL.toolOutcome[outcome ?? 'none']}
            {durationMs !== null && <span className="figure"> {Math.round(durationMs)} ms</span>}
          </p>
          <pre className="command">{JSON.stringify(args, null, 2)}</pre>
          {result !== null && <p className="small">{result}</p>}
        </li>
      ))}
    </ol>
  );
};

const Facts = ({ detail: { call } }: TabProps): ReactNode => {
  const names = CALL.facts;
  const rows: readonly (readonly [string, ReactNode])[] = [
    [names.id, <code key="id">{call.id}</code>],
    [names.number, call.calleeNumber],
    [
      names.contact,
      call.contactId === null ? null : (
        <Link key="contact" href={`/contacts/${call.contactId}`}>
          {call.contactName ?? call.contactId}
        </Link>
      ),
    ],
    [names.agent, call.agentName],
    [names.campaign, call.campaignName],
    [
      names.consultationOf,
      call.consultationOf === undefined || call.consultationOf === null ? null : (
        <Link key="consultation" href={`/calls/${call.consultationOf}`}>
          {names.customerCall}
        </Link>
      ),
    ],
    [names.started, call.startedAt === null ? null : <Time key="started" at={call.startedAt} />],
    [names.ended, call.endedAt === null ? null : <Time key="ended" at={call.endedAt} />],
    [names.endedBy, call.endedBy === null ? null : CALL.endedBy[call.endedBy]],
    [names.reason, call.endReason === null ? null : endReasonOf(call.endReason)],
    [names.length, lengthOf(call.durationSeconds)],
    [names.charged, creditsOf(call.chargedMicrocredits)],
  ];
  const values = Object.entries(call.callData);
  return (
    <>
      <dl className="facts">
        {rows.map(([name, value]) =>
          value === null ? null : (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
        )}
      </dl>
      {values.length > 0 && <h3>{CALL.values}</h3>}
      <dl className="facts">
        {values.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
};
