/** Uses a tool once, as the agent would. */
import { Dialog, DialogDismiss, DialogHeading } from '@ariakit/react';
import type { ReactNode } from 'react';
import { tryToolBody } from '../../../api/bodies/agents.js';
import { Form, FormProblem, LongTextField, Submit } from '../../../ui/forms/form.js';
import { useBodyForm } from '../../../ui/forms/use-body-form.js';
import { COMMON } from '../../../ui/messages.js';
import { useBusinessId } from '../../session/session.js';
import { TOOLS } from './messages.js';
import { objectIn, type Tool } from './tool-draft.js';
import styles from './tools.module.css';

/** Longer than the longest time limit of a tool, ms. */
const TRIAL_MS = 40_000;

interface ToolTrialProps {
  readonly agentId: string;
  readonly tool: Tool;
  readonly onClose: () => void;
}

export const ToolTrial = ({ agentId, tool, onClose }: ToolTrialProps): ReactNode => {
  const businessId = useBusinessId();
  const texts = TOOLS.trial;
  const { form, sending } = useBodyForm({
    body: tryToolBody,
    values: { text: '{}' },
    toBody: ({ text }) => ({ businessId, agentId, arguments: objectIn(text) ?? {} }),
    request: { path: { name: tool.name }, deadlineMs: TRIAL_MS },
  });
  const { data } = sending;
  return (
    <Dialog
      open
      onClose={onClose}
      hideOnInteractOutside={false}
      className={`dialog floats ${styles.dialog}`}
      backdrop={<div className="backdrop" />}
    >
      <Form form={form} className="stack">
        <DialogHeading>{texts.title(tool.name)}</DialogHeading>
        <p>{texts.help}</p>
        <LongTextField
          form={form}
          name="text"
          path="/arguments"
          label={texts.arguments}
          help={texts.argumentsHelp}
          rows={4}
          check={({ text }) => (objectIn(text) === null ? TOOLS.form.notJson : undefined)}
        />
        <FormProblem form={form} />
        <div role="status">
          {data !== undefined && (
            <>
              <p>
                <strong>{texts.outcomes[data.outcome]}</strong>{' '}
                <span className="quiet">{texts.after(data.ms)}</span>
              </p>
              <p className="small">{texts.result}</p>
              <pre className="command">
                <code>{data.result}</code>
              </pre>
            </>
          )}
        </div>
        <div className="actions">
          <DialogDismiss className="plain">{COMMON.close}</DialogDismiss>
          <Submit form={form}>{texts.run}</Submit>
        </div>
      </Form>
    </Dialog>
  );
};
