import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { StatusPill, type Tone } from './StatusPill.js';

const textOf = (markup: string): string => markup.replaceAll(/<[^>]*>/g, '');

test('each tone has a sign of its own, so that colour alone says nothing', () => {
  const tones: readonly Tone[] = ['good', 'bad', 'waits', 'live', 'human', 'quiet'];
  const texts = tones.map((tone) => textOf(renderToStaticMarkup(<StatusPill tone={tone}>State</StatusPill>)));
  expect(new Set(texts).size).toBe(tones.length);
  expect(texts.every((text) => text.endsWith(' State'))).toBe(true);
});

test('the sign is hidden from screen readers, which read the word', () => {
  const markup = renderToStaticMarkup(
    <StatusPill tone="quiet" sign="×">
      Cancelled
    </StatusPill>,
  );
  expect(markup).toMatch(/<span aria-hidden="true"[^>]*>×<\/span> Cancelled/);
});
