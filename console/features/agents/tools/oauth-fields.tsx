/** The OAuth client with which a tool's server is called. Its secret can be set, but is never shown. */
import type { InputHTMLAttributes, ReactNode } from 'react';
import { TOOLS } from './messages.js';
import { AUTH_METHODS, type OAuthDraft } from './tool-draft.js';

/** A part of the client that is typed. */
type OAuthText = Exclude<keyof OAuthDraft, 'authMethod'>;

interface OAuthInput
  extends Pick<InputHTMLAttributes<HTMLInputElement>, 'placeholder' | 'type' | 'autoComplete'> {
  readonly label: string;
  readonly required?: boolean;
  readonly help?: string;
}

interface OAuthChoice {
  readonly label: string;
  readonly choices: readonly { readonly value: string; readonly name: string }[];
}

interface OAuthFieldsProps {
  /** Whether the service has a secret for the client. */
  readonly isSet: boolean;
  /** The fields of the form that the client belongs to. */
  readonly text: (name: OAuthText, input: OAuthInput) => ReactNode;
  readonly authMethod: (choice: OAuthChoice) => ReactNode;
}

export const OAuthFields = ({ isSet, text, authMethod }: OAuthFieldsProps): ReactNode => {
  const texts = TOOLS.oauth;
  return (
    <>
      {text('tokenUrl', {
        label: texts.tokenUrl,
        help: texts.tokenUrlHelp,
        required: true,
        placeholder: 'https://',
      })}
      <div className="pair even">
        {text('clientId', { label: texts.clientId, required: true, autoComplete: 'off' })}
        {text('clientSecret', {
          label: texts.clientSecret,
          help: isSet ? texts.kept : texts.secretHelp,
          type: 'password',
          required: !isSet,
          autoComplete: 'new-password',
        })}
      </div>
      <div className="pair even">
        {authMethod({
          label: texts.authMethod,
          choices: AUTH_METHODS.map((value) => ({ value, name: texts.authMethods[value] })),
        })}
        {text('scope', { label: texts.scope })}
      </div>
      <div className="pair even">
        {text('audience', { label: texts.audience })}
        {text('resource', { label: texts.resource })}
      </div>
    </>
  );
};
