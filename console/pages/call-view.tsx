/** One call, whole: what was said, how fast the agent was, what it did, what it cost; it grows while the call is up. */
import { Tab, TabList, TabPanel, TabProvider } from '@ariakit/react';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { Link } from 'wouter';
import { ask, type Data } from '../api/client.js';
import { useRead } from '../api/live.js';
import { Confirm } from '../parts/confirm.js';
import { CopyAsCurl, curlOf } from '../parts/curl.js';
import { Icon } from '../parts/icon.js';
import { Loading, Problem } from '../parts/states.js';
import { Transcript } from '../parts/transcript.js';
import { Waterfall } from '../parts/waterfall.js';
import { creditsOf, Elapsed, isUp, lengthOf, Status, Time } from '../parts/words.js';
import { useBusinessId } from '../session.js';
import { TEXTS } from '../texts.js';

type CallDetail = Data<'readVoiceCall'>;

/** After its end a call is settled, and its recording comes; one that has none by then, ms, has none. */
const RECORDING_MS = 60_000;

/** Whether a recording may still come: of a call in which somebody answered, and that was over a moment ago. */
const isPreparing = ({ call, recordingUrl }: CallDetail): boolean =>
  recordingUrl === undefined &&
  call.startedAt !== null &&
  call.endedAt !== null &&
  Date.now() - Date.parse(call.endedAt) < RECORDING_MS;

/** A signed link of ours, from the root of the service that the page came from. */
const ownPath = (link: string): string => {
  const { pathname, search } = new URL(link);
  return `${pathname}${search}`;
};

interface CallViewProps {
  readonly id: string;
  /** Where it is left for; absent: it is not left. */
  readonly back?: { readonly path: string; readonly name: string };
}

export const CallView = ({ id, back }: CallViewProps): ReactNode => {
  const businessId = useBusinessId();
  const asked = { path: { callId: id }, query: { businessId } };
  const { data, error, refetch } = useRead('readVoiceCall', asked);
  if (error !== null && data === undefined) return <Problem problem={error} retry={() => void refetch()} />;
  if (data === undefined || data.call.id !== id) return <Loading rows={6} />;
  return (
    <article className="call" aria-label={data.call.contactName ?? data.call.calleeNumber}>
      {back !== undefined && (
        <Link className="back" href={back.path} aria-label={back.name}>
          <Icon name="close" />
        </Link>
      )}
      <CallHead detail={data} command={curlOf('readVoiceCall', asked)} />
      <CallBody detail={data} />
    </article>
  );
};

const CallHead = ({
  detail: { call },
  command,
}: {
  readonly detail: CallDetail;
  readonly command: string;
}): ReactNode => {
  const queries = useQueryClient();
  const businessId = useBusinessId();
  const [ending, setEnding] = useState(false);
  const who = call.contactName ?? call.calleeNumber;
  const hangUp = async (): Promise<void> => {
    await ask('cancelVoiceCall', { path: { callId: call.id }, query: { businessId } });
    await queries.invalidateQueries({ queryKey: ['readVoiceCall'] });
  };
  return (
    <header className="call-head">
      <div>
        <h2>{who}</h2>
        <p className="quiet">
          <Status status={call.status} />
          <span>{call.agentName}</span>
          {isUp(call.status) && call.startedAt !== null ? (
            <Elapsed since={Date.parse(call.startedAt)} />
          ) : (
            <span className="figure">{lengthOf(call.durationSeconds)}</span>
          )}
          <Time at={call.createdAt} />
        </p>
      </div>
      <div className="actions">
        <CopyAsCurl command={command} />
        {isUp(call.status) && call.status !== 'cancelling' && (
          <button type="button" className="danger" onClick={() => setEnding(true)}>
            {TEXTS.call.hangUp}
          </button>
        )}
      </div>
      {ending && (
        <Confirm
          title={TEXTS.call.hangUpTitle(who)}
          help={TEXTS.call.hangUpHelp}
          name={who}
          label={TEXTS.call.hangUpName(who)}
          button={TEXTS.call.hangUp}
          act={hangUp}
          close={() => setEnding(false)}
        />
      )}
    </header>
  );
};

