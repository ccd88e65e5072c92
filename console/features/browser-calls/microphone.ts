/** The microphone of the person at the page. */
import { type LegProblem, ownProblem } from './problem.js';

/** Requests the microphone. The caller stops the track. @throws LegProblem microphone_missing, _refused, _busy, _insecure */
export const openMicrophone = async (): Promise<MediaStreamTrack> => {
  // `mediaDevices` is missing on pages served over plain http.
  if (!window.isSecureContext) throw ownProblem('microphone_insecure');
  const stream = await navigator.mediaDevices
    .getUserMedia({
      audio: { echoCancellation: true, noiseSuppression: true, autoGainControl: true, channelCount: 1 },
    })
    .catch((error: unknown) => {
      throw problemOf(error);
    });
  const [track] = stream.getAudioTracks();
  if (track === undefined) throw ownProblem('microphone_missing');
  return track;
};

/** https://w3c.github.io/mediacapture-main/#dom-mediadevices-getusermedia */
const problemOf = (error: unknown): LegProblem => {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return ownProblem('microphone_missing');
  if (name === 'NotAllowedError' || name === 'SecurityError') return ownProblem('microphone_refused');
  return ownProblem('microphone_busy');
};
