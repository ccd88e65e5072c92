/** How a server proves that a delivery comes from here, in three languages (docs/how-to/webhooks.md). */
import { type ReactNode, useState } from 'react';
import { Choice } from '../../parts/forms/field.js';
import { TEXTS } from '../../texts.js';

const TYPESCRIPT = `import { createHmac, timingSafeEqual } from 'node:crypto';

export const isGenuine = (secret: string, timestamp: string, signature: string, body: Uint8Array): boolean => {
  if (Math.abs(Date.now() / 1_000 - Number(timestamp)) > 300) return false;
  const expected = createHmac('sha256', secret).update(\`\${timestamp}.\`).update(body).digest();
  const received = Buffer.from(signature, 'hex');
  return received.length === expected.length && timingSafeEqual(received, expected);
};`;

const PYTHON = `import hashlib
import hmac
import time


def is_genuine(secret: str, timestamp: str, signature: str, body: bytes) -> bool:
    if abs(time.time() - int(timestamp)) > 300:
        return False
    expected = hmac.new(secret.encode(), f"{timestamp}.".encode() + body, hashlib.sha256).hexdigest()
    return hmac.compare_digest(expected, signature)`;

const SHELL = `printf '%s.%s' "$TIMESTAMP" "$BODY" | openssl dgst -sha256 -hmac "$SECRET" -hex`;

const SNIPPETS = { typescript: TYPESCRIPT, python: PYTHON, shell: SHELL } as const;
type Language = keyof typeof SNIPPETS;
const LANGUAGES: readonly { readonly value: Language; readonly name: string }[] = [
  { value: 'typescript', name: 'TypeScript' },
  { value: 'python', name: 'Python' },
  { value: 'shell', name: 'OpenSSL' },
];

export const Verify = (): ReactNode => {
  const [language, setLanguage] = useState<Language>('typescript');
  const [copied, setCopied] = useState(false);
  const clipboard: Clipboard | undefined = navigator.clipboard;
  const texts = TEXTS.webhooks.verify;
  const snippet = SNIPPETS[language];
  return (
    <section className="verify stack">
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
            {copied ? TEXTS.copied : texts.copy}
          </button>
        </div>
      )}
    </section>
  );
};
