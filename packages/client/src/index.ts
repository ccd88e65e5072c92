/** The package `parley-voice-client`. */

/** The shapes of the API by the names of its document: `Schemas.Call`. */
export type * as Schemas from './api.js';
export type { ErrorCategory, ErrorCode, LiveEvent, Operations, WebhookEvent } from './api.js';
export type { CallDetail, StartAndWaitOptions, WaitOptions } from './calls.js';
export { type ClientErrorCode, type ErrorDetail, ParleyError } from './errors.js';
export type { LiveEvents, LiveOptions } from './live.js';
export { Parley, type ParleyOptions } from './parley.js';
export type { Data, Listing, OperationName, Page, Params, RequestOptions } from './types.js';
export { type VerifyOptions, verifyWebhook, type WebhookHeaders } from './webhooks.js';
