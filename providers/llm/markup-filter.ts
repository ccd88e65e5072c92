/**
 * Drops from a model's text what is meant for programs: reasoning (`<think>…</think>`) and tool calls that a server did not parse
 * (`<tool_call>…</tool_call>`, `[TOOL_CALLS]`, `<|…|>`). Servers with OpenAI's protocol pass these on if they lack a parser for the
 * model; neither voice nor chat must have them.
 *
 * F1. What is dropped does not depend on how the text is split into deltas.
 * F2. Text that may begin a mark is kept back until that is known, at most {@link LONGEST_MARK} characters; nothing else waits.
 * F3. A reply that begins inside its reasoning, because the server's template wrote the opening mark, is dropped up to the closing
 *     mark if that arrives before anything was passed on.
 */

export interface MarkupFilter {
  /** Returns the text that may be passed on now. */
  push(delta: string): string;
  /** The text that was kept back and is no mark. */
  end(): string;
}

/** Opening marks, and what closes them; null: they end the reply's text. */
const BLOCKS: readonly (readonly [open: string, close: string | null])[] = [
  ['<think>', '</think>'],
  ['<thinking>', '</thinking>'],
  ['<thought>', '</thought>'],
  ['<reasoning>', '</reasoning>'],
  ['<reflection>', '</reflection>'],
  ['<scratchpad>', '</scratchpad>'],
  ['[THINK]', '[/THINK]'],
  ['◁think▷', '◁/think▷'],
  ['<seed:think>', '</seed:think>'],
  ['<|channel|>analysis<|message|>', '<|end|>'],
  ['<|START_THINKING|>', '<|END_THINKING|>'],
  ['<tool_call>', '</tool_call>'],
  ['<tool_calls>', '</tool_calls>'],
  ['<function_call>', '</function_call>'],
  ['<function_calls>', '</function_calls>'],
  ['<tools>', '</tools>'],
  ['<tool_response>', '</tool_response>'],
  ['<function=', '</function>'],
  ['<|tool_call_begin|>', '<|tool_call_end|>'],
  ['<|tool_calls_section_begin|>', '<|tool_calls_section_end|>'],
  ['<｜tool▁calls▁begin｜>', '<｜tool▁calls▁end｜>'],
  ['<|START_ACTION|>', '<|END_ACTION|>'],
  ['<|tool_call|>', null],
  ['<|python_tag|>', null],
  ['[TOOL_CALLS]', null],
];

/** Marks that are dropped alone: closing ones without a beginning, and tokens of templates. */
const ALONE: readonly string[] = [
  ...BLOCKS.flatMap(([, close]) => (close === null ? [] : [close])),
  '<|im_end|>',
  '<|im_start|>',
  '<|eot_id|>',
  '<|endoftext|>',
  '<|end|>',
  '<|return|>',
  '<|start|>assistant',
  '<|channel|>final<|message|>',
  '</s>',
];

const CLOSES_THINKING: ReadonlySet<string> = new Set([
  '</think>',
  '</thinking>',
  '</thought>',
  '</reasoning>',
  '[/THINK]',
  '◁/think▷',
  '</seed:think>',
]);

const OPENINGS = [...BLOCKS.map(([open]) => open), ...ALONE];
const LONGEST_MARK = Math.max(...OPENINGS.map(({ length }) => length));

/** The earliest of some marks in a text, the longest of several at one place; null: none. */
const firstOf = (
  text: string,
  marks: readonly string[],
): { readonly mark: string; readonly at: number } | null =>
  marks.reduce<{ readonly mark: string; readonly at: number } | null>((best, mark) => {
    const at = text.indexOf(mark);
    if (at < 0) return best;
    const isBetter = best === null || at < best.at || (at === best.at && mark.length > best.mark.length);
    return isBetter ? { mark, at } : best;
  }, null);

/** How many of the last characters may begin one of the marks. */
const pendingLength = (text: string, marks: readonly string[]): number => {
  for (let length = Math.min(text.length, LONGEST_MARK - 1); length > 0; length -= 1) {
    const end = text.slice(-length);
    if (marks.some((mark) => mark.length > length && mark.startsWith(end))) return length;
  }
  return 0;
};

export const createMarkupFilter = (): MarkupFilter => {
  let buffer = '';
  /** What closes the block that is being dropped; undefined: none is, null: nothing does. */
  let closing: string | null | undefined;
  let hasPassed = false;

  const pass = (text: string): string => {
    // White space around what was dropped at the beginning is no text.
    const passed = hasPassed ? text : text.trimStart();
    hasPassed ||= passed !== '';
    return passed;
  };

  /** Drops the inside of a block as far as it has arrived; returns whether the block has ended. */
  const skip = (close: string | null): boolean => {
    const at = close === null ? -1 : buffer.indexOf(close);
    if (close === null) buffer = '';
    else if (at >= 0) {
      buffer = buffer.slice(at + close.length);
      closing = undefined;
      return true;
    } else buffer = buffer.slice(buffer.length - pendingLength(buffer, [close]));
    return false;
  };

  const read = (): string => {
    let text = '';
    for (;;) {
      if (closing !== undefined && !skip(closing)) return text;
      const found = firstOf(buffer, OPENINGS);
      const held = pendingLength(buffer, OPENINGS);
      // A longer mark may begin where a shorter one was found.
      if (found === null || found.at >= buffer.length - held) {
        text += pass(buffer.slice(0, buffer.length - held));
        buffer = buffer.slice(buffer.length - held);
        return text;
      }
      const { mark, at } = found;
      // F3
      const isEndOfThinking = CLOSES_THINKING.has(mark) && !hasPassed && text === '';
      if (!isEndOfThinking) text += pass(buffer.slice(0, at));
      buffer = buffer.slice(at + mark.length);
      closing = BLOCKS.find(([open]) => open === mark)?.[1];
    }
  };

  return {
    push: (delta) => {
      buffer += delta;
      return read();
    },
    end: () => {
      const rest = closing === undefined ? pass(buffer) : '';
      buffer = '';
      return rest;
    },
  };
};
