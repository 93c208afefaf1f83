// Arabic texts of the sums of documents; the English sentence is the key.
export const ar: Readonly<Record<string, string>> = {
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
