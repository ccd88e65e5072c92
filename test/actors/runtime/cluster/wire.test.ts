/** Messages between nodes, also of different builds. */
import fc from 'fast-check';
import t from 'tap';
import { Moved } from '../../../../actors/runtime/activation.js';
import {
  formatForwarded,
  formatRequest,
  isQuery,
  parseForwarded,
  parseReply,
  parseRequest,
  replyOf,
} from '../../../../actors/runtime/cluster/wire.js';
import { DomainError } from '../../../../schemas/errors.js';

const envelope = { commandId: 'c', at: 1, command: { type: 'send' } };

t.test('a request arrives unchanged, and additions of a newer build are ignored', async (t) => {
  const command = { type: 'command', envelope, timeoutMs: 5 } as const;
  const wake = { type: 'wake', name: 'x', dueAt: 7 } as const;
  t.same(parseRequest(formatRequest(command)), command);
  const ref = { kind: 'call', business: 'b', id: 'i' };
  t.same(parseForwarded(formatForwarded({ ref, request: wake })), { ref, request: wake });
  t.same(parseRequest(JSON.stringify({ ...wake, since: 'version 9' })), wake);
  t.throws(() => parseForwarded(formatRequest(wake)), /not a forwarded request/);
  t.throws(
    () => parseForwarded(formatRequest({ type: 'claim', claim: { at: 1, node: 'n' } })),
    /not a forwarded request/,
  );
});

t.test('a query is a command to a build that does not know queries', async (t) => {
  const query = { type: 'query', name: 'line_share', args: ['i1'] };
  const request = { type: 'command', envelope: { ...envelope, command: query }, timeoutMs: 5 } as const;
  t.same(parseRequest(formatRequest(request)), request);
  t.ok(isQuery(query));
  for (const other of [{ type: 'look' }, { type: 'query' }, { ...query, args: {} }, 'query', null])
    t.notOk(isQuery(other));
});

t.test('arbitrary text is parsed or refused with an error', async () => {
  fc.assert(
    fc.property(fc.oneof(fc.json(), fc.string()), (text) => {
      for (const parse of [parseRequest, parseForwarded]) {
        try {
          parse(text);
        } catch (error) {
          if (!(error instanceof Error)) return false;
        }
      }
      return true;
    }),
  );
});

t.test('a reply is an outcome, a move, a refusal, or a refusal that only a newer build knows', async (t) => {
  const reply = async (work: Promise<{ answer: unknown; seq: number }>) => parseReply(await replyOf(work));
  t.same(await reply(Promise.resolve({ answer: 1, seq: 2 })), { answer: 1, seq: 2 });
  await t.rejects(reply(Promise.reject(new Moved())), { name: 'Moved' });
  await t.rejects(reply(Promise.reject(new DomainError('call_not_found', 'no', []))), {
    code: 'call_not_found',
  });
  await t.rejects(reply(Promise.reject(new Error('a secret'))), {
    code: 'internal',
    message: /^(?!.*secret)/,
  });
  const newer = JSON.stringify({ is: 'refused', code: 'line_on_loan', message: 'lent', details: [] });
  t.throws(() => parseReply(newer), { code: 'upgrade_in_progress' });
  t.throws(() => parseReply('{"is":"postponed"}'), { code: 'internal' });
});
