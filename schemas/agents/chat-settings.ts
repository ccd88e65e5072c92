/** How an agent behaves in chats. */
import { type Static, Type } from 'typebox';
import { closed } from '../shapes.js';
import { orCleared } from './cleared.js';

const chat = {
  typingIndicator: Type.Boolean({
    description: 'Mark messages as read and show typing while the agent answers. Default: true.',
  }),
  images: Type.Boolean({
    description: 'Show the images of customers to the model, if it takes images. Default: true.',
  }),
  voiceNotes: Type.Boolean({
    description: 'Transcribe the voice notes of customers by speech recognition. Default: true.',
  }),
};

/** WhatsApp and Instagram only. An absent setting has its default. */
export const ChatSettings = Type.Object(
  {
    typingIndicator: Type.Optional(chat.typingIndicator),
    images: Type.Optional(chat.images),
    voiceNotes: Type.Optional(chat.voiceNotes),
  },
  { ...closed, description: 'WhatsApp and Instagram only. An absent setting has its default.' },
);
export type ChatSettings = Static<typeof ChatSettings>;

/** Changes to chat settings: an omitted setting keeps its value, null clears it. */
export const ChatSettingsChange = Type.Object(
  {
    typingIndicator: orCleared(chat.typingIndicator),
    images: orCleared(chat.images),
    voiceNotes: orCleared(chat.voiceNotes),
  },
  closed,
);
export type ChatSettingsChange = Static<typeof ChatSettingsChange>;
