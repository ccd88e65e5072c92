/** Search over what was said on calls and written in conversations, on the wire (docs/how-to/search.md). */

import { Type } from 'typebox';
import { AccountChannel } from '../channels/channel.js';
import { CampaignId, ContactId, ConversationId, MessageId } from '../fields.js';
import { PageCursor } from '../paging.js';
import { Count, closed, DateTime, described, nullable } from '../shapes.js';
import { MessageAuthor } from './filters.js';
import { Speaker, VoiceCallSummary } from './voice-call.js';

/** Characters of a search. */
const MAX_SEARCH_CHARACTERS = 100;

const MAX_FOUND = 50;
/** Results of a page without `limit`. */
export const DEFAULT_FOUND = 20;

export const SearchText = Type.String({
  minLength: 1,
  maxLength: MAX_SEARCH_CHARACTERS,
  description:
    'Every word must begin a word of the text; one- and two-letter words match whole words. Words in quotation marks follow each other. Chinese, Japanese and other words without spaces are found anywhere.',
  examples: ['refund'],
});

/** `limit` and `cursor` of a search. */
export const foundPageQuery = {
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_FOUND,
      default: DEFAULT_FOUND,
      description: 'The most results of a page.',
      examples: [20],
    }),
  ),
  cursor: Type.Optional(PageCursor),
};

const excerpt = {
  text: Type.String({
    description: 'The part of the text around the first match; … where it is cut.',
    examples: ['… I would like a refund for my order …'],
  }),
  matches: Type.Array(
    Type.Object(
      { start: described(Count, 'Where the match begins.', 17), end: described(Count, 'Where it ends.', 23) },
      closed,
    ),
    {
      description: 'What was found in `text`, in UTF-16 units; `end` excluded.',
    },
  ),
};

/** A page may be shorter than its limit. */
const MoreCursor = nullable(Type.String(), {
  description:
    'Pass it as `cursor` for the next page; null: nothing more is found. A page may hold fewer results than `limit`, even none, and continue.',
  examples: ['MTc3MjQ0NTYwMA'],
});

export const CallSearchResponse = Type.Object(
  {
    results: Type.Array(
      Type.Object(
        {
          call: VoiceCallSummary,
          snippets: Type.Array(
            Type.Object(
              {
                turn: Type.Integer({
                  minimum: 0,
                  description: 'Its place in the transcript, from 0.',
                  examples: [6],
                }),
                speaker: Speaker,
                atMs: nullable(Count, {
                  description: 'Where the turn begins in the recording, ms; null: unknown.',
                  examples: [31200],
                }),
                ...excerpt,
              },
              closed,
            ),
            {
              description: 'Up to three turns in which something was found, in the order of the transcript.',
            },
          ),
        },
        closed,
      ),
      { description: 'The calls in which the words were said, newest first.' },
    ),
    nextCursor: MoreCursor,
  },
  closed,
);

export const MessageSearchResponse = Type.Object(
  {
    results: Type.Array(
      Type.Object(
        {
          messageId: MessageId,
          conversationId: ConversationId,
          channel: described(AccountChannel, 'The channel of the conversation.'),
          contactId: nullable(ContactId, { description: 'The contact; null: the person is none.' }),
          name: nullable(Type.String(), {
            description: 'The name of the contact, otherwise the name on the channel; null: unknown.',
            examples: ['Sam Rivera'],
          }),
          campaignId: nullable(CampaignId, { description: 'The campaign that sent it; null: none did.' }),
          author: MessageAuthor,
          type: Type.String({
            description: 'For example text or audio; the words of voice notes are found, too.',
            examples: ['text'],
          }),
          at: described(DateTime, 'When it was sent or received.'),
          ...excerpt,
        },
        closed,
      ),
      { description: 'The messages in which the words are, newest first.' },
    ),
    nextCursor: MoreCursor,
  },
  closed,
);
