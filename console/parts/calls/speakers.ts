/** Names of the speakers of a call. */
import type { Data } from '../../api/client.js';
import { TEXTS } from '../../texts.js';

type Call = Data<'readVoiceCall'>['call'];
export type SpeakerNames = (typeof TEXTS.call)['speakers'] | (typeof TEXTS.call)['consultationSpeakers'];

/** In a consultation the called person is the colleague, and the other person the customer. */
export const speakersOf = ({ consultationOf }: Pick<Call, 'consultationOf'>): SpeakerNames =>
  typeof consultationOf === 'string' ? TEXTS.call.consultationSpeakers : TEXTS.call.speakers;
