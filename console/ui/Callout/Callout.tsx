/** A statement that stands out of a page: a warning, or a summary of what will happen. */
import type { ReactNode } from 'react';
import styles from './Callout.module.css';

interface CalloutProps {
  readonly title: string;
  /** Default: a warning. */
  readonly tone?: 'warning' | 'plain';
  /** Whether it is a region of the page, named by its title. */
  readonly isRegion?: boolean;
  readonly children: ReactNode;
}

export const Callout = ({ title, tone = 'warning', isRegion = false, children }: CalloutProps): ReactNode => (
  <section
    className={tone === 'plain' ? `${styles.callout} ${styles.plain}` : styles.callout}
    {...(isRegion ? { 'aria-label': title } : { role: 'note' })}
  >
    <strong>{title}</strong>
    {children}
  </section>
);
