/** The public events of the people who answer conversations: their notes, and members who leave. */
import type { ConsoleTeamEvent } from '../../actors/console-team/events.js';
import { CONSOLE_TEAM_KIND } from '../../actors/console-team/events.js';
import { mayNoLongerAnswer } from '../../actors/console-team/leavers.js';
import {
  CONVERSATION_NOTES_KIND,
  type ConversationNotesEvent,
} from '../../actors/conversation-notes/events.js';
import { type ConversationSubject, subjectOfConversation } from './conversations.js';
import { publicEventsOf, type Subject } from './public-event.js';
import { publicSource } from './source.js';

const noteEvent = publicEventsOf<ConversationNotesEvent, ConversationSubject>();

/** An open page reads the text of a note with the thread. */
const noted = (type: ConversationNotesEvent['type'], change: 'added' | 'edited' | 'removed', when: string) =>
  noteEvent(type, when, {
    live: 'conversation.noted',
    toLive: (facts, { noteId, userId }) => ({ ...facts, change, noteId, userId }),
  });

export const CONVERSATION_NOTES = publicSource<ConversationSubject>({
  kind: CONVERSATION_NOTES_KIND,
  reaction: null,
  topic: 'conversations',
  subjectOf: subjectOfConversation,
  events: [
    noted('note.added', 'added', 'A user has added an internal note about the conversation.'),
    noted('note.edited', 'edited', 'A user has changed an internal note.'),
    noted('note.removed', 'removed', 'A user has removed an internal note.'),
  ],
  gathered: null,
});

const teamEvent = publicEventsOf<ConsoleTeamEvent, Subject>();

/** No subscriber is notified of the team: what a webhook would name does not exist. */
const TEAM: Subject = {
  channel: 'whatsapp',
  accountId: null,
  about: { conversationId: '' },
  webhookFacts: {},
  facts: {},
};

export const TEAMS = publicSource<Subject>({
  kind: CONSOLE_TEAM_KIND,
  reaction: null,
  topic: 'conversations',
  subjectOf: () => TEAM,
  events: [
    teamEvent(
      ['member.removed', 'member.standing_set'],
      'A member of the team can no longer answer: their conversations are assigned to no member.',
      {
        live: 'conversations.released',
        toLive: (facts, event) => (mayNoLongerAnswer(event) ? { ...facts, userId: event.userId } : null),
      },
    ),
  ],
  gathered: null,
});
