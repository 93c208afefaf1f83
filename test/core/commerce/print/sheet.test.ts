// What stands on printed documents, before anything is drawn: texts, amounts and dates of frozen records, in each language.
import { expect } from 'chai'
import type { Printed, PrintSheet } from '../../../../core/commerce/print/define.js'
import { printSentences } from '../../../../core/commerce/print/sentences/index.js'
import { type SheetSource, sheetOf } from '../../../../core/commerce/print/sheet.js'
import { type UntaxedReason, untaxedReasons } from '../../../../core/model/entity/document-fields.js'
import { findPlaceholders } from '../../../../core/foundation/language/translations.js'
import { type FrozenOptions, frozenConfig, frozenLine, frozenOrder, frozenQuote } from '../../../support/frozen.js'

const invoice = { number: 'R-1000', created: '2030-01-05T00:00:00.000Z', supplied: null }
const sentencesOf = (language: string) => printSentences[language.split('-')[0]!] ?? {}

function sheet(printed: Printed, options: FrozenOptions = {}, more: Partial<SheetSource> = {}): PrintSheet {
  const document = printed === 'quote' ? frozenQuote(options) : frozenOrder(options)
  return sheetOf(printed, { document, invoice, sentences: sentencesOf(options.language ?? 'en-GB'), ...more })
}

const plain = (text: string): string => text.replace(/[\u00a0\u202f]/g, ' ').replace(/[\u200e\u200f\u061c]/g, '')
const sums = ({ sums: all }: PrintSheet) => all.map(({ label, amount }) => [plain(label), plain(amount)])
const facts = ({ facts: all }: PrintSheet) => Object.fromEntries(all)
const cells = ({ rows }: PrintSheet) => rows.map((row) => row.cells.map(plain))

const german = { company: 'Müller GmbH', zip: '10115', city: 'Berlin', country: 'Deutschland' }
const company = {
  b2b: true,
  vat_id: 'DE136695976',
  ...{ net: 100, tax: 0, gross: 100, delivery_tax: 0, delivery_gross: 10, discount_title: 'Treue', discount_net: 10 },
}
const untaxed = [{ recurring: false, rate: 0, code: '', net: 100, tax: 0 }]
const subscribed = {
  ...{ recurring_interval: 'per month', recurring_net_before_discount: 6, recurring_net: 5, recurring_tax: 1.05 },
  recurring_gross: 6.05,
}
const subscription: FrozenOptions = {
  lines: [frozenLine(subscribed)],
  values: {
    recurring_net: 5,
    recurring_tax: 1.05,
    recurring_gross: 6.05,
    discount_recurring_title: 'Loyal',
    discount_recurring_net: 1,
  },
  rates: [
    { recurring: false, rate: 21, code: 'VAT', net: 110, tax: 23.1 },
    { recurring: true, rate: 21, code: '', net: 5, tax: 1.05 },
  ],
}

