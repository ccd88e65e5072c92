/** One call in full: what was said, how fast the agent was, what it did, what it cost. It is updated while the call is live. */

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import { Link } from 'wouter';
import { type ApiProblem, addressOf, ask } from '../api/client.js';
import { useRead } from '../api/live.js';
import { Confirm } from '../parts/confirm.js';
import { CopyAsCurl, curlOf } from '../parts/curl.js';
import { Icon } from '../parts/icon.js';
import { May } from '../parts/may.js';
import { type CallDetail, deedsOf, stretchesOf, turnAt } from '../parts/moments.js';
import { Loading, Problem } from '../parts/states.js';
import { Transcript } from '../parts/transcript.js';
import { Elapsed, isUp, lengthOf, Status, Time } from '../parts/words.js';
import { useMay } from '../role.js';
import { useBusinessId } from '../session.js';
import { TEXTS } from '../texts.js';
import { Recording } from './call/recording.js';
import { Rerun } from './call/rerun.js';
import { Share } from './call/share.js';
import { CallTabs } from './call/tabs.js';

/** After its end a call is settled and its recording arrives; without one by this time, it has none, ms. */
const RECORDING_MS = 60_000;

/** Whether a recording may still arrive: the call was answered and ended a moment ago. */
const isPreparing = ({ call, recordingUrl }: CallDetail): boolean =>
  recordingUrl === undefined &&
  call.startedAt !== null &&
  call.endedAt !== null &&
  Date.now() - Date.parse(call.endedAt) < RECORDING_MS;

/** The path of one of our signed links, relative to the service that the page came from. */
const ownPath = (link: string): string => {
  const { pathname, search } = new URL(link);
  return `${pathname}${search}`;
};

interface CallViewProps {
  readonly id: string;
  /** Where the back link leads; absent if there is none. */
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
      <CallBody detail={data} renew={() => void refetch()} />
    </article>
  );
};

const CallHead = ({
  detail,
  command,
}: {
  readonly detail: CallDetail;
  readonly command: string;
}): ReactNode => {
  const { call } = detail;
  const queries = useQueryClient();
  const businessId = useBusinessId();
  const [ending, setEnding] = useState(false);
  const who = call.contactName ?? call.calleeNumber;
  const mayHangUp = useMay('cancelVoiceCall');
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
        <Disclosure call={call} />
      </div>
      <div className="actions">
        {!isUp(call.status) && (
          <May operation="startSimulatedCall">
            <Rerun detail={detail} />
          </May>
        )}
        <Share callId={call.id} />
        <CopyAsCurl command={command} />
        {mayHangUp && isUp(call.status) && call.status !== 'cancelling' && (
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

/** Whether the customer has heard the disclosure; nothing if the agent has none. */
const Disclosure = ({ call: { status, disclosure } }: { readonly call: CallDetail['call'] }): ReactNode => {
  const texts = TEXTS.call.disclosure;
  if (disclosure.status === 'none') return null;
  const { heardAtMs, proof } = disclosure;
  if (heardAtMs === null || proof === null)
    return <p className="quiet">{isUp(status) ? texts.pending : texts.notHeard}</p>;
  return <p className="quiet">{texts.heard((heardAtMs / 1_000).toFixed(1), texts.proofs[proof])}</p>;
};

const CallBody = ({
  detail,
  renew,
}: {
  readonly detail: CallDetail;
  readonly renew: () => void;
}): ReactNode => {
  const player = useRef<HTMLAudioElement>(null);
  const { call, recordingUrl } = detail;
  const businessId = useBusinessId();
  const [source, setSource] = useState<string | null>(null);
  const [isStale, setStale] = useState(false);
  const [ms, setMs] = useState<number | null>(null);
  const stretches = useMemo(() => stretchesOf(detail), [detail]);
  const deeds = useMemo(() => deedsOf(detail), [detail]);
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
  const turn = ms === null ? null : turnAt(stretches, ms);
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
          stretches={stretches}
          deeds={deeds}
          player={player}
          told={setMs}
          renew={() => {
            setStale(true);
            renew();
          }}
        >
          <Download callId={call.id} />
        </Recording>
      )}
      <div className="call-body">
        <section className="said" aria-label={TEXTS.call.transcript}>
          <Transcript
            detail={detail}
            isUp={isUp(call.status)}
            playing={ms === null || turn === null ? null : { turn, ms }}
            {...(source === null ? {} : { play })}
          />
          {call.transcriptAvailable && !isUp(call.status) && (
            <p>
              <a className="plain" href={transcriptPath} download>
                {TEXTS.call.transcriptFile}
              </a>
            </p>
          )}
        </section>
        <CallTabs detail={detail} />
      </div>
    </>
  );
};

/** Requests a link when it is needed, because one that came with the page may have expired. */
const Download = ({ callId }: { readonly callId: string }): ReactNode => {
  const businessId = useBusinessId();
  const downloading = useMutation<void, ApiProblem>({
    mutationFn: async () => {
      const { recordingDownloadUrl } = await ask('readVoiceCall', {
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
        {TEXTS.call.download}
      </button>
    </>
  );
};

/** Why there is no recording to play. */
const NoRecording = ({ detail }: { readonly detail: CallDetail }): ReactNode => {
  const { call } = detail;
  const words = (): string => {
    if (isUp(call.status)) return TEXTS.call.live;
    if (isPreparing(detail)) return TEXTS.call.preparing;
    return call.startedAt === null ? TEXTS.call.unanswered : TEXTS.call.missing;
  };
  return <p className="quiet no-recording">{words()}</p>;
};
