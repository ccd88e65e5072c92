/** Customers end and resume contact with keywords, without a model. */
import t from 'tap';
import { contactPoint } from '../../../actors/contact-point/index.js';
import { conversation } from '../../../actors/conversation/index.js';
import { consentWord } from '../../../operations/conversations/consent-words.js';
import { conversationIdOf } from '../../../operations/conversations/conversation-ids.js';
import { inboundOperations } from '../../../operations/conversations/inbound.js';
import { contactPointOf } from '../../../operations/outreach/contact-point-of.js';
import { ANY_DESTINATION } from '../../../operations/outreach/destination-rule.js';
import { suppressionRule } from '../../../operations/outreach/suppression-rule.js';
import { createSealer } from '../../../operations/sealing.js';
import { stopContacting } from '../../../operations/tools/stop-contacting.js';
import { stub } from '../../../testkit/stub.js';
import type { ViewStore } from '../../../views/views.js';
import { foldedActors } from '../../support/actors/folded-actors.js';
import { ownerOf } from '../../support/views/resources.js';

const BUSINESS = 'b1';
const NUMBER = '+14155550123';
const sealer = createSealer('secret');

/** `before` runs before each command, by its type. */
const createWorld = (before: (type: string) => void = () => undefined) => {
  const time = { now: 1_000 };
  const { actors, foldOf } = foldedActors(
    (_kind, { type }) => before(type),
    () => time.now,
  );
  const views = stub<ViewStore>({
    silenceMinutesOf: () => null,
    conversationKnownAs: () => null,
    accountOwner: () => ({ ...ownerOf(BUSINESS), automated: true }),
    contactOfMobile: () => null,
    contact: () => null,
  });
  const deps = { actors, views, sealer, installationTimeZone: 'UTC', destinations: ANY_DESTINATION };
  const id = conversationIdOf(BUSINESS, 'whatsapp', '106', NUMBER.slice(1));
  const talk = foldOf(conversation, id);
  const point = foldOf(
    contactPoint,
    contactPointOf({ sealer }, BUSINESS, { channel: 'phone', address: NUMBER }).id,
  );
  const inbound = inboundOperations(deps);
  const written: string[] = [];
  return {
    deps,
    id,
    talk,
    point,
    time,
    sources: () => point.state.suppressions.map(({ source }) => source),
    queued: () =>
      talk.events.flatMap((event) =>
        event.type === 'message.queued' && event.content.type === 'text' ? [event.content.text] : [],
      ),
    write: (text: string, again?: string) => {
      written.push(text);
      return inbound.receive('whatsapp', {
        reports: [],
        echoes: [],
        amendments: [],
        ignored: [],
        messages: [
          {
            accountId: '106',
            address: NUMBER.slice(1),
            providerMessageId: again ?? `m${written.length}`,
            sentAt: time.now,
            opensWindow: true,
            customer: { mobile: NUMBER, whatsappId: null, userId: null, username: null, name: 'Ida' },
            content: { type: 'text', text, media: null, details: null },
          },
        ],
      });
    },
  };
};

t.test('recognises stop words in 30 languages, whatever their case, accents and punctuation', async (t) => {
  for (const text of [
    'STOP',
    ' stop! ',
    'Stopp.',
    'ARRET',
    'arrêt',
    'Désabonner',
    'baja',
    'Cancelar',
    'parar',
  ])
    t.equal(consentWord(text)?.wish, 'stop', text);
  for (const text of ['стоп', 'إيقاف', 'रोकें', '停止', '수신거부', 'DỪNG', 'ยกเลิก', 'διακοπή'])
    t.equal(consentWord(text)?.wish, 'stop', text);
  for (const text of ['START', 'unstop', 'Reprendre', 'старт', '再開'])
    t.equal(consentWord(text)?.wish, 'start', text);
  const languages = new Set(
    ['stop', 'abbestellen', 'désabonner', 'baja', 'parar', 'basta', 'afmelden', 'wypisz', 'odhlásit']
      .concat([
        'leiratkozás',
        'dezabonare',
        'avregistrera',
        'afmeld',
        'avmeld',
        'lopeta',
        'διακοπή',
        'dur',
        'стоп',
      ])
      .concat([
        'досить',
        'спри',
        'odjava',
        'توقف',
        'הסר',
        'रोकें',
        'berhenti',
        'dừng',
        'หยุด',
        '停止',
        '중지',
        '退订',
      ])
      .map((word) => consentWord(word)?.language),
  );
  t.equal(languages.size, 30);
});

