/** How a server proves that a delivery comes from here, in several languages (docs/how-to/webhooks.md). */

import { type ReactNode, useState } from 'react';
import GO from '../../../examples/webhooks/verify.go?raw';
import PHP from '../../../examples/webhooks/verify.php?raw';
import PYTHON from '../../../examples/webhooks/verify.py?raw';
import RUBY from '../../../examples/webhooks/verify.rb?raw';
import TYPESCRIPT from '../../../examples/webhooks/verify.ts?raw';
import { Choice } from '../../ui/forms/field.js';
import { COMMON } from '../../ui/messages.js';
import { WEBHOOKS } from './messages.js';
import styles from './webhooks.module.css';

const SHELL = `printf '%s.%s' "$TIMESTAMP" "$BODY" | openssl dgst -sha256 -hmac "$SECRET" -hex`;

const SNIPPETS = {
  typescript: TYPESCRIPT,
  python: PYTHON,
  go: GO,
  php: PHP,
  ruby: RUBY,
  shell: SHELL,
} as const;
type Language = keyof typeof SNIPPETS;
const LANGUAGES: readonly { readonly value: Language; readonly name: string }[] = [
  { value: 'typescript', name: 'TypeScript' },
  { value: 'python', name: 'Python' },
  { value: 'go', name: 'Go' },
  { value: 'php', name: 'PHP' },
  { value: 'ruby', name: 'Ruby' },
  { value: 'shell', name: 'OpenSSL' },
];

export const Verify = (): ReactNode => {
  const [language, setLanguage] = useState<Language>('typescript');
  const [copied, setCopied] = useState(false);
  const clipboard: Clipboard | undefined = navigator.clipboard;
  const texts = WEBHOOKS.verify;
  const snippet = SNIPPETS[language];
  return (
    <section className={`stack ${styles.verify}`}>
      <p className="help">{texts.help}</p>
      <Choice
        label={texts.language}
        value={language}
        choices={LANGUAGES}
        onChange={(next) => {
          setLanguage(next);
          setCopied(false);
        }}
      />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: people without a mouse scroll it with the keys. */}
      <pre className="command" tabIndex={0}>
        <code>{snippet}</code>
      </pre>
      {clipboard !== undefined && (
        <div className="actions">
          <button
            type="button"
            className="plain"
            onClick={() => void clipboard.writeText(snippet).then(() => setCopied(true))}
          >
            {copied ? COMMON.copied : texts.copy}
          </button>
        </div>
      )}
    </section>
  );
};
