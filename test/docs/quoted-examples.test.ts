/** What a guide quotes from a program in examples/ is in that program. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import t from 'tap';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const GUIDES = {
  'docs/how-to/call-from-your-backend.md': 'examples/first-call/backend.js',
  'docs/how-to/whatsapp-with-your-backend.md': 'examples/whatsapp-backend/backend.js',
  'docs/how-to/campaign-from-a-crm.md': 'examples/crm-campaign/campaign.js',
};

/** The blocks of JavaScript, as the list around them indents them. */
const quotesIn = (markdown: string): readonly string[] =>
  [...markdown.matchAll(/^( *)```js\n([\s\S]*?)^ *```$/gm)].map(([, indent = '', code = '']) =>
    code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  );

for (const [guide, program] of Object.entries(GUIDES))
  t.test(guide, async (t) => {
    const source = readFileSync(join(ROOT, program), 'utf8');
    const quotes = quotesIn(readFileSync(join(ROOT, guide), 'utf8'));
    t.ok(quotes.length > 1);
    for (const quote of quotes) t.ok(source.includes(quote), quote);
  });
