import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { MiniWave } from './mini-wave.js';

const waveform = { customer: `9${'0'.repeat(31)}`, agent: `${'0'.repeat(31)}1` };

test('a slice is as high as its share of speech, above for the customer and below for the agent', () => {
  const markup = renderToStaticMarkup(<MiniWave waveform={waveform} />);
  const paths = [...markup.matchAll(/ d="([^"]*)"/g)].map(([, path]) => path);
  expect(paths).toEqual(['M0 10h2v-10.0h-2z', 'M93 10h2v1.1h-2z']);
  expect(markup).toContain('aria-label="Customer above, agent below"');
});

test('a call without speech has no waveform', () => {
  expect(renderToStaticMarkup(<MiniWave waveform={null} />)).toBe('');
  expect(renderToStaticMarkup(<MiniWave waveform={undefined} />)).toBe('');
});
