/** Earlier versions of an agent, the changes between them, and a way to restore one. */

import { Dialog, DialogDismiss, DialogHeading } from '@ariakit/react';
import { useMutation } from '@tanstack/react-query';
import { diffWordsWithSpace } from 'diff';
import { type ReactNode, useMemo, useState } from 'react';
import { type ApiProblem, callApi, type Data } from '../../api/client.js';
import { usePages } from '../../api/pages.js';
import { Time } from '../../ui/format.js';
import { COMMON } from '../../ui/messages.js';
import { Empty, Loading, Problem } from '../../ui/states.js';
import { useCan } from '../session/role.js';
import { useBusinessId } from '../session/session.js';
import { type Agent, type AgentDraft, agentDraftOf, basedOn } from './agent-draft.js';
import { AGENTS } from './messages.js';
import { ProblemOf } from './publishing/drafts.js';
import { VERSIONS } from './publishing/messages.js';

type Version = Data<'listAgentVersions'>['versions'][number];

/** A comparison that takes longer is abandoned, because it would block the page, ms. */
const DIFF_MS = 500;

interface VersionsProps {
  readonly agent: Agent;
  readonly onClose: () => void;
  /** Receives the agent as the service has it now. */
  readonly onRestored: (agent: Agent) => void;
}

export const Versions = ({ agent, onClose, onRestored }: VersionsProps): ReactNode => {
  const texts = AGENTS;
  const businessId = useBusinessId();
  const { data, error, refetch, hasNextPage, fetchNextPage } = usePages('listAgentVersions', {
    path: { agentId: agent.id },
    query: { businessId, limit: 50 },
  });
  const versions = data?.pages.flatMap((page) => page.versions) ?? [];
  const [chosen, setChosen] = useState<number | null>(null);
  const index = Math.max(
    0,
    versions.findIndex(({ version }) => version === chosen),
  );
  const shown = versions[index];
  return (
    <Dialog
      open
      onClose={onClose}
      className="dialog floats versions"
      backdrop={<div className="backdrop" />}
      aria-label={texts.versionsOf(agent.name)}
    >
      <div className="page-head">
        <DialogHeading>{texts.versionsOf(agent.name)}</DialogHeading>
        <DialogDismiss className="plain">{COMMON.close}</DialogDismiss>
      </div>
      {error !== null && <Problem problem={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Loading rows={6} />}
      {data !== undefined && shown === undefined && (
        <Empty title={texts.noVersions}>
          <p>{texts.noVersionsHelp}</p>
        </Empty>
      )}
      {shown !== undefined && (
        <div className="versions-body">
          <div className="versions-list">
            <ul className="cards">
              {versions.map((entry) => (
                <li key={entry.version} className={entry === shown ? 'card is-chosen' : 'card'}>
                  <button
                    type="button"
                    aria-pressed={entry === shown}
                    onClick={() => setChosen(entry.version)}
                  >
                    <strong>{texts.version(entry.version)}</strong>
                    <span className="quiet">
                      {entry.by === null ? texts.unknownAuthor : (entry.by.name ?? texts.formerMember)} ·{' '}
                      <Time at={entry.createdAt} />
                    </span>
                  </button>
                </li>
              ))}
            </ul>
            {hasNextPage && (
              <button type="button" className="plain more" onClick={() => void fetchNextPage()}>
                {COMMON.more}
              </button>
            )}
          </div>
          <Change
            key={shown.version}
            agent={agent}
            version={shown}
            before={versions[index + 1] ?? null}
            isNewest={index === 0}
            onRestored={onRestored}
          />
        </div>
      )}
    </Dialog>
  );
};

interface ChangeProps {
  readonly agent: Agent;
  readonly version: Version;
  /** Null if this is the first version, or if the previous one is not kept. */
  readonly before: Version | null;
  readonly isNewest: boolean;
  readonly onRestored: (agent: Agent) => void;
}

const Change = ({ agent, version, before, isNewest, onRestored }: ChangeProps): ReactNode => {
  const texts = AGENTS;
  const businessId = useBusinessId();
  const now = agentDraftOf(version);
  const then = before === null ? null : agentDraftOf(before);
  const canRestore = useCan('updateAgent');
  const restoring = useMutation<Agent, ApiProblem>({
    mutationFn: async () =>
      (
        await callApi('rollBackAgent', {
          path: { agentId: agent.id },
          body: { businessId, version: version.version },
          ...basedOn(agent),
        })
      ).agent,
    onSuccess: onRestored,
  });
  const facts = factsOf(now);
  const factsBefore = then === null ? facts : factsOf(then);
  const changed = facts.filter(([name, value], index) => factsBefore[index]?.[1] !== value && name !== '');
  return (
    <section className="version" aria-label={texts.version(version.version)}>
      {version.note !== undefined && <p>{version.note}</p>}
      {version.restored !== undefined && <p className="help">{VERSIONS.rolledBack(version.restored)}</p>}
      <p className="help">{before === null ? texts.firstKept : texts.comparedWith(before.version)}</p>
      {changed.length > 0 && (
        <dl className="version-facts">
          {changed.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <del>{factsBefore.find(([factName]) => factName === name)?.[1]}</del> <ins>{value}</ins>
              </dd>
            </div>
          ))}
        </dl>
      )}
      <Compared name={texts.disclosure} before={then?.disclosure ?? now.disclosure} after={now.disclosure} />
      <Compared name={texts.greeting} before={then?.greeting ?? now.greeting} after={now.greeting} />
      <Compared
        name={texts.instructions}
        before={then?.instructions ?? now.instructions}
        after={now.instructions}
      />
      {restoring.error !== null && <ProblemOf problem={restoring.error} />}
      {canRestore && !isNewest && agent.status === 'active' && (
        <div className="actions">
          <span className="help grows-quiet">{texts.restoreHelp}</span>
          <button
            type="button"
            className="main"
            disabled={restoring.isPending}
            onClick={() => restoring.mutate()}
          >
            {texts.restore(version.version)}
          </button>
        </div>
      )}
    </section>
  );
};

