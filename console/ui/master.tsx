/** A list with the chosen item next to it; on a phone, one of the two. Escape returns to the list. */
import { type ReactNode, useEffect } from 'react';
import { useLocation } from 'wouter';

interface MasterProps {
  readonly title: string;
  /** Shown next to the title. */
  readonly aside?: ReactNode;
  readonly list: ReactNode;
  /** Null if nothing is chosen. */
  readonly detail: ReactNode | null;
  /** Whether the detail scrolls by itself, up to its edges. */
  readonly isFilled?: boolean;
  /** Address of the list with nothing chosen. */
  readonly path: string;
}

export const Master = ({ title, aside, list, detail, path, isFilled = false }: MasterProps): ReactNode => {
  const [, navigate] = useLocation();
  const isChosen = detail !== null;
  useEffect(() => {
    if (!isChosen) return;
    const handleKey = (event: KeyboardEvent): void => {
      // Dialogs, menus and text fields handle the key first.
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      const floating = [...document.querySelectorAll('[role="dialog"], [role="menu"]')];
      if (floating.some((element) => element.checkVisibility())) return;
      if (event.target instanceof HTMLElement && event.target.matches('input, textarea, select')) return;
      navigate(path + window.location.search);
    };
    window.addEventListener('keydown', handleKey);
    return () => window.removeEventListener('keydown', handleKey);
  }, [isChosen, navigate, path]);
  return (
    <div className={isChosen ? 'master chosen' : 'master'}>
      <div className="list">
        <div className="page-head">
          <h1>{title}</h1>
          {aside}
        </div>
        {list}
      </div>
      {isChosen && <div className={isFilled ? 'detail fills' : 'detail'}>{detail}</div>}
    </div>
  );
};
