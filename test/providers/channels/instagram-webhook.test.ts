import t from 'tap';
import { meaningOf } from '../../../providers/channels/instagram/errors.js';
import { parseInstagramWebhook } from '../../../providers/channels/instagram/webhook.js';

const OURS = '17841400000000001';
const THEIRS = '990000000000001';
const AT = 1_772_535_600_001;

const direct = (facts: object, from = THEIRS) =>
  parseInstagramWebhook({
    object: 'instagram',
    entry: [
      {
        id: OURS,
        time: AT + 5,
        messaging: [
          {
            sender: { id: from },
            recipient: { id: from === OURS ? THEIRS : OURS },
            timestamp: AT,
            ...facts,
          },
        ],
      },
    ],
  });

t.test('reads direct messages', async (t) => {
  t.match(direct({ message: { mid: 'm1', text: 'price?' } }).messages, [
    {
      accountId: OURS,
      address: THEIRS,
      providerMessageId: 'm1',
      sentAt: AT,
      opensWindow: true,
      content: { type: 'text', text: 'price?' },
      customer: { userId: THEIRS, mobile: null },
    },
  ]);
  const attachments = [{ type: 'ig_reel', payload: { url: 'https://example.org' } }];
  t.match(direct({ message: { mid: 'm2', attachments } }).messages, [
    { content: { type: 'ig_reel', text: null } },
  ]);
  const file = (type: string, name: string) => ({
    type,
    payload: { url: `https://lookaside.fbsbx.com/${name}` },
  });
  const several = [
    file('image', 'a'),
    file('video', 'b'),
    file('share', 'c'),
    { type: 'image', payload: {} },
  ];
  t.match(
    direct({ message: { mid: 'm4', text: 'see', attachments: several } }).messages,
    [
      {
        providerMessageId: 'm4',
        content: { type: 'image', text: 'see', media: { providerMediaId: null, url: /a$/ } },
      },
      { providerMessageId: 'm4:1', content: { type: 'video', text: null, media: { url: /b$/ } } },
      { providerMessageId: 'm4:2', content: { type: 'share', media: null } },
      { providerMessageId: 'm4:3', content: { type: 'image', media: null }, opensWindow: true },
    ],
    'each file becomes its own message',
  );
  const many = Array.from({ length: 200 }, () => file('image', 'a'));
  t.equal(direct({ message: { mid: 'm5', attachments: many } }).messages.length, 10);
  t.match(direct({ message: { mid: 'm1', is_deleted: true } }).messages, [
    { content: { type: 'deleted' }, opensWindow: false, providerMessageId: 'm1:deleted' },
  ]);
  t.match(direct({ postback: { mid: 'm3', title: 'Yes', payload: 'Y' } }).messages, [
    { content: { type: 'postback', text: 'Yes' }, opensWindow: true },
  ]);
});

t.test('reads reactions, referrals, echoes and receipts', async (t) => {
  const reaction = { mid: 'm1', action: 'react', reaction: 'love', emoji: '❤️' };
  t.match(direct({ reaction }).messages, [
    {
      opensWindow: false,
      providerMessageId: `m1:react:${AT}`,
      content: { type: 'reaction', text: '❤️', details: { emoji: '❤️', action: 'react', messageId: 'm1' } },
    },
  ]);
  t.match(direct({ reaction: { mid: 'm1', action: 'unreact' } }).messages, [
    { content: { text: null, details: { emoji: null, action: 'unreact' } } },
  ]);
  t.match(direct({ referral: { ref: 'ad-7', source: 'SHORTLINK', type: 'OPEN_THREAD' } }).messages, [
    { content: { type: 'referral', details: { source: 'SHORTLINK', type: 'OPEN_THREAD', ref: 'ad-7' } } },
  ]);
  t.match(direct({ message: { mid: 'm9', text: 'It is 499.', is_echo: true } }, OURS), {
    messages: [],
    reports: [],
    echoes: [
      {
        accountId: OURS,
        address: THEIRS,
        providerMessageId: 'm9',
        sentAt: AT,
        type: 'text',
        text: 'It is 499.',
      },
    ],
  });
  const attachments = [{ type: 'image', payload: { url: 'https://example.org' } }];
  t.match(direct({ message: { mid: 'm8', attachments, is_echo: true } }, OURS).echoes, [
    { type: 'image', text: null },
  ]);
  t.match(direct({ message: { mid: 'm8', is_deleted: true, is_echo: true } }, OURS), {
    messages: [],
    echoes: [],
    reports: [],
  });
  t.match(direct({ read: { mid: 'm9' } }).reports, [{ providerMessageId: 'm9', progress: 'read', at: AT }]);
});

