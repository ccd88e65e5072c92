/** Texts about what keeps a browser from a call, and what to do about it. */
import { messages } from '../../ui/i18n/messages.js';

export const BROWSER_CALLS = messages('BROWSER_CALLS', {
  problems: {
    microphone_missing: 'No microphone was found. Connect one, then try again.',
    microphone_refused:
      'This page is not allowed to use the microphone. Allow it in the address bar, then try again.',
    microphone_busy: 'The microphone cannot be opened. Close other programs that use it, then try again.',
    microphone_insecure:
      'Browsers allow microphones only on https pages and on localhost. Open the console at such an address.',
    playback_blocked: 'The browser blocked audio playback. Allow sound for this page in the address bar.',
    browser_unsupported: 'This browser cannot join calls. Use a current Chrome, Edge, Firefox or Safari.',
    access_ended: 'You were signed out, or lost access to this call. Sign in, then join again.',
    connection_lost: 'The audio connection was lost. Check your network, then join again.',
    connection_failed:
      'No audio connection could be made. The network must allow UDP or TCP to the port of browser calls (docs/how-to/browser-calls.md).',
    refused: 'The service rejected a request of this page. Reload the page.',
  },
});
