/** Hears a recorded call against another version of its agent: the customer's turns, with both answers beside each other. */
import { Dialog, DialogDismiss, DialogHeading } from '@ariakit/react';
import { type FormEvent, type ReactNode, useMemo, useState } from 'react';
import { useRead } from '../../../api/live.js';
import { Choice } from '../../../ui/forms/field.js';
import { COMMON } from '../../../ui/messages.js';
import { Loading, Problem } from '../../../ui/states.js';
import { useBusinessId } from '../../session/session.js';
import { useVoiceAgents } from '../call/voice-agents.js';
import type { CallDetail } from '../turns/timeline.js';
import styles from './comparing.module.css';
import { COMPARING as texts } from './messages.js';
import { SideBySide } from './side-by-side.js';
import { customerTurnsOf, exchangesOf, MOST_TURNS } from './turns.js';
import { useComparison, type VersionChoice } from './use-comparison.js';
import type { VersionVoice } from './use-sides.js';

interface CompareProps {
  readonly detail: CallDetail;
}

/** Hidden if the customer said nothing. */
export const CompareVersions = ({ detail }: CompareProps): ReactNode => {
  const [open, setOpen] = useState(false);
  if (!detail.transcript.some(({ speaker }) => speaker === 'customer')) return null;
  return (
    <>
      <button type="button" className="plain" onClick={() => setOpen(true)}>
        {texts.button}
      </button>
      {open && (
        <Dialog
          open
          onClose={() => setOpen(false)}
          className={`dialog floats ${styles.dialog}`}
          backdrop={<div className="backdrop" />}
        >
          <DialogHeading>{texts.title}</DialogHeading>
          <p className="help">{texts.help}</p>
          <Content detail={detail} />
          <div className="actions">
            <DialogDismiss className="plain">{COMMON.close}</DialogDismiss>
          </div>
        </Dialog>
      )}
    </>
  );
};

const Content = ({ detail }: CompareProps): ReactNode => {
  const { usual: agentId, error, choices } = useVoiceAgents(detail);
  if (error !== null) return <Problem problem={error} />;
  return choices.length === 0 ? <Loading rows={3} /> : <OfAgent detail={detail} agentId={agentId} />;
};

/** What stands for the draft in the choice of versions. */
const DRAFT = 'draft';

interface Version {
  readonly value: string;
  readonly name: string;
  readonly version: VersionChoice;
  readonly voice: VersionVoice;
}

interface Profile {
  readonly languageCode: string;
  readonly voiceSettings: {
    readonly language?: string;
    readonly liveVoiceId?: string;
    readonly agentGender?: 'male' | 'female';
  };
}

const voiceOf = ({ languageCode, voiceSettings }: Profile): VersionVoice => {
  const { language = languageCode, liveVoiceId, agentGender } = voiceSettings;
  return {
    language,
    ...(liveVoiceId === undefined ? {} : { voiceId: liveVoiceId }),
    ...(agentGender === undefined ? {} : { agentGender }),
  };
};

/** The draft first, if there is one; then the versions, the newest first. */
const useVersions = (agentId: string): readonly Version[] | null => {
  const businessId = useBusinessId();
  const params = { path: { agentId }, query: { businessId, limit: 50 } };
  const versions = useRead('listAgentVersions', params);
  const draft = useRead('readDraft', { path: { agentId }, query: { businessId } });
  if (versions.data === undefined || (draft.data === undefined && draft.error === null)) return null;
  const edited = draft.error === null ? draft.data?.draft : undefined;
  return [
    ...(edited === undefined
      ? []
      : [{ value: DRAFT, name: texts.draft, version: null, voice: voiceOf(edited) }]),
    ...versions.data.versions.map((published, index) => ({
      value: String(published.version),
      name: index === 0 ? texts.published(published.version) : texts.earlier(published.version),
      version: published.version,
      voice: voiceOf(published),
    })),
  ];
};

interface OfAgentProps extends CompareProps {
  readonly agentId: string;
}

const OfAgent = ({ detail, agentId }: OfAgentProps): ReactNode => {
  const versions = useVersions(agentId);
  const [chosen, setChosen] = useState('');
  const { comparison, start, stop } = useComparison();
  const exchanges = useMemo(() => exchangesOf(detail), [detail]);
  const turns = useMemo(() => customerTurnsOf(exchanges), [exchanges]);
  if (versions === null) return <Loading rows={3} />;
  const choice = versions.find(({ value }) => value === chosen) ?? versions[0];
  if (choice === undefined) return null;
  const isRunning = comparison.state === 'running';
  const compared =
    comparison.state === 'none' ? null : versions.find(({ version }) => version === comparison.version);
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (isRunning) return stop();
    start({ agentId, version: choice.version, turns, contactId: detail.call.contactId });
  };
  return (
    <>
      <form className={styles.choice} onSubmit={handleSubmit}>
        <Choice label={texts.version} value={choice.value} choices={versions} onChange={setChosen} />
        <button type="submit" className={isRunning ? 'plain' : 'main'}>
          {isRunning ? texts.stop : comparison.state === 'none' ? texts.start : texts.again}
        </button>
        <p className="help" role="status">
          {comparison.state === 'running' && texts.running(comparison.answers.length, turns.length)}
          {comparison.state === 'complete' && texts.ended}
        </p>
      </form>
      {exchanges.filter(({ customer }) => customer !== null).length > MOST_TURNS && (
        <p className="help">{texts.cut(MOST_TURNS)}</p>
      )}
      {comparison.state !== 'none' && comparison.problem !== null && <Problem problem={comparison.problem} />}
      {comparison.state !== 'none' && compared !== null && compared !== undefined && (
        <SideBySide
          detail={detail}
          exchanges={exchanges}
          name={compared.name}
          voice={compared.voice}
          testId={comparison.testId}
          answers={comparison.answers}
          isRunning={isRunning}
        />
      )}
    </>
  );
};
