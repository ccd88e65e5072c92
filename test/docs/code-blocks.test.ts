/** Code blocks of the documents name their language and can be parsed; test/e2e/samples.test.ts runs the commands. */
import t from 'tap';
import { parseAllDocuments } from 'yaml';
import { type CodeBlock, codeBlocksIn, codeBlocksOf, documents } from './code-blocks.js';

const PROGRAMS = ['sh', 'ts', 'js', 'python', 'go', 'php', 'ruby'];
const LANGUAGES = new Set([...PROGRAMS, 'json', 'yaml', 'http', 'text', 'mermaid']);

/** What is wrong with a block; null if nothing is. */
const problemOf = ({ language, notRun, text }: CodeBlock): string | null => {
  if (!LANGUAGES.has(language)) return `language "${language}"; known are ${[...LANGUAGES].join(', ')}`;
  if (notRun !== null && (language !== 'sh' || notRun === ''))
    return 'only a block of sh gives a reason not to run';
  if (language === 'json') {
    try {
      JSON.parse(text);
    } catch (error) {
      return String(error);
    }
  }
  if (language === 'yaml') return parseAllDocuments(text).flatMap(({ errors }) => errors)[0]?.message ?? null;
  return null;
};

t.test('finds what is wrong with a block', async (t) => {
  const fenced = (info: string, text: string): string => `\`\`\`${info}\n${text}\n\`\`\`\n`;
  const problems = (text: string): readonly (string | null)[] => codeBlocksIn(text).map(problemOf);
  t.same(problems(fenced('sh', 'npm ci') + fenced('sh not-run="needs a phone"', 'dial')), [null, null]);
  t.match(problems(fenced('', 'npm ci')), [/^language ""/]);
  t.match(problems(fenced('json', '{"a": …}')), [/SyntaxError/]);
  t.match(problems(fenced('yaml', 'a: [1')), [/./]);
  t.match(problems(fenced('json not-run="why"', '{}')), [/^only a block of sh/]);
  const [indented] = codeBlocksIn('1. A step:\n\n   ```sh\n   ls\n   ```\n');
  t.match(indented, { line: 3, language: 'sh', text: 'ls\n' });
});

for (const path of documents())
  t.same(
    codeBlocksOf(path).flatMap((block) => {
      const problem = problemOf(block);
      return problem === null ? [] : [`${path}:${block.line}: ${problem}`];
    }),
    [],
    path,
  );
