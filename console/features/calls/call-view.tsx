/** One call in full: what was said, how fast the agent was, what it did, what it cost. It is updated while the call is live. */

import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import { Link, useSearchParams } from 'wouter';
import { type ApiProblem, addressOf, callApi } from '../../api/client.js';
import { useRead } from '../../api/live.js';
import { classes } from '../../ui/classes.js';
import { CopyAsCurl, curlOf } from '../../ui/curl.js';
import { Elapsed, isLive, lengthOf, Status, Time } from '../../ui/format.js';
import { Icon } from '../../ui/icon.js';
import { ownPath } from '../../ui/own-path.js';
import { Loading, Problem } from '../../ui/states.js';
import { IfAllowed } from '../session/if-allowed.js';
import { useCan } from '../session/role.js';
import { useBusinessId } from '../session/session.js';
import { CallAgain } from './call/again.js';
import styles from './call/call.module.css';
import { MakeTest } from './call/make-test.js';
import { Outcome } from './call/outcome.js';
import { Recording } from './call/recording.js';
import { Rerun } from './call/rerun.js';
import { Review } from './call/review.js';
import { Share } from './call/share.js';
import { CallTabs } from './call/tabs.js';
import { CompareVersions } from './comparing/compare.js';
import { HangUpButton } from './hang-up/hang-up-button.js';
import { useHangUp } from './hang-up/use-hang-up.js';
import { pageAddress } from './list/call-query.js';
import { CALL } from './messages.js';
import { speakersOf } from './turns/speakers.js';
import { type CallDetail, lostSpeechOf, speechSegmentsOf, toolMarksOf, turnAt } from './turns/timeline.js';
import { Transcript } from './turns/transcript.js';

/** After its end a call is settled and its recording arrives; without one by this time, it has none, ms. */
const RECORDING_MS = 60_000;

/** Whether a recording may still arrive: the call was answered and ended a moment ago. */
const isPreparing = ({ call, recordingUrl }: CallDetail): boolean =>
  recordingUrl === undefined &&
  call.startedAt !== null &&
  call.endedAt !== null &&
  Date.now() - Date.parse(call.endedAt) < RECORDING_MS;

interface CallViewProps {
  readonly id: string;
  /** Where the back link leads; absent if there is none. */
  readonly back?: { readonly path: string; readonly name: string };
  /** Whether it is a page of its own, and so has the page's heading. */
  readonly isPage?: boolean;
  /** Plays the recording from there as soon as it can be played. */
  readonly start?: Start;
}

/** Where to play a call from, ms. Another object plays again. */
export interface Start {
  readonly callId: string;
  readonly atMs: number;
}

export const CallView = ({ id, back, isPage = false, start }: CallViewProps): ReactNode => {
  const businessId = useBusinessId();
  const params = { path: { callId: id }, query: { businessId } };
  const { data, error, refetch } = useRead('readVoiceCall', params);
  if (error !== null && data === undefined) return <Problem problem={error} onRetry={() => void refetch()} />;
  if (data === undefined || data.call.id !== id) return <Loading rows={6} />;
  return (
    <article className={styles.call} aria-label={data.call.contactName ?? data.call.calleeNumber}>
      {back !== undefined && <PanelLinks id={id} back={back} />}
      <CallHead detail={data} isPage={isPage} command={curlOf('readVoiceCall', params)} />
      <CallBody detail={data} renew={() => void refetch()} {...(start === undefined ? {} : { start })} />
    </article>
  );
};

/** Closes the panel, or opens the page of its call. */
const PanelLinks = ({ id, back }: Required<Pick<CallViewProps, 'id' | 'back'>>): ReactNode => {
  const [params] = useSearchParams();
  return (
    <div className={styles.panelLinks}>
      <Link href={pageAddress(params, id)}>{CALL.openPage}</Link>
      <Link className={styles.close} href={back.path} aria-label={back.name}>
        <Icon name="close" />
      </Link>
    </div>
  );
};

interface CallHeadProps {
  readonly detail: CallDetail;
  readonly isPage: boolean;
  readonly command: string;
}

const CallHead = ({ detail, isPage, command }: CallHeadProps): ReactNode => {
  const { call } = detail;
  const who = call.contactName ?? call.calleeNumber;
  const canHangUp = useCan('cancelVoiceCall');
  const hangUp = useHangUp(call.id);
  return (
    <header className={styles.head}>
      <div>
        {isPage ? <h1>{who}</h1> : <h2>{who}</h2>}
        <p className="quiet">
          <Status status={call.status} />
          <span>{call.agentName}</span>
          {isLive(call.status) && call.startedAt !== null ? (
            <Elapsed since={Date.parse(call.startedAt)} />
          ) : (
            <span className="figure">{lengthOf(call.durationSeconds)}</span>
          )}
          <Time at={call.createdAt} />
        </p>
        {typeof call.consultationOf === 'string' && (
          <p className="quiet">
            <Link href={`/calls/${call.consultationOf}`}>{CALL.consultation}</Link>
          </p>
        )}
        <Disclosure call={call} />
      </div>
      <div className="actions">
        {!isLive(call.status) && (
          <>
            <IfAllowed operation="startVoiceCall">
              <CallAgain detail={detail} />
            </IfAllowed>
            <IfAllowed operation="speakAgentTest">
              <CompareVersions detail={detail} />
            </IfAllowed>
            <IfAllowed operation="createSimulationScenario">
              <MakeTest detail={detail} />
            </IfAllowed>
            <IfAllowed operation="startSimulatedCall">
              <Rerun detail={detail} />
            </IfAllowed>
          </>
        )}
        <Share callId={call.id} />
        <CopyAsCurl command={command} />
        {canHangUp && isLive(call.status) && call.status !== 'cancelling' && <HangUpButton hangUp={hangUp} />}
      </div>
    </header>
  );
};

