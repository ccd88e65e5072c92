/** Texts about what keeps a browser from a call, and what to do about it. */
export const legs = {
  problems: {
    microphone_missing: 'No microphone was found. Plug one in, then try again.',
    microphone_refused:
      'This page may not use the microphone. Allow it beside the address of the page, then try again.',
    microphone_busy: 'The microphone cannot be opened. Close other programs that use it, then try again.',
    microphone_insecure:
      'Browsers give the microphone to pages of https alone (and of localhost). Open the console there.',
    playback_blocked:
      'The browser does not let this page play sound. Allow it beside the address of the page.',
    browser_unsupported: 'This browser cannot join calls. Use a current Chrome, Edge, Firefox or Safari.',
    access_ended: 'You were signed out, or may not do this any more. Sign in, then join again.',
    connection_lost:
      'The connection for audio was lost, and does not come back. Look at the network, then join again.',
    connection_failed:
      'No audio came through. The network must let UDP or TCP through to the port of browser calls (docs/browser-legs.md).',
    refused: 'The service refused what this page asked for. Load the page anew.',
  },
};
