/** Search over what was said on calls and written in conversations, on the wire (docs/how-to/search.md). */
import { Type } from 'typebox';
import { AccountChannel } from '../channels/channel.js';
import { Count, closed, DateTime, nullable, Uuid } from '../shapes.js';
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
});

/** `limit` and `cursor` of a search. */
export const foundPageQuery = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_FOUND, default: DEFAULT_FOUND })),
  cursor: Type.Optional(Type.String({ minLength: 1, maxLength: 500 })),
};

const excerpt = {
  text: Type.String({ description: 'The part of the text around the first match; … where it is cut.' }),
  matches: Type.Array(Type.Object({ start: Count, end: Count }, closed), {
    description: 'What was found in `text`, in UTF-16 units; `end` excluded.',
  }),
};

/** A page may be shorter than its limit. */
const MoreCursor = nullable(Type.String(), {
  description:
    'Null: nothing more is found. A page may hold fewer results than `limit`, even none, and continue.',
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
                turn: Type.Integer({ minimum: 0, description: 'Its place in the transcript, from 0.' }),
                speaker: Speaker,
                atMs: nullable(Count, { description: 'Where the turn begins in the recording.' }),
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
          messageId: Uuid,
          conversationId: Uuid,
          channel: AccountChannel,
          contactId: nullable(Uuid),
          campaignId: nullable(Uuid),
          author: MessageAuthor,
          type: Type.String({
            description: 'For example text or audio; the words of voice notes are found, too.',
          }),
          at: DateTime,
          ...excerpt,
        },
        closed,
      ),
    ),
    nextCursor: MoreCursor,
  },
  closed,
);
