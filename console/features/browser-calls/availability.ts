/** Whether this browser can talk at all, before a call is started: asked when it matters, and again when something changes. */
import { useEffect, useState } from 'react';
import type { OwnCode } from './problem.js';

/** What the browser says; a test has another one. */
interface Surroundings {
  readonly isSecureContext: boolean;
  readonly hasPeerConnections: boolean;
  readonly devices: Pick<MediaDevices, 'enumerateDevices'> | undefined;
  readonly permission: () => Promise<PermissionState | null>;
}

/** Why the browser cannot talk; null: nothing speaks against it. The browser does not ask for permission. */
export const talkProblem = async (surroundings: Surroundings): Promise<OwnCode | null> => {
  const { isSecureContext, hasPeerConnections, devices, permission } = surroundings;
  if (!isSecureContext) return 'microphone_insecure';
  if (!hasPeerConnections || devices === undefined) return 'browser_unsupported';
  if ((await permission()) === 'denied') return 'microphone_refused';
  // A browser that does not list devices may still have some.
  const known = await devices.enumerateDevices().catch(() => null);
  return known === null || known.some(({ kind }) => kind === 'audioinput') ? null : 'microphone_missing';
};

const permissionStatus = async (): Promise<PermissionStatus | null> =>
  // Browsers that do not know the name refuse it.
  navigator.permissions?.query({ name: 'microphone' }).catch(() => null) ?? null;

const here = (): Surroundings => ({
  isSecureContext: window.isSecureContext,
  hasPeerConnections: 'RTCPeerConnection' in window,
  // Missing on pages served over plain http, whatever its type says.
  devices: 'mediaDevices' in navigator ? navigator.mediaDevices : undefined,
  permission: async () => (await permissionStatus())?.state ?? null,
});

/** Why this browser cannot talk, kept up to date while the page is shown; null: it can; undefined: not known yet. */
export const useTalkProblem = (): OwnCode | null | undefined => {
  const [problem, setProblem] = useState<OwnCode | null>();
  useEffect(() => {
    const gone = new AbortController();
    const { signal } = gone;
    const look = async (): Promise<void> => {
      const found = await talkProblem(here());
      if (!signal.aborted) setProblem(found);
    };
    void look();
    if ('mediaDevices' in navigator)
      navigator.mediaDevices.addEventListener('devicechange', () => void look(), { signal });
    window.addEventListener('focus', () => void look(), { signal });
    void permissionStatus().then((status) => {
      if (!signal.aborted) status?.addEventListener('change', () => void look(), { signal });
    });
    return () => gone.abort();
  }, []);
  return problem;
};
