/** Websockets beside browsers' legs (docs/browser-legs.md). */

/** Where they are opened. */
export const LEG_PATH = '/api/v1/legs';
