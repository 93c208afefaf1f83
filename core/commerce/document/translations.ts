// Built-in texts of the sums of documents by language, for mails and printed documents; English is the key.
import type { Translations } from '../../foundation/message-catalogs.js'

/** Hebrew texts of the sums of documents; the English sentence is the key. */
const he: Readonly<Record<string, string>> = {
  'VAT {rate} on {net}': 'מע״מ {rate} על {net}',
  'VAT {rate} ({code}) on {net}': 'מע״מ {rate} ({code}) על {net}',
  Discount: 'הנחה',
  Subtotal: 'סכום ביניים',
  'Total, excl. VAT': 'סה״כ לא כולל מע״מ',
  'Total, incl. VAT': 'סה״כ כולל מע״מ',
  'Net amount': 'סכום נטו',
  'Already deducted: {title}, net': 'כבר נוכה: {title}, נטו',
  'Recurring, incl. VAT': 'תשלום חוזר כולל מע״מ',
  'Recurring, excl. VAT': 'תשלום חוזר לא כולל מע״מ',
}

/** German texts of the sums of documents; the English sentence is the key. */
const de: Readonly<Record<string, string>> = {
  'VAT {rate} on {net}': 'MwSt. {rate} auf {net}',
  'VAT {rate} ({code}) on {net}': 'MwSt. {rate} ({code}) auf {net}',
  Discount: 'Rabatt',
  Subtotal: 'Zwischensumme',
  'Total, excl. VAT': 'Gesamtbetrag netto',
  'Total, incl. VAT': 'Gesamtbetrag inkl. MwSt.',
  'Net amount': 'Nettobetrag',
  'Already deducted: {title}, net': 'Bereits abgezogen: {title}, netto',
  'Recurring, incl. VAT': 'Wiederkehrend inkl. MwSt.',
  'Recurring, excl. VAT': 'Wiederkehrend netto',
}

/** Arabic texts of the sums of documents; the English sentence is the key. */
const ar: Readonly<Record<string, string>> = {
  'VAT {rate} on {net}': 'ضريبة القيمة المضافة {rate} على {net}',
  'VAT {rate} ({code}) on {net}': 'ضريبة القيمة المضافة {rate} ({code}) على {net}',
  Discount: 'خصم',
  Subtotal: 'المجموع الفرعي',
  'Total, excl. VAT': 'المجموع بدون الضريبة',
  'Total, incl. VAT': 'المجموع شاملاً الضريبة',
  'Net amount': 'المبلغ الصافي',
  'Already deducted: {title}, net': 'مخصوم مسبقاً: {title}، صافي',
  'Recurring, incl. VAT': 'المبلغ الدوري شاملاً الضريبة',
  'Recurring, excl. VAT': 'المبلغ الدوري الصافي',
}

export const sumSentences: Translations = { ar, de, he }
