// The contents of printed documents before drawing: texts, amounts and dates of frozen records, in each language.
import { expect } from 'chai'
import type { PrintKind, PrintSheet } from '../../../plugins/print/define.js'
import { type SheetSource, buildPrintSheet } from '../../../plugins/print/sheet.js'
import { type UntaxedReason, untaxedReasons } from '../../../core/model/entity/document-fields.js'
import { createMessageCatalogs, listShopperTexts } from '../../../core/foundation/message-catalogs.js'
import { englishCatalogs } from '../../../core/foundation/english-catalogs.js'
import {
  type FrozenDocumentOptions,
  createFrozenConfig,
  createFrozenLine,
  createFrozenOrder,
  createFrozenQuote,
  readDocumentTexts,
  toSheetSource,
} from './frozen-documents.js'

const invoice = { number: 'R-1000', created: '2030-01-05T00:00:00.000Z', supplied: null }

function sheet(printed: PrintKind, options: FrozenDocumentOptions = {}, more: Partial<SheetSource> = {}): PrintSheet {
  const document = printed === 'quote' ? createFrozenQuote(options) : createFrozenOrder(options)
  return buildPrintSheet(
    printed,
    toSheetSource(document, { invoice, documentTexts: readDocumentTexts(options.language ?? 'en-GB'), ...more }),
  )
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
const subscription: FrozenDocumentOptions = {
  lines: [createFrozenLine(subscribed)],
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

describe('sheetOf', () => {
  it('shows gross amounts with included taxes to consumers', () => {
    const printSheet = sheet('confirmation')
    expect(printSheet.title).to.equal('Order confirmation 1001')
    expect(printSheet.columns.map(({ label }) => label)).to.deep.equal(['No.', 'Item', 'Quantity', 'VAT', 'Amount'])
    expect(cells(printSheet)).to.deep.equal([['1', 'Roller blind', '2', '21%', '€121.00']])
    expect(sums(printSheet)).to.deep.equal([
      ['Parcel', '€12.10'],
      ['Total, incl. VAT', '€133.10'],
      ['Net amount', '€110.00'],
      ['VAT 21% on €110.00', '€23.10'],
    ])
    expect(facts(printSheet)).to.deep.equal({
      'Order number': '1001',
      'Order date': '2 January 2030',
      Shipping: 'Parcel',
      'Delivery time': '3 days',
      Payment: 'Bank transfer',
    })
  })

  it('shows the expected delivery on the confirmation, and the days from the order on a quote', () => {
    const lines = [createFrozenLine({ trace: { dispatch_time: 10 } })]
    const confirmation = facts(sheet('confirmation', { language: 'de-DE', lines }))
    expect(confirmation).to.include({ Lieferung: '13.–15. Januar' }).and.not.to.have.property('Lieferzeit')
    const quote = facts(sheet('quote', { lines }))
    expect(quote).to.include({ 'Delivery time': '13 days' }).and.not.to.have.property('Delivery')
  })

  it('shows net amounts with discount, taxes and unit price to companies', () => {
    const printSheet = sheet('invoice', {
      language: 'de-DE',
      billing: german,
      values: { ...company, vat_id: '', tax: 21, gross: 121 },
    })
    expect(printSheet.title).to.equal('Rechnung R-1000')
    expect(printSheet.columns.map(({ label }) => label)).to.include.members(['Einzelpreis netto', 'Betrag netto'])
    expect(cells(printSheet)).to.deep.equal([['1', 'Roller blind', '2', '50,00 €', '21 %', '100,00 €']])
    expect(sums(printSheet)).to.deep.equal([
      ['Zwischensumme', '100,00 €'],
      ['Treue', '-10,00 €'],
      ['Parcel', '10,00 €'],
      ['Gesamtbetrag netto', '100,00 €'],
      ['MwSt. 21 % auf 110,00 €', '23,10 €'],
      ['Gesamtbetrag inkl. MwSt.', '121,00 €'],
    ])
    expect(facts(printSheet)).to.include({ Rechnungsnummer: 'R-1000', Rechnungsdatum: '5. Januar 2030', Bestellnummer: '1001' })
  })

  it('shows the date of payment on an invoice paid in advance, and the date of supply otherwise', () => {
    expect(facts(sheet('invoice')))
      .to.include({ 'Payment date': '5 January 2030' })
      .and.not.to.have.property('Date of supply')
    const shipped = sheet('invoice', {}, { invoice: { ...invoice, supplied: '2030-01-03T10:00:00.000Z' } })
    expect(facts(shipped)).to.include({ 'Date of supply': '3 January 2030' }).and.not.to.have.property('Payment date')
  })

  it('states the frozen reason for untaxed amounts, except on a delivery note', () => {
    const readVatNotes = (reason: UntaxedReason | '', printed: PrintKind = 'invoice'): readonly string[] =>
      sheet(printed, { values: { ...company, untaxed: reason }, rates: untaxed }).notes.filter((note) => note.includes('VAT'))
    expect(readVatNotes('reverse_charge')).to.deep.equal([
      'No VAT is charged: the recipient is liable for VAT (intra-Community supply or reverse charge). VAT ID of the recipient: DE136695976.',
    ])
    expect(readVatNotes('export')).to.deep.equal(['No VAT is charged: this is a tax-exempt export.'])
    expect(readVatNotes('exempt')).to.deep.equal(['No VAT is charged: the recipient is tax-exempt.'])
    expect(readVatNotes('')).to.deep.equal([])
    expect(readVatNotes('reverse_charge', 'delivery-note')).to.deep.equal([])
  })

  it('shows no amount of 0.00 for a line that has only a recurring price', () => {
    const lines = [
      createFrozenLine({ ...subscribed, unit_net: 0, net: 0, net_before_discount: 0, tax: 0, gross: 0 }),
      createFrozenLine({ unit_net: 0, net: 0, net_before_discount: 0, tax: 0, gross: 0 }),
    ]
    for (const b2b of [false, true]) {
      const [recurring, free] = sheet('invoice', { ...subscription, lines, values: { ...subscription.values, b2b } }).rows
      expect(recurring!.cells.filter((cell) => cell.includes('0.00'))).to.deep.equal([])
      expect(recurring!.details.map(({ label }) => label)).to.include('per month')
      expect(plain(free!.cells.at(-1)!)).to.equal('€0.00')
    }
  })

  it('shows recurring amounts separately, with their own discount and taxes', () => {
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

  it('names the code of a tax rate unless it only repeats the rate', () => {
    const readTax = (code: string): string => {
      const rates = [{ recurring: false, rate: 21, code, net: 110, tax: 23.1 }]
      return sums(sheet('confirmation', { ...subscription, rates })).find(([label]) => label!.startsWith('VAT'))![0]!
    }
    expect(readTax('VAT NL 21 %')).to.equal('VAT 21% on €110.00')
    expect(readTax('CA 6 % + LA 15 %')).to.equal('VAT 21% (CA 6 % + LA 15 %) on €110.00')
  })

  it('lists a payment surcharge unless it is zero', () => {
    const surcharge = { payment_title: 'Cash', payment_net: 2, payment_tax: 0.42, payment_gross: 2.42 }
    expect(sums(sheet('confirmation', { values: surcharge }))).to.deep.include(['Cash', '€2.42'])
    expect(sums(sheet('confirmation')).flat()).not.to.include('Bank transfer')
  })

  it('omits prices on a delivery note and uses the delivery address as recipient', () => {
    const printSheet = sheet('delivery-note', { delivery: { line1: 'Harbour 9' }, values: { note: 'Ring twice.' } })
    expect(JSON.stringify(printSheet)).not.to.match(/€|121|133|VAT [0-9]/)
    expect(printSheet.recipient).to.include('Harbour 9')
    expect(printSheet.other).to.deep.equal({
      label: 'Ordered by',
      lines: ['Ada Lovelace', 'Sunny lane 7', '1000 Brussels', 'Belgium'],
    })
    expect(cells(printSheet)).to.deep.equal([['1', 'Roller blind', '2', '3.5 kg']])
    expect(printSheet.notes).to.deep.equal(['Your note: Ring twice.'])
  })

  it('uses the e-mail address as recipient if there is no postal address', () => {
    const options = { billing: null, delivery: null, values: { email: 'ada@people.example' } }
    expect(sheet('quote', options).recipient).to.deep.equal(['ada@people.example'])
    expect(sheet('quote', { ...options, values: { email: '' } }).recipient).to.deep.equal([])
    expect(sheet('quote', { values: options.values }).recipient[0]).to.equal('Ada Lovelace')
  })

  it('shows until when a quote is valid', () => {
    const printSheet = sheet('quote', { language: 'de-DE' })
    expect(printSheet.title).to.equal('Angebot 1001')
    expect(facts(printSheet)).to.include({ 'Gültig bis': '1. Februar 2030' })
    expect(printSheet.notes).to.deep.equal(['Dieses Angebot gilt bis zum 1. Februar 2030.'])
  })

  it('shows selections with notes and pictures', () => {
    const picture = { name: 'p1', property: 'answer:7', original_name: 'a.png', media_type: 'image/png', size: 1 }
    const files = [
      picture,
      { ...picture, name: 'p2', property: 'picture' },
      { ...picture, name: 'p3', property: 'question:2', media_type: 'application/pdf' },
    ]
    const config = [
      createFrozenConfig('Fabric', 'Linen', { answer_id: 7 }),
      createFrozenConfig('Plan', '', { question_id: 2, entry: 'plan.pdf', answer_id: null }),
    ]
    const [row] = sheet('confirmation', { lines: [createFrozenLine({ note: 'Soft, please.' }, { files, config })] }).rows
    expect(row!.picture).to.equal('p2')
    expect(row!.details).to.deep.equal([
      { label: 'SKU', text: 'RB-1', picture: null },
      { label: 'Fabric', text: 'Linen', picture: 'p1' },
      { label: 'Plan', text: 'plan.pdf', picture: null },
      { label: 'Note', text: 'Soft, please.', picture: null },
    ])
  })

  it('shortens notes of more than 600 characters, states so, and never splits a character', () => {
    const noteOf = (note: string, language = 'en-GB'): readonly string[] => {
      const printSheet = sheet('confirmation', { language, lines: [createFrozenLine({ note })], values: { note } })
      return [printSheet.rows[0]!.details.at(-1)!.text, printSheet.notes.at(-1)!]
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

  it('shortens text answers of more than 600 characters, and states so', () => {
    const config = [createFrozenConfig('Engraving', '', { entry: 'x'.repeat(2_000) })]
    const [row] = sheet('confirmation', { lines: [createFrozenLine({}, { config })] }).rows
    expect(row!.details.find(({ label }) => label === 'Engraving')!.text).to.equal(
      `${'x'.repeat(600)}… (shortened to 600 of 2,000 characters)`,
    )
  })

  it('shortens the long text answers of a document further after 120,000 characters, states so, and keeps short ones', () => {
    const answers = [...Array.from({ length: 201 }, () => 'x'.repeat(600)), 'y'.repeat(60)]
    const config = answers.map((entry, ordering) => createFrozenConfig(`Text ${ordering}`, '', { entry, ordering }))
    const [row] = sheet('confirmation', { lines: [createFrozenLine({}, { config })] }).rows
    const texts = row!.details.filter(({ label }) => label.startsWith('Text ')).map(({ text }) => text)
    const shortened = `${'x'.repeat(60)}… (shortened to 60 of 600 characters)`
    expect(texts).to.deep.equal([...answers.slice(0, 200), shortened, 'y'.repeat(60)])
  })

  it('has the text direction and the numerals of the language', () => {
    const printSheet = sheet('invoice', { language: 'ar-EG' })
    expect(printSheet.direction).to.equal('rtl')
    expect(printSheet.title).to.equal('فاتورة R-1000')
    expect(cells(printSheet)[0]!.slice(2)).to.deep.equal(['٢', '٥٠٫٠٠ €', '٢١٪', '١٢١٫٠٠ €'])
    expect(facts(printSheet)['تاريخ الفاتورة']).to.equal('٥ يناير ٢٠٣٠')
    expect(sheet('invoice', { language: 'he-IL' }).direction).to.equal('rtl')
    expect(sheet('invoice', { language: 'fa-IR' }).direction).to.equal('rtl')
  })

  it('uses the Gregorian calendar in every language', () => {
    for (const language of ['ar-SA', 'fa-IR', 'th-TH'])
      expect(sheet('quote', { language }).facts.flat().join()).to.match(/2030|٢٠٣٠|۲۰۳۰/)
  })

  it("shows the unit price in the document's currency with all stored decimals", () => {
    const values = { currency_code: 'JPY', currency_symbol: '¥', currency_decimals: 0, currency_multiplicator: 160.5, b2b: true }
    const lines = [createFrozenLine({ unit_net: 1.2345, net_before_discount: 396, quantity: 2 })]
    expect(cells(sheet('confirmation', { values, lines }))[0]!.slice(3)).to.deep.equal(['JP¥198.1373', '21%', 'JP¥396'])
  })

  it('uses a file name that is valid on every file system', () => {
    expect(sheet('invoice', {}, { invoice: { ...invoice, number: '../R 1/2030\u0000' } }).fileName).to.equal('invoice-R-1-2030')
    expect(sheet('confirmation').fileName).to.equal('order-1001')
  })

  it('returns equal sheets for equal frozen records', () => {
    expect(sheet('invoice', subscription)).to.deep.equal(sheet('invoice', subscription))
  })
})

describe('messages of printed documents', () => {
  /** All messages that a document can contain. */
  const messageKeys = new Set<string>()
  const recording = new Proxy<Record<string, string>>(
    {},
    { getOwnPropertyDescriptor: (_target, key) => void messageKeys.add(String(key)) },
  )
  for (const b2b of [false, true]) {
    for (const printed of ['confirmation', 'invoice', 'delivery-note', 'quote'] as const) {
      const discount = { discount_title: '', discount_net: 10, discount_recurring_title: '' }
      const values = { ...subscription.values, ...discount, b2b, note: 'x', phone: '1' }
      const lines = [createFrozenLine({ ...subscribed, recurring_interval: '', note: 'x' })]
      const options = { ...subscription, values, lines, delivery: { line1: 'Elsewhere' } }
      sheet(printed, options, { documentTexts: recording })
      for (const reason of Object.keys(untaxedReasons) as readonly UntaxedReason[]) {
        sheet(printed, { ...options, values: { ...values, untaxed: reason }, rates: untaxed }, { documentTexts: recording })
      }
    }
  }
  sheet('invoice', {}, { invoice: { ...invoice, supplied: invoice.created }, documentTexts: recording })
  sheet('confirmation', { values: { note: 'x'.repeat(601) } }, { documentTexts: recording })
  sheet('confirmation', { lines: [createFrozenLine({ trace: { dispatch_time: 1 } })] }, { documentTexts: recording })
  for (const isCancellation of [false, true]) {
    const creditNote = { number: 'G-500', created: invoice.created, reason: 'Scratched.', isCancellation }
    sheet('credit-note', {}, { creditNote, documentTexts: recording })
  }

  it('are the messages of the catalog of documents', () => {
    const keys = Object.keys(englishCatalogs.documents).map((name) => `documents.${name}`)
    expect([...messageKeys]).to.have.members(keys)
  })

  it('are translated by English sentence if a customization has only such translations of a language', () => {
    const translations = { 'Invoice {number}': 'Facture {number}', Subtotal: 'Sous-total' }
    const documentTexts = listShopperTexts(createMessageCatalogs(), [], 'fr', translations)
    const printSheet = sheet('invoice', { language: 'fr-FR', values: company, rates: untaxed }, { documentTexts })
    expect(printSheet.title).to.equal('Facture R-1000')
    expect(sums(printSheet)[0]![0]).to.equal('Sous-total')
  })

  it('fall back to English in an untranslated language', () => {
    expect(sheet('invoice', { language: 'fr-FR' }).title).to.equal('Invoice R-1000')
  })
})
