// The sold lines with selections, prices and price traces, and the totals with taxes.
import type { ReactNode } from 'react'
import type { DocumentLineReply } from '#core/commerce/document/define.js'
import type { DeskDocument } from '../../transport/screen-shape.js'
import type { Session } from '../../transport/shape.js'
import { recordPath } from '../ground/address.js'
import { root } from '../ground/root.js'
import { Link } from '../ground/routing.js'
import { heading, number, t } from '../wording/text.js'
import { baseMoney, moneyOf, percent } from './money.js'
import { Trace } from './trace.js'

interface PartProps {
  readonly desk: DeskDocument
  readonly session: Session
}

/** Image types that every browser shows. Other uploads, such as SVG, can only be downloaded. */
const shown: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp'])

interface UploadProps extends Pick<PartProps, 'desk'> {
  readonly file: DocumentLineReply['files'][number] | undefined
  /** The file name at the time of the sale. */
  readonly text: string
}

function Upload({ desk, file, text }: UploadProps): ReactNode {
  const path = file && desk.files[file.id]
  if (!path) return text
  const address = `${root}api/${path}`
  return (
    <a className="upload" href={address} download={file.name}>
      {shown.has(file.type) && <img src={address} alt="" loading="lazy" />}
      <span>
        {text} <span className="quiet-text">{t('kilobytes', { size: number(Math.ceil(file.size / 1024)) })}</span>
      </span>
    </a>
  )
}

function Line({ desk, session, at }: PartProps & { readonly at: number }): ReactNode {
  const line = desk.document.lines[at]!
  const [money, base] = [moneyOf(desk), baseMoney(session)]
  return (
    <li className="sold">
      <header>
        <h3>
          <span className="number">{line.quantity} ×</span>{' '}
          {line.product_id === null ? line.title : <Link to={recordPath('product', line.product_id)}>{line.title}</Link>}
        </h3>
        <strong className="number">{money(line.gross)}</strong>
      </header>
      <p className="quiet-text">
        {[
          line.sku,
          t('perPiece', { amount: base(line.unit_net) }),
          t('netOf', { amount: money(line.net) }),
          `${percent(line.tax_rate)} ${t('tax')}`,
          line.recurring.gross === 0
            ? ''
            : t('recurringOf', { amount: money(line.recurring.gross), interval: line.recurring.interval }),
        ]
          .filter((text) => text !== '')
          .join(' · ')}
      </p>
      {line.options.length > 0 && (
        <dl className="facts">
          {line.options.map(({ question, text, file, net }, index) => (
            <div key={index}>
              <dt>{question}</dt>
              <dd>
                {file === null ? text : <Upload desk={desk} file={line.files.find(({ id }) => id === file)} text={text} />}{' '}
                {net !== 0 && <span className="quiet-text">{base(net)}</span>}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {line.note !== '' && <p className="note">{line.note}</p>}
      <Trace trace={desk.traces[at]} base={base} money={money} />
    </li>
  )
}

function Sums({ desk }: Pick<PartProps, 'desk'>): ReactNode {
  const { document } = desk
  const money = moneyOf(desk)
  const rows: readonly (readonly [string, string])[] = [
    ...(document.discount ? [[document.discount.title || t('discount'), money(-document.discount.net)] as const] : []),
    ...(document.delivery ? [[document.delivery.title || t('delivery'), money(document.delivery.gross)] as const] : []),
    ...(document.payment ? [[document.payment.title || t('paymentCost'), money(document.payment.gross)] as const] : []),
    [t('net'), money(document.net)],
    ...document.rates
      .filter(({ recurring }) => !recurring)
      .map(
        ({ rate, code, tax }) => [`${heading(t('tax'))} ${percent(rate)}${code === '' ? '' : ` (${code})`}`, money(tax)] as const,
      ),
  ]
  return (
    <dl className="sums">
      {rows.map(([label, amount], at) => (
        <div key={at}>
          <dt>{label}</dt>
          <dd className="number">{amount}</dd>
        </div>
      ))}
      <div className="total">
        <dt>{t('total')}</dt>
        <dd className="number">{money(document.gross)}</dd>
      </div>
      {document.recurring.gross !== 0 && (
        <div>
          <dt>{t('recurring')}</dt>
          <dd className="number">{money(document.recurring.gross)}</dd>
        </div>
      )}
    </dl>
  )
}

export function Lines({ desk, session }: PartProps): ReactNode {
  return (
    <section className="card" aria-labelledby="sold">
      <h2 id="sold">{t('soldHead')}</h2>
      {desk.document.lines.length === 0 ? (
        <p className="quiet-text">{t('noLines')}</p>
      ) : (
        <ul className="plain">
          {desk.document.lines.map(({ id }, at) => (
            <Line key={id} desk={desk} session={session} at={at} />
          ))}
        </ul>
      )}
      <Sums desk={desk} />
    </section>
  )
}
