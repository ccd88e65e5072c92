/** The list of templates: its pages, the business account of the number, and what cannot be read. */
import t from 'tap';
import { listTemplates } from '../../../providers/channels/whatsapp/listed-templates.js';
import type { ApiResult } from '../../../providers/http-api.js';
import { valuesProblems } from '../../../schemas/channels/approved-template.js';
import type { TemplateComponent } from '../../../schemas/channels/template.js';

const ACCOUNT = { accountId: '7', token: 'a b' };
const fine = (body: unknown): ApiResult => ({ type: 'answered', status: 200, body });
const granted = (...target_ids: string[]): ApiResult =>
  fine({ data: { granular_scopes: [{ scope: 'whatsapp_business_management', target_ids }] } });

/** The answers by the beginning of their paths; records the paths. */
const answering = (answers: Readonly<Record<string, ApiResult>>, paths: string[]) => async (path: string) => {
  paths.push(path);
  const [, answer] = Object.entries(answers).find(([beginning]) => path.startsWith(beginning)) ?? [];
  if (answer === undefined) throw new Error(`unexpected ${path}`);
  return answer;
};
const list = (answers: Readonly<Record<string, ApiResult>>, paths: string[] = []) =>
  listTemplates(answering(answers, paths), ACCOUNT, () => ({ is: 'unreachable' }));

t.test('reads at most 15 pages', async (t) => {
  const paths: string[] = [];
  const template = {
    name: 'a',
    language: 'en',
    status: 'APPROVED',
    components: [{ type: 'BODY', text: 'Hi' }],
  };
  const page = { data: [template], paging: { next: 'https://a.example', cursors: { after: 'c/1' } } };
  const listed = await list({ '/debug_token': granted('1'), '/1/message_templates': fine(page) }, paths);
  t.match(listed, { is: 'listed', isComplete: false, templates: { length: 15 } });
  t.equal(paths.length, 16);
  t.match(paths[0], 'input_token=a%20b');
  t.match(paths[2], 'after=c%2F1');
});

t.test('of several business accounts, the one with the number counts', async (t) => {
  const numbers = (id: string): ApiResult => fine({ data: [{ id }] });
  const answers = {
    '/debug_token': granted('1', '2'),
    '/1/phone_numbers': numbers('6'),
    '/2/phone_numbers': numbers('7'),
    '/2/message_templates': fine({ data: [] }),
  };
  t.match(await list(answers), { is: 'listed', isComplete: true });
  t.match(await list({ ...answers, '/2/phone_numbers': numbers('8') }), {
    is: 'refused',
    failure: { code: 'channel_permission_missing' },
  });
});

t.test('a token without the permission, and no answer', async (t) => {
  t.match(await list({ '/debug_token': fine({ data: {} }) }), { is: 'refused' });
  t.match(await list({ '/debug_token': { type: 'no_answer' } }), { is: 'unreachable' });
  t.match(await list({ '/debug_token': granted('1'), '/1/message_templates': { type: 'no_answer' } }), {
    is: 'unreachable',
  });
});

t.test('what is wrong with values is named', async (t) => {
  const components = [
    { type: 'HEADER', format: 'IMAGE' },
    { type: 'BODY', text: 'Hi {{guest}}' },
    { type: 'BUTTONS', buttons: [{ type: 'URL', text: 'Track', url: 'https://a.example/{{1}}' }] },
  ];
  const template = { name: 'a', language: 'en', status: 'APPROVED', components };
  const listed = await list({
    '/debug_token': granted('1'),
    '/1/message_templates': fine({ data: [template] }),
  });
  const [found] = listed.is === 'listed' ? listed.templates : [];
  if (found === undefined) throw new Error('not listed');
  const words = (...values: object[]): TemplateComponent['parameters'] =>
    values.map((value) => ({ type: 'text', text: 'x', ...value }));
  const header: TemplateComponent = { type: 'header', parameters: [{ type: 'image', image: { id: '1' } }] };
  const body: TemplateComponent = { type: 'body', parameters: words({ parameter_name: 'guest' }) };
  const url: TemplateComponent = { type: 'button', sub_type: 'url', index: 0, parameters: words({}) };
  const messages = (...given: TemplateComponent[]) =>
    valuesProblems(found, given, '/c').map(({ message }) => message);
  t.same(messages(header, body, url), []);
  t.match(messages(body, url), [/header .* image/]);
  t.match(messages(header, url), [/body .* 1 variables, not 0/]);
  t.match(messages(header, { ...body, parameters: words({}) }, url), [/guest/]);
  t.match(messages(header, body), [/url button/]);
  t.match(messages(header, body, { ...url, index: 1 }), [/no button/, /url button/]);
});
