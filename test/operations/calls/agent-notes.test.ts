/** Notes to the agent of a live call: recorded once, and passed to the session that speaks. */
import t from 'tap';
import { call } from '../../../actors/call/index.js';
import { agentNoteOperations } from '../../../operations/calls/agent-notes.js';
import type { OperationsDeps } from '../../../operations/deps.js';
import { DomainError } from '../../../schemas/errors.js';
import { stub } from '../../../testkit/stub.js';
import { CLEARED, report, START } from '../../actors/call/call-script.js';
import { foldedActors } from '../../support/actors/folded-actors.js';

const BY = { type: 'key', id: 'k1' } as const;
const caller = (idempotencyKey: string) => ({
  businessId: 'b1',
  operationId: 'noteToAgent',
  idempotencyKey,
  at: 5_000,
});

/** A live call, and a session that receives the agent's notes unless it `refuses`. */
const upCall = () => {
  const { actors, foldOf } = foldedActors();
  const folded = foldOf(call, 'c1');
  folded.apply(START, 0);
  folded.apply(CLEARED, 0);
  folded.apply({ type: 'placement_result', result: { outcome: 'placed', carrierCallId: 'CA1' } }, 100);
  folded.apply(report('answered'), 500);
  folded.apply({ type: 'attach_media', attachmentId: 'a1' }, 600);
  const delivered: (readonly string[])[] = [];
  const desk = { refuses: false };
  const notes = agentNoteOperations(
    stub<OperationsDeps>({
      actors,
      agentNotes: {
        deliver: async (...note) => {
          if (desk.refuses) throw new DomainError('not_ready');
          delivered.push(note);
        },
      },
    }),
  );
  const note = (key: string, text: string) => notes.create(caller(key), BY, 'c1', { businessId: 'b1', text });
  return { folded, delivered, desk, note };
};

t.test('a note is recorded, then passed to the session that speaks', async (t) => {
  const { folded, delivered, note } = upCall();
  const { result } = await note('key-1', 'The kitchen closes at nine.');
  t.match(result, {
    callId: 'c1',
    text: 'The kitchen closes at nine.',
    createdAt: '1970-01-01T00:00:01.000Z',
  });
  t.match(folded.state.notes, [{ noteId: result.noteId, text: 'The kitchen closes at nine.' }]);
  t.same(delivered, [['b1', 'c1', result.noteId, 'The kitchen closes at nine.']]);
});

t.test('a repeated request is the same note, even if no session received the first one', async (t) => {
  const { folded, delivered, desk, note } = upCall();
  desk.refuses = true;
  await t.rejects(note('key-1', 'Be brief.'), { code: 'not_ready' });
  desk.refuses = false;
  const { result } = await note('key-1', 'Be brief.');
  const again = await note('key-1', 'Be brief.');
  t.same(again.result, result);
  t.equal(folded.state.notes.length, 1);
  t.same(new Set(delivered.map(([, , noteId]) => noteId)), new Set([result.noteId]));
});

t.test('an ended call accepts no note', async (t) => {
  const { folded, delivered, note } = upCall();
  folded.apply(report('completed', { durationSeconds: 3 }), 900);
  await t.rejects(note('key-1', 'Be brief.'), { code: 'call_not_live' });
  t.same(delivered, []);
  t.same(folded.state.notes, []);
});
