/** Destinations: country and type of a number, and whether a business may call it. */
import t from 'tap';
import { destinationOf, judgeDestination, refusalMessage } from '../../../operations/outreach/destination.js';
import {
  ALLOWABLE_TYPES,
  DESTINATION_TYPES,
  type DestinationType,
  NO_POLICY,
  prefixPriceOf,
} from '../../../schemas/campaigns/destination.js';

const ORDINARY: readonly (readonly [number: string, country: string])[] = [
  ['+14155550123', 'US'],
  ['+16045550123', 'CA'],
  ['+12423591234', 'BS'],
  ['+18763123456', 'JM'],
  ['+442071838750', 'GB'],
  ['+447797712345', 'JE'],
  ['+4930123456', 'DE'],
  ['+4915112345678', 'DE'],
  ['+4932212345678', 'DE'],
  ['+77011234567', 'KZ'],
  ['+79161234567', 'RU'],
  ['+5355123456', 'CU'],
  ['+252612345678', 'SO'],
  ['+886912345678', 'TW'],
];

const REFUSED: readonly (readonly [number: string, type: DestinationType, country: string | null])[] = [
  ['+19005551234', 'premium_rate', 'US'],
  ['+449098790000', 'premium_rate', 'GB'],
  ['+449011234567', 'premium_rate', 'GB'],
  ['+449098790001', 'premium_rate', 'GB'],
  ['+499001234567', 'premium_rate', 'DE'],
  ['+33899123456', 'premium_rate', 'FR'],
  ['+611900123456', 'premium_rate', 'AU'],
  ['+491805123456', 'shared_cost', 'DE'],
  ['+33810123456', 'shared_cost', 'FR'],
  ['+611300123456', 'shared_cost', 'AU'],
  ['+80812345678', 'shared_cost', null],
  ['+447012345678', 'personal_number', 'GB'],
  ['+4970012345678', 'personal_number', 'DE'],
  ['+878101234567890', 'personal_number', null],
  ['+443001234567', 'universal_access', 'GB'],
  ['+870773111632', 'satellite', null],
  ['+8816212345678', 'satellite', null],
  ['+881612345678', 'satellite', null],
  ['+979123456789', 'international_premium', null],
  ['+882161234567', 'international_network', null],
  ['+88213300655', 'international_network', null],
  ['+883510001234567', 'international_network', null],
  ['+888123456789', 'special_service', null],
  ['+991001234567', 'special_service', null],
  ['+491901234567', 'special_service', 'DE'],
  ['+49110', 'special_service', 'DE'],
];

t.test('an ordinary number has the country of its area, including the Caribbean parts of +1', (t) => {
  for (const [number, country] of ORDINARY)
    t.same(destinationOf(number), { country, type: 'ordinary' }, number);
  t.end();
});

t.test(
  'premium rate, shared cost, satellite and international premium numbers are refused by default',
  (t) => {
    for (const [number, type, country] of REFUSED) {
      t.same(destinationOf(number), { country, type }, number);
      t.same(
        judgeDestination(destinationOf(number), NO_POLICY, null, true),
        { because: 'type', type },
        number,
      );
    }
    const covered = new Set(REFUSED.map(([, type]) => type));
    for (const type of DESTINATION_TYPES)
      if (type !== 'ordinary' && type !== 'freephone') t.ok(covered.has(type), `${type} is in the table`);
    t.end();
  },
);

t.test('an allowed type can be called only if the operator has a prefix price for it', (t) => {
  for (const [number, type] of REFUSED) {
    const destination = destinationOf(number);
    const policy = { countries: null, types: ALLOWABLE_TYPES };
    if (type === 'special_service') {
      t.same(judgeDestination(destination, policy, null, true), { because: 'type', type }, number);
      continue;
    }
    t.same(judgeDestination(destination, policy, null, false), { because: 'price', type }, number);
    t.equal(judgeDestination(destination, policy, null, true), null, number);
  }
  t.end();
});

t.test('countries of the business take precedence over those of the installation', (t) => {
  const judge = (number: string, countries: readonly string[] | null, installed: readonly string[] | null) =>
    judgeDestination(destinationOf(number), { countries, types: ['premium_rate'] }, installed, true);
  t.equal(judge('+4930123456', null, null), null);
  t.equal(judge('+4930123456', null, ['DE']), null);
  t.equal(judge('+4930123456', ['DE'], ['US']), null);
  t.same(judge('+4930123456', ['US'], ['DE']), { because: 'country', country: 'DE' });
  t.same(judge('+4930123456', [], null), { because: 'country', country: 'DE' });
  t.same(judge('+12423591234', ['US'], null), { because: 'country', country: 'BS' });
  t.same(
    judge('+19005551234', ['DE'], null),
    { because: 'country', country: 'US' },
    'even for an allowed type',
  );
  t.equal(judge('+80012345678', ['DE'], null), null, 'universal freephone numbers belong to no country');
  t.same(judge('+18005551234', ['DE'], null), { because: 'country', country: 'US' });
  t.end();
});

t.test('a refusal names the country or the type, says what to do, and does not repeat the number', (t) => {
  const texts = [
    refusalMessage({ because: 'country', country: 'CU' }),
    refusalMessage({ because: 'country', country: null }),
    refusalMessage({ because: 'price', type: 'satellite' }),
    ...DESTINATION_TYPES.map((type) => refusalMessage({ because: 'type', type })),
  ];
  t.match(texts[0], /Cuba \(CU\).*settings/);
  t.match(texts[2], /satellite.*import prices/);
  for (const text of texts) t.notMatch(text, /\+?\d/);
  t.end();
});

t.test('the longest prefix of a number sets the price', (t) => {
  const prices = { '1': 1, '1242': 2, '12423': 3, '44': 4 };
  t.equal(prefixPriceOf(prices, '+14155550123'), 1);
  t.equal(prefixPriceOf(prices, '+12425551234'), 2);
  t.equal(prefixPriceOf(prices, '+12423591234'), 3);
  t.equal(prefixPriceOf(prices, '+4930123456'), undefined);
  t.equal(prefixPriceOf({}, '+14155550123'), undefined);
  t.end();
});
