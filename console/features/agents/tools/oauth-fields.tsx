/** The OAuth client with which a tool's server is called. Its secret can be set, but is never shown. */
import type { ReactNode } from 'react';
import type { ApiProblem } from '../../../api/client.js';
import { Choice, Field } from '../../../ui/forms/field.js';
import { errorAt } from '../../../ui/forms/field-errors.js';
import { TOOLS } from './messages.js';
import { AUTH_METHODS, type OAuthDraft } from './tool-draft.js';

/** The paths of its fields in a request. */
export const OAUTH_PATHS = [
  '/oauth/tokenUrl',
  '/oauth/clientId',
  '/oauth/clientSecret',
  '/oauth/scope',
  '/oauth/audience',
  '/oauth/resource',
] as const;

interface OAuthFieldsProps {
  readonly oauth: OAuthDraft;
  /** Whether the service has a secret for the client. */
  readonly isSet: boolean;
  readonly problem: ApiProblem | null;
  readonly onChange: (oauth: OAuthDraft) => void;
}

export const OAuthFields = ({ oauth, isSet, problem, onChange }: OAuthFieldsProps): ReactNode => {
  const texts = TOOLS.oauth;
  const field = (name: 'scope' | 'audience' | 'resource'): ReactNode => (
    <Field
      label={texts[name]}
      maxLength={name === 'scope' ? 1_000 : 2_048}
      value={oauth[name]}
      onChange={(value) => onChange({ ...oauth, [name]: value })}
      error={errorAt(problem, `/oauth/${name}`)}
    />
  );
  return (
    <>
      <Field
        label={texts.tokenUrl}
        help={texts.tokenUrlHelp}
        required
        maxLength={2_048}
        placeholder="https://"
        value={oauth.tokenUrl}
        onChange={(tokenUrl) => onChange({ ...oauth, tokenUrl })}
        error={errorAt(problem, '/oauth/tokenUrl')}
      />
      <div className="pair even">
        <Field
          label={texts.clientId}
          required
          maxLength={512}
          autoComplete="off"
          value={oauth.clientId}
          onChange={(clientId) => onChange({ ...oauth, clientId })}
          error={errorAt(problem, '/oauth/clientId')}
        />
        <Field
          label={texts.clientSecret}
          help={isSet ? texts.kept : texts.secretHelp}
          type="password"
          required={!isSet}
          maxLength={4_096}
          autoComplete="new-password"
          value={oauth.clientSecret}
          onChange={(clientSecret) => onChange({ ...oauth, clientSecret })}
          error={errorAt(problem, '/oauth/clientSecret')}
        />
      </div>
      <div className="pair even">
        <Choice
          label={texts.authMethod}
          value={oauth.authMethod}
          choices={AUTH_METHODS.map((value) => ({ value, name: texts.authMethods[value] }))}
          onChange={(authMethod) => onChange({ ...oauth, authMethod })}
        />
        {field('scope')}
      </div>
      <div className="pair even">
        {field('audience')}
        {field('resource')}
      </div>
    </>
  );
};
