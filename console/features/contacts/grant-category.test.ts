import { describe, expect, test } from 'vitest';
import { lackingCategories, mayContact } from './grant-category.js';

const renewals = { id: 'a', name: 'Renewals' };
const guests = { id: 'b', name: 'Guests' };

describe('an agent', () => {
  test('calls contacts of its categories alone', () => {
    expect(mayContact({ channel: 'voice', contactCategoryIds: ['a'] }, [guests])).toBe(false);
    expect(mayContact({ channel: 'voice', contactCategoryIds: ['a'] }, [guests, renewals])).toBe(true);
  });

  test('without categories calls no contact, but writes to all', () => {
    expect(mayContact({ channel: 'voice', contactCategoryIds: [] }, [guests])).toBe(false);
    expect(mayContact({ channel: 'whatsapp', contactCategoryIds: [] }, [guests])).toBe(true);
  });

  test('lacks the categories that it was not given', () => {
    const agent = { channel: 'voice', contactCategoryIds: ['b'] } as const;
    expect(lackingCategories(agent, [renewals, guests])).toEqual([renewals]);
    expect(lackingCategories({ ...agent, channel: 'whatsapp', contactCategoryIds: [] }, [guests])).toEqual(
      [],
    );
  });
});
