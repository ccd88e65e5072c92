/** Components of templates: what the schema accepts, which errors it reports, and the limits of filled values. */
import t from 'tap';
import { compileBodyCheck } from '../../../gateway/intake/validation.js';
import {
  formProblems,
  type TemplateComponent,
  TemplateMessage,
  templatePlaceholders,
  valueProblems,
  withTexts,
} from '../../../schemas/channels/template.js';
import { flattened } from '../../../schemas/channels/template-values.js';

const check = compileBodyCheck(TemplateMessage);
const pathsOf = (template: object): readonly string[] =>
  check({ name: 'order_update', language: 'en_US', ...template }).map(({ path }) => path);
const body = (...texts: string[]): TemplateComponent => ({
  type: 'body',
  parameters: texts.map((text) => ({ type: 'text', text })),
});
const button = (index: string | number, payload = 'STOP'): TemplateComponent => ({
  type: 'button',
  sub_type: 'quick_reply',
  index,
  parameters: [{ type: 'payload', payload }],
});

t.test('accepts components as Meta documents them', async (t) => {
  const components = [
    { type: 'header', parameters: [{ type: 'image', image: { link: 'https://cdn.example.org/a.jpg' } }] },
    {
      type: 'body',
      parameters: [
        { type: 'text', text: 'A-17' },
        { type: 'text', text: 'Ada', parameter_name: 'customer_name' },
        { type: 'currency', currency: { fallback_value: '$100.99', code: 'USD', amount_1000: 100_990 } },
        { type: 'date_time', date_time: { fallback_value: 'February 25, 1977' } },
      ],
    },
    {
      type: 'button',
      sub_type: 'quick_reply',
      index: '0',
      parameters: [{ type: 'payload', payload: 'STOP' }],
    },
    { type: 'button', sub_type: 'url', index: 1, parameters: [{ type: 'text', text: 'orders/17' }] },
    {
      type: 'button',
      sub_type: 'copy_code',
      index: '2',
      parameters: [{ type: 'coupon_code', coupon_code: 'SPRING' }],
    },
  ];
  t.same(pathsOf({ components }), []);
  for (const language of ['en', 'en_US', 'fil', 'pt_BR']) t.same(pathsOf({ language }), [], language);
});

t.test('reports invalid names, languages and components', async (t) => {
  const at = '/components/0';
  const texts = (count: number) => Array.from({ length: count }, () => ({ type: 'text', text: 'x' }));
  for (const [template, paths] of [
    [{ name: 'Order Update' }, ['/name']],
    [{ name: 'x'.repeat(513) }, ['/name']],
    [{ language: 'english' }, ['/language']],
    [{ language: 'en-US' }, ['/language']],
    [{ components: [] }, ['/components']],
    [{ components: Array.from({ length: 13 }, () => body('x')) }, ['/components']],
    [{ components: [{ type: 'footer', parameters: texts(1) }] }, [`${at}/type`]],
    [{ components: [{ type: 'body', parameters: texts(65) }] }, [`${at}/parameters`]],
    [{ components: [{ type: 'body', parameters: [] }] }, [`${at}/parameters`]],
    [{ components: [{ type: 'header', parameters: texts(2) }] }, [`${at}/parameters`]],
    [{ components: [body('x'.repeat(1_025))] }, [`${at}/parameters/0/text`]],
    [{ components: [body('')] }, [`${at}/parameters/0/text`]],
    [{ components: [{ type: 'body', parameters: [{ type: 'video' }] }] }, [`${at}/parameters/0/type`]],
    [{ components: [button('10')] }, [`${at}/index`]],
    [{ components: [button(-1)] }, [`${at}/index`]],
    [
      {
        components: [
          {
            type: 'body',
            parameters: [
              { type: 'currency', currency: { fallback_value: 'x', code: 'usd', amount_1000: 0.5 } },
            ],
          },
        ],
      },
      [`${at}/parameters/0/currency/code`, `${at}/parameters/0/currency/amount_1000`],
    ],
  ] as const)
    t.same(pathsOf(template), paths, JSON.stringify(template).slice(0, 80));
  t.match(check({ name: 'a', language: 'en', components: [{ type: 'footer', parameters: texts(1) }] }), [
    { path: '/components/0/type', message: 'must be one of "header", "body", "button"' },
  ]);
});

t.test('refuses duplicate components, and images without exactly one valid source', async (t) => {
  const image = (source: object): TemplateComponent => ({
    type: 'header',
    parameters: [{ type: 'image', image: source }],
  });
  const problems = (...components: TemplateComponent[]) =>
    formProblems(components, '/template/components').map(({ path }) => path);
  t.same(problems(body('a'), button('0'), button(1)), []);
  t.same(problems(body('a'), body('b')), ['/template/components/1']);
  t.same(problems(button('1'), button(1)), ['/template/components/1'], 'as a number and as text');
  for (const source of [{}, { id: 'a', link: 'https://a.example/a.png' }])
    t.same(problems(image(source)), ['/template/components/0/parameters/0/image']);
  t.same(problems(image({ link: 'http://a.example/a.png' })), [
    '/template/components/0/parameters/0/image/link',
  ]);
});

t.test('finds and fills placeholders in every text field', async (t) => {
  const components: readonly TemplateComponent[] = [
    body('Hello {{who}}', '{{ plan }} for {{who}}'),
    {
      type: 'header',
      parameters: [
        { type: 'currency', currency: { fallback_value: '{{due}}', code: 'EUR', amount_1000: 1 } },
      ],
    },
    { type: 'body', parameters: [{ type: 'date_time', date_time: { fallback_value: '{{day}}' } }] },
    button('0', 'stop-{{id}}'),
    {
      type: 'button',
      sub_type: 'copy_code',
      index: '1',
      parameters: [{ type: 'coupon_code', coupon_code: '{{code}}' }],
    },
    { type: 'header', parameters: [{ type: 'image', image: { link: 'https://a.example' } }] },
  ];
  t.same(templatePlaceholders(components), ['who', 'plan', 'due', 'day', 'id', 'code']);
  const filled = withTexts(components, (text) => text.replaceAll(/\{\{\s*(\w+)\s*\}\}/g, '<$1>'));
  t.match(JSON.stringify(filled), 'Hello <who>');
  t.same(templatePlaceholders(filled), []);
  t.same(filled.at(-1), components.at(-1));
});

t.test('values are put on one line, payloads stay', async (t) => {
  const texts = ['a\nb', 'a \r\n\tb', 'a\tb', ' five     spaces ', 'four    spaces', 'a\u2028b'];
  t.same(flattened([body(...texts), button('0', 'a\nb')]), [
    body('a b', 'a b', 'a b', 'five    spaces', 'four    spaces', 'a b'),
    button('0', 'a\nb'),
  ]);
});

t.test('refuses values that the channel does not accept', async (t) => {
  const problems = (...components: TemplateComponent[]) => valueProblems(components, '/c');
  t.same(problems(body('x'.repeat(1_024), 'four    spaces'), button('0', 'a\nb')), []);
  for (const text of ['x'.repeat(1_025), '', ' '])
    t.match(problems(body('fine', text)), [{ path: '/c/0/parameters/1' }], JSON.stringify(text.slice(0, 9)));
  const header: TemplateComponent = { type: 'header', parameters: [{ type: 'text', text: 'x'.repeat(61) }] };
  t.match(problems(header), [{ message: /60/ }]);
  t.equal(problems(body('😀'.repeat(1_024))).length, 0, 'counts characters, not UTF-16 code units');
});
