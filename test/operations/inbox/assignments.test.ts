/** Conversations are assigned to members who can answer, one or many at a time. */
import t from 'tap';
import type { OperationsDeps } from '../../../operations/deps.js';
import { assignmentOperations } from '../../../operations/inbox/assignments.js';
import { DomainError } from '../../../schemas/errors.js';
import { stub } from '../../../testkit/stub.js';
import type { InboxRecord } from '../../../views/conversations/index.js';
import type { ViewStore } from '../../../views/views.js';
import { stubActors } from '../../support/stub-actors.js';

const NOW = Date.UTC(2026, 2, 3);
const CALLER = { businessId: 'b1', operationId: 'o', idempotencyKey: 'k', at: NOW };

const start = () => {
  const commands: object[] = [];
  const views = stub<ViewStore>({
    memberStatuses: () => ({
      ann: { role: 'owner', active: true },
      bob: { role: 'viewer', active: true },
      cid: { role: 'operator', active: false },
    }),
    catchUp: async () => undefined,
    waitFor: async () => undefined,
    channelAccounts: () => [],
    inboxConversation: (_, id) =>
      id.startsWith('c')
        ? stub<InboxRecord>({
            id: `0000000${id.slice(1)}-0000-4000-8000-000000000000`,
            created_at: NOW,
            channel: 'instagram',
            accountId: '17',
            address: 'p',
            contactId: null,
            name: null,
            lastReceivedAt: null,
            unread: 0,
            waitingSince: null,
            reason: null,
            humanAt: null,
            takenBy: null,
            takenByName: null,
            assignedTo: null,
            assignedToName: null,
            doneAt: null,
            messageId: null,
            messageAt: null,
            direction: null,
            author: null,
            type: null,
            text: null,
            status: null,
            analysis_status: null,
          })
        : null,
  });
  const actors = stubActors((_kind, id, command, commandId) => {
    commands.push({ id, ...command, commandId });
    if (id === 'c9') throw new DomainError('conversation_not_found');
    return undefined;
  });
  return { operations: assignmentOperations(stub<OperationsDeps>({ actors, views })), commands };
};

const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof DomainError ? error.code : error),
  );

t.test('only an active operator or owner gets conversations', async (t) => {
  const { operations, commands } = start();
  const assign = (assigneeId: string | null) => operations.change(CALLER, 'c1', 'ann', { assigneeId });
  t.match((await assign('ann')).result, { status: 'open', assignedTo: null });
  await assign(null);
  t.match(commands, [
    { id: 'c1', type: 'assign', assigneeId: 'ann', userId: 'ann' },
    { id: 'c1', type: 'assign', assigneeId: null },
  ]);
  t.equal(await codeOf(assign('bob')), 'assignee_cannot_answer');
  t.equal(await codeOf(assign('cid')), 'assignee_cannot_answer');
  t.equal(await codeOf(assign('dan')), 'user_not_found');
  t.equal(await codeOf(operations.change(CALLER, 'x', 'ann', { status: 'done' })), 'conversation_not_found');
  t.equal(commands.length, 2);
});

t.test('many conversations are changed one by one, and failures are listed', async (t) => {
  const { operations, commands } = start();
  const body = { businessId: 'b1', conversationIds: ['c1', 'x', 'c9', 'c2'] };
  const { result } = await operations.changeMany(CALLER, 'ann', {
    ...body,
    assigneeId: null,
    status: 'done',
  });
  t.equal(result.changed.length, 2);
  t.match(result.failures, [
    { conversationId: 'x', error: { code: 'conversation_not_found', retryable: false } },
    { conversationId: 'c9', error: { code: 'conversation_not_found' } },
  ]);
  t.match(commands, [
    { id: 'c1', type: 'assign' },
    { id: 'c1', type: 'set_status', status: 'done' },
    { id: 'c9', type: 'assign' },
    { id: 'c2', type: 'assign' },
    { id: 'c2', type: 'set_status' },
  ]);
  const ids = new Set(commands.map((command) => JSON.stringify(command)));
  t.equal(ids.size, 5, 'each command has an id of its own');
  t.equal(await codeOf(operations.changeMany(CALLER, 'ann', body)), 'validation_failed');
});
