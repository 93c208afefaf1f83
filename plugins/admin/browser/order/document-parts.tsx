// Parts of orders and quotes: parties, printouts and timeline.
import type { ReactNode } from 'react'
import type { DocumentDetail } from '../../api/document-shape.js'
import { getRootPath, toRecordPath } from '../base/screen-location.js'
import { Link } from '../base/routing.js'
import { currentLanguage, formatTime, t, type TextKey } from '../wording/text.js'
import { tOrder, formatAuthor, type OrderTextKey } from './order-text.js'
import { formatLanguageName } from '../../wording/display-name.js'
import type { AdminSessionReply } from '../../api/account-shape.js'
import { FactList } from '../table/table-screen.js'

const printoutTextKeys: Readonly<Record<string, TextKey>> = {
  confirmation: 'printConfirmation',
  invoice: 'printInvoice',
  'delivery-note': 'printDelivery',
  quote: 'printQuote',
}
const timelineTextKeys = {
  created: 'whenCreated',
  placed: 'whenPlaced',
  terms: 'whenTerms',
  invoice: 'whenInvoice',
  payment: 'whenPayment',
  status: 'whenStatus',
} as const
const orderTimelineTextKeys = {
  shipment: 'whenShipment',
  delivered: 'whenDelivered',
  shipmentCancelled: 'whenShipmentCancelled',
  creditNote: 'whenCreditNote',
} as const satisfies Readonly<Record<string, OrderTextKey>>

type EventKind = DocumentDetail['timeline'][number]['what']
const isOrderEvent = (kind: EventKind): kind is keyof typeof orderTimelineTextKeys => kind in orderTimelineTextKeys
const formatEvent = (kind: EventKind): string =>
  isOrderEvent(kind) ? tOrder(orderTimelineTextKeys[kind]) : t(timelineTextKeys[kind])

/** Parts of the screens of orders and quotes: printouts, timeline, customer and addresses. */
export function Printouts({ documentDetail }: { readonly documentDetail: DocumentDetail }): ReactNode {
  const address = `${getRootPath()}api/${documentDetail.entity === 'quote' ? 'quotes' : 'orders'}/${documentDetail.id}/print`
  if (documentDetail.printed.length === 0) return null
  const label = (printed: string): string => {
    const key = printoutTextKeys[printed]
    return key === undefined ? printed : t(key)
  }
  return (
    <section className="card" aria-labelledby="papers">
      <h2 id="papers">{t('documents')}</h2>
      <ul className="plain">
        {documentDetail.printed.map((printed) => (
          <li key={printed}>
            <a href={`${address}/${printed}`} download>
              {label(printed)}
              {printed === 'invoice' && documentDetail.invoice !== null ? ` ${documentDetail.invoice}` : ''}
            </a>
          </li>
        ))}
        {documentDetail.order?.creditNotes.map(({ id, number }) => (
          <li key={number}>
            <a href={`${getRootPath()}api/credit-notes/${id}/print`} download>
              {tOrder('whenCreditNote')} {number}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

export function Timeline({ documentDetail }: { readonly documentDetail: DocumentDetail }): ReactNode {
  return (
    <section className="card" aria-labelledby="timeline">
      <h2 id="timeline">{t('timeline')}</h2>
      <ol className="timeline">
        {documentDetail.timeline.map(({ at, what: eventKind, detail, by }, index) => (
          <li key={index}>
            {formatEvent(eventKind)}
            {detail === undefined ? '' : `: ${detail}`}{' '}
            <span className="quiet-text">
              {formatTime(at)}
              {formatAuthor(by)}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}

type Address = NonNullable<DocumentDetail['document']['billing']>

const toAddressLines = ({
  first_name,
  last_name,
  company,
  line1,
  line2,
  zip,
  city,
  state,
  country,
}: Address): readonly string[] =>
  [company, `${first_name} ${last_name}`, line1, line2, `${zip} ${city}`, state, country]
    .map((text) => text.trim())
    .filter((text) => text !== '')

function PostalAddress({ label, address }: { readonly label: string; readonly address: Address }): ReactNode {
  return (
    <div>
      <h3>{label}</h3>
      <address>
        {toAddressLines(address).map((line, at) => (
          <span key={at}>
            <bdi>{line}</bdi>
          </span>
        ))}
      </address>
    </div>
  )
}

/** Customer, addresses and notes of a document, as they were at the time of the sale. */
export function DocumentParties({ documentDetail }: { readonly documentDetail: DocumentDetail }): ReactNode {
  const { document, customer } = documentDetail
  const facts = [
    [t('email'), document.email === '' ? null : <a href={`mailto:${document.email}`}>{document.email}</a>],
    [t('phone'), document.phone === '' ? null : <a href={`tel:${document.phone.replace(/[^+\d]/g, '')}`}>{document.phone}</a>],
    [t('vatId'), document.vat_id || null],
    [t('language'), document.language ? formatLanguageName(document.language, currentLanguage.get()) : null],
    [t('customerNote'), document.note || null],
  ] as const
  return (
    <section className="card" aria-labelledby="people">
      <h2 id="people">{t('customer')}</h2>
      {customer !== null && (
        <p>
          <Link to={toRecordPath('customer', customer)}>{t('openCustomer')}</Link>
        </p>
      )}
      <FactList facts={facts.filter(([, value]) => value !== null)} />
      <div className="addresses">
        {document.billing && <PostalAddress label={t('billingAddress')} address={document.billing} />}
        {document.delivery_address && <PostalAddress label={t('deliveryAddress')} address={document.delivery_address} />}
      </div>
    </section>
  )
}

interface AllFieldsLinkProps extends Pick<DocumentDetail, 'entity' | 'id'> {
  readonly session: AdminSessionReply
}

/** The stored fields are for developers, so only accounts with system rights see the link. */
export function AllFieldsLink({ entity, id, session }: AllFieldsLinkProps): ReactNode {
  if (!session.account.scopes.some((scope) => scope.startsWith('system:'))) return null
  return (
    <p className="developer">
      <span className="quiet-text">{t('developer')}:</span>{' '}
      <Link to={`${toRecordPath(entity, id)}?fields=1`}>{t('allFields')}</Link>
    </p>
  )
}
