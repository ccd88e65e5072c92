/** The form of what an agent does when voicemail answers. */
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ServiceAnswer } from '../../../testing/service.js';
import { BUSINESS_ID, showSignedIn } from '../../../testing/signed-in.js';
import { VoicemailSetting } from './voicemail.js';

const show = async (answer: (voicemail: unknown) => ServiceAnswer, reads: Record<string, unknown> = {}) => {
  const shown = await showSignedIn(<VoicemailSetting agentId="agent-1" />, {
    reads: { '/api/v1/agents/agent-1/voicemail': { voicemail: { type: 'hang_up' } }, ...reads },
    write: ({ body }) =>
      answer(typeof body === 'object' && body !== null ? Reflect.get(body, 'voicemail') : null),
  });
  await screen.findByLabelText('When voicemail answers');
  return shown;
};

const choice = () => screen.getByLabelText('When voicemail answers');
const words = () => screen.getByLabelText<HTMLTextAreaElement>('Message');
const save = () => screen.getByRole('button', { name: 'Save voicemail' });

test('a message without words is not sent, and its field has the focus', async () => {
  const { user, sent } = await show((voicemail) => ({ data: { voicemail } }));
  expect(save().hasAttribute('disabled')).toBe(true);
  await user.selectOptions(choice(), 'Leave a message');
  await user.click(save());
  expect(await screen.findByText('Fill this in.')).toBeDefined();
  expect(document.activeElement).toBe(words());
  expect(sent()).toEqual([]);
});

test('a message is saved; its words stay while another choice is looked at', async () => {
  const { user, sent } = await show((voicemail) => ({ data: { voicemail } }));
  await user.selectOptions(choice(), 'Leave a message');
  await user.type(words(), 'Please call back.');
  await user.selectOptions(choice(), 'Hang up');
  await user.selectOptions(choice(), 'Leave a message');
  expect(words().value).toBe('Please call back.');
  await user.click(save());
  expect(await screen.findByText('Saved. This applies to new calls.')).toBeDefined();
  expect(sent()).toEqual([
    { businessId: BUSINESS_ID, voicemail: { type: 'leave_message', text: 'Please call back.' } },
  ]);
  expect(save().hasAttribute('disabled')).toBe(true);
});

test('a refusal stands at the message, which stays', async () => {
  const own = 'has no words besides variables; write the text to be spoken';
  const { user } = await show(() => ({
    code: 'validation_failed',
    details: [{ path: '/voicemail/text', message: own }],
  }));
  await user.selectOptions(choice(), 'Leave a message');
  await user.type(words(), '...');
  await user.click(save());
  expect(await screen.findByText(own)).toBeDefined();
  expect(words().getAttribute('aria-invalid')).toBe('true');
  expect(words().value).toBe('...');
});

test('a change of another editor is shown before it is overwritten', async () => {
  const reads: Record<string, unknown> = {};
  const path = '/api/v1/agents/agent-1/voicemail';
  reads[path] = { voicemail: { type: 'hang_up' } };
  const voicemailReads = {
    get [path]() {
      return reads[path];
    },
  };
  const { user, sent } = await showSignedIn(<VoicemailSetting agentId="agent-1" />, {
    reads: voicemailReads,
  });
  await screen.findByLabelText('When voicemail answers');
  await user.selectOptions(choice(), 'Leave a message');
  await user.type(words(), 'Mine.');
  reads[path] = { voicemail: { type: 'talk' } };
  await user.click(save());
  await user.click(await screen.findByRole('button', { name: /theirs|their/i }));
  await waitFor(() => expect(choice()).toHaveProperty('value', 'talk'));
  expect(sent()).toEqual([]);
});
