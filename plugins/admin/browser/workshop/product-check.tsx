// Checks a product in one dialog: findings of the proof, and a simulation of shoppers as tables and bars with links to the records.
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Simulation, WorkshopFinding, WorkshopFindings } from '../../api/workshop/workshop-shape.js'
import { getErrorMessage, requestBody } from '../base/api.js'
import { Dialog } from '../base/dialog.js'
import { useStore } from '../base/store.js'
import { createMoneyFormatter, currentLanguage, formatNumber, t } from '../wording/text.js'
import { findBaseCurrency } from '../base/queries.js'
import { type TreeModel, toItemKey } from './tree-model.js'
import { tWorkshop } from './workshop-text.js'

interface ProductCheckProps {
  readonly model: TreeModel
  /** undefined until the proof has ended. */
  readonly found: WorkshopFindings | undefined
  readonly onOpenFinding: (finding: WorkshopFinding) => void
  /** Opens the row with the key. */
  readonly onOpen: (key: string) => void
  readonly onClose: () => void
}

const gradeKeys = { blocker: 'gradeBlocker', warning: 'gradeWarning', notice: 'gradeNotice' } as const
/** Maximum number of rows of a table. */
const maxRows = 300
/** Numbers with more digits are written as a power of ten. */
const maxDigits = 15

/** `1,234` or `1.2 × 10^24`. */
function LargeNumber({ digits }: { readonly digits: string }): ReactNode {
  const language = useStore(currentLanguage)
  if (digits.length <= maxDigits) return formatNumber(Number(digits))
  const mantissa = new Intl.NumberFormat(language, { maximumFractionDigits: 1 }).format(Number(`${digits[0]}.${digits[1]}`))
  return (
    <>
      {mantissa} × 10<sup>{digits.length - 1}</sup>
    </>
  )
}

/** A share as a bar with its number. */
function ShareBar({ share, label }: { readonly share: number; readonly label: string }): ReactNode {
  const percent = formatNumber(Math.round(share * 1_000) / 10)
  return (
    <span className="share">
      <meter min={0} max={1} value={share} aria-label={label} />
      <span className="share-number">{percent} %</span>
    </span>
  )
}

interface SimulationResultProps extends Pick<ProductCheckProps, 'model' | 'onOpen'> {
  readonly report: Simulation
}

