/** How the customer will see a message with choices. */
import type { ReactNode } from 'react';
import type { Interactive } from './draft.js';
import styles from './interactive.module.css';
import { INTERACTIVE as texts } from './messages.js';

export const Preview = ({ message }: { readonly message: Interactive }): ReactNode => (
  <section className={styles.preview} aria-label={texts.preview}>
    {message.header !== undefined && <strong>{message.header}</strong>}
    <p className={styles.text}>{message.body}</p>
    {message.footer !== undefined && <small className="quiet">{message.footer}</small>}
    <Choices message={message} />
  </section>
);

const Choices = ({ message }: { readonly message: Interactive }): ReactNode => {
  switch (message.kind) {
    case 'buttons':
      return (
        <ul className={styles.choices}>
          {message.buttons.map(({ id, title }) => (
            <li key={id}>{title}</li>
          ))}
        </ul>
      );
    case 'list':
      return (
        <>
          <ul className={styles.choices}>
            <li>{message.button}</li>
          </ul>
          <small className="quiet">{texts.previewOfList}</small>
          <ul className={styles.rows}>
            {message.sections.flatMap(({ rows }) =>
              rows.map(({ id, title, description }) => (
                <li key={id}>
                  {title}
                  {description !== undefined && <small className="quiet"> {description}</small>}
                </li>
              )),
            )}
          </ul>
        </>
      );
    case 'link':
      return (
        <ul className={styles.choices}>
          <li title={message.url}>↗ {message.label}</li>
        </ul>
      );
    default:
      return message satisfies never;
  }
};
