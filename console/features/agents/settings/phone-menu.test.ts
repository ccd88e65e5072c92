/** Phone menus of an agent: what is sent for what was typed. */
import { describe, expect, test } from 'vitest';
import { phoneMenuDraftOf, phoneMenuOf } from './phone-menu.js';

describe('a goal in phone menus', () => {
  test('is sent with the settings that have a value', () => {
    const draft = { menuGoal: ' Reach billing. ', menuRepeats: null, menuTransferTool: ' ' };
    expect(phoneMenuOf(draft)).toStrictEqual({ goal: 'Reach billing.' });
    expect(phoneMenuOf({ ...draft, menuRepeats: 5, menuTransferTool: 'to_sales' })).toStrictEqual({
      goal: 'Reach billing.',
      repeats: 5,
      transferTool: 'to_sales',
    });
  });

  test('that is empty clears the other settings, which need it', () => {
    expect(phoneMenuOf({ menuGoal: ' ', menuRepeats: 5, menuTransferTool: 'to_sales' })).toBeNull();
  });

  test('is the same after a save', () => {
    const menu = { goal: 'Reach billing.', repeats: 2, transferTool: 'to_sales' };
    expect(phoneMenuOf(phoneMenuDraftOf(menu))).toStrictEqual(menu);
    expect(phoneMenuOf(phoneMenuDraftOf(undefined))).toBeNull();
  });
});
