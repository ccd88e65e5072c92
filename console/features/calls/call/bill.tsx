/** What a call cost, item by item. */
import type { ReactNode } from 'react';
import { creditsOf } from '../../../ui/format.js';
import { formatNumber } from '../../../ui/i18n/language.js';
import { CALL } from '../messages.js';
import type { CallDetail } from '../turns/timeline.js';

/** A connected call is charged in blocks of this length, including the last one that was started, s. */
const BLOCK_S = 20;

export const Bill = ({ detail: { call, diagnostics } }: { readonly detail: CallDetail }): ReactNode => {
  const texts = CALL.bill;
  const isSettled = diagnostics.timeline.some(({ event }) => event === 'call.settled');
  const blocks = Math.ceil(call.durationSeconds / BLOCK_S);
  const models = diagnostics.modelTokens ?? [];
  return (
    <>
      {!isSettled && <p className="quiet">{texts.pending}</p>}
      {isSettled && call.chargedMicrocredits === 0 && <p className="quiet">{texts.free}</p>}
      {isSettled && call.chargedMicrocredits > 0 && (
        <table className="figures">
          <thead>
            <tr>
              <th scope="col">{texts.item}</th>
              <th scope="col" className="number">
                {texts.amount}
              </th>
              <th scope="col" className="number">
                {texts.credits}
              </th>
            </tr>
          </thead>
          <tbody>
            <tr>
              <td>{blocks === 0 ? texts.attempt : texts.blocks}</td>
              <td className="number">{blocks === 0 ? 1 : blocks}</td>
              <td className="number">{creditsOf(call.chargedMicrocredits)}</td>
            </tr>
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{texts.total}</th>
              <td />
              <td className="number">{creditsOf(call.chargedMicrocredits)}</td>
            </tr>
          </tfoot>
        </table>
      )}
      {models.length > 0 && (
        <>
          <h3>{texts.tokens}</h3>
          <table className="figures">
            <thead>
              <tr>
                <th scope="col">{texts.model}</th>
                <th scope="col" className="number">
                  {texts.input}
                </th>
                <th scope="col" className="number">
                  {texts.output}
                </th>
              </tr>
            </thead>
            <tbody>
              {models.map(({ model, inputTokens, outputTokens }) => (
                <tr key={model}>
                  <td>{model}</td>
                  <td className="number">{formatNumber(inputTokens)}</td>
                  <td className="number">{formatNumber(outputTokens)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
    </>
  );
};