function SimulationResult({ report, model, onOpen }: SimulationResultProps): ReactNode {
  const titleOf = (entity: string, id: number): string => model.byKey.get(toItemKey(entity, id))?.node?.title ?? ''
  const link = (entity: string, id: number, text = titleOf(entity, id)): ReactNode => (
    <button type="button" className="link" onClick={() => onOpen(toItemKey(entity, id))}>
      {text || t('emptyValue')}
    </button>
  )
  const describe = ({ selections }: NonNullable<Simulation['cheapest']>): string =>
    selections
      .map(({ question_id, value }) => {
        const answers = value.split(',').map((id) => titleOf('answer', Number(id)))
        return `${titleOf('question', question_id)}: ${answers.every((title) => title !== '') ? answers.join(', ') : value}`
      })
      .join(' · ')
  const base = findBaseCurrency()
  const money = base ? createMoneyFormatter(base.code, base.decimals) : formatNumber
  const { answers, cheapest, dearest, deadEnds, deadAnswers, forcedAnswers, unpriced } = report
  const answerOf = new Map(answers.map((share) => [share.answer_id, share]))
  const listAnswers = (ids: readonly number[]): ReactNode => (
    <ul>
      {ids.slice(0, maxRows).map((id) => (
        <li key={id}>
          {answerOf.get(id)?.question ?? ''}: {link('answer', id, answerOf.get(id)?.answer)}
        </li>
      ))}
    </ul>
  )
  return (
    <>
      <dl className="check-facts">
        <div>
          <dt>{tWorkshop('checkCombinations')}</dt>
          <dd>
            {report.validConfigurations === null ? '–' : <LargeNumber digits={report.validConfigurations} />}{' '}
            <span className="quiet-text">{tWorkshop(report.exact ? 'checkExact' : 'checkEstimated')}</span>
          </dd>
        </div>
        {[
          { key: 'checkCheapest' as const, configuration: cheapest },
          { key: 'checkDearest' as const, configuration: dearest },
        ].map(
          ({ key, configuration }) =>
            configuration && (
              <div key={key}>
                <dt>{tWorkshop(key)}</dt>
                <dd>
                  {money(configuration.price)} <span className="quiet-text">{describe(configuration)}</span>
                </dd>
              </div>
            ),
        )}
        <div>
          <dt>{tWorkshop('checkDeadEnds')}</dt>
          <dd>{tWorkshop('checkStuck', { stuck: deadEnds.stuck, walks: deadEnds.walks })}</dd>
        </div>
      </dl>
      {deadEnds.at.length > 0 && (
        <table className="grid">
          <caption>{tWorkshop('checkDeadEndsAt')}</caption>
          <thead>
            <tr>
              <th scope="col">{tWorkshop('questionFields')}</th>
              <th scope="col">{tWorkshop('checkShareOfShoppers')}</th>
            </tr>
          </thead>
          <tbody>
            {deadEnds.at.map(({ question_id, walks }) => (
              <tr key={question_id}>
                <th scope="row">{link('question', question_id)}</th>
                <td>
                  <ShareBar share={walks / Math.max(1, deadEnds.walks)} label={titleOf('question', question_id)} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {unpriced.walks > 0 && (
        <>
          <p>{tWorkshop('checkUnpriced', { walks: unpriced.walks })}</p>
          <ul>
            {unpriced.at.map(({ question_id }) => (
              <li key={question_id}>{link('question', question_id)}</li>
            ))}
          </ul>
        </>
      )}
      {deadAnswers.length > 0 && (
        <>
          <h4>{tWorkshop('checkDeadAnswers')}</h4>
          {listAnswers(deadAnswers)}
        </>
      )}
      {forcedAnswers.length > 0 && (
        <>
          <h4>{tWorkshop('checkForcedAnswers')}</h4>
          {listAnswers(forcedAnswers)}
        </>
      )}
      {answers.length > 0 && (
        <table className="grid">
          <caption>{tWorkshop('checkShares')}</caption>
          <thead>
            <tr>
              <th scope="col">{tWorkshop('questionFields')}</th>
              <th scope="col">{tWorkshop('planAnswer')}</th>
              <th scope="col">{tWorkshop('checkShare')}</th>
            </tr>
          </thead>
          <tbody>
            {answers.slice(0, maxRows).map(({ question_id, question, answer_id, answer, share }, at) => (
              <tr key={answer_id}>
                <td>{answers[at - 1]?.question_id === question_id ? '' : link('question', question_id, question)}</td>
                <th scope="row">{link('answer', answer_id, answer)}</th>
                <td>
                  <ShareBar share={share} label={`${question}: ${answer}`} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {answers.length > maxRows && <p className="quiet-text">{t('andMore', { count: answers.length - maxRows })}</p>}
    </>
  )
}

export function ProductCheck({ model, found, onOpenFinding, onOpen, onClose }: ProductCheckProps): ReactNode {
  const { id: product_id, title } = model.product
  const { data: report, error } = useQuery({
    queryKey: ['simulation', product_id],
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
    queryFn: ({ signal }) =>
      requestBody<Simulation>('POST', 'actions/simulate-product', { body: { product_id, scope: 'all', seconds: 20 }, signal }),
  })
  return (
    <Dialog title={tWorkshop('checkTitle', { title })} onClose={onClose} wide className="product-check">
      <section aria-labelledby="check-proof">
        <h3 id="check-proof">{tWorkshop('checkProof')}</h3>
        <div role="status">
          {!found && <p>{tWorkshop('proving')}</p>}
          {found && found.findings.length === 0 && <p>{tWorkshop('noFindings')}</p>}
        </div>
        {found && found.findings.length > 0 && (
          <table className="grid">
            <thead>
              <tr>
                <th scope="col">{tWorkshop('checkGrade')}</th>
                <th scope="col">{tWorkshop('checkFinding')}</th>
                <th scope="col">{tWorkshop('checkRecord')}</th>
              </tr>
            </thead>
            <tbody>
              {found.findings.map((finding, at) => (
                <tr key={at}>
                  <td>
                    <span className={`badge ${finding.grade}`}>{t(gradeKeys[finding.grade])}</span>
                  </td>
                  <td>{finding.message}</td>
                  <td>
                    <button type="button" className="link" onClick={() => onOpenFinding(finding)}>
                      {model.byKey.get(toItemKey(finding.entity, finding.id))?.node?.title || tWorkshop('toRecord')}
                    </button>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
        {found && found.more > 0 && <p className="quiet-text">{t('andMore', { count: found.more })}</p>}
      </section>
      <section aria-labelledby="check-simulation">
        <h3 id="check-simulation">{tWorkshop('checkSimulation')}</h3>
        <p className="help">{tWorkshop('checkSimulationHelp')}</p>
        <div role="status">
          {!report && !error && <p>{tWorkshop('checkSimulating')}</p>}
          {error && <p className="form-failure">{getErrorMessage(error)}</p>}
        </div>
        {report && <SimulationResult report={report} model={model} onOpen={onOpen} />}
      </section>
    </Dialog>
  )
}
