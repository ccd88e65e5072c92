/** A text field that highlights `{{placeholders}}` and completes them with the available fields. */
import { Combobox, ComboboxItem, ComboboxPopover, useComboboxStore, useStoreState } from '@ariakit/react';
import { type ReactNode, type RefObject, useId, useLayoutEffect, useRef, useState } from 'react';
import { countWords, PLACEHOLDER, type Variable } from '../agent-draft.js';
import { AGENTS } from '../messages.js';
import type { Fillable } from './variables.js';
import styles from './word-field.module.css';

/** Suggestions offered at a time. */
const MOST_OFFERED = 8;

interface WordFieldProps {
  readonly label: string;
  readonly help?: string;
  readonly rows: number;
  readonly required?: boolean;
  readonly maxWords: number;
  readonly value: string;
  /** Gets the text area, for those who scroll to a part of it. */
  readonly area?: RefObject<HTMLTextAreaElement>;
  readonly granted: readonly Variable[];
  readonly fillables: ReadonlyMap<string, Fillable>;
  readonly onChange: (value: string) => void;
  /** Called with a field that has been inserted into the text. */
  readonly grant: (fillable: Fillable) => void;
}

/** The unfinished placeholder before the caret, `{{fir`; null if there is none. */
const placeholderBefore = (
  text: string,
  caret: number,
): { readonly from: number; readonly typed: string } | null => {
  const before = text.slice(0, caret);
  const from = before.lastIndexOf('{{');
  if (from < 0) return null;
  const typed = before.slice(from + 2);
  return /^\s*\w*$/.test(typed) ? { from, typed: typed.trim().toLowerCase() } : null;
};

export const WordField = (props: WordFieldProps): ReactNode => {
  const { label, help, rows, required = false, maxWords, value, granted, fillables, onChange, grant } = props;
  const id = useId();
  const ownArea = useRef<HTMLTextAreaElement>(null);
  const area = props.area ?? ownArea;
  const mirror = useRef<HTMLDivElement>(null);
  const mark = useRef<HTMLSpanElement>(null);
  const [caret, setCaret] = useState(0);
  const popover = useComboboxStore({ placement: 'bottom-start' });
  const isOpen = useStoreState(popover, 'open');
  const unfinished = placeholderBefore(value, caret);
  const known = new Map<string, string>([
    ...granted.map(({ alias }): [string, string] => [alias, AGENTS.granted]),
    ...[...fillables].map(([alias, { label: name, source }]): [string, string] => [
      alias,
      `${name} · ${source}`,
    ]),
  ]);
  const offered =
    unfinished === null
      ? []
      : [...known].filter(([alias]) => alias.toLowerCase().includes(unfinished.typed)).slice(0, MOST_OFFERED);
  const count = countWords(value);
  const syncScroll = (): void => {
    if (mirror.current !== null && area.current !== null) mirror.current.scrollTop = area.current.scrollTop;
  };
  useLayoutEffect(syncScroll);
  const handleInput = (text: string, at: number): void => {
    onChange(text);
    setCaret(at);
    if (placeholderBefore(text, at) === null) popover.hide();
    else popover.show();
  };
  const complete = (alias: string): void => {
    if (unfinished === null || area.current === null) return;
    const fillable = fillables.get(alias);
    if (fillable !== undefined && !granted.some((variable) => variable.alias === alias)) grant(fillable);
    const end = value.startsWith('}}', caret) ? caret + 2 : caret;
    insert(area.current, unfinished.from, end, `{{${alias}}}`);
    popover.hide();
  };
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className={styles.field}>
        <div ref={mirror} className={styles.mirror} aria-hidden="true">
          <Marked text={value} caret={caret} mark={mark} granted={granted} />
        </div>
        <Combobox
          store={popover}
          autoSelect
          id={id}
          value={value}
          showOnClick={false}
          showOnChange={false}
          showOnKeyPress={false}
          setValueOnChange={false}
          aria-describedby={`${id}-count`}
          render={
            <textarea
              ref={area}
              rows={rows}
              required={required}
              spellCheck
              onScroll={syncScroll}
              onPointerDown={popover.hide}
              onChange={({ target }) => handleInput(target.value, target.selectionStart)}
              onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart)}
            />
          }
        />
      </div>
      {isOpen && offered.length > 0 && (
        <ComboboxPopover
          store={popover}
          className={`floats ${styles.offered}`}
          aria-label={AGENTS.offered}
          getAnchorRect={() => mark.current?.getBoundingClientRect() ?? null}
        >
          {offered.map(([alias, about]) => (
            <ComboboxItem
              key={alias}
              value={alias}
              focusOnHover
              setValueOnClick={false}
              className={styles.offer}
              onClick={() => complete(alias)}
            >
              <code>{alias}</code> <span className="quiet">{about}</span>
            </ComboboxItem>
          ))}
        </ComboboxPopover>
      )}
      <p className={count > maxWords ? `help ${styles.tooLong}` : 'help'} id={`${id}-count`}>
        {help !== undefined && `${help} `}
        {AGENTS.words(count, maxWords)}
      </p>
    </div>
  );
};

/** Inserts as if typed, so that the browser can undo it. */
const insert = (area: HTMLTextAreaElement, from: number, to: number, text: string): void => {
  area.focus();
  area.setSelectionRange(from, to);
  // Deprecated, but the only way that keeps earlier input within reach of Ctrl-Z.
  if (!document.execCommand('insertText', false, text)) {
    area.setRangeText(text, from, to, 'end');
    area.dispatchEvent(new Event('input', { bubbles: true }));
  }
};

interface MarkedProps {
  readonly text: string;
  readonly caret: number;
  readonly mark: RefObject<HTMLSpanElement>;
  readonly granted: readonly Variable[];
}

/** The same text behind the transparent one, with its placeholders highlighted; an empty mark is at the caret. */
const Marked = ({ text, caret, mark, granted }: MarkedProps): ReactNode => {
  const aliases = new Set(granted.map(({ alias }) => alias));
  const pieces: ReactNode[] = [];
  let at = 0;
  const plain = (to: number): void => {
    if (caret >= at && caret < to) {
      pieces.push(text.slice(at, caret), <span key="caret" ref={mark} />, text.slice(caret, to));
    } else pieces.push(text.slice(at, to));
    at = to;
  };
  for (const found of text.matchAll(PLACEHOLDER)) {
    const [whole, alias = ''] = found;
    plain(found.index);
    pieces.push(
      <mark
        key={`${found.index} ${whole}`}
        className={aliases.has(alias.trim()) ? styles.mark : `${styles.mark} ${styles.unfilled}`}
      >
        {whole}
      </mark>,
    );
    at = found.index + whole.length;
  }
  plain(text.length);
  if (caret >= text.length) pieces.push(<span key="caret" ref={mark} />);
  return (
    <>
      {pieces}
      {'\n'}
    </>
  );
};