const CallBody = ({ detail }: { readonly detail: CallDetail }): ReactNode => {
  const audio = useRef<HTMLAudioElement>(null);
  const { call, recordingUrl, recordingDownloadUrl } = detail;
  const [source, setSource] = useState<string | null>(null);
  // The link is signed anew at each look: a new one would begin the recording again.
  if (source === null && recordingUrl !== undefined) setSource(ownPath(recordingUrl));
  const play = (seconds: number): void => {
    if (audio.current === null) return;
    audio.current.currentTime = seconds;
    // Leaving the page while it begins is no fault.
    audio.current.play().catch(() => undefined);
  };
  const up = isUp(call.status);
  return (
    <div className="call-body">
      <section className="said" aria-label={TEXTS.call.transcript}>
        {source !== null && (
          <div className="player">
            {/* biome-ignore lint/a11y/useMediaCaption: the transcript stands below it. */}
            <audio ref={audio} controls preload="metadata" src={source} aria-label={TEXTS.call.recording} />
            {recordingDownloadUrl !== undefined && (
              <a className="plain" href={ownPath(recordingDownloadUrl)} download>
                {TEXTS.call.download}
              </a>
            )}
          </div>
        )}
        {source === null && isPreparing(detail) && <p className="quiet">{TEXTS.call.preparing}</p>}
        <Transcript detail={detail} isUp={up} {...(source === null ? {} : { play })} />
      </section>
      <CallTabs detail={detail} />
    </div>
  );
};

const CallTabs = ({ detail }: { readonly detail: CallDetail }): ReactNode => {
  const { tabs } = TEXTS.call;
  return (
    <section className="behind">
      <TabProvider>
        <TabList className="tabs" aria-label={TEXTS.call.facts.id}>
          {Object.entries(tabs).map(([id, name]) => (
            <Tab key={id} id={`tab-${id}`} className="tab">
              {name}
            </Tab>
          ))}
        </TabList>
        <TabPanel tabId="tab-timing">
          <Waterfall turns={detail.diagnostics.turns} />
        </TabPanel>
        <TabPanel tabId="tab-events">
          <Events detail={detail} />
        </TabPanel>
        <TabPanel tabId="tab-tools">
          <Tools detail={detail} />
        </TabPanel>
        <TabPanel tabId="tab-facts">
          <Facts detail={detail} />
        </TabPanel>
      </TabProvider>
    </section>
  );
};

const Events = ({ detail: { diagnostics } }: { readonly detail: CallDetail }): ReactNode => (
  <>
    <h3>{TEXTS.call.timeline}</h3>
    <ol className="events">
      {diagnostics.timeline.map(({ at, event }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a timeline only grows at its end.
        <li key={`${at} ${index}`}>
          <code>{event}</code>
          <Time at={at} />
        </li>
      ))}
    </ol>
    {diagnostics.notes.length > 0 && <h3>{TEXTS.call.notes}</h3>}
    <ol className="events">
      {diagnostics.notes.map(({ code, atMs }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: as above.
        <li key={`${code} ${index}`}>
          <code>{code}</code>
          <span className="figure">{atMs === null ? '' : lengthOf(atMs / 1_000)}</span>
        </li>
      ))}
    </ol>
    {diagnostics.attempts.length > 0 && <h3>{TEXTS.call.attempts}</h3>}
    <ol className="events">
      {diagnostics.attempts.map(({ carrier, at, outcome }) => (
        <li key={`${carrier} ${at}`}>
          <span>
            {carrier}: {outcome}
          </span>
          <Time at={at} />
        </li>
      ))}
    </ol>
  </>
);

const Tools = ({ detail: { diagnostics } }: { readonly detail: CallDetail }): ReactNode => {
  if (diagnostics.toolUses.length === 0) return <p className="quiet">{TEXTS.call.noTools}</p>;
  return (
    <ol className="tools">
      {diagnostics.toolUses.map(({ at, name, arguments: given, outcome, result, durationMs }) => (
        <li key={`${at} ${name}`}>
          <p>
            <Icon name="tool" /> <code>{name}</code> {TEXTS.call.toolOutcome[outcome ?? 'none']}
            {durationMs !== null && <span className="figure"> {Math.round(durationMs)} ms</span>}
          </p>
          <pre className="command">{JSON.stringify(given, null, 2)}</pre>
          {result !== null && <p className="small">{result}</p>}
        </li>
      ))}
    </ol>
  );
};

const Facts = ({ detail: { call } }: { readonly detail: CallDetail }): ReactNode => {
  const names = TEXTS.call.facts;
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
    [names.started, call.startedAt === null ? null : <Time key="started" at={call.startedAt} />],
    [names.ended, call.endedAt === null ? null : <Time key="ended" at={call.endedAt} />],
    [names.endedBy, call.endedBy],
    [names.reason, call.endReason],
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
      {values.length > 0 && <h3>{TEXTS.call.values}</h3>}
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
