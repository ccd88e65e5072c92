/** What keeps a browser from talking, known before anybody is asked for the microphone. */
import { describe, expect, test } from 'vitest';
import { talkProblem } from './availability.js';

const device = (kind: MediaDeviceKind): MediaDeviceInfo => ({
  kind,
  deviceId: '',
  groupId: '',
  label: '',
  toJSON: () => ({}),
});
const ABLE = {
  isSecureContext: true,
  hasPeerConnections: true,
  devices: { enumerateDevices: async () => [device('audiooutput'), device('audioinput')] },
  permission: async (): Promise<PermissionState | null> => 'prompt',
};

describe('a browser', () => {
  test('with a microphone can talk', async () => {
    expect(await talkProblem(ABLE)).toBeNull();
    expect(await talkProblem({ ...ABLE, permission: async () => null })).toBeNull();
  });

  test('on an insecure page has no microphone to ask for', async () => {
    expect(await talkProblem({ ...ABLE, isSecureContext: false, devices: undefined })).toBe(
      'microphone_insecure',
    );
  });

  test('that is too old is unsupported', async () => {
    expect(await talkProblem({ ...ABLE, hasPeerConnections: false })).toBe('browser_unsupported');
    expect(await talkProblem({ ...ABLE, devices: undefined })).toBe('browser_unsupported');
  });

  test('whose user refused the microphone says so before it looks for one', async () => {
    const devices = { enumerateDevices: async () => [] };
    expect(await talkProblem({ ...ABLE, devices, permission: async () => 'denied' })).toBe(
      'microphone_refused',
    );
  });

  test('without a microphone says so; one that lists nothing may have some', async () => {
    const devices = { enumerateDevices: async () => [device('audiooutput')] };
    expect(await talkProblem({ ...ABLE, devices })).toBe('microphone_missing');
    const broken = { enumerateDevices: () => Promise.reject(new Error('not now')) };
    expect(await talkProblem({ ...ABLE, devices: broken })).toBeNull();
  });
});