describe('a printed document', () => {
  it('shows everybody gross first, with the taxes that are contained', () => {
    const shown = sheet('confirmation')
    expect(shown.title).to.equal('Order confirmation 1001')
    expect(shown.columns.map(({ label }) => label)).to.deep.equal(['No.', 'Item', 'Quantity', 'VAT', 'Amount'])
    expect(cells(shown)).to.deep.equal([['1', 'Roller blind', '2', '21%', '€121.00']])
    expect(sums(shown)).to.deep.equal([
      ['Parcel', '€12.10'],
      ['Total, incl. VAT', '€133.10'],
      ['Net amount', '€110.00'],
      ['VAT 21% on €110.00', '€23.10'],
    ])
    expect(facts(shown)).to.deep.equal({
      'Order number': '1001',
      'Order date': '2 January 2030',
      Shipping: 'Parcel',
      'Delivery time': '3 days',
      Payment: 'Bank transfer',
    })
  })

  it('shows companies net first, with discount, taxes and the price of a piece', () => {
    const shown = sheet('invoice', {
      language: 'de-DE',
      billing: german,
      values: { ...company, vat_id: '', tax: 21, gross: 121 },
    })
    expect(shown.title).to.equal('Rechnung R-1000')
    expect(shown.columns.map(({ label }) => label)).to.include.members(['Einzelpreis netto', 'Betrag netto'])
    expect(cells(shown)).to.deep.equal([['1', 'Roller blind', '2', '50,00 €', '21 %', '100,00 €']])
    expect(sums(shown)).to.deep.equal([
      ['Zwischensumme', '100,00 €'],
      ['Treue', '-10,00 €'],
      ['Parcel', '10,00 €'],
      ['Gesamtbetrag netto', '100,00 €'],
      ['MwSt. 21 % auf 110,00 €', '23,10 €'],
      ['Gesamtbetrag inkl. MwSt.', '121,00 €'],
    ])
    expect(facts(shown)).to.include({ Rechnungsnummer: 'R-1000', Rechnungsdatum: '5. Januar 2030', Bestellnummer: '1001' })
  })

  it('says on an invoice which day counts for the tax: that of payment in advance, else that of delivery', () => {
    expect(facts(sheet('invoice')))
      .to.include({ 'Payment date': '5 January 2030' })
      .and.not.to.have.property('Date of supply')
    const shipped = sheet('invoice', {}, { invoice: { ...invoice, supplied: '2030-01-03T10:00:00.000Z' } })
    expect(facts(shipped)).to.include({ 'Date of supply': '3 January 2030' }).and.not.to.have.property('Payment date')
  })

  it('says why no tax is charged, by the reason that was frozen, and only where prices stand', () => {
    const said = (reason: UntaxedReason | '', printed: Printed = 'invoice'): readonly string[] =>
      sheet(printed, { values: { ...company, untaxed: reason }, rates: untaxed }).notes.filter((note) => note.includes('VAT'))
    expect(said('reverse_charge')).to.deep.equal([
      'No VAT is charged: the recipient is liable for VAT (intra-Community supply or reverse charge). VAT ID of the recipient: DE136695976.',
    ])
    expect(said('export')).to.deep.equal(['No VAT is charged: this is a tax-exempt export.'])
    expect(said('exempt')).to.deep.equal(['No VAT is charged: the recipient is tax-exempt.'])
    expect(said('')).to.deep.equal([])
    expect(said('reverse_charge', 'delivery-note')).to.deep.equal([])
  })

  it('shows what recurs beside what is paid once, with its own discount and taxes', () => {
    const [b2c, b2b] = [
      sheet('confirmation', subscription),
      sheet('confirmation', { ...subscription, values: { ...subscription.values, b2b: true } }),
    ]
    expect(b2c.rows[0]!.details).to.deep.include({ label: 'per month', text: '€6.05', picture: null })
    expect(sums(b2c).slice(3)).to.deep.equal([
      ['VAT 21% (VAT) on €110.00', '€23.10'],
      ['Recurring, incl. VAT', '€6.05'],
      ['Recurring, excl. VAT', '€5.00'],
      ['VAT 21% on €5.00', '€1.05'],
      ['Already deducted: Loyal, net', '€1.00'],
    ])
    expect(b2b.rows[0]!.details).to.deep.include({ label: 'per month', text: '€6.00', picture: null })
    expect(sums(b2b).slice(-4)).to.deep.equal([
      ['Loyal', '-€1.00'],
      ['Recurring, excl. VAT', '€5.00'],
      ['VAT 21% on €5.00', '€1.05'],
      ['Recurring, incl. VAT', '€6.05'],
    ])
  })

  it('names a surcharge of the payment, and none that costs nothing', () => {
    const surcharge = { payment_title: 'Cash', payment_net: 2, payment_tax: 0.42, payment_gross: 2.42 }
    expect(sums(sheet('confirmation', { values: surcharge }))).to.deep.include(['Cash', '€2.42'])
    expect(sums(sheet('confirmation')).flat()).not.to.include('Bank transfer')
  })

  it('carries no price on a delivery note, which goes where the goods go', () => {
    const shown = sheet('delivery-note', { delivery: { line1: 'Harbour 9' }, values: { note: 'Ring twice.' } })
    expect(JSON.stringify(shown)).not.to.match(/€|121|133|VAT [0-9]/)
    expect(shown.recipient).to.include('Harbour 9')
    expect(shown.other).to.deep.equal({
      label: 'Ordered by',
      lines: ['Ada Lovelace', 'Sunny lane 7', '1000 Brussels', 'Belgium'],
    })
    expect(cells(shown)).to.deep.equal([['1', 'Roller blind', '2', '3.5 kg']])
    expect(shown.notes).to.deep.equal(['Your note: Ring twice.'])
  })

  it('goes to the e-mail address of whoever has given no other', () => {
    const given = { billing: null, delivery: null, values: { email: 'ada@people.example' } }
    expect(sheet('quote', given).recipient).to.deep.equal(['ada@people.example'])
    expect(sheet('quote', { ...given, values: { email: '' } }).recipient).to.deep.equal([])
    expect(sheet('quote', { values: given.values }).recipient[0]).to.equal('Ada Lovelace')
  })

  it('says until when a quote holds', () => {
    const shown = sheet('quote', { language: 'de-DE' })
    expect(shown.title).to.equal('Angebot 1001')
    expect(facts(shown)).to.include({ 'Gültig bis': '1. Februar 2030' })
    expect(shown.notes).to.deep.equal(['Dieses Angebot gilt bis zum 1. Februar 2030.'])
  })

  it('shows what was selected, with notes and pictures', () => {
    const picture = { name: 'p1', property: 'answer:7', original_name: 'a.png', media_type: 'image/png', size: 1 }
    const files = [
      picture,
      { ...picture, name: 'p2', property: 'picture' },
      { ...picture, name: 'p3', property: 'question:2', media_type: 'application/pdf' },
    ]
    const config = [
      frozenConfig('Fabric', 'Linen', { answer_id: 7 }),
      frozenConfig('Plan', '', { question_id: 2, entry: 'plan.pdf', answer_id: null }),
    ]
    const [row] = sheet('confirmation', { lines: [frozenLine({ note: 'Soft, please.' }, { files, config })] }).rows
    expect(row!.picture).to.equal('p2')
    expect(row!.details).to.deep.equal([
      { label: 'SKU', text: 'RB-1', picture: null },
      { label: 'Fabric', text: 'Linen', picture: 'p1' },
      { label: 'Plan', text: 'plan.pdf', picture: null },
      { label: 'Note', text: 'Soft, please.', picture: null },
    ])
  })

  it('shortens notes of more than 600 characters, states so, and never cuts inside a character', () => {
    const noteOf = (note: string, language = 'en-GB'): readonly string[] => {
      const shown = sheet('confirmation', { language, lines: [frozenLine({ note })], values: { note } })
      return [shown.rows[0]!.details.at(-1)!.text, shown.notes.at(-1)!]
    }
    const whole = 'x'.repeat(600)
    expect(noteOf(whole)).to.deep.equal([whole, `Your note: ${whole}`])
    const cut = `${whole}… (shortened to 600 of 2,000 characters)`
    expect(noteOf('x'.repeat(2_000))).to.deep.equal([cut, `Your note: ${cut}`])
    const [german] = noteOf('x'.repeat(2_000), 'de-DE')
    expect(german).to.equal(`${whole}… (gekürzt auf 600 von 2.000 Zeichen)`)
    const [family] = noteOf(`${'x'.repeat(598)}👩‍👩‍👧 and more`)
    expect(family).to.equal(`${'x'.repeat(598)}… (shortened to 598 of 615 characters)`)
    const [marks] = noteOf(`a${'\u0301'.repeat(1_999)}`)
    expect(marks).to.have.length.lessThan(700)
  })

  it('runs from right to left where its language does, in the figures of that language', () => {
    const shown = sheet('invoice', { language: 'ar-EG' })
    expect(shown.direction).to.equal('rtl')
    expect(shown.title).to.equal('فاتورة R-1000')
    expect(cells(shown)[0]!.slice(2)).to.deep.equal(['٢', '٥٠٫٠٠ €', '٢١٪', '١٢١٫٠٠ €'])
    expect(facts(shown)['تاريخ الفاتورة']).to.equal('٥ يناير ٢٠٣٠')
    expect(sheet('invoice', { language: 'he-IL' }).direction).to.equal('rtl')
    expect(sheet('invoice', { language: 'fa-IR' }).direction).to.equal('rtl')
  })

  it('counts days by the Gregorian calendar everywhere', () => {
    for (const language of ['ar-SA', 'fa-IR', 'th-TH'])
      expect(sheet('quote', { language }).facts.flat().join()).to.match(/2030|٢٠٣٠|۲۰۳۰/)
  })

  it('states a price of a piece in the currency of the document, as exactly as it is stored', () => {
    const values = { currency_code: 'JPY', currency_symbol: '¥', currency_decimals: 0, currency_multiplicator: 160.5, b2b: true }
    const lines = [frozenLine({ unit_net: 1.2345, net_before_discount: 396, quantity: 2 })]
    expect(cells(sheet('confirmation', { values, lines }))[0]!.slice(3)).to.deep.equal(['JP¥198.1373', '21%', 'JP¥396'])
  })

  it('has a name that every file system takes', () => {
    expect(sheet('invoice', {}, { invoice: { ...invoice, number: '../R 1/2030\u0000' } }).fileName).to.equal('invoice-R-1-2030')
    expect(sheet('confirmation').fileName).to.equal('order-1001')
  })

  it('is of the frozen records alone: the same ones give the same sheet', () => {
    expect(sheet('invoice', subscription)).to.deep.equal(sheet('invoice', subscription))
  })
})

