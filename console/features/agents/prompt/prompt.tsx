/** The words of an agent: its instructions with an outline, what is wrong with them, and what fills their variables. */
import { type ReactNode, useRef } from 'react';
import { Choice, Field } from '../../../ui/forms/field.js';
import { type Agent, type AgentDraft, agentDraftOf, isChannel } from '../agent-draft.js';
import { AGENTS } from '../messages.js';
import { Changes } from '../publishing/changes.js';
import { VERSIONS } from '../publishing/messages.js';
import { type Heading, outlineOf } from './outline.js';
import { Placeholders } from './placeholders.js';
import { MAX_WORDS, type PromptProblem, problemsIn } from './problems.js';
import styles from './prompt.module.css';
import type { Fillable } from './variables.js';
import { WordField } from './word-field.js';

export interface PromptProps {
  readonly draft: AgentDraft;
  readonly fillables: ReadonlyMap<string, Fillable>;
  /** Called with a field that the words use. */
  readonly grant: (fillable: Fillable) => void;
  readonly onChange: (changed: Partial<AgentDraft>) => void;
}

const CHANNELS = Object.entries(AGENTS.channels).map(([value, name]) => ({ value, name }));
const LONG_TEXTS = ['disclosure', 'greeting', 'instructions'] as const;

interface PromptPanelProps extends PromptProps {
  /** The agent as it is published; null if it does not exist yet. */
  readonly live: Agent | null;
}

export const PromptPanel = ({ draft, fillables, grant, onChange, live }: PromptPanelProps): ReactNode => {
  const texts = AGENTS;
  const area = useRef<HTMLTextAreaElement>(null);
  const shared = { granted: draft.variables, fillables, grant };
  const show = ({ from, to }: Pick<Heading, 'from' | 'to'>): void => {
    const element = area.current;
    if (element === null) return;
    element.setSelectionRange(from, to);
    // Browsers scroll to the selection when the text gets the focus.
    element.blur();
    element.focus();
  };
  const published = live === null ? null : agentDraftOf(live);
  const isEdited = published !== null && LONG_TEXTS.some((name) => published[name] !== draft[name]);
  return (
    <>
      <div className="pair">
        <Field
          label={texts.name}
          required
          maxLength={120}
          value={draft.name}
          onChange={(name) => onChange({ name })}
        />
        <Choice
          label={texts.channel}
          value={draft.channel}
          choices={CHANNELS}
          onChange={(channel) => {
            if (isChannel(channel)) onChange({ channel });
          }}
        />
      </div>
      {draft.channel === 'voice' && (
        <WordField
          {...shared}
          label={texts.greeting}
          help={texts.greetingHelp}
          rows={2}
          maxWords={MAX_WORDS.greeting}
          value={draft.greeting}
          onChange={(greeting) => onChange({ greeting })}
        />
      )}
      <WordField
        {...shared}
        area={area}
        label={texts.instructions}
        help={texts.instructionsHelp}
        rows={18}
        required
        maxWords={MAX_WORDS.instructions}
        value={draft.instructions}
        onChange={(instructions) => onChange({ instructions })}
      />
      <div className={styles.aids}>
        <Problems problems={problemsIn(draft, fillables)} onShow={show} />
        <Outline headings={outlineOf(draft.instructions)} onShow={show} />
      </div>
      <Placeholders draft={draft} fillables={fillables} grant={grant} />
      {published !== null && isEdited && (
        <details className="more-settings">
          <summary>{VERSIONS.changesTo(live?.version)}</summary>
          <Changes before={published} after={draft} only={LONG_TEXTS} />
        </details>
      )}
    </>
  );
};

interface AidProps {
  readonly onShow: (place: Pick<Heading, 'from' | 'to'>) => void;
}

const Outline = ({ headings, onShow }: AidProps & { readonly headings: readonly Heading[] }): ReactNode => (
  <section className="field" aria-label={AGENTS.outline}>
    <p className="small">{AGENTS.outline}</p>
    {headings.length === 0 && <p className="help">{AGENTS.noOutline}</p>}
    <ul className={styles.outline}>
      {headings.map((heading) => (
        <li key={heading.from} style={{ paddingLeft: (heading.level - 1) * 12 }}>
          <button type="button" className={styles.heading} onClick={() => onShow(heading)}>
            <span>{heading.title}</span>{' '}
            <span className="quiet small figure">{AGENTS.wordCount(heading.words)}</span>
          </button>
        </li>
      ))}
    </ul>
  </section>
);

const Problems = ({
  problems,
  onShow,
}: AidProps & { readonly problems: readonly PromptProblem[] }): ReactNode => (
  <section className="field" aria-label={AGENTS.problems.title}>
    <p className="small">{AGENTS.problems.title}</p>
    {problems.length === 0 && <p className="help">{AGENTS.problems.none}</p>}
    <ul className={styles.problems}>
      {problems.map((problem) => (
        <li key={JSON.stringify(problem)} className={styles.problem}>
          <span>{sentenceOf(problem)}</span>
          {problem.type === 'empty_section' && (
            <button type="button" className="link" onClick={() => onShow(problem)}>
              {AGENTS.problems.show}
            </button>
          )}
        </li>
      ))}
    </ul>
  </section>
);

const sentenceOf = (problem: PromptProblem): string => {
  const texts = AGENTS.problems;
  switch (problem.type) {
    case 'no_instructions':
      return texts.noInstructions;
    case 'too_long':
      return texts.tooLong(AGENTS[problem.field], problem.words, MAX_WORDS[problem.field]);
    case 'unknown_variable':
      return texts.unknownVariable(problem.alias);
    case 'not_granted':
      return texts.notGranted(problem.alias);
    case 'empty_section':
      return texts.emptySection(problem.title);
    default:
      return problem satisfies never;
  }
};
