/** The authors of changes, as agents, calls and campaigns show them. */
import { Type } from 'typebox';
import { EXAMPLE } from './described.js';
import { closed, literals, nullable } from './shapes.js';

const fields = {
  type: literals(['user', 'key'], { description: 'user: of the console. key: an API key.' }),
  id: Type.String({ description: 'The id of the user or key.', examples: [EXAMPLE.userId] }),
};

/** The author of a change. */
export const Author = Type.Object(fields, { ...closed, description: 'The user or API key that did it.' });

/** The author of a change, with the present name. */
export const NamedAuthor = Type.Object(
  {
    ...fields,
    name: nullable(Type.String(), {
      description: 'Null: the user or key no longer exists.',
      examples: ['Grace Kim'],
    }),
  },
  { ...closed, description: 'The user or API key that did it.' },
);
