/**
 * The environment of a service without messages: they are sent nowhere, and no simulated provider of theirs takes CPU
 * from the calls. Its callers are simulated, and scripts answer them.
 */
export const NO_CHANNELS = {
  PARLEY_MODEL: 'scripted',
  WHATSAPP_APP_SECRET: 'unused',
  WHATSAPP_VERIFY_TOKEN: 'unused',
  WHATSAPP_API_URL: 'http://127.0.0.1:9',
  INSTAGRAM_APP_SECRET: 'unused',
  INSTAGRAM_VERIFY_TOKEN: 'unused',
  INSTAGRAM_API_URL: 'http://127.0.0.1:9',
} as const;
