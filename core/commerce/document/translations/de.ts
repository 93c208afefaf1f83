// German texts of the sums of documents; the English sentence is the key.
export const de: Readonly<Record<string, string>> = {
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
