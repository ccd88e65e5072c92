/** An agent's answer is split into messages that fit the channel, without losing a word. */
import t from 'tap';
import { textPieces } from '../../../operations/conversations/text-pieces.js';

const words = (count: number, word: string): string => Array.from({ length: count }, () => word).join(' ');

t.test('an Instagram message has at most 1,000 bytes', (t) => {
  for (const word of ['answer', 'Grüße', 'नमस्ते', '👩‍👩‍👧']) {
    const text = words(500, word);
    const pieces = textPieces(text, 'instagram');
    t.ok(pieces.length > 1, `${word}: ${pieces.length} messages`);
    for (const piece of pieces) t.ok(Buffer.byteLength(piece) <= 1_000);
    t.equal(pieces.join(' '), text, 'split between words');
  }
  t.end();
});

t.test('a WhatsApp message has at most 4,096 characters', (t) => {
  const text = words(1_000, 'answer');
  const pieces = textPieces(text, 'whatsapp');
  t.equal(pieces.length, 2);
  for (const piece of pieces) t.ok(piece.length <= 4_096);
  t.equal(pieces.join(' '), text);
  t.end();
});

t.test('a word that is too long is split between characters', (t) => {
  const text = '🙂'.repeat(600);
  const pieces = textPieces(text, 'instagram');
  t.equal(pieces.length, 3);
  t.equal(pieces.join(''), text);
  for (const piece of pieces) t.equal(Buffer.from(piece).toString(), piece, 'whole characters');
  t.end();
});

t.test('a text that fits is one message, and an empty text is none', (t) => {
  t.same(textPieces(' Yes, 4 left. ', 'instagram'), ['Yes, 4 left.']);
  t.same(textPieces('a'.repeat(1_000), 'instagram'), ['a'.repeat(1_000)]);
  t.same(textPieces(' \n', 'whatsapp'), []);
  t.end();
});