t.test('a sentence that contains a stop word is an ordinary message', async (t) => {
  for (const text of [
    'please stop',
    'Stop by tomorrow',
    'Do not stop',
    'Ich möchte etwas abbestellen',
    '',
    '🙂',
  ])
    t.equal(consentWord(text), null, text);
});

t.test('STOP suppresses the number, is confirmed once, and no agent answers it', async (t) => {
  const world = createWorld();
  await world.write('STOP');
  t.same(world.sources(), ['keyword']);
  t.equal(world.queued().length, 1);
  t.match(world.queued()[0], /not receive any more/);
  t.match(world.talk.events, [{ type: 'conversation.opened' }, { type: 'message.received', replyAt: null }]);
  const [effect] = Object.values(conversation.effects(world.talk.state)).filter(
    ({ kind }) => kind === 'send_message',
  );
  t.match(effect, { confirmsConsent: true }, 'the confirmation is sent although the number is suppressed');
  await world.write('STOP', 'm1');
  world.time.now += 1_000;
  await world.write('Stopp');
  t.equal(world.queued().length, 1, 'neither a repeated delivery nor a second STOP is confirmed again');
});

t.test(
  'a STOP whose handling failed before its confirmation is confirmed when it is delivered again',
  async (t) => {
    let dies = true;
    const world = createWorld((type) => {
      if (type === 'confirm_consent' && dies) throw new Error('the node is gone');
    });
    await t.rejects(world.write('STOP', 'm1'), /gone/);
    t.same(world.sources(), ['keyword'], 'the number is suppressed');
    t.same(world.queued(), []);
    dies = false;
    await world.write('STOP', 'm1');
    t.equal(world.queued().length, 1);
    await world.write('STOP', 'm2');
    t.equal(world.queued().length, 1, 'the next STOP is not confirmed again');
  },
);

t.test('START lifts only the suppression that the customer requested, and is confirmed', async (t) => {
  const world = createWorld();
  await world.write('START');
  t.same(world.queued(), [], 'an ordinary message if contact never ended');
  const { point } = world;
  const operators = {
    purpose: 'marketing',
    source: 'operator',
    reason: '',
    by: null,
    hangUp: false,
  } as const;
  point.apply(
    { type: 'suppress', point: { channel: 'phone', address: NUMBER }, ...operators },
    world.time.now,
  );
  await world.write('STOP');
  t.same(world.sources(), ['operator', 'keyword']);
  await world.write('start');
  t.same(world.sources(), ['operator']);
  t.match(world.queued().at(-1), /again/);
});

t.test('messages after STOP may be answered, but the business may not start a conversation', async (t) => {
  const world = createWorld();
  await world.write('STOP');
  const { at: suppressedAt = 0 } = world.point.state.suppressions[0] ?? {};
  const rule = suppressionRule(world.deps);
  const outreach = {
    businessId: BUSINESS,
    channel: 'whatsapp',
    to: NUMBER,
    contactId: null,
    purpose: 'service',
    iterationId: null,
    at: suppressedAt + 5_000,
  } as const;
  t.match(await rule(outreach), { result: 'refused', code: 'suppressed' });
  t.match(await rule({ ...outreach, answersAt: suppressedAt }), { result: 'refused' }, 'not STOP itself');
  t.match(await rule({ ...outreach, answersAt: suppressedAt + 1_000 }), { result: 'passed' });
  t.match(await rule({ ...outreach, channel: 'voice' }), { result: 'refused' });
});

t.test('an agent ends contact with its tool, for the purpose that the customer names', async (t) => {
  const world = createWorld();
  await world.write('No more offers please');
  const use = {
    businessId: BUSINESS,
    agentId: 'a1',
    context: { type: 'conversation', id: world.id },
    useId: 'u1',
  } as const;
  t.match(await stopContacting(world.deps, { ...use, arguments: { purpose: 'all' } }), { outcome: 'failed' });
  t.match(await stopContacting(world.deps, { ...use, arguments: { purpose: 'marketing' } }), {
    outcome: 'done',
  });
  t.match(world.point.state.suppressions, [
    { purpose: 'marketing', source: 'customer_request', by: { type: 'agent', id: 'a1' } },
  ]);
  const trial = { ...use, context: { type: 'trial', id: 't' } } as const;
  t.match(await stopContacting(world.deps, { ...trial, arguments: { purpose: 'service' } }), {
    outcome: 'failed',
  });
});
