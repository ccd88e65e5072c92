/** Creates streams: all streams that hold state are created here, so that each gets its replicas and a start changes none. */
import {
  JetStreamApiError,
  type JetStreamManager,
  type StreamConfig,
  type StreamInfo,
} from '@nats-io/jetstream';

const STREAM_NOT_FOUND = 10_059;
/** Another node was faster. */
const STREAM_NAME_IN_USE = 10_058;

/** Null when there is no stream of that name. @throws Error when the server does not answer */
export const streamInfo = async (jsm: JetStreamManager, name: string): Promise<StreamInfo | null> => {
  try {
    return await jsm.streams.info(name);
  } catch (error) {
    if (error instanceof JetStreamApiError && error.code === STREAM_NOT_FOUND) return null;
    throw error;
  }
};

/**
 * The stream, created if missing. An existing one stays as it is: its number of replicas is changed by
 * `parley admin journal replicas` alone.
 * `replicas`: of a stream that is created; undefined: one.
 * @throws JetStreamApiError when the server refuses it; Error when it does not answer
 */
export const ensureStream = async (
  jsm: JetStreamManager,
  config: Partial<StreamConfig> & { readonly name: string },
  replicas: number | undefined,
): Promise<StreamInfo> => {
  const existing = await streamInfo(jsm, config.name);
  if (existing !== null) return existing;
  try {
    return await jsm.streams.add({
      ...config,
      ...(replicas === undefined ? {} : { num_replicas: replicas }),
    });
  } catch (error) {
    if (!(error instanceof JetStreamApiError) || error.code !== STREAM_NAME_IN_USE) throw error;
    return jsm.streams.info(config.name);
  }
};
