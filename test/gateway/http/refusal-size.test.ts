/** Refusals stay small, whatever the client has sent. */
import fc from 'fast-check';
import t from 'tap';
import { failure } from '../../../gateway/http/envelope.js';
import { DomainError } from '../../../schemas/errors.js';

const LIMIT_BYTES = 64_000;

t.test('a refusal is short, whatever it has to report', async (t) => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 50 }),
    fc.constantFrom('x', '"', '\u0000', '語', '😀', '\ud800').map((unit) => unit.repeat(100_000)),
  );
  const detail = fc.record({ path: text, message: text });
  fc.assert(
    fc.property(text, fc.array(detail, { minLength: 1, maxLength: 300, size: 'max' }), (message, details) => {
      const { body } = failure(new DomainError('validation_failed', message, details), 'an id');
      const refusal: { error: { details: readonly { path: string; message: string }[] } } = JSON.parse(body);
      t.ok(Buffer.byteLength(body) <= LIMIT_BYTES, `${Buffer.byteLength(body)} bytes`);
      t.ok(refusal.error.details.length >= 1 && refusal.error.details.length <= 100);
    }),
    { numRuns: 50 },
  );
});

t.test('short details stay unchanged and in order', async (t) => {
  const details = Array.from({ length: 150 }, (_, index) => ({
    path: `/rows/${index}`,
    message: 'must be null',
  }));
  const { body } = failure(new DomainError('validation_failed', 'Look.', details), 'an id');
  t.match(JSON.parse(body), { error: { message: 'Look.', details: details.slice(0, 100) } });
});

t.test('a long text is cut between characters, and marked as cut', async (t) => {
  const { body } = failure(new DomainError('validation_failed', `a${'😀'.repeat(1_000)}`), 'an id');
  const { error }: { error: { message: string } } = JSON.parse(body);
  t.match(error.message, /^a(😀)+…$/u);
});
