/** Names of the speakers of a call. */
import type { Data } from '../../../api/client.js';
import { CALL } from '../messages.js';

type Call = Data<'readVoiceCall'>['call'];
export type SpeakerNames = (typeof CALL)['speakers'] | (typeof CALL)['consultationSpeakers'];

/** In a consultation the called person is the colleague, and the other person the customer. */
export const speakersOf = ({ consultationOf }: Pick<Call, 'consultationOf'>): SpeakerNames =>
  typeof consultationOf === 'string' ? CALL.consultationSpeakers : CALL.speakers;
