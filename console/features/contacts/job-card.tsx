/** Jobs that the service runs in the background, as cards: imports, changes of many contacts, versions of a source. */
import type { ReactNode } from 'react';
import styles from './job-card.module.css';

interface JobListProps {
  readonly label?: string;
  readonly children: ReactNode;
}

export const JobList = ({ label, children }: JobListProps): ReactNode => (
  <ul className={styles.jobList} aria-label={label}>
    {children}
  </ul>
);

interface JobCardProps {
  readonly label: string;
  readonly children: ReactNode;
}

export const JobCard = ({ label, children }: JobCardProps): ReactNode => (
  <li className={styles.jobCard} aria-label={label}>
    {children}
  </li>
);
