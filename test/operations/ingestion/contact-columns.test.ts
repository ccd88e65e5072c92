import t from 'tap';
import { contactColumns } from '../../../operations/ingestion/contact-columns.js';

t.test('columns are recognised by name in several languages', async (t) => {
  for (const name of ['Mobile', 'PHONE number', 'móvil', 'Teléfono', 'Handy', 'cell phone', 'WhatsApp'])
    t.match(contactColumns(['x', name], {}, []), { mobile: 1 }, name);
  t.same(contactColumns(['First Name', 'Last name', 'Tel', 'Home city', 'Home city (2)'], {}, []), {
    mobile: 2,
    labelled: [],
    name: [0, 1],
    fields: [
      { index: 3, key: 'Home_city' },
      { index: 4, key: 'Home_city_2' },
    ],
    timeZone: null,
  });
  t.match(
    contactColumns(['mobile', 'CITY'], {}, ['city']),
    { fields: [{ key: 'city' }] },
    'a field that already exists',
  );
});

t.test('a mapping overrides recognised names', async (t) => {
  const header = ['Mobile', 'Office', 'Person', 'City', 'Secret'];
  const mapping = { mobile: 'Office', name: 'Person', fields: { City: 'town' }, ignore: ['Secret'] };
  t.same(contactColumns(header, mapping, []), {
    mobile: 1,
    labelled: [],
    name: [2],
    fields: [
      { index: 0, key: 'Mobile' },
      { index: 3, key: 'town' },
    ],
    timeZone: null,
  });
  t.match(contactColumns(header, { mobile: 'Nobody', name: 'Nothing', fields: { None: 'x' } }, []), [
    { code: 'column_missing', column: 'Nobody' },
    { code: 'column_missing', column: 'Nothing' },
    { code: 'column_missing', column: 'None' },
  ]);
  t.match(contactColumns(['who'], {}, []), [{ code: 'column_missing', message: /mapping\.mobile/ }]);
});

t.test('only the mapping can name a column of time zones', async (t) => {
  const header = ['Mobile', 'Time zone'];
  t.match(contactColumns(header, {}, []), { timeZone: null, fields: [{ index: 1 }] }, 'it stays a field');
  t.same(contactColumns(header, { timeZone: 'Time zone' }, []), {
    mobile: 0,
    labelled: [],
    name: [],
    fields: [],
    timeZone: 1,
  });
  t.match(contactColumns(header, { timeZone: 'Zone' }, []), [{ code: 'column_missing', column: 'Zone' }]);
});
