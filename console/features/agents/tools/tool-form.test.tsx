/** The forms that add a tool, import tools, and use a tool once. */
import { screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import type { ServiceAnswer } from '../../../testing/service.js';
import { BUSINESS_ID, showSignedIn } from '../../../testing/signed-in.js';
import { ImportForm } from './import-form.js';
import { ToolForm } from './tool-form.js';
import { ToolTrial } from './tool-trial.js';

const AGENT_ID = '3c0e5f0e-7a1f-4b50-8b0e-0d8f6f0f3b21';

const onSaved = vi.fn();

const show = (content: ReactNode, answer: ServiceAnswer = { data: {} }) =>
  showSignedIn(content, {
    reads: { '/api/v1/data-sources': { dataSources: [], nextCursor: null } },
    write: () => answer,
  });

const newTool = <ToolForm agentId={AGENT_ID} tool={null} onSaved={onSaved} onClose={() => undefined} />;
const field = (name: string): HTMLInputElement => screen.getByLabelText<HTMLInputElement>(name);
const save = () => screen.getByRole('button', { name: 'Save tool' });

test('what is wrong with a tool stands at its fields, and nothing is sent', async () => {
  const { user, sent } = await show(newTool);
  await user.type(field('Name'), '1st');
  await user.clear(field('Parameters'));
  await user.type(field('Parameters'), 'none');
  await user.clear(field('Wait for an answer (seconds)'));
  await user.type(field('Wait for an answer (seconds)'), '31');
  await user.click(screen.getByLabelText('The server requires OAuth access tokens'));
  await user.click(save());
  expect(await screen.findByText(/^Enter a letter, then/)).toBeDefined();
  expect(document.activeElement).toBe(field('Name'));
  // Description, address, token endpoint, client id and secret.
  expect(screen.getAllByText('Fill this in.')).toHaveLength(5);
  expect(screen.getByText('is not a JSON object')).toBeDefined();
  expect(screen.getByText('Enter at most 30.')).toBeDefined();
  await user.selectOptions(field('What it does'), 'Transfers the customer');
  await user.type(field('Number'), '0170');
  await user.click(save());
  expect(await screen.findByText(/^Enter a number with its country code/)).toBeDefined();
  expect(sent()).toEqual([]);
});

test('a tool with its client is sent', async () => {
  const { user, sent } = await show(newTool);
  await user.type(field('Name'), 'order_status');
  await user.type(field('Description'), 'Where an order is.');
  await user.type(field('Address of your server'), 'https://orders.example');
  await user.click(screen.getByLabelText('The server requires OAuth access tokens'));
  await user.type(field('Token endpoint'), 'https://login.example/token');
  await user.type(field('Client id'), 'parley');
  await user.type(field('Client secret'), 's');
  await user.selectOptions(field('Send the secret'), 'In the body');
  await user.click(save());
  await waitFor(() => expect(onSaved).toHaveBeenCalled());
  expect(sent()).toEqual([
    {
      businessId: BUSINESS_ID,
      name: 'order_status',
      description: 'Where an order is.',
      url: 'https://orders.example',
      parameters: { type: 'object', properties: {}, required: [] },
      timeoutSeconds: 8,
      agentIds: [AGENT_ID],
      oauth: {
        tokenUrl: 'https://login.example/token',
        clientId: 'parley',
        clientSecret: 's',
        authMethod: 'client_secret_post',
      },
    },
  ]);
});

test('a refusal stands at its field, and the tool stays as it was typed', async () => {
  const { user } = await show(newTool, {
    code: 'validation_failed',
    details: [{ path: '/url', message: 'must begin with https://' }],
  });
  await user.type(field('Name'), 'order_status');
  await user.type(field('Description'), 'Where an order is.');
  await user.type(field('Address of your server'), 'http://orders.example');
  await user.click(save());
  const refusal = await screen.findByText('must begin with https://');
  expect(field('Address of your server').getAttribute('aria-describedby')).toContain(refusal.id);
  expect(document.activeElement).toBe(field('Address of your server'));
  expect(field('Name').value).toBe('order_status');
});

test('tools of a server are listed, then those that are chosen are added', async () => {
  const offered = [{ name: 'status', description: 'Where an order is.' }];
  const { user, sent } = await show(
    <ImportForm agentId={AGENT_ID} onSaved={onSaved} onClose={() => undefined} />,
    { data: { offered, tools: [] } },
  );
  await user.click(screen.getByRole('button', { name: 'List its tools' }));
  expect(await screen.findByText('Fill this in.')).toBeDefined();
  expect(sent()).toEqual([]);
  await user.type(field('Address of the MCP server'), 'https://mcp.example');
  await user.selectOptions(field('Authorization'), 'Bearer token');
  await user.type(field('Token'), 't');
  await user.click(screen.getByRole('button', { name: 'List its tools' }));
  await user.click(await screen.findByRole('checkbox', { name: 'status: Where an order is.' }));
  await user.type(field('Prefix for their names'), 'crm');
  await user.click(screen.getByRole('button', { name: 'Add tools' }));
  await waitFor(() => expect(sent()).toHaveLength(2));
  const listed = { businessId: BUSINESS_ID, url: 'https://mcp.example', token: 't', agentIds: [AGENT_ID] };
  expect(sent()).toEqual([listed, { ...listed, tools: ['status'], prefix: 'crm' }]);
});

test('a tool is used with arguments that are a JSON object', async () => {
  const tool = {
    name: 'status',
    description: 'Where an order is.',
    kind: 'http' as const,
    parameters: {},
    url: 'https://orders.example',
    oauth: null,
    hasToken: false,
    serverTool: null,
    transferTo: null,
    looksUp: null,
    timeoutSeconds: 5,
    agentIds: null,
    tag: '5d41402abc4b2a76',
  };
  const { user, sent } = await show(<ToolTrial agentId={AGENT_ID} tool={tool} onClose={() => undefined} />, {
    data: { outcome: 'done', ms: 12, result: 'in Boston' },
  });
  await user.clear(field('Arguments'));
  await user.type(field('Arguments'), 'A-1');
  await user.click(screen.getByRole('button', { name: 'Use the tool' }));
  expect(await screen.findByText('is not a JSON object')).toBeDefined();
  expect(sent()).toEqual([]);
  await user.clear(field('Arguments'));
  await user.type(field('Arguments'), '{{"order":"A-1"}');
  await user.click(screen.getByRole('button', { name: 'Use the tool' }));
  expect(await screen.findByText('in Boston')).toBeDefined();
  expect(sent()).toEqual([{ businessId: BUSINESS_ID, agentId: AGENT_ID, arguments: { order: 'A-1' } }]);
});
