// Hebrew texts of the sums of documents; the English sentence is the key.
export const he: Readonly<Record<string, string>> = {
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
