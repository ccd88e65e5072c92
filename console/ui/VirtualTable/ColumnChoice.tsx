/** Chooses the columns of a table. */
import { Menu, MenuButton, MenuItemCheck, MenuItemCheckbox, MenuProvider } from '@ariakit/react';
import type { ReactNode } from 'react';
import { COMMON } from '../messages.js';

interface ColumnChoiceProps {
  readonly choices: readonly { readonly key: string; readonly title: string }[];
  readonly chosen: ReadonlySet<string>;
  readonly onChange: (chosen: ReadonlySet<string>) => void;
}

export const ColumnChoice = ({ choices, chosen, onChange }: ColumnChoiceProps): ReactNode => (
  <MenuProvider values={{ columns: [...chosen] }} setValues={({ columns }) => onChange(new Set(columns))}>
    <MenuButton className="plain">{COMMON.table.columns}</MenuButton>
    <Menu className="floats" gutter={4} portal>
      {choices.map(({ key, title }) => (
        <MenuItemCheckbox key={key} className="choice" name="columns" value={key} hideOnClick={false}>
          <MenuItemCheck /> {title}
        </MenuItemCheckbox>
      ))}
    </Menu>
  </MenuProvider>
);