t.test('reads comments in each shape, and skips our own', async (t) => {
  const value = {
    id: '178',
    text: 'do you ship?',
    from: { id: THEIRS, username: 'asha.r' },
    parent_id: '177',
    media: { id: '42', media_product_type: 'FEED' },
  };
  const wanted = [
    {
      accountId: OURS,
      address: THEIRS,
      providerMessageId: '178',
      opensWindow: false,
      sentAt: 1_772_535_600_000,
      customer: { username: 'asha.r' },
      content: {
        type: 'comment',
        text: 'do you ship?',
        details: { id: '178', text: 'do you ship?', mediaId: '42', parentId: '177' },
      },
    },
  ];
  const entry = { id: OURS, time: 1_772_535_600 };
  const read = (facts: object) => parseInstagramWebhook({ entry: [{ ...entry, ...facts }] });
  t.match(read({ changes: [{ field: 'comments', value }] }).messages, wanted);
  t.match(read({ field: 'comments', value }).messages, wanted, 'flat');
  t.match(
    read({ changes: [{ field: 'comments', value: { ...value, id: undefined, comment_id: '178' } }] })
      .messages,
    wanted,
  );
  for (const from of [{ id: OURS }, { id: THEIRS, self_ig_scoped_id: '1' }])
    t.match(read({ field: 'comments', value: { ...value, from } }).messages, []);
  t.match(read({ field: 'mentions', value: {} }), { messages: [], ignored: ['field mentions'] });
});

t.test('skips malformed entries', async (t) => {
  for (const body of [
    null,
    [],
    { entry: [7] },
    { entry: [{ id: 17841400000000001n.toString(), messaging: [{}] }] },
  ])
    t.match(parseInstagramWebhook(body), { messages: [], echoes: [], reports: [] });
});

t.test('maps errors to outcomes', async (t) => {
  for (const [error, wanted] of [
    [
      { code: 10, error_subcode: 2_534_022 },
      { is: 'refused', failure: { code: 'conversation_window_closed' } },
    ],
    [{ code: 10 }, { is: 'refused', failure: { code: 'channel_permission_missing' } }],
    [{ code: 230 }, { is: 'refused', failure: { code: 'channel_permission_missing' } }],
    [
      { code: 190, error_subcode: 463 },
      { is: 'refused', failure: { code: 'channel_credentials_invalid' } },
    ],
    [
      { code: 100, error_subcode: 2_534_014 },
      { is: 'refused', failure: { code: 'recipient_unreachable' } },
    ],
    [{ code: 613 }, { is: 'postponed', code: 'channel_throttled' }],
    [{ code: 2 }, { is: 'postponed' }],
    [{ code: 77, is_transient: true }, { is: 'postponed' }],
    [{ code: 77 }, { is: 'refused', failure: { code: 'message_rejected' } }],
  ] as const)
    t.match(meaningOf(error), wanted, JSON.stringify(error));
  t.equal(meaningOf({}), null);
});

t.test('edits and unsent messages change earlier ones', async (t) => {
  const of = (event: object) =>
    parseInstagramWebhook({
      entry: [
        { id: '17', messaging: [{ sender: { id: '5' }, recipient: { id: '17' }, timestamp: 9, ...event }] },
      ],
    });
  const from = { accountId: '17', address: '5', at: 9 };
  t.match(of({ message_edit: { mid: 'm1', text: 'at five', num_edit: 1 } }), {
    messages: [],
    ignored: [],
    amendments: [{ ...from, kind: 'edited', originalId: 'm1', text: 'at five' }],
  });
  t.match(of({ message: { mid: 'm2', is_deleted: true } }), {
    messages: [{ content: { type: 'deleted' }, opensWindow: false }],
    amendments: [{ ...from, kind: 'revoked', originalId: 'm2' }],
  });
  t.same(of({ message: { mid: 'm3', text: 'hello' } }).amendments, []);
});
