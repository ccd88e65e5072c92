/** Names, literals and docstrings of Python. */

const LINE = 110;

/** Words of Python that cannot be names. */
const KEYWORDS: ReadonlySet<string> = new Set([
  ...['and', 'as', 'assert', 'async', 'await', 'break', 'class', 'continue', 'def', 'del', 'elif', 'else'],
  ...['except', 'finally', 'for', 'from', 'global', 'if', 'import', 'in', 'is', 'lambda', 'nonlocal', 'not'],
  ...['or', 'pass', 'raise', 'return', 'try', 'while', 'with', 'yield', 'None', 'True', 'False'],
]);

/** A name of the API as a name in Python: `agentId` is `agent_id`, `from` is `from_`. */
export const pythonName = (name: string): string => {
  const snake = name.replaceAll(/(?<=[a-z0-9])([A-Z])/g, '_$1').toLowerCase();
  return KEYWORDS.has(snake) ? `${snake}_` : snake;
};

/** Whether a class can have a field of this name. */
export const isPythonName = (name: string): boolean => /^[A-Za-z_]\w*$/.test(name) && !KEYWORDS.has(name);

/** `call-ended` and `callEnded` as a part of the name of a class: `CallEnded`. */
export const pascal = (name: string): string =>
  name.replaceAll(/(^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_match, _gap, letter: string) => letter.toUpperCase());

/** The type of a single value. */
export const literalType = (value: unknown): string => {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'Literal[True]' : 'Literal[False]';
  return `Literal[${JSON.stringify(value)}]`;
};

/** The type of several values, of which null may be one. */
export const enumType = (values: readonly unknown[]): string => {
  const texts = values.filter((value) => value !== null).map((value) => literalType(value).slice(8, -1));
  const type = texts.length === 0 ? [] : [`Literal[${[...new Set(texts)].join(', ')}]`];
  return [...type, ...(values.includes(null) ? ['None'] : [])].join(' | ');
};

/** A type in quotes, for places that Python evaluates before the parts of the type are declared. */
export const quotedType = (type: string): string => JSON.stringify(type.replaceAll('"', "'"));

const wrapped = (line: string, width: number): readonly string[] => {
  const lines: string[] = [];
  let current = '';
  for (const word of line.split(' ')) {
    if (current !== '' && current.length + word.length + 1 > width) {
      lines.push(current);
      current = word;
    } else current = current === '' ? word : `${current} ${word}`;
  }
  return [...lines, current];
};

/** The description as a docstring with this indent; empty without one. */
export const pythonDoc = (description: unknown, indent: string): string => {
  if (typeof description !== 'string' || description === '') return '';
  const text = description.replaceAll('\\', '\\\\').replaceAll('"""', "'''");
  const lines = text.split('\n').flatMap((line) => wrapped(line, LINE - indent.length));
  const end = lines.length > 1 || text.endsWith('"') ? `\n${indent}` : '';
  const body = lines.map((line, index) => (index === 0 || line === '' ? line : indent + line)).join('\n');
  return `${indent}"""${body}${end}"""\n`;
};