/** Everything that is not a text of its own, by name. */
const factsOf = (draft: AgentDraft): readonly (readonly [string, string])[] => {
  const texts = AGENTS;
  const orDefault = (value: string | number | boolean | null): string =>
    value === null || value === '' ? texts.useDefault : String(value);
  return [
    [texts.name, draft.name],
    [texts.channel, texts.channels[draft.channel]],
    [texts.voice, orDefault(draft.voiceId)],
    [texts.language, orDefault(draft.language)],
    [texts.furtherLanguages, draft.furtherLanguages.join(', ')],
    [texts.noise, orDefault(draft.noise)],
    [texts.noiseLevel, orDefault(draft.noiseLevel)],
    [texts.nudgeAfter, orDefault(draft.nudgeAfterSeconds)],
    [texts.hangUpAfter, orDefault(draft.hangUpAfterSeconds)],
    [texts.longest, orDefault(draft.longestSeconds)],
    [texts.fillerAfter, orDefault(draft.fillerAfterSeconds)],
    [texts.filler, draft.filler === '' ? texts.noFiller : orDefault(draft.filler)],
    [texts.keyPause, orDefault(draft.keyPauseSeconds)],
    [texts.greetingInterrupt, orDefault(draft.greetingInterruptible)],
    [texts.repeatInterrupted, orDefault(draft.repeatInterrupted)],
    [texts.speed, orDefault(draft.speed)],
    [texts.pronunciations, draft.pronunciations],
    [texts.patience, orDefault(draft.patience === null ? null : texts.patiences[draft.patience])],
    [texts.duck, orDefault(draft.duck)],
    [texts.backchannels, draft.backchannels],
    [texts.phoneMenu.goal, draft.menuGoal],
    [texts.phoneMenu.repeats, orDefault(draft.menuRepeats)],
    [texts.phoneMenu.transferTool, draft.menuTransferTool],
    [texts.chat.typing, orDefault(draft.typingIndicator)],
    [texts.chat.images, orDefault(draft.showImages)],
    [texts.chat.voiceNotes, orDefault(draft.transcribeNotes)],
    [texts.variables, draft.variables.map(({ alias }) => alias).join(', ')],
    [texts.sources, draft.sourceIds.join(', ')],
    [texts.categories, draft.categoryIds.join(', ')],
  ];
};

interface ComparedProps {
  readonly name: string;
  readonly before: string;
  readonly after: string;
}

const Compared = ({ name, before, after }: ComparedProps): ReactNode => {
  const pieces = useMemo(
    () => diffWordsWithSpace(before, after, { timeout: DIFF_MS }) ?? null,
    [before, after],
  );
  if (before === '' && after === '') return null;
  return (
    <div className="field">
      <h3>{name}</h3>
      <p className="compared">
        {pieces === null ? (
          <>
            <del>{before}</del> <ins>{after}</ins>
          </>
        ) : (
          pieces.map(({ value, added, removed }, index) => {
            const key = `${index} ${value.length}`;
            if (added) return <ins key={key}>{value}</ins>;
            if (removed) return <del key={key}>{value}</del>;
            return <span key={key}>{value}</span>;
          })
        )}
      </p>
    </div>
  );
};
