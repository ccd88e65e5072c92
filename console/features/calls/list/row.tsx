/** A call in the list, with the turns in which a search found something. */

import { type MouseEvent, memo, type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'wouter';
import type { Data } from '../../../api/client.js';
import { classes } from '../../../ui/classes.js';
import { creditsOf, lengthOf, Status, secondsOf, Time } from '../../../ui/format.js';
import { MarkedText } from '../../../ui/marked-text.js';
import { StatusPill } from '../../../ui/StatusPill/StatusPill.js';
import { CALL, CALLS, endReasonOf } from '../messages.js';
import styles from './calls.module.css';
import type { Column } from './columns.js';
import { MiniWave } from './mini-wave.js';

type Call = Data<'listVoiceCalls'>['calls'][number];
type Snippet = Data<'searchVoiceCalls'>['results'][number]['snippets'][number];

/** A call, and what a search found in it. */
export interface Listed {
  readonly call: Call;
  readonly snippets: readonly Snippet[];
}

interface RowProps {
  readonly listed: Listed;
  readonly index: number;
  readonly columns: readonly Column[];
  readonly isChosen: boolean;
  /** Null: rows cannot be selected. */
  readonly isSelected: boolean | null;
  /** The address of the page of the call. */
  readonly href: string;
  readonly onSelect: (callId: string, isSelected: boolean) => void;
  /** Opens the call beside the list; plays from there, ms, unless it is null. */
  readonly onPeek: (callId: string, atMs: number | null) => void;
  readonly onOpen: (callId: string) => void;
  /** Measures the row for the virtual list; null: its height is known. */
  readonly measure: ((element: HTMLElement | null) => void) | null;
}

export const CallRow = memo((props: RowProps): ReactNode => {
  const { listed, index, columns, isChosen, isSelected, href, onSelect, onPeek, onOpen, measure } = props;
  const { call, snippets } = listed;
  const name = call.contactName ?? call.calleeNumber;
  const handleLink = (event: MouseEvent): void => {
    event.stopPropagation();
    // Enter, which makes a click without a button press, opens the page; so do clicks for a new tab.
    if (event.detail === 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    onPeek(call.id, null);
  };
  return (
    <tbody ref={measure} data-index={index}>
      {/* The link inside is for the keyboard; for the mouse, the whole row acts as the link. */}
      <tr
        className={classes(styles.row, isChosen && styles.isChosen)}
        aria-rowindex={index + 2}
        onClick={() => onPeek(call.id, null)}
        onDoubleClick={() => onOpen(call.id)}
      >
        {isSelected !== null && (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the click is only kept from the row.
          <td className={styles.check} onClick={(event) => event.stopPropagation()}>
            <input
              type="checkbox"
              aria-label={CALLS.select(name)}
              checked={isSelected}
              onChange={({ target }) => onSelect(call.id, target.checked)}
            />
          </td>
        )}
        <td data-column="contact">
          <Link href={href} aria-current={isChosen ? 'true' : undefined} onClick={handleLink}>
            {name}
          </Link>
        </td>
        {columns.map((column) => (
          <td key={column} data-column={column} className={ENDS.has(column) ? styles.end : undefined}>
            <Cell call={call} column={column} />
          </td>
        ))}
      </tr>
      {snippets.length > 0 && (
        <tr className={styles.found}>
          {isSelected !== null && <td />}
          <td colSpan={columns.length + 1}>
            {snippets.map((snippet) => (
              <Found key={snippet.turn} snippet={snippet} onPlay={() => onPeek(call.id, snippet.atMs ?? 0)} />
            ))}
          </td>
        </tr>
      )}
    </tbody>
  );
});

/** Columns of numbers. */
export const ENDS: ReadonlySet<Column> = new Set<Column>(['length', 'slowest', 'cost', 'score']);

const Cell = ({ call, column }: { readonly call: Call; readonly column: Column }): ReactNode => {
  switch (column) {
    case 'when':
      return <Time at={call.createdAt} />;
    case 'status':
      return <Status status={call.status} />;
    case 'outcome':
      return <OutcomeCell outcome={call.outcome} />;
    case 'agent':
      return call.agentVersion == null
        ? call.agentName
        : `${call.agentName ?? ''} ${CALLS.version(call.agentVersion)}`;
    case 'campaign':
      return call.campaignName;
    case 'length':
      return lengthOf(call.durationSeconds);
    case 'waveform':
      return <MiniWave waveform={call.waveform} />;
    case 'slowest':
      return <Slowest answer={call.slowestAnswer} />;
    case 'cost':
      return creditsOf(call.chargedMicrocredits);
    case 'tags':
      return call.tags?.map((tag) => (
        <span key={tag} className={styles.tag}>
          {tag}
        </span>
      ));
    case 'score':
      return call.score ?? '';
    case 'reviewed':
      return call.reviewed === true ? CALLS.yes : '';
    case 'number':
      return call.calleeNumber;
    case 'reason':
      return endReasonOf(call.endReason);
    default:
      return column satisfies never;
  }
};

/** Answers after more than this are slow, as for the filter, ms. */
const SLOW_MS = 2_000;

const Slowest = ({ answer }: { readonly answer: Call['slowestAnswer'] }): ReactNode =>
  answer != null && (
    <span className={answer.ms > SLOW_MS ? styles.slow : undefined}>{secondsOf(answer.ms)}</span>
  );

const OutcomeCell = ({ outcome }: { readonly outcome: Call['outcome'] }): ReactNode => {
  const texts = CALLS.found;
  if (outcome == null) return null;
  if (outcome.status === 'running') return <span className="quiet">{texts.running}</span>;
  if (outcome.status === 'failed') return <span className="quiet">{texts.failed}</span>;
  const [request] = outcome.requests;
  if (outcome.success !== null)
    return (
      <StatusPill tone={outcome.success ? 'good' : 'bad'} sign={outcome.success ? '●' : '○'}>
        {outcome.success ? texts.success : texts.noSuccess}
      </StatusPill>
    );
  if (request !== undefined) return CALLS.requests[request];
  return outcome.sentiment === null ? null : CALLS.sentiments[outcome.sentiment];
};

/** What was said around the words that were searched for; plays it. */
const Found = ({
  snippet: { text, matches, speaker, atMs },
  onPlay,
}: {
  readonly snippet: Snippet;
  readonly onPlay: () => void;
}): ReactNode => (
  <div>
    <button type="button" onClick={onPlay}>
      <span className="quiet">
        {CALL.speakers[speaker]}
        {atMs !== null && ` ${lengthOf(atMs / 1_000)}`}:
      </span>{' '}
      {CALLS.quotes.open}
      <MarkedText text={text} matches={matches} />
      {CALLS.quotes.close}
    </button>
  </div>
);

interface SelectAllProps {
  readonly isAll: boolean;
  readonly isSome: boolean;
  readonly onChange: (isSelected: boolean) => void;
}

/** Selects all rows that are loaded. */
export const SelectAll = ({ isAll, isSome, onChange }: SelectAllProps): ReactNode => {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current !== null) box.current.indeterminate = isSome && !isAll;
  }, [isSome, isAll]);
  return (
    <input
      ref={box}
      type="checkbox"
      aria-label={CALLS.selectAll}
      checked={isAll}
      onChange={({ target }) => onChange(target.checked)}
    />
  );
};
