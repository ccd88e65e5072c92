/** Earlier versions of an agent, the changes between them, and a way to restore one. */

import { Dialog, DialogDismiss, DialogHeading } from '@ariakit/react';
import { useMutation } from '@tanstack/react-query';
import { diffWordsWithSpace } from 'diff';
import { type ReactNode, useMemo, useState } from 'react';
import type { ApiProblem, Data } from '../../api/client.js';
import { usePages } from '../../api/pages.js';
import { Empty, Loading, Problem } from '../../parts/states.js';
import { Time } from '../../parts/words.js';
import { useMay } from '../../role.js';
import { useBusinessId } from '../../session.js';
import { TEXTS } from '../../texts.js';
import { type Agent, save, type Words, wordsOf } from './words.js';

type Version = Data<'listAgentVersions'>['versions'][number];

/** A comparison that takes longer is abandoned, because it would block the page, ms. */
const DIFF_MS = 500;

interface VersionsProps {
  readonly agent: Agent;
  readonly close: () => void;
  /** Receives the agent as the service has it now. */
  readonly restored: (agent: Agent) => void;
}

export const Versions = ({ agent, close, restored }: VersionsProps): ReactNode => {
  const texts = TEXTS.agents;
  const businessId = useBusinessId();
  const { data, error, refetch, hasNextPage, fetchNextPage } = usePages('listAgentVersions', {
    path: { agentId: agent.id },
    query: { businessId, limit: 50 },
  });
  const versions = data?.pages.flatMap((page) => page.versions) ?? [];
  const [chosen, setChosen] = useState<number | null>(null);
  const place = Math.max(
    0,
    versions.findIndex(({ version }) => version === chosen),
  );
  const shown = versions[place];
  return (
    <Dialog
      open
      onClose={close}
      className="dialog floats versions"
      backdrop={<div className="backdrop" />}
      aria-label={texts.versionsOf(agent.name)}
    >
      <div className="page-head">
        <DialogHeading>{texts.versionsOf(agent.name)}</DialogHeading>
        <DialogDismiss className="plain">{TEXTS.close}</DialogDismiss>
      </div>
      {error !== null && <Problem problem={error} retry={() => void refetch()} />}
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
              {versions.map((one) => (
                <li key={one.version} className={one === shown ? 'card is-chosen' : 'card'}>
                  <button type="button" aria-pressed={one === shown} onClick={() => setChosen(one.version)}>
                    <strong>{texts.version(one.version)}</strong>
                    <span className="quiet">
                      {one.by === null ? texts.byNobody : (one.by.name ?? texts.byGone)} ·{' '}
                      <Time at={one.createdAt} />
                    </span>
                  </button>
                </li>
              ))}
            </ul>
            {hasNextPage && (
              <button type="button" className="plain more" onClick={() => void fetchNextPage()}>
                {TEXTS.more}
              </button>
            )}
          </div>
          <Change
            key={shown.version}
            agent={agent}
            version={shown}
            before={versions[place + 1] ?? null}
            isNewest={place === 0}
            restored={restored}
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
  readonly restored: (agent: Agent) => void;
}

const Change = ({ agent, version, before, isNewest, restored }: ChangeProps): ReactNode => {
  const texts = TEXTS.agents;
  const businessId = useBusinessId();
  const now = wordsOf(version);
  const then = before === null ? null : wordsOf(before);
  const mayRestore = useMay('updateAgent');
  const restoring = useMutation<Agent, ApiProblem>({
    mutationFn: () => save(businessId, agent, now),
    onSuccess: restored,
  });
  const facts = factsOf(now);
  const factsBefore = then === null ? facts : factsOf(then);
  const changed = facts.filter(([name, value], place) => factsBefore[place]?.[1] !== value && name !== '');
  return (
    <section className="version" aria-label={texts.version(version.version)}>
      <p className="help">{before === null ? texts.firstKept : texts.comparedWith(before.version)}</p>
      {changed.length > 0 && (
        <dl className="version-facts">
          {changed.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <del>{factsBefore.find(([other]) => other === name)?.[1]}</del> <ins>{value}</ins>
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
      {restoring.error !== null && <Problem problem={restoring.error} />}
      {mayRestore && !isNewest && agent.status === 'active' && (
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
const factsOf = (words: Words): readonly (readonly [string, string])[] => {
  const texts = TEXTS.agents;
  const orUsual = (value: string | number | boolean | null): string =>
    value === null || value === '' ? texts.asUsual : String(value);
  return [
    [texts.name, words.name],
    [texts.channel, texts.channels[words.channel]],
    [texts.voice, orUsual(words.voiceId)],
    [texts.language, orUsual(words.language)],
    [texts.noise, orUsual(words.noise)],
    [texts.noiseLevel, orUsual(words.noiseLevel)],
    [texts.nudgeAfter, orUsual(words.nudgeAfterSeconds)],
    [texts.hangUpAfter, orUsual(words.hangUpAfterSeconds)],
    [texts.longest, orUsual(words.longestSeconds)],
    [texts.greetingInterrupt, orUsual(words.greetingInterruptible)],
    [texts.repeatInterrupted, orUsual(words.repeatInterrupted)],
    [texts.variables, words.variables.map(({ alias }) => alias).join(', ')],
    [texts.sources, words.sourceIds.join(', ')],
    [texts.categories, words.categoryIds.join(', ')],
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
          pieces.map(({ value, added, removed }, place) => {
            const key = `${place} ${value.length}`;
            if (added) return <ins key={key}>{value}</ins>;
            if (removed) return <del key={key}>{value}</del>;
            return <span key={key}>{value}</span>;
          })
        )}
      </p>
    </div>
  );
};
