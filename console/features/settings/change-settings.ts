/** Changes settings without overwriting what somebody else has changed meanwhile. */
import { ApiProblem, type Body, callApi, type Data } from '../../api/client.js';
import { isEqual } from '../../ui/conflict/three-way.js';
import { SETTINGS } from './messages.js';
import type { Settings } from './setting.js';

export type SettingsChange = Omit<Body<'changeSettings'>, 'businessId'>;

/** Changes of other settings in a row, by others, that are no reason to ask. */
const MAX_REPETITIONS = 3;

/** What the service has now. @throws ApiProblem */
export const readSettings = async (businessId: string): Promise<Settings> =>
  (await callApi('readSettings', { query: { businessId } })).settings;

const settingOf = (settings: Settings, name: string): unknown =>
  new Map<string, unknown>(Object.entries(settings)).get(name);

/** Whether two states have the same in every setting of the change. */
export const isUnchanged = (change: SettingsChange, before: Settings, now: Settings): boolean =>
  Object.keys(change).every((name) => isEqual(settingOf(before, name), settingOf(now, name)));

interface Sending {
  readonly businessId: string;
  /** What the change started from; undefined: unknown, and nothing is compared. */
  readonly base: Settings | undefined;
  /** Receives what the service has if somebody else has changed the same settings. */
  readonly onChanged: (now: Settings) => void;
}

/** @throws ApiProblem setting_changed if somebody else has changed the same settings */
export const sendChange = async (
  change: SettingsChange,
  sending: Sending,
  repetitions = 0,
): Promise<Data<'changeSettings'>> => {
  const { businessId, base, onChanged } = sending;
  const tag = base?.tag;
  try {
    return await callApi('changeSettings', {
      body: { businessId, ...change },
      ...(tag === undefined ? {} : { ifMatch: tag }),
    });
  } catch (error) {
    if (!(error instanceof ApiProblem) || error.code !== 'resource_changed' || base === undefined)
      throw error;
    const now = await readSettings(businessId);
    if (isUnchanged(change, base, now) && repetitions < MAX_REPETITIONS)
      return sendChange(change, { ...sending, base: now }, repetitions + 1);
    onChanged(now);
    throw new ApiProblem(SETTINGS.changedElsewhere, 'setting_changed', error.requestId);
  }
};
