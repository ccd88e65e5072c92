/** The small faults that can be planted in a compiled file: each changes what the code does, in one place. Pure. */
import { type Node, parse } from 'acorn';
import { simple } from 'acorn-walk';

export interface Mutant {
  /** Offsets of the replaced text. */
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
  /** From 1, in the compiled file. */
  readonly line: number;
}

/** What an operator becomes: its opposite, or its neighbour. */
const OPERATORS: Readonly<Record<string, string>> = {
  '===': '!==',
  '!==': '===',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '+': '-',
  '-': '+',
  '*': '/',
  '&&': '||',
  '||': '&&',
};

/** @throws SyntaxError if the text is no module */
export const mutantsOf = (text: string): readonly Mutant[] => {
  const found: Mutant[] = [];
  const add = (start: number, end: number, replacement: string): void => {
    found.push({ start, end, replacement, line: text.slice(0, start).split('\n').length });
  };
  /** Between two operands there are only white space, parentheses, comments and the operator. */
  const operator = (left: Node, right: Node, name: string): void => {
    const other = OPERATORS[name];
    const at = text.indexOf(name, left.end);
    // A sum of texts is no sum of numbers: its mutant would fail everywhere.
    if (other !== undefined && at >= 0 && at < right.start) add(at, at + name.length, other);
  };
  simple(parse(text, { ecmaVersion: 'latest', sourceType: 'module', allowHashBang: true }), {
    BinaryExpression: ({ left, right, operator: name }) => {
      const isText = name === '+' && [left, right].some(({ type }) => type === 'TemplateLiteral');
      if (!isText) operator(left, right, name);
    },
    LogicalExpression: ({ left, right, operator: name }) => operator(left, right, name),
    Literal: ({ value, start, end }) => {
      if (typeof value === 'boolean') add(start, end, String(!value));
    },
    IfStatement: ({ test }) => add(test.start, test.end, 'false'),
    ConditionalExpression: ({ test }) => add(test.start, test.end, 'true'),
    ReturnStatement: ({ argument }) => {
      if (argument !== null && argument !== undefined && argument.type !== 'Literal')
        add(argument.start, argument.end, 'undefined');
    },
    ExpressionStatement: ({ expression, start, end }) => {
      if (expression.type === 'CallExpression') add(start, end, ';');
    },
  });
  return found;
};

/** The text with the fault. */
export const planted = (text: string, { start, end, replacement }: Mutant): string =>
  `${text.slice(0, start)}${replacement}${text.slice(end)}`;
