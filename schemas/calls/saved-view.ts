/** Saved views of a business: named searches and filters of calls and messages, on the wire (docs/how-to/search.md). */
import { type Static, Type } from 'typebox';
import { BusinessId, SavedViewId } from '../fields.js';
import { NOT_BLANK_PATTERN } from '../patterns.js';
import { closed, described, exactlyOneOf, literals } from '../shapes.js';
import { callFilters, messageFilters } from './filters.js';
import { SearchText } from './search.js';

export const MAX_SAVED_VIEWS = 100;

const Name = Type.String({
  minLength: 1,
  maxLength: 80,
  pattern: NOT_BLANK_PATTERN,
  description: 'The name of the view.',
  examples: ['Poor refunds'],
});

const query = {
  calls: Type.Optional(
    Type.Object(
      { text: Type.Optional(SearchText), ...callFilters },
      { ...closed, description: 'The query of a list of calls; with text, of a search.' },
    ),
  ),
  messages: Type.Optional(
    Type.Object(
      { text: SearchText, ...messageFilters },
      { ...closed, description: 'The query of a search of messages.' },
    ),
  ),
};

/** Exactly one of them: checked by the operation, so that the error can state it. */
const SavedViewQuery = Type.Object(query, { ...closed, ...exactlyOneOf(['calls', 'messages']) });
export type SavedViewQuery = Static<typeof SavedViewQuery>;

export const SavedViewCreate = Type.Object(
  { businessId: BusinessId, name: described(Name, 'The name of the view.', 'Poor refunds'), ...query },
  { ...closed, ...exactlyOneOf(['calls', 'messages']) },
);
export type SavedViewCreate = Static<typeof SavedViewCreate>;

/** What a view shows. */
export const SavedViewOf = literals(['calls', 'messages'], {
  description:
    'Only views of these, which need only the scopes of these. Default: all views, with the scopes of calls.',
});
export type SavedViewOf = Static<typeof SavedViewOf>;

/** Omitted: unchanged. */
export const SavedViewUpdate = Type.Object(
  { businessId: BusinessId, of: Type.Optional(SavedViewOf), name: Type.Optional(Name), ...query },
  closed,
);
export type SavedViewUpdate = Static<typeof SavedViewUpdate>;

export const SavedViewResource = Type.Object(
  { viewId: SavedViewId, name: described(Type.String(), 'The name of the view.', 'Poor refunds'), ...query },
  { ...closed, description: 'A saved view: it has either calls or messages.' },
);
export type SavedViewResource = Static<typeof SavedViewResource>;
