/** The files that an operator may attach. */
import { describe, expect, test } from 'vitest';
import { ACCEPTED, attachmentOf } from './attachment.js';

describe('a file', () => {
  test('has a kind by its type', () => {
    const kinds = ['image/png', 'video/mp4', 'audio/x-m4a', 'audio/ogg; codecs=opus', 'application/pdf'].map(
      (type) => attachmentOf({ type, size: 10 }),
    );
    expect(kinds).toMatchObject([
      { kind: 'image' },
      { kind: 'video' },
      { kind: 'audio', mimeType: 'audio/mp4' },
      { kind: 'audio', mimeType: 'audio/ogg' },
      { kind: 'document' },
    ]);
  });

  test('is refused before the upload if WhatsApp would refuse it', () => {
    for (const [type, size] of [
      ['image/gif', 10],
      ['', 10],
      ['image/png', 5 * 1024 * 1024 + 1],
      ['video/mp4', 16 * 1024 * 1024 + 1],
      ['application/pdf', 0],
    ] as const)
      expect(attachmentOf({ type, size }).is).toBe('refused');
    expect(attachmentOf({ type: 'image/png', size: 5 * 1024 * 1024 }).is).toBe('fine');
    expect(ACCEPTED).toContain('application/pdf');
  });
});
