/** The business and what is counted and kept for it: `parley.business` and so on. */
import { followLive, type LiveEvents, type LiveOptions } from '../live.js';
import type { Make } from '../operations.js';
import type { Transport } from '../requests.js';
import type { Params } from '../types.js';

/** The operations of the business. */
export const businessOf = ({ operation }: Make) => ({
  /** The business of the key. */
  read: operation('readBusiness'),
});

/** The operations of figures. */
export const analyticsOf = ({ operation }: Make) => ({
  read: operation('readAnalytics'),
  /** CSV. */
  export: operation('exportAnalytics'),
});

/** The operations of alerts. */
export const alertRulesOf = ({ operation, list }: Make) => ({
  list: operation('listAlertRules'),
  create: operation('createAlertRule'),
  /** With the present value of the metric. */
  read: operation('readAlertRule'),
  update: operation('updateAlertRule'),
  remove: operation('removeAlertRule'),
  /** When it fired, newest first. */
  firings: list('listAlertFirings', 'firings'),
  /** Sends a test to its subscribers and addresses. */
  test: operation('testAlertRule'),
});

/** The operations of saved views. */
export const savedViewsOf = ({ operation }: Make) => ({
  list: operation('listSavedViews'),
  create: operation('createSavedView'),
  update: operation('updateSavedView'),
  remove: operation('removeSavedView'),
});

/** Live events. */
export const liveOf = (transport: Transport, random: () => number) => ({
  /** Events as they happen, for `for await`. The connection is opened by the first `next`, and again whenever it breaks. */
  follow: (params?: Params<'followLive'>, options?: LiveOptions): LiveEvents =>
    followLive(transport, random, params, options),
});
