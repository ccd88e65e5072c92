/** Templates with their values: placeholders are filled from what an agent may know of a contact, images are looked up. */
import type { OutboundContent } from '../../actors/conversation/events.js';
import type { AgentResource } from '../../schemas/agents/agent.js';
import {
  formProblems,
  type TemplateComponent,
  templatePlaceholders,
  valueProblems,
  withTexts,
} from '../../schemas/channels/template.js';
import { flattened } from '../../schemas/channels/template-values.js';
import type { ContactResource } from '../../schemas/contacts/contact.js';
import { DomainError, type ErrorDetail } from '../../schemas/errors.js';
import { fillPlaceholders } from '../../schemas/text.js';
import { resolveVariables } from '../calls/call-context.js';
import type { OperationsDeps } from '../deps.js';
import { uploadedImage } from '../media-assets/media-upload.js';
import { refuseProblems } from '../refusals.js';

type TemplateContent = Extract<OutboundContent, { type: 'template' }>;

/** A template and the values of its variables. */
export interface TemplateUse {
  readonly name: string;
  readonly languageCode: string;
  readonly components: readonly TemplateComponent[];
  /** JSON Pointer to the components in the request, for errors about them. */
  readonly path: string;
}

/** @throws DomainError validation_failed, for components whose form is wrong */
export const checkForm = ({ components, path }: Pick<TemplateUse, 'components' | 'path'>): void => {
  refuseProblems(formProblems(components, path));
};

/** Errors of placeholders: the agent must declare their names. `agent` null: no name is declared. */
export const undeclaredIn = (
  { components, path }: Pick<TemplateUse, 'components' | 'path'>,
  agent: AgentResource | null,
): readonly ErrorDetail[] => {
  const declared = new Set(agent?.dataSourceVariables.map(({ alias }) => alias));
  return templatePlaceholders(components)
    .filter((alias) => !declared.has(alias))
    .map((alias) => ({
      path,
      message:
        agent === null
          ? `no agent declares the variable ${alias}; set the agentId of one that does`
          : `the agent declares no variable ${alias}`,
    }));
};

/**
 * The template for this contact; only the variables that it uses need a value.
 * @throws DomainError contact_context_required, template_parameter_invalid
 */
export const filledTemplate = (
  deps: Pick<OperationsDeps, 'views'>,
  businessId: string,
  { name, languageCode, components, path }: TemplateUse,
  agent: AgentResource | null,
  contact: ContactResource | null,
): TemplateContent => {
  if (components.length === 0) return { type: 'template', name, languageCode };
  const used = new Set(templatePlaceholders(components));
  const values = used.size === 0 || agent === null ? {} : valuesFor(deps, businessId, agent, contact, used);
  const filled = flattened(withTexts(components, (text) => fillPlaceholders(text, values)));
  const problems = valueProblems(filled, path);
  if (problems.length > 0) throw new DomainError('template_parameter_invalid', undefined, problems);
  return { type: 'template', name, languageCode, components: filled };
};

const valuesFor = (
  deps: Pick<OperationsDeps, 'views'>,
  businessId: string,
  agent: AgentResource,
  contact: ContactResource | null,
  used: ReadonlySet<string>,
): Readonly<Record<string, string>> => {
  if (contact === null)
    throw new DomainError(
      'contact_context_required',
      'The template uses contact variables, but no contact has this number. Create the contact first.',
    );
  const dataSourceVariables = agent.dataSourceVariables.filter(({ alias }) => used.has(alias));
  return resolveVariables(deps, businessId, { ...agent, dataSourceVariables }, contact);
};

/**
 * The content with the provider's ids of uploaded images. `at`: ms since the epoch.
 * @throws DomainError media_not_found, media_expired
 */
export const withUploadedImages = async (
  deps: Pick<OperationsDeps, 'actors'>,
  account: { readonly businessId: string; readonly accountId: string; readonly at: number },
  content: OutboundContent,
): Promise<OutboundContent> => {
  if (content.type !== 'template' || content.components === undefined) return content;
  const components: TemplateComponent[] = [];
  for (const component of content.components) {
    const parameters: TemplateComponent['parameters'][number][] = [];
    for (const parameter of component.parameters) {
      const mediaId = parameter.type === 'image' ? parameter.image.id : undefined;
      parameters.push(
        mediaId === undefined
          ? parameter
          : { type: 'image', image: { id: await uploadedImage(deps, account, mediaId) } },
      );
    }
    components.push({ ...component, parameters });
  }
  return { ...content, components };
};
