// Customer, addresses and notes of a document, as they were at the time of the sale.
import type { ReactNode } from 'react'
import type { DocumentDetail } from '../../api/screen-shape.js'
import { toRecordPath } from '../base/screen-location.js'
import { Link } from '../base/routing.js'
import { t } from '../wording/text.js'
import { FactList } from '../base/fact-list.js'

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
          <span key={at}>{line}</span>
        ))}
      </address>
    </div>
  )
}

export function DocumentParties({ desk: documentDetail }: { readonly desk: DocumentDetail }): ReactNode {
  const { document, customer } = documentDetail
  const facts = [
    [t('email'), document.email === '' ? null : <a href={`mailto:${document.email}`}>{document.email}</a>],
    [t('phone'), document.phone === '' ? null : <a href={`tel:${document.phone.replace(/[^+\d]/g, '')}`}>{document.phone}</a>],
    [t('vatId'), document.vat_id || null],
    [t('language'), document.language || null],
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