describe('sentences of printed documents', () => {
  /** Every sentence that any document says. */
  const said = new Set<string>()
  const recording = new Proxy<Record<string, string>>(
    {},
    { getOwnPropertyDescriptor: (_target, key) => void said.add(String(key)) },
  )
  for (const b2b of [false, true]) {
    for (const printed of ['confirmation', 'invoice', 'delivery-note', 'quote'] as const) {
      const discount = { discount_title: '', discount_net: 10, discount_recurring_title: '' }
      const values = { ...subscription.values, ...discount, b2b, note: 'x', phone: '1' }
      const lines = [frozenLine({ ...subscribed, recurring_interval: '', note: 'x' })]
      const options = { ...subscription, values, lines, delivery: { line1: 'Elsewhere' } }
      sheet(printed, options, { sentences: recording })
      for (const reason of Object.keys(untaxedReasons) as readonly UntaxedReason[]) {
        sheet(printed, { ...options, values: { ...values, untaxed: reason }, rates: untaxed }, { sentences: recording })
      }
    }
  }
  sheet('invoice', {}, { invoice: { ...invoice, supplied: invoice.created }, sentences: recording })
  sheet('confirmation', { values: { note: 'x'.repeat(601) } }, { sentences: recording })

  for (const [language, sentences] of Object.entries(printSentences)) {
    it(`are all there in '${language}', each with its names, and none is stale`, () => {
      expect(Object.keys(sentences)).to.have.members([...said])
      for (const [english, own] of Object.entries(sentences))
        expect(findPlaceholders(own), english).to.deep.equal(findPlaceholders(english))
    })
  }

  it('stay English where nobody has translated them', () => {
    expect(sheet('invoice', { language: 'fr-FR' }).title).to.equal('Invoice R-1000')
  })
})