/** Whether the customer has heard the disclosure; nothing if the agent has none. */
const Disclosure = ({ call: { status, disclosure } }: { readonly call: CallDetail['call'] }): ReactNode => {
  const texts = CALL.disclosure;
  if (disclosure.status === 'none') return null;
  const { heardAtMs, proof } = disclosure;
  if (heardAtMs === null || proof === null)
    return <p className="quiet">{isLive(status) ? texts.pending : texts.notHeard}</p>;
  return <p className="quiet">{texts.heard(heardAtMs / 1_000, texts.proofs[proof])}</p>;
};

interface CallBodyProps {
  readonly detail: CallDetail;
  readonly renew: () => void;
  readonly start?: Start;
}

const CallBody = ({ detail, renew, start }: CallBodyProps): ReactNode => {
  const player = useRef<HTMLAudioElement>(null);
  const { call, recordingUrl } = detail;
  const businessId = useBusinessId();
  const [source, setSource] = useState<string | null>(null);
  const [isStale, setStale] = useState(false);
  const [ms, setMs] = useState<number | null>(null);
  const segments = useMemo(() => speechSegmentsOf(detail), [detail]);
  const toolMarks = useMemo(() => toolMarksOf(detail), [detail]);
  const lost = useMemo(() => lostSpeechOf(detail), [detail]);
  // The link is signed again on each read; switching to a new one would restart the recording.
  if (recordingUrl !== undefined && (source === null || (isStale && ownPath(recordingUrl) !== source))) {
    setSource(ownPath(recordingUrl));
    setStale(false);
  }
  const play = useCallback((seconds: number): void => {
    if (player.current === null) return;
    player.current.currentTime = seconds;
    // Leaving the page while playback starts is not an error.
    player.current.play().catch(() => undefined);
  }, []);
  const turn = ms === null ? null : turnAt(segments, ms);
  const transcriptPath = addressOf('downloadVoiceCallTranscript', {
    path: { callId: call.id },
    query: { businessId },
  });
  return (
    <>
      {source === null ? (
        <NoRecording detail={detail} />
      ) : (
        <Recording
          callId={call.id}
          source={source}
          seconds={call.durationSeconds}
          speakers={speakersOf(call)}
          segments={segments}
          toolMarks={toolMarks}
          lost={lost}
          player={player}
          {...(start === undefined ? {} : { start })}
          onPositionChange={setMs}
          renew={() => {
            setStale(true);
            renew();
          }}
        >
          <Download callId={call.id} />
        </Recording>
      )}
      <Outcome analysis={detail.analysis} {...(source === null ? {} : { play })} />
      <div className={styles.body}>
        <section className={styles.said} aria-label={CALL.transcript}>
          <Transcript
            detail={detail}
            isLive={isLive(call.status)}
            playing={ms === null || turn === null ? null : { turn, ms }}
            {...(source === null ? {} : { play })}
          />
          {call.transcriptAvailable && !isLive(call.status) && (
            <p>
              <a className="plain" href={transcriptPath} download>
                {CALL.transcriptFile}
              </a>
            </p>
          )}
        </section>
        <div className={styles.aside}>
          <Review detail={detail} />
          <CallTabs detail={detail} {...(source === null ? {} : { play })} />
        </div>
      </div>
    </>
  );
};

/** Requests a link when it is needed, because one that came with the page may have expired. */
const Download = ({ callId }: { readonly callId: string }): ReactNode => {
  const businessId = useBusinessId();
  const downloading = useMutation<void, ApiProblem>({
    mutationFn: async () => {
      const { recordingDownloadUrl } = await callApi('readVoiceCall', {
        path: { callId },
        query: { businessId },
      });
      if (recordingDownloadUrl !== undefined) window.location.assign(ownPath(recordingDownloadUrl));
    },
  });
  return (
    <>
      {downloading.error !== null && <Problem problem={downloading.error} />}
      <button type="button" className="plain" onClick={() => downloading.mutate()}>
        {CALL.download}
      </button>
    </>
  );
};

/** Why there is no recording to play. */
const NoRecording = ({ detail }: { readonly detail: CallDetail }): ReactNode => {
  const { call } = detail;
  const explanation = (): string => {
    if (isLive(call.status)) return CALL.live;
    if (isPreparing(detail)) return CALL.preparing;
    return call.startedAt === null ? CALL.unanswered : CALL.missing;
  };
  return <p className={classes('quiet', styles.noRecording)}>{explanation()}</p>;
};
